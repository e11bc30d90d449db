//! What policies are worth, against a second, plain implementation (`tests/plain`) of the literal rules.

mod literal;
mod plain;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use plain::{EQUAL, Followed, Game, Habits, Step, evenly, surely};
use proptest::prelude::*;
use tourne_query::policy::builtin::Builtin;
use tourne_query::policy::contest::Contest;
use tourne_query::policy::duel::{Duel, DuelError, duel};
use tourne_query::policy::grade::{Grade, Graded, grade};
use tourne_query::policy::ladder::ladder;
use tourne_query::policy::{Arena, Policy, table as files};
use tourne_query::table;
use tourne_solver::Unit;
use tourne_solver::game::{Move, Rules};

/// A rule set, twice.
struct World {
    game: Game,
    arena: Arena<'static>,
    /// The values under perfect play, in points.
    values: [Vec<f64>; 2],
    perfect: Habits,
}

static STANDARD: LazyLock<World> = LazyLock::new(|| World::new(literal::STANDARD, Rules::STANDARD));
static FORCED_ENTRY: LazyLock<World> =
    LazyLock::new(|| World::new(literal::FORCED_ENTRY, Rules::FORCED_ENTRY));
static DOUBLE_WIN: LazyLock<World> =
    LazyLock::new(|| World::new(literal::DOUBLE_WIN, Rules::DOUBLE_WIN));
static COURSE: LazyLock<World> = LazyLock::new(|| World::new(literal::COURSE, Rules::COURSE));

fn arena(rules: Rules) -> Arena<'static> {
    let file = format!("{}/../data/{rules}.bin", env!("CARGO_MANIFEST_DIR"));
    let solution = table::open(Some(Path::new(&file)), Some(rules)).expect("it is read");
    let solution = Box::leak(Box::new(solution.into_owned()));
    Arena::new(solution).expect("the solution is right")
}

impl World {
    fn new(switches: literal::Switches, rules: Rules) -> World {
        let game = Game::new(switches);
        let values = game.best_values(None);
        let perfect = game.habits(|state, die, steps| {
            let losses = game.losses(&values, state, die);
            let best = losses.iter().position(|&loss| loss == 0.0);
            surely(best.expect("one move is best"), steps.len())
        });
        World {
            arena: arena(rules),
            values,
            perfect,
            game,
        }
    }

    /// The policy of a file with these habits.
    fn policy(&self, habits: &Habits) -> Policy {
        let file = self.game.file(habits);
        let read = files::read(file.as_bytes(), &self.arena).expect("it is a policy");
        assert_eq!(read.illegal, []);
        read.policy
    }

    fn grade(&self, policy: &Policy) -> Graded {
        grade(&self.arena, policy, usize::MAX).expect("games end")
    }

    /// Amounts of points in the unit of the rules.
    fn unit(&self) -> f64 {
        if self.game.switches.double_win {
            1.0
        } else {
            0.5
        }
    }

    fn value(&self, points: f64) -> f64 {
        let even = 1.0 - self.unit();
        even + self.unit() * points
    }

    fn losses(&self, state: usize, die: usize) -> Vec<f64> {
        self.game.losses(&self.values, state, die)
    }
}

#[track_caller]
fn assert_near(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() < 1e-9,
        "{what}: {found}, not {expected}"
    );
}

#[track_caller]
fn known(amount: Option<f64>) -> f64 {
    amount.expect("a whole policy leaves nothing unknown")
}

#[test]
fn perfect_play_grades_as_perfect_under_every_preset() {
    for (name, rules) in Rules::PRESETS {
        let arena = arena(rules);
        let perfect = Builtin::Perfect.policy(&arena);
        let graded = grade(&arena, &perfect, 10).expect("games end");
        let even = arena.unit().from_points(0.0);
        let grade = graded.grade;
        assert_eq!((grade.rules, grade.unit), (rules, Unit::of(rules)));
        let counts = [grade.answered, grade.agree, grade.missing, grade.illegal];
        assert_eq!(counts, [grade.decisions, grade.decisions, 0, 0], "{name}");
        assert_eq!(grade.agreement, Some(1.0), "{name}");
        let losses = [
            grade.mean_loss,
            grade.p95_loss,
            grade.worst_loss,
            grade.loss_per_game,
            grade.rating,
        ];
        assert_eq!(losses, [Some(0.0); 5], "{name}");
        assert_eq!(grade.value, Some(even), "{name}");
        assert_eq!(grade.exploiter, Some(even), "{name}");
        let start = arena.solution().value(rules.start()).expect("it is held");
        assert_near(known(grade.first), start, name);
        assert_near(known(grade.second), arena.unit().flip(start), name);
        assert_eq!(grade.mistakes_in_all, 0, "{name}");
        assert!(
            grade.mistakes.is_empty() && grade.kinds.is_empty(),
            "{name}"
        );
    }
}

