//! Grades of policies agree with a second, plain implementation (`tests/plain`) of the literal rules.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tourne::grading::{Cost, Grade, grade, grade_of};
use tourne::policy::Builtin;
use tourne_solver::Move;

use crate::assert_close;
use tourne_plain::world::{
    COURSE, DOUBLE_WIN, ENTRY_FIRST, FORCED_ENTRY, STANDARD, World, assert_near, known,
};
use tourne_plain::{EQUAL, Followed, Habits, surely};

#[test]
fn decisions_are_those_that_can_arise() {
    for (world, count) in [
        (&*STANDARD, 104_375),
        (&*FORCED_ENTRY, 152_323),
        (&*ENTRY_FIRST, 129_961),
        (&*DOUBLE_WIN, 104_375),
        (&*COURSE, 664_884),
    ] {
        let (game, arena) = (&world.game, world.arena);
        let name = arena.rules();
        let decisions = arena.decisions().map(|row| {
            let (position, die) = arena.position_of(row);
            (game.state(&position.to_string()), die.index())
        });
        let mut decisions: Vec<_> = decisions.collect();
        decisions.sort_unstable();
        assert_eq!(decisions.len(), count, "{name}");
        assert!(decisions == game.decisions(), "{name}");
    }
}

/// Grades a policy, and asserts that the plain implementation finds the same results, losses and mistakes.
#[track_caller]
fn assert_graded_alike(world: &World, habits: &Habits) {
    let graded = world.grade(&world.policy(habits));
    let followed = world.game.follow(habits, &world.perfect);
    assert_results(world, &graded, &followed);
    assert_losses(world, &graded, habits);
    assert_mistakes(world, &graded, habits, &followed);
    let exploiting = world.game.best_values(Some(habits));
    let start = exploiting.map(|values| values[world.game.start]);
    let most = world.value(f64::midpoint(start[0], start[1]));
    assert_near(known(graded.figures.exploiter), most, "exploiter");
}

#[track_caller]
fn assert_results(world: &World, grade: &Grade, followed: &Followed) {
    let games = grade
        .figures
        .games
        .expect("a whole policy leaves nothing unknown");
    let lost = -followed.average();
    let game = &world.game;
    let of_state = |(state, visits): (usize, &f64)| {
        let dice = game.moves[state].iter().zip(game.chances);
        let open = dice.filter(|(steps, _)| steps.len() > 1);
        visits * open.map(|(_, chance)| chance).sum::<f64>()
    };
    let decisions: f64 = followed.visits.iter().enumerate().map(of_state).sum();
    // A point is half of a win.
    let rating = 1000.0 * (lost / 2.0) / decisions;
    for (found, expected, what) in [
        (games.first, world.value(followed.first), "first"),
        (games.second, world.value(followed.second), "second"),
        (games.value, world.value(followed.average()), "value"),
        (games.loss_per_game, world.unit() * lost, "loss per game"),
        (games.decisions_per_game, decisions, "decisions met"),
        (games.rating, rating, "rating"),
    ] {
        assert_near(found, expected, what);
    }
}

#[track_caller]
fn assert_losses(world: &World, grade: &Grade, habits: &Habits) {
    let (mut agree, mut right, mut losses) = (0, 0.0, Vec::new());
    for (state, die) in world.game.decisions() {
        let each = world.losses(state, die);
        let moves = || each.iter().zip(&habits[state][die]);
        let wrong = moves().filter(|(loss, _)| **loss > 0.0);
        let wrong: f64 = wrong.map(|(_, chance)| chance).sum();
        agree += usize::from(wrong == 0.0);
        right += 1.0 - wrong;
        losses.push(world.unit() * moves().map(|(loss, chance)| loss * chance).sum::<f64>());
    }
    let count = losses.len() as f64;
    let counts = [
        grade.decisions,
        grade.tally.answered,
        grade.tally.missing,
        grade.tally.illegal,
    ];
    assert_eq!(counts, [losses.len(), losses.len(), 0, 0]);
    assert_eq!(grade.tally.agree, agree);
    assert_near(known(grade.tally.agreement), right / count, "agreement");
    let found = grade.figures.losses.expect("a known figure");
    let mean = losses.iter().sum::<f64>() / count;
    assert_near(found.mean_loss, mean, "mean");
    let worst = losses.iter().copied().fold(0.0, f64::max);
    assert_near(found.worst_loss, worst, "worst");
    // The 95th percentile: the smallest loss that 95 % of the losses do not exceed.
    let p95 = found.p95_loss;
    let within = |most: f64| losses.iter().filter(|&&loss| loss <= most).count() as f64 / count;
    assert!(within(p95 + EQUAL) >= 0.95, "{p95}");
    assert!(p95 == 0.0 || within(p95 - EQUAL) < 0.95, "{p95}");
}

