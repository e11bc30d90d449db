//! Nothing prints more digits than the error bound of a solution file proves.

use std::path::PathBuf;

use tempfile::TempDir;

use crate::commands::{Outcome, run};
use crate::solution_bytes::SolutionBytes;
use crate::tourne;

/// Writes the committed file with another error bound.
fn with_bound(bound: f64) -> (TempDir, PathBuf) {
    let mut bytes = SolutionBytes::standard();
    bytes.put_error_bound(bound);
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("standard.bin");
    std::fs::write(&path, bytes.sealed()).expect("a writable file");
    (folder, path)
}

fn run_with_bound(arguments: &[&str], bound: f64) -> Outcome {
    let (_folder, path) = with_bound(bound);
    run(tourne(arguments).arg("--table").arg(path))
}

#[track_caller]
fn assert_says(outcome: &Outcome, says: &str, not: &str) {
    outcome.assert_answered();
    outcome.assert_shows(&[says]);
    assert!(
        !outcome.stdout.contains(not),
        "{not:?} is not proven: {outcome:?}"
    );
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
        assert_says(&run_with_bound(&["info"], bound), says, not);
    }
}

#[test]
fn the_bound_of_a_file_is_a_claim() {
    for (bound, says) in [
        (1e-14, "within 1.0e-14 of the true one"),
        (0.0, "exact (error bound 0)"),
    ] {
        let says = &format!("claims that every value is {says}; tourne-solve verify proves");
        assert_says(&run_with_bound(&["info"], bound), says, "within 0");
    }
}

/// The best move with a 3 is worth 81.9917 %, the other gives away 10.4607 %.
#[test]
fn best_moves_have_the_digits_that_are_proven() {
    let asked = &["best", "04h/007", "3"];
    for (bound, says, not) in [
        (1e-14, "gives away 10.4607 %", "unknown"),
        (1e-5, "gives away 10.46 %", "10.460"),
        (1e-4, "82.0 %", "81.99"),
        (1e-3, "82 %", "82.0"),
        (1.0, "probability unknown", "8"),
    ] {
        let outcome = run_with_bound(asked, bound);
        outcome.assert_answered();
        // Skip the board, which has numbers of its own.
        let (_, answer) = outcome
            .stdout
            .split_once("standard:")
            .expect("the answer has a heading");
        assert!(answer.contains(says), "{says:?} is missing: {answer}");
        assert!(!answer.contains(not), "{not:?} is not proven: {answer}");
    }
}

#[test]
fn play_is_not_judged_by_values_that_may_be_off() {
    let game = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/games/charpentier.txt"
    );
    let asked: [&[&str]; 5] = [
        &["check", "--policy", "builtin:front"],
        &["duel", "builtin:front", "builtin:hit"],
        &["ladder"],
        &["outcomes", "000/000"],
        &["review", game],
    ];
    for arguments in asked {
        let says = [
            "standard.bin",
            "within 2e-9",
            "needs 1e-9",
            "solve its rules again",
        ];
        run_with_bound(arguments, 2e-9).assert_error(3, &says);
    }
}