#[test]
fn decisions_are_those_that_can_arise() {
    let presets = [
        (literal::STANDARD, 104_375),
        (literal::FORCED_ENTRY, 152_323),
        (literal::ENTRY_FIRST, 129_961),
        (literal::DOUBLE_WIN, 104_375),
        (literal::COURSE, 664_884),
    ];
    for ((switches, count), (name, rules)) in presets.into_iter().zip(Rules::PRESETS) {
        let game = Game::new(switches);
        let arena = arena(rules);
        let decisions = arena.decisions().map(|row| {
            let (position, die) = arena.position_of(row);
            let state = game.state(&position.to_string());
            (state, usize::from(die.number()) - 1)
        });
        let mut decisions: Vec<_> = decisions.collect();
        decisions.sort_unstable();
        assert_eq!(decisions.len(), count, "{name}");
        assert!(decisions == game.decisions(), "{name}");
    }
}

/// What is wrong with one move if another is best, read from the definitions.
fn kind(game: &Game, steps: &[Step], played: usize, best: usize) -> &'static str {
    let (played, best) = (steps[played], steps[best]);
    let danger = |step: Step| step.to().map_or(0.0, |state| game.hit_chance(state));
    match (played.hits, best.hits) {
        (false, true) => "missed hit",
        (true, false) => "needless hit",
        (true, true) => "wrong hit",
        (false, false) if played.sends_off() => "own man sent off",
        (false, false) if best.enters() && !played.enters() => "entered too late",
        (false, false) if played.enters() && !best.enters() => "entered too early",
        (false, false) if danger(played) > danger(best) => "left exposed",
        (false, false) if danger(played) < danger(best) => "too cautious",
        (false, false) => "wrong order",
    }
}

/// Grades the habits twice.
#[track_caller]
fn assert_graded_alike(world: &World, habits: &Habits) -> Graded {
    let graded = world.grade(&world.policy(habits));
    let followed = world.game.follow(habits, &world.perfect);
    assert_results(world, &graded.grade, &followed);
    assert_losses(world, &graded.grade, habits);
    assert_mistakes(world, &graded.grade, habits, &followed);
    let exploiting = world.game.best_values(Some(habits));
    let start = exploiting.map(|values| values[world.game.start]);
    let most = f64::midpoint(start[0], start[1]);
    assert_near(
        known(graded.grade.exploiter),
        world.value(most),
        "exploiter",
    );
    graded
}

#[track_caller]
fn assert_results(world: &World, grade: &Grade, followed: &Followed) {
    assert_near(known(grade.first), world.value(followed.first), "first");
    assert_near(known(grade.second), world.value(followed.second), "second");
    assert_near(known(grade.value), world.value(followed.average()), "value");
    let lost = -followed.average();
    let in_unit = world.unit() * lost;
    assert_near(known(grade.loss_per_game), in_unit, "loss per game");
    let game = &world.game;
    let of_state = |(state, visits): (usize, &f64)| {
        let dice = game.moves[state].iter().zip(game.chances);
        let open = dice.filter(|(steps, _)| steps.len() > 1);
        visits * open.map(|(_, chance)| chance).sum::<f64>()
    };
    let decisions: f64 = followed.visits.iter().enumerate().map(of_state).sum();
    assert_near(known(grade.decisions_per_game), decisions, "decisions met");
    // A point is half of a win.
    assert_near(
        known(grade.rating),
        1000.0 * (lost / 2.0) / decisions,
        "rating",
    );
}