#[track_caller]
fn assert_mistakes(world: &World, grade: &Grade, habits: &Habits, followed: &Followed) {
    let game = &world.game;
    let (mut count, mut sums) = (0, BTreeMap::new());
    for (state, die) in game.decisions() {
        let losses = world.losses(state, die);
        let best = losses.iter().position(|&loss| loss == 0.0);
        let best = best.expect("one is best");
        let steps = &game.moves[state][die];
        for (rank, (loss, chance)) in losses.iter().zip(&habits[state][die]).enumerate() {
            if *loss > 0.0 && *chance > 0.0 {
                count += 1;
                let visits = followed.visits[state] * game.chances[die] * chance;
                let kind = world.exchange.kind(game, steps[rank], steps[best]);
                let (mistakes, met, cost) = sums.entry(kind.to_owned()).or_insert((0, 0.0, 0.0));
                *mistakes += 1;
                *met += visits;
                *cost += visits * world.unit() * loss;
            }
        }
    }
    assert_eq!([grade.mistakes_in_all, grade.mistakes.len()], [count; 2]);
    assert_eq!(grade.kinds.len(), sums.len());
    for found in &grade.kinds {
        let (mistakes, met, cost) = sums[&found.kind.to_string()];
        assert_eq!(found.mistakes, mistakes, "{}", found.kind);
        let per_game = found.per_game.expect("a known figure");
        assert_near(per_game.visits, met, "visits of a kind");
        assert_near(per_game.cost, cost, "cost of a kind");
    }
    for mistake in &grade.mistakes {
        let state = game.state(&mistake.position.to_string());
        let die = mistake.die.index();
        let steps = &game.moves[state][die];
        let rank = |action: Move| {
            let text = action.to_string().replace('*', "");
            let rank = steps.iter().position(|step| step.text() == text);
            rank.expect("a legal move")
        };
        let (played, best) = (rank(mistake.played), rank(mistake.best));
        let losses = world.losses(state, die);
        let probability = habits[state][die][played];
        let visits = followed.visits[state] * game.chances[die] * probability;
        assert!(losses[best] < EQUAL, "{mistake:?}");
        assert_near(mistake.loss, world.unit() * losses[played], "loss");
        assert_near(mistake.probability, probability, "probability");
        let per_game = mistake.per_game.expect("a known figure");
        assert_near(per_game.visits, visits, "visits");
        assert_near(per_game.cost, visits * mistake.loss, "cost");
        let kind = world.exchange.kind(game, steps[played], steps[best]);
        assert_eq!(mistake.kind.to_string(), kind);
    }
    let mistakes: Vec<_> = grade.mistakes.iter().map(|it| it.per_game).collect();
    let kinds: Vec<_> = grade.kinds.iter().map(|it| it.per_game).collect();
    let cost = |per_game: &Option<Cost>| per_game.expect("a known figure").cost;
    let lost = known(grade.figures.games.map(|it| it.loss_per_game));
    for (costs, what) in [(mistakes, "mistakes"), (kinds, "kinds")] {
        let costs: Vec<f64> = costs.iter().map(cost).collect();
        assert!(costs.is_sorted_by(|one, next| one >= next), "{what}");
        assert_near(costs.iter().sum(), lost, what);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1, max_shrink_iters: 0, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_policy_is_graded_as_by_following_its_games(seed: u64) {
        assert_graded_alike(&STANDARD, &STANDARD.game.any_habits(seed));
    }
}

#[test]
fn points_and_duties_are_graded_as_by_following_the_games() {
    for world in [&*DOUBLE_WIN, &*FORCED_ENTRY] {
        assert_graded_alike(world, &world.game.any_habits(7));
    }
}

#[test]
#[ignore = "a third of a minute"]
fn course_is_graded_as_by_following_the_games() {
    let world = &*COURSE;
    let any = world.game.any_habits(8);
    // Random players have long games, so let this player be right most of the time.
    let often_right = world.game.habits(|state, die, _| {
        let of = if state % 3 == 0 { &any } else { &world.perfect };
        of[state][die].clone()
    });
    assert_graded_alike(world, &often_right);
}

#[test]
fn a_single_wrong_decision_costs_what_it_gives_away_times_how_often_it_is_met() {
    let world = &*STANDARD;
    let game = &world.game;
    let met = &world.followed().visits;
    let mut wrong = Vec::new();
    for (state, die) in game.decisions() {
        let losses = world.losses(state, die);
        let often = met[state] * game.chances[die];
        let worst = (0..losses.len()).max_by(|&one, &other| losses[one].total_cmp(&losses[other]));
        let rank = worst.expect("there are moves");
        if losses[rank] > 0.0 {
            wrong.push((losses[rank] * often, state, die, rank, losses[rank]));
        }
    }
    wrong.sort_by(|one, other| other.0.total_cmp(&one.0));
    // Take the costliest mistake, the 101st, and the cheapest, whose decision hardly ever comes up.
    for (_, state, die, rank, loss) in [wrong[0], wrong[100], wrong[wrong.len() - 1]] {
        let mut habits = world.perfect.clone();
        habits[state][die] = surely(rank, habits[state][die].len());
        let visits = game.follow(&habits, &world.perfect).visits[state] * game.chances[die];
        let cost = visits * loss / 2.0;
        let graded = world.grade(&world.policy(&habits));
        let games = graded.figures.games.expect("a known figure");
        assert_close(games.loss_per_game, cost, 1e-9 * cost, "the cost");
        assert_close(games.value, 0.5 - cost, 1e-12, "the value");
        assert_eq!(graded.tally.agree, graded.decisions - 1);
        let losses = graded.figures.losses.expect("a known figure");
        assert_eq!((graded.mistakes_in_all, losses.p95_loss), (1, 0.0));
        let mistake = &graded.mistakes[0];
        assert_eq!(mistake.position.to_string(), game.states[state].to_string());
        assert_eq!(mistake.die.index(), die);
        assert_eq!(losses.worst_loss.to_bits(), mistake.loss.to_bits());
        assert_near(mistake.probability, 1.0, "probability");
    }
}

#[test]
fn a_grade_of_some_decisions_has_their_mistakes_only() {
    let arena = STANDARD.arena;
    let policy = Builtin::Rear.policy(arena);
    let whole = grade(arena, &policy, usize::MAX).expect("games end");
    let rows: Vec<_> = arena.decisions().step_by(997).collect();
    let part = grade_of(arena, &policy, &rows, usize::MAX).expect("games end");
    assert_eq!(part.decisions, rows.len());
    let asked = rows.iter().map(|&row| arena.position_of(row));
    let asked: Vec<_> = asked.collect();
    let expected = whole.mistakes.into_iter();
    let expected: Vec<_> = expected
        .filter(|it| asked.contains(&(it.position, it.die)))
        .collect();
    assert!(expected.len() > 10 && part.mistakes == expected);
    assert_eq!(part.figures.games, whole.figures.games);
}

#[test]
#[should_panic(expected = "a policy plays the rules of its arena")]
fn a_policy_is_graded_under_its_own_rules_only() {
    let policy = Builtin::Rear.policy(STANDARD.arena);
    let _ = grade(DOUBLE_WIN.arena, &policy, 0);
}
