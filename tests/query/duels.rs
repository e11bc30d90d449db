//! Duels between policies, also between built-in ones, agree with a second, plain implementation (`tests/plain`) of the
//! literal rules.

use tourne::cards::{Length, Named};
use tourne::grading::{Contest, Duel, Figures, GradingError, Throws, duel};
use tourne::policy::{Builtin, Level, Policy, file as files};
use tourne_solver::Rules;
use tourne_solver::policies;

use crate::assert_close;
use crate::estimates::number;
use tourne_plain::world::{
    DOUBLE_WIN, STANDARD, World, arena, assert_near, by_definition, chances_of, known,
};
use tourne_plain::{Step, surely};

#[test]
fn built_in_policies_do_what_they_say() {
    let level = |number| Builtin::Level(Level::new(number));
    let others = [Builtin::Errs(0.25), Builtin::Within(0.01)];
    let builtins = [&Builtin::ALL[..], &others, &[level(4)]].concat();
    let card = Named::Card(Length::new(10));
    let all = builtins.into_iter().map(Named::Builtin).chain([card]);
    let all: Vec<Named> = all.collect();
    // Policies for the rule set whose values are points.
    let by_points = [Builtin::Within(0.02), level(5)].map(Named::Builtin);
    for (world, builtins) in [(&*STANDARD, &all[..]), (&*DOUBLE_WIN, &by_points)] {
        let decisions = world.game.decisions();
        for &named in builtins {
            let policy = named.policy(world.arena);
            let file = files::write(&policy, world.arena);
            let mut found = chances_of(&file);
            let habits = by_definition(world, named);
            for &(state, die) in &decisions {
                let steps = world.game.moves[state][die].iter();
                let played = steps.zip(&habits[state][die]);
                // Moves with probability 0 must not be in the file: `found` must be empty in the end.
                for (step, &chance) in played.filter(|(_, chance)| **chance > 0.0) {
                    let position = world.game.states[state];
                    let key = format!("{position},{},{}", die + 1, step.text());
                    let found = found.remove(&key).unwrap_or(0.0);
                    assert_close(found, chance, 1e-12, format!("{named} {key}"));
                }
            }
            assert!(found.is_empty(), "{named}");
        }
    }
}

fn play(world: &World, one: &Policy, other: &Policy) -> Duel {
    duel(world.arena, ("one", one), ("other", other)).expect("games end")
}

#[test]
fn who_plays_whom_makes_no_difference_but_of_view() {
    for world in [&*STANDARD, &*DOUBLE_WIN] {
        let flip = |value| world.arena.unit().flip(value);
        let perfect = Builtin::Perfect.policy(world.arena);
        let habits = [world.game.any_habits(1), world.game.any_habits(2)];
        let [one, other] = habits.each_ref().map(|habits| world.policy(habits));
        let (here, there) = (play(world, &one, &other), play(world, &other, &one));
        for (here, there) in [
            (here.value, there.value),
            (here.first, there.second),
            (here.second, there.first),
        ] {
            assert_close(here, flip(there), 1e-12, "the other's view");
        }
        let followed = world.game.follow(&habits[0], &habits[1]);
        assert_near(here.first, world.value(followed.first), "first");
        assert_near(here.second, world.value(followed.second), "second");

        let itself = play(world, &one, &one);
        assert_close(itself.value, world.value(0.0), 1e-12, "itself");
        let against = play(world, &one, &perfect);
        let graded = world.grade(&one);
        let games = graded
            .figures
            .games
            .expect("a whole policy leaves nothing unknown");
        let found = [against.first, against.second, against.value];
        let expected = [games.first, games.second, games.value];
        assert_eq!(found.map(f64::to_bits), expected.map(f64::to_bits));
    }
}