#[track_caller]
fn assert_losses(world: &World, grade: &Grade, habits: &Habits) {
    let (mut agree, mut right, mut losses) = (0, 0.0, Vec::new());
    for (state, die) in world.game.decisions() {
        let each = world.losses(state, die);
        let moves = || each.iter().zip(&habits[state][die]);
        let wrong: f64 = moves()
            .filter(|(loss, _)| **loss > 0.0)
            .map(|(_, chance)| chance)
            .sum();
        agree += usize::from(wrong == 0.0);
        right += 1.0 - wrong;
        losses.push(world.unit() * moves().map(|(loss, chance)| loss * chance).sum::<f64>());
    }
    let count = losses.len() as f64;
    assert_eq!(
        (grade.decisions, grade.answered),
        (losses.len(), losses.len())
    );
    assert_eq!((grade.missing, grade.illegal, grade.agree), (0, 0, agree));
    assert_near(known(grade.agreement), right / count, "agreement");
    assert_near(
        known(grade.mean_loss),
        losses.iter().sum::<f64>() / count,
        "mean",
    );
    let worst = losses.iter().copied().fold(0.0, f64::max);
    assert_near(known(grade.worst_loss), worst, "worst");
    // The least amount that nineteen in twenty do not exceed.
    let p95 = known(grade.p95_loss);
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
        let best = losses
            .iter()
            .position(|&loss| loss == 0.0)
            .expect("one is best");
        let steps = &game.moves[state][die];
        for (rank, (loss, chance)) in losses.iter().zip(&habits[state][die]).enumerate() {
            if *loss > 0.0 && *chance > 0.0 {
                count += 1;
                let visits = followed.visits[state] * game.chances[die] * chance;
                let kind = kind(game, steps, rank, best);
                let (mistakes, met, cost) = sums.entry(kind.to_owned()).or_insert((0, 0.0, 0.0));
                *mistakes += 1;
                *met += visits;
                *cost += visits * world.unit() * loss;
            }
        }
    }
    assert_eq!(
        (grade.mistakes_in_all, grade.mistakes.len()),
        (count, count)
    );
    assert_eq!(grade.kinds.len(), sums.len());
    for found in &grade.kinds {
        let (mistakes, met, cost) = sums[&found.kind.to_string()];
        assert_eq!(found.mistakes, mistakes, "{}", found.kind);
        assert_near(known(found.visits), met, "visits of a kind");
        assert_near(known(found.cost), cost, "cost of a kind");
    }
    assert!(
        grade
            .kinds
            .is_sorted_by_key(|kind| std::cmp::Reverse(Cost(known(kind.cost))))
    );

    for mistake in &grade.mistakes {
        let state = game.state(&mistake.position.to_string());
        let die = usize::from(mistake.die.number()) - 1;
        let steps = &game.moves[state][die];
        let rank = |action: Move| {
            let text = action.to_string();
            let is_it = |step: &Step| step.text() == text.trim_end_matches('*');
            steps.iter().position(is_it).expect("it is legal")
        };
        let (played, best) = (rank(mistake.played), rank(mistake.best));
        let losses = world.losses(state, die);
        let probability = habits[state][die][played];
        let visits = followed.visits[state] * game.chances[die] * probability;
        assert_eq!(losses[best], 0.0, "{mistake:?}");
        assert_near(mistake.loss, world.unit() * losses[played], "loss");
        assert_near(mistake.probability, probability, "probability");
        assert_near(known(mistake.visits), visits, "visits");
        assert_near(known(mistake.cost), visits * mistake.loss, "cost");
        assert_eq!(mistake.kind.to_string(), kind(game, steps, played, best));
    }
    assert!(
        grade
            .mistakes
            .is_sorted_by_key(|mistake| std::cmp::Reverse(Cost(known(mistake.cost))))
    );
    let lost = known(grade.loss_per_game);
    let mistakes = grade.mistakes.iter().map(|mistake| known(mistake.cost));
    assert_near(mistakes.sum(), lost, "the sum of the mistakes");
    let kinds = grade.kinds.iter().map(|kind| known(kind.cost));
    assert_near(kinds.sum(), lost, "the sum of the kinds");
}

/// An amount with its order.
#[derive(PartialEq, PartialOrd)]
struct Cost(f64);

