//! Exact values against long simulated games. It takes a minute, and runs with
//!
//! ```text
//! cargo test --release -p tourne --test query simulation:: -- --ignored
//! ```
//!
//! Games are played with the literal rules (`tests/plain`), with dice thrown one by one. A result is
//! some standard errors off now and then; the seeds are fixed, so that it is always the same.

use rand::SeedableRng as _;
use rand_chacha::ChaCha12Rng;
use tourne_query::grading::duel;
use tourne_query::policy::{Arena, Policy, file as files};
use tourne_query::solutions::Source;
use tourne_solver::Rules;

use crate::plain::{Game, Habits, evenly, surely};

/// Number of simulated games with each player moving first.
const GAMES: u32 = 400_000;
/// Maximum deviation of a result, in standard errors.
const MOST_OFF: f64 = 4.0;

fn random(game: &Game) -> Habits {
    game.habits(|_, _, steps| evenly(&vec![true; steps.len()]))
}

fn front(game: &Game) -> Habits {
    game.habits(|_, _, steps| surely(steps.len() - 1, steps.len()))
}

fn hit(game: &Game) -> Habits {
    game.habits(|_, _, steps| {
        let hit = steps.iter().rposition(|step| step.hits);
        surely(hit.unwrap_or(steps.len() - 1), steps.len())
    })
}

fn policy(game: &Game, habits: &Habits, arena: &Arena) -> Policy {
    let read = files::read(game.file(habits).as_bytes(), arena);
    read.expect("it is a policy").policy
}

/// Returns the mean result of player `one` in [`GAMES`] games, in the unit of the rules, and its standard error.
fn simulate(game: &Game, one: &Habits, other: &Habits, begins: bool, seed: u64) -> (f64, f64) {
    let mut dice = ChaCha12Rng::seed_from_u64(seed);
    let (mut sum, mut squares) = (0.0, 0.0);
    for _ in 0..GAMES {
        let points = game.play(one, other, begins, &mut dice);
        let result = if game.switches.double_win {
            points
        } else {
            f64::midpoint(points, 1.0)
        };
        sum += result;
        squares += result * result;
    }
    let games = f64::from(GAMES);
    let mean = sum / games;
    (mean, ((squares / games - mean * mean) / games).sqrt())
}

fn assert_simulated(rules: Rules) {
    let game = Game::new(rules.into());
    let solution = Source::of(rules).open().expect("it is solved");
    let arena = Arena::new(&solution).expect("the solution is right");
    let pairs = [
        (front(&game), hit(&game)),
        (game.any_habits(1), game.any_habits(2)),
        (hit(&game), random(&game)),
    ];
    for (number, (one, other)) in (0..).zip(pairs) {
        let [policy, opponent] = [&one, &other].map(|habits| policy(&game, habits, &arena));
        let exact = duel(&arena, ("one", &policy), ("other", &opponent)).expect("games end");
        let (first, error_first) = simulate(&game, &one, &other, true, 2 * number);
        let (second, error_second) = simulate(&game, &one, &other, false, 2 * number + 1);
        let error = error_first.hypot(error_second) / 2.0;
        for (simulated, exact, error) in [
            (first, exact.first, error_first),
            (second, exact.second, error_second),
            (f64::midpoint(first, second), exact.value, error),
        ] {
            let off = (simulated - exact) / error;
            assert!(
                off.abs() < MOST_OFF,
                "{rules}, pair {number}: {simulated} is {off} standard errors from {exact}"
            );
        }
    }
}

#[test]
#[ignore = "millions of games"]
fn standard_games_come_out_as_computed() {
    assert_simulated(Rules::STANDARD);
}

#[test]
#[ignore = "millions of games"]
fn games_with_a_duty_to_enter_come_out_as_computed() {
    assert_simulated(Rules::FORCED_ENTRY);
}

#[test]
#[ignore = "millions of games"]
fn games_for_points_come_out_as_computed() {
    assert_simulated(Rules::DOUBLE_WIN);
}

#[test]
#[ignore = "millions of games"]
fn games_of_course_come_out_as_computed() {
    assert_simulated(Rules::COURSE);
}