#[test]
fn the_exploiter_gets_what_the_grade_says_and_no_other_move_gets_more() {
    for (world, sampled) in [(&*STANDARD, 3), (&*DOUBLE_WIN, 2)] {
        let game = &world.game;
        let policy = world.policy(&game.any_habits(5));
        let graded = world.grade(&policy);
        let expected = known(graded.figures.exploiter);
        let exploiter = graded.response.expect("a whole policy has one");
        let file = files::write(&exploiter, world.arena);
        let read = |file: &str| {
            let read = files::read(file.as_bytes(), world.arena).expect("a policy");
            assert_eq!(read.illegal, []);
            read.policy
        };
        let by_file = play(world, &read(&file), &policy).value;
        assert_close(by_file, expected, 1e-12, "the exploiter");
        let value = known(graded.figures.games.map(|it| it.value));
        assert!(expected > world.arena.unit().flip(value));

        // Check decisions with most men off. They come up often, so a better move there would change the value visibly.
        let response = chances_of(&file);
        let decisions = game.decisions();
        let men_off = |state: usize| game.states[state].to_string().matches('0').count();
        let met: Vec<_> = decisions
            .iter()
            .filter(|(state, _)| men_off(*state) >= 4)
            .collect();
        for at in 0..sampled {
            let (state, die) = *met[at * met.len() / sampled];
            let (position, number) = (game.states[state], die + 1);
            let start = format!("{position},{number},");
            let is_played = |step: &&Step| response.contains_key(&(start.clone() + &step.text()));
            let steps = game.moves[state][die].iter();
            for step in steps.filter(|step| !is_played(step)) {
                let other = start.clone() + &step.text();
                let changed = |row| {
                    if str::starts_with(row, &start) {
                        &*other
                    } else {
                        row
                    }
                };
                let deviating = file.lines().map(changed).collect::<Vec<_>>().join("\n");
                assert!(deviating.trim_end() != file.trim_end());
                let value = play(world, &read(&deviating), &policy).value;
                assert!(value <= expected + 1e-12, "{other}: {value}");
            }
        }
    }
}

#[test]
fn long_games_are_settled_too() {
    // This policy hits or, if it cannot, moves the rearmost man that does not come home, so games are long.
    let world = &*STANDARD;
    let slow = world.policy(&world.game.habits(|_, _, steps| {
        let hit = steps.iter().position(|step| step.hits);
        let not_home = steps.iter().position(|step| !step.is_home());
        surely(hit.or(not_home).unwrap_or(0), steps.len())
    }));
    let slow = Throws::of(world.arena, &slow);
    let contest = Contest::new(world.arena, &slow, &slow);
    let points = contest.points().expect("games end");
    let by_outcome = contest.points_by_outcome().expect("games end");
    assert_near(points.first, by_outcome.first, "first");
    assert_near(points.second, by_outcome.second, "second");
    let visits = contest.row_visits().expect("games end");
    assert!(visits.iter().sum::<f64>() > 50.0);
}

#[test]
fn games_of_millions_of_throws_are_settled() {
    // Both players do all they can to prolong play.
    let arena = arena(Rules::COURSE);
    let lengths = policies::lengths::longest(arena.graph()).expect("play ends");
    let mut chances = vec![[0.0; 3]; arena.rows().count()];
    for row in arena.decisions() {
        let after = &arena.graph().all_moves()[arena.places(row)];
        let longest = (0..after.len()).max_by(|&one, &other| {
            let [one, other] = [one, other].map(|at| lengths[after[at] as usize]);
            one.total_cmp(&other)
        });
        let play = arena.plays(row).nth(longest.expect("a legal move"));
        let column = play.and_then(|play| play.man).unwrap_or(0);
        chances[number(arena, row)][column] = 1.0;
    }
    let slow = Policy::from_men(arena, &chances).expect("a policy");
    let throws = Throws::of(arena, &slow);
    let contest = Contest::new(arena, &throws, &throws);
    let visits: f64 = contest.row_visits().expect("games end").iter().sum();
    let longest = lengths[arena.states().start()];
    assert!(longest > 5e6);
    assert_close(2.0 * visits / longest, 1.0, 1e-3, longest);
}

#[test]
fn a_policy_that_lacks_a_move_is_told_where() {
    let world = &*STANDARD;
    let text = world.game.file(&by_definition(world, Builtin::Front));
    let rows = text.lines().filter(|row| !row.ends_with(",3,005/003"));
    let file = rows.collect::<Vec<_>>().join("\n");
    let mine = files::read(file.as_bytes(), world.arena).expect("a policy");
    let perfect = Builtin::Perfect.policy(world.arena);
    let (one, other) = (("mine", &mine.policy), ("best", &perfect));
    for (one, other) in [(one, other), (other, one)] {
        let error = duel(world.arena, one, other).expect_err("a move is missing");
        let place = match &error {
            GradingError::Unanswered {
                silent,
                position,
                die,
                ..
            } if silent == "mine" => {
                format!("{position} {die}")
            }
            _ => panic!("{error}"),
        };
        assert_eq!(place, "005/003 3");
    }
    let grade = world.grade(&mine.policy);
    let tally = grade.tally;
    assert_eq!((tally.missing, tally.answered), (1, grade.decisions - 1));
    assert_eq!(grade.figures, Figures::default());
}