impl Eq for Cost {}

impl Ord for Cost {
    fn cmp(&self, other: &Cost) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2, max_shrink_iters: 0, failure_persistence: None, ..ProptestConfig::default() })]

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
fn course_is_graded_as_by_following_the_games() {
    let world = &*COURSE;
    let any = world.game.any_habits(8);
    // Games of players who know nothing are long.
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
    let met = game.follow(&world.perfect, &world.perfect).visits;
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
    // The costliest of all, a common one, and one that hardly ever comes up.
    for (_, state, die, rank, loss) in [wrong[0], wrong[100], wrong[wrong.len() - 1]] {
        let mut habits = world.perfect.clone();
        habits[state][die] = surely(rank, habits[state][die].len());
        let visits = game.follow(&habits, &world.perfect).visits[state] * game.chances[die];
        let cost = visits * loss / 2.0;
        let graded = world.grade(&world.policy(&habits)).grade;
        let found = known(graded.loss_per_game);
        assert!((found - cost).abs() <= 1e-9 * cost, "{found}, not {cost}");
        assert!((known(graded.value) - (0.5 - cost)).abs() < 1e-12);
        assert_eq!(
            (graded.agree, graded.mistakes_in_all),
            (graded.decisions - 1, 1)
        );
        assert_eq!(graded.p95_loss, Some(0.0));
        let [mistake] = &graded.mistakes[..] else {
            panic!("{:?}", graded.mistakes);
        };
        assert_eq!(mistake.position.to_string(), game.states[state].to_string());
        assert_eq!(usize::from(mistake.die.number()), die + 1);
        assert_eq!(graded.worst_loss, Some(mistake.loss));
        assert_eq!(mistake.probability, 1.0);
    }
}

/// What the built-in policies are said to do.
fn by_definition(world: &World, builtin: Builtin) -> Habits {
    world.game.habits(|state, die, steps| {
        let losses = world.losses(state, die);
        let best = losses.iter().position(|&loss| loss == 0.0);
        let best = best.expect("one is best");
        let (rear, front) = (0, steps.len() - 1);
        match builtin {
            Builtin::Perfect => surely(best, steps.len()),
            Builtin::Random => evenly(&vec![true; steps.len()]),
            Builtin::Front => surely(front, steps.len()),
            Builtin::Rear => surely(rear, steps.len()),
            Builtin::Hit => {
                let hit = (rear..=front).rev().find(|&rank| steps[rank].hits);
                surely(hit.unwrap_or(front), steps.len())
            }
            Builtin::Errs(probability) => {
                let mut chances = evenly(&vec![true; steps.len()]);
                for (rank, chance) in chances.iter_mut().enumerate() {
                    let right = if rank == best { 1.0 - probability } else { 0.0 };
                    *chance = *chance * probability + right;
                }
                chances
            }
            Builtin::Within(most) => {
                let within = |loss: &f64| world.unit() * loss <= most;
                evenly(&losses.iter().map(within).collect::<Vec<_>>())
            }
        }
    })
}

/// The chance of each move of a policy file, of the decisions that can arise.
fn chances_of(file: &str) -> BTreeMap<(String, String, String), f64> {
    let (header, rows) = file.split_once('\n').expect("there is a header");
    assert!(["position,die,move", "position,die,move,probability"].contains(&header));
    let of = |row: &str| {
        let mut fields = row.split(',').map(str::to_owned);
        let mut next = || fields.next();
        let (position, die, action) = (next(), next(), next());
        let chance = next().map_or(1.0, |chance| chance.parse().expect("it is a number"));
        let action = action.expect("a row has a move").replace('*', "");
        let key = (position.expect("a position"), die.expect("a die"), action);
        (key, chance)
    };
    rows.lines().map(of).collect()
}

