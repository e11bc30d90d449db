//! Estimates from samples, against what they estimate.

use std::path::Path;

use tourne_query::policy::Arena;
use tourne_query::policy::builtin::Builtin;
use tourne_query::policy::estimate::{Interval, Sample};
use tourne_query::policy::grade::grade;
use tourne_query::policy::{Row, table as files};
use tourne_query::{answer, table};

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

#[test]
fn an_illegal_answer_is_charged_as_the_worst_legal_move() {
    let arena = Arena::new(table::embedded()).expect("it is right");
    let sample = Sample::new(&arena, 40, 2).expect("games end");
    let rows = sample.rows();
    // All is answered with the best move, but the second with a move that is not legal.
    let mut file = "position,die,move\n".to_owned();
    let mut worst = f64::NAN;
    for (question, &row) in rows.iter().enumerate() {
        let (position, die) = arena.position_of(row);
        let judged = answer::for_die(arena.solution(), position, die).expect("it is held");
        let mut played = judged.moves[0].action.to_string();
        if question == 1 {
            played = "0/12".to_owned();
            worst = judged
                .moves
                .iter()
                .map(|ranked| ranked.loss)
                .fold(0.0, f64::max);
        }
        file += &format!("{position},{},{played}\n", die.number());
    }
    assert!(worst > 0.0, "a decision in which something can be lost");
    let read = files::read(file.as_bytes(), &arena).expect("it is a policy");
    assert_eq!(read.policy.row(rows[1]), Row::Illegal);
    let found = sample.estimate(&arena, &read.policy).expect("it answered");
    assert_eq!((found.draws, found.answered), (40, 40));
    assert_eq!(found.illegal, 1, "a decision that was drawn once");
    let expected = worst / 40.0;
    let loss = found.loss_per_decision.estimate;
    assert!((loss - expected).abs() < 1e-12, "{loss} {expected}");
    // With no legal answer at all there is nothing to estimate from.
    let mut nothing = "position,die,move\n".to_owned();
    for &row in &rows {
        let (position, die) = arena.position_of(row);
        nothing += &format!("{position},{},0/12\n", die.number());
    }
    let read = files::read(nothing.as_bytes(), &arena).expect("it is a policy");
    assert_eq!(sample.estimate(&arena, &read.policy), None);
}
