//! Numbers for people have no more digits than the error bound of a solution file proves, and enough digits to distinguish
//! different numbers.

use tourne::show::numbers::{above, as_written, loss, value};
use tourne::show::play::values::rounded;
use tourne::show::table::folded;
use tourne_query::policy::Builtin;
use tourne_solver::{Unit, Value};

use crate::commands::{Outcome, assert_lacks, assert_says};
use crate::documents::quoted;
use crate::folder::Folder;
use crate::solution_bytes::SolutionBytes;
use crate::{LALANNE, run_line};

const WIN: Unit = Unit::WinProbability;

#[test]
fn a_value_at_the_table_is_rounded_and_one_without_a_proven_digit_is_unknown() {
    let win = Value::new(0.819_917_2, WIN, 1e-14);
    assert_eq!(value(rounded(win)), "82.0 %");
    let points = Value::new(0.819_917_2, Unit::Points, 1.0);
    assert_eq!(value(points), "unknown");
}

#[test]
fn a_loss_keeps_the_digits_of_a_limit() {
    assert_eq!(as_written(WIN, 0.015), "1.5 %");
    assert_eq!(as_written(Unit::Points, 1e-300), "1e-300 points");
    assert_eq!(above(WIN, 0.015_000_01, 0.015), "1.500001 %");
    assert_eq!(loss(WIN, 1e-9), "less than 0.0001 %");
    assert_eq!(as_written(WIN, 1e300), "1e302 %");
    assert_eq!(Builtin::Errs(1e-300).to_string(), "errs:1e-300");
}

#[test]
fn a_table_that_is_too_wide_goes_on_below() {
    let rows = [["front", "1.0", "23.5"].map(str::to_owned).to_vec()];
    let text = folded(&["policy", "rating", "lost"], rows, Some(15));
    assert_eq!(
        text,
        "policy  rating\nfront      1.0\n\npolicy  lost\nfront   23.5\n"
    );
}

// ---- Commands

/// Runs a command with the committed file, in which this error bound is written.
fn run_with_bound(line: &str, bound: f64) -> Outcome {
    let mut bytes = SolutionBytes::standard();
    bytes.put_error_bound(bound);
    let folder = Folder::new();
    let path = folder.write("standard.bin", bytes.sealed());
    run_line(&format!("{line} --solution {}", quoted(path)))
}

/// The value of the start is 0.515094810490…
#[test]
fn the_value_of_the_start_has_the_digits_that_are_proven_and_its_bound_is_a_claim() {
    for (bound, says, claim) in [
        (0.0, "probability 0.5150948104", "exact (error bound 0)"),
        (1e-14, "0.515094810490\n", "within 1.0e-14 of the true one"),
        (1e-7, "probability 0.515095\n", ""),
        (1e-3, "probability 0.52\n", ""),
        (1.0, "unknown (within 1e0)", ""),
    ] {
        let outcome = run_with_bound("info", bound);
        outcome.assert_answered();
        outcome.assert_shows(&[says, &format!("claims that every value is {claim}")]);
    }
}

/// The best move with a 3 is worth 81.9917 %, the other gives away 10.4607 %.
#[test]
fn best_moves_have_the_digits_that_are_proven() {
    for (bound, says, not) in [
        (1e-14, "gives away 10.4607 %", "unknown"),
        (1e-5, "gives away 10.46 %", "10.460"),
        (1e-4, "82.0 %", "81.99"),
        (1e-3, "82 %", "82.0"),
        (1.0, "probability unknown", "8"),
    ] {
        let outcome = run_with_bound("best 04h/007 3", bound);
        outcome.assert_answered();
        // Skip the board, which has numbers of its own.
        let answer = outcome.stdout.split_once("standard:");
        let (_, answer) = answer.expect("the answer has a heading");
        assert_says(answer, &[says]);
        assert_lacks(answer, &[not]);
    }
}

#[test]
fn play_is_not_judged_by_values_that_may_be_off() {
    for line in [
        "check --policy builtin:front",
        "duel builtin:front builtin:hit",
        "ladder",
        "outcomes 000/000",
        &format!("review {}", quoted(LALANNE)),
    ] {
        let says = "standard.bin|within 2e-9|needs 1e-9|solve its rules again";
        let says: Vec<&str> = says.split('|').collect();
        run_with_bound(line, 2e-9).assert_error(3, &says);
    }
}