#[test]
fn built_in_policies_do_what_they_say() {
    let rules = [
        (&*STANDARD, Builtin::Within(0.01)),
        (&*DOUBLE_WIN, Builtin::Within(0.02)),
    ];
    for (world, within) in rules {
        for builtin in Builtin::ALL
            .into_iter()
            .chain([Builtin::Errs(0.25), within])
        {
            let policy = builtin.policy(&world.arena);
            let file = files::write(&policy, &world.arena).expect("it can be written");
            let mut found = chances_of(&file);
            let habits = by_definition(world, builtin);
            for (state, die) in world.game.decisions() {
                let steps = &world.game.moves[state][die];
                for (step, &chance) in steps.iter().zip(&habits[state][die]) {
                    let position = world.game.states[state].to_string();
                    let key = (position, (die + 1).to_string(), step.text());
                    let found = found.remove(&key).unwrap_or(0.0);
                    assert!(
                        (found - chance).abs() < 1e-12,
                        "{builtin} {key:?} {found} {chance}"
                    );
                }
            }
            assert!(found.is_empty(), "{builtin}");
        }
    }
}

#[test]
fn random_play_by_file_is_the_built_in_random_play() {
    for world in [&*DOUBLE_WIN] {
        let by_file = world.grade(&world.policy(&by_definition(world, Builtin::Random)));
        let built_in = world.grade(&Builtin::Random.policy(&world.arena));
        let numbers = |graded: &Graded| {
            let grade = &graded.grade;
            [
                grade.agreement,
                grade.mean_loss,
                grade.p95_loss,
                grade.worst_loss,
                grade.first,
                grade.second,
                grade.value,
                grade.loss_per_game,
                grade.decisions_per_game,
                grade.rating,
                grade.exploiter,
            ]
        };
        for (one, other) in numbers(&by_file).into_iter().zip(numbers(&built_in)) {
            assert!(
                (known(one) - known(other)).abs() < 1e-12,
                "{one:?} {other:?}"
            );
        }
        assert_eq!(by_file.grade.mistakes.len(), built_in.grade.mistakes.len());
    }
}

fn play(world: &World, one: &Policy, other: &Policy) -> Duel {
    duel(&world.arena, ("one", one), ("other", other)).expect("games end")
}

#[test]
fn who_plays_whom_makes_no_difference_but_of_view() {
    for world in [&*STANDARD, &*DOUBLE_WIN] {
        let flip = |value| world.arena.unit().flip(value);
        let perfect = Builtin::Perfect.policy(&world.arena);
        let habits = [world.game.any_habits(1), world.game.any_habits(2)];
        let [one, other] = habits.each_ref().map(|habits| world.policy(habits));
        let (here, there) = (play(world, &one, &other), play(world, &other, &one));
        assert!((here.value - flip(there.value)).abs() < 1e-12);
        assert!((here.first - flip(there.second)).abs() < 1e-12);
        assert!((here.second - flip(there.first)).abs() < 1e-12);
        let followed = world.game.follow(&habits[0], &habits[1]);
        assert_near(here.first, world.value(followed.first), "first");
        assert_near(here.second, world.value(followed.second), "second");

        let itself = play(world, &one, &one);
        assert!((itself.value - world.value(0.0)).abs() < 1e-12);
        let against = play(world, &one, &perfect);
        let graded = world.grade(&one).grade;
        let known = [graded.first, graded.second, graded.value].map(known);
        assert_eq!([against.first, against.second, against.value], known);
    }
}

#[test]
fn a_ladder_holds_the_grades_and_the_duels() {
    let world = &*DOUBLE_WIN;
    let builtins = [Builtin::Rear, Builtin::Perfect, Builtin::Hit];
    let policies = builtins.map(|builtin| (builtin.to_string(), builtin.policy(&world.arena)));
    let ladder = ladder(&world.arena, &policies).expect("games end");
    for (at, (name, policy)) in policies.iter().enumerate() {
        let rung = &ladder.policies[at];
        let alone = grade(&world.arena, policy, 0).expect("games end").grade;
        assert_eq!((&rung.policy, &rung.grade), (name, &alone));
        for (against, (_, other)) in policies.iter().enumerate() {
            let value = play(world, policy, other).value;
            let found = ladder.duels[at][against];
            assert!(
                (found - value).abs() < 1e-12,
                "{at} {against}: {found}, not {value}"
            );
        }
        assert_near(
            ladder.duels[at][1],
            known(alone.value),
            "against perfect play",
        );
    }
}

