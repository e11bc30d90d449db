//! Nothing prints more digits than the error bound of a solution file proves.

use crate::commands::{Outcome, assert_lacks, assert_says as assert_contains};
use crate::folder::Folder;
use crate::solution_bytes::SolutionBytes;
use crate::{LALANNE, run_line};

/// Runs a command with the committed file, in which this error bound is written.
fn run_with_bound(line: &str, bound: f64) -> Outcome {
    let mut bytes = SolutionBytes::standard();
    bytes.put_error_bound(bound);
    let folder = Folder::new();
    let path = folder.write("standard.bin", bytes.sealed());
    run_line(&format!("{line} --table '{path}'"))
}

#[track_caller]
fn assert_says(outcome: &Outcome, says: &str, not: &str) {
    outcome.assert_answered();
    outcome.assert_shows(&[says]);
    assert_lacks(&outcome.stdout, &[not]);
}

/// The value of the start is 0.515094810490…
#[test]
fn the_value_of_the_start_has_the_digits_that_are_proven() {
    for (bound, says, not) in [
        (1e-14, "0.515094810490\n", "unknown"),
        (1e-7, "probability 0.515095\n", "0.5150948"),
        (1e-3, "probability 0.52\n", "0.515"),
        (1.0, "unknown (within 1e0)", "0.5"),
    ] {
        assert_says(&run_with_bound("info", bound), says, not);
    }
}

#[test]
fn the_bound_of_a_file_is_a_claim() {
    for (bound, says) in [
        (1e-14, "within 1.0e-14 of the true one"),
        (0.0, "exact (error bound 0)"),
    ] {
        let says = &format!("claims that every value is {says}; tourne-solve verify proves");
        assert_says(&run_with_bound("info", bound), says, "within 0");
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
        assert_contains(answer, &[says]);
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
        &format!("review '{LALANNE}'"),
    ] {
        let says = "standard.bin|within 2e-9|needs 1e-9|solve its rules again";
        let says: Vec<&str> = says.split('|').collect();
        run_with_bound(line, 2e-9).assert_error(3, &says);
    }
}
