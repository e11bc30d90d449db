//! Estimates from samples, against what they estimate.

use std::path::Path;

use tourne_query::policy::Arena;
use tourne_query::policy::builtin::Builtin;
use tourne_query::policy::estimate::{Interval, Sample};
use tourne_query::policy::grade::grade;
use tourne_query::table;

/// What random play loses in the decisions of a game between perfect players, exactly: to first order
/// in how often it errs, a player who hardly ever does meets those.
fn loss_of_random_play(arena: &Arena) -> f64 {
    let rarely = 1e-6;
    let policy = Builtin::Errs(rarely).policy(arena);
    let graded = grade(arena, &policy, 0).expect("games end");
    graded.grade.loss_per_game.expect("it is known") / rarely
}

#[test]
fn intervals_hold_the_exact_value_for_most_seeds() {
    for (name, seeds) in [("standard", 60), ("double-win", 30)] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data");
        let opened = table::open(Some(&folder.join(format!("{name}.bin"))), None);
        let solution = opened.expect("it can be opened");
        let arena = Arena::new(&solution).expect("it is right");
        let exact = loss_of_random_play(&arena);
        let random = Builtin::Random.policy(&arena);
        let mut held = 0;
        let mut sum = 0.0;
        let mut squares = 0.0;
        for seed in 0..seeds {
            let sample = Sample::new(&arena, 500, seed).expect("games end");
            let estimate = sample.estimate(&arena, &random).expect("it answered");
            let Interval {
                estimate,
                low,
                high,
            } = estimate.loss_per_game;
            held += u64::from(low <= exact && exact <= high);
            sum += estimate;
            squares += (estimate - exact).powi(2);
        }
        let seeds_as_float = seeds as f64;
        let error = (squares / seeds_as_float).sqrt();
        let mean = sum / seeds_as_float;
        assert!(
            held * 100 >= seeds * 85,
            "{name}: {held} of {seeds} hold {exact}"
        );
        assert!(held < seeds, "{name}: intervals of 95 % are not so wide");
        assert!(
            (mean - exact).abs() < 4.0 * error / seeds_as_float.sqrt(),
            "{name}: {mean} is not about {exact}"
        );
    }
}