#[test]
fn the_exploiter_gets_what_the_grade_says_and_no_other_move_gets_more() {
    for (world, sampled) in [(&*STANDARD, 6), (&*DOUBLE_WIN, 3)] {
        let game = &world.game;
        let policy = world.policy(&game.any_habits(5));
        let graded = world.grade(&policy);
        let expected = known(graded.grade.exploiter);
        let exploiter = graded.exploiter.expect("a whole policy has one");
        let file = files::write(&exploiter, &world.arena).expect("it can be written");
        let read = |file: &str| {
            let read = files::read(file.as_bytes(), &world.arena).expect("it is a policy");
            assert_eq!(read.illegal, []);
            read.policy
        };
        let by_file = play(world, &read(&file), &policy).value;
        assert!(
            (by_file - expected).abs() < 1e-12,
            "{by_file}, not {expected}"
        );
        assert!(
            expected
                > known(
                    graded
                        .grade
                        .value
                        .map(|value| world.arena.unit().flip(value))
                )
        );

        // The decisions that come up most are where a better move would show.
        let response = chances_of(&file);
        let decisions = game.decisions();
        let mut met: Vec<_> = decisions
            .iter()
            .filter(|(state, _)| game.states[*state].to_string().matches('0').count() >= 4)
            .collect();
        met.sort_unstable();
        for at in 0..sampled {
            let (state, die) = *met[at * met.len() / sampled];
            let (position, number) = (game.states[state].to_string(), (die + 1).to_string());
            let is_played = |step: &&Step| {
                response.contains_key(&(position.clone(), number.clone(), step.text()))
            };
            for step in game.moves[state][die]
                .iter()
                .filter(|step| !is_played(step))
            {
                let start = format!("{position},{number},");
                let rows = file.lines().map(|row| match row.starts_with(&start) {
                    true => start.clone() + &step.text() + "\n",
                    false => row.to_owned() + "\n",
                });
                let deviating: String = rows.collect();
                assert!(deviating != file);
                let value = play(world, &read(&deviating), &policy).value;
                assert!(value <= expected + 1e-12, "{start}{}: {value}", step.text());
            }
        }
    }
}

#[test]
fn long_games_are_settled_too() {
    // Hits, and otherwise the rearmost man that does not come home: nobody gets anywhere.
    let world = &*STANDARD;
    let slow = world.policy(&world.game.habits(|_, _, steps| {
        let hit = steps.iter().position(|step| step.hits);
        let not_home = steps.iter().position(|step| !step.is_home());
        surely(hit.or(not_home).unwrap_or(0), steps.len())
    }));
    let contest = Contest::new(&world.arena, &slow, &slow);
    let points = contest.points().expect("games end");
    let by_outcome = contest.points_by_outcome().expect("games end");
    assert_near(points.first, by_outcome.first, "first");
    assert_near(points.second, by_outcome.second, "second");
    let visits = contest.visits().expect("games end");
    assert!(visits.iter().sum::<f64>() > 50.0);
}

#[test]
fn a_policy_that_lacks_a_move_is_told_where() {
    let world = &*STANDARD;
    // Nobody comes to the position in one throw, but some games come to it.
    let text = world.game.file(&by_definition(world, Builtin::Front));
    let rows = text.lines().filter(|row| !row.ends_with(",4,013/004"));
    let file: String = rows.map(|row| row.to_owned() + "\n").collect();
    let mine = files::read(file.as_bytes(), &world.arena).expect("it is a policy");
    let perfect = Builtin::Perfect.policy(&world.arena);
    let fails = |one: (&str, &Policy), other: (&str, &Policy)| {
        let error = duel(&world.arena, one, other).expect_err("a move is missing");
        let DuelError::Unknown {
            silent,
            position,
            die,
            ..
        } = error
        else {
            panic!("{error}");
        };
        assert_eq!(silent, "mine");
        (position.to_string(), die.number())
    };
    let (one, other) = (("mine", &mine.policy), ("best", &perfect));
    assert_eq!(fails(one, other), ("013/004".to_owned(), 4));
    assert_eq!(fails(other, one), ("013/004".to_owned(), 4));
    let grade = world.grade(&mine.policy).grade;
    assert_eq!((grade.missing, grade.answered), (1, grade.decisions - 1));
    assert_eq!(
        (grade.value, grade.exploiter, grade.mean_loss),
        (None, None, None)
    );
}
