//! Opponents: policies and engines.

use std::fs;

use super::{FIRST, folder, tourne, turns, typed};
use crate::commands::{Outcome, run_with};

#[test]
fn opponents_that_cannot_play_are_errors() {
    let missing = run_with(&mut tourne(&["play", "--engine", "/no/such/program"]), "");
    missing.assert_one_line_error(2, &["/no/such/program", "cannot start the engine"]);
    let quotes = run_with(&mut tourne(&["play", "--engine", "'x"]), "");
    quotes.assert_one_line_error(2, &["is not a command"]);
    let folder = folder();
    let policy = folder.path().join("mine.csv");
    fs::write(&policy, "position,die,move\n000/003,2,0/2\n").expect("a writable file");
    let file = policy.to_str().expect("a plain path");
    let incomplete = run_with(&mut tourne(&["play", "--policy", file]), "");
    incomplete.assert_one_line_error(2, &["no legal move for 104,37", "tourne check --policy"]);
    let nowhere = run_with(&mut tourne(&["play", "--policy", "nowhere.csv"]), "");
    nowhere.assert_one_line_error(2, &["cannot read nowhere.csv"]);
}

/// Asserts that a command first writes some output and then fails with one line of error.
#[cfg(unix)]
#[track_caller]
fn assert_error_after_talk(outcome: &Outcome, says: &[&str]) {
    assert!(!outcome.stdout.is_empty(), "{outcome:?}");
    let stdout = String::new();
    let stderr = outcome.stderr.clone();
    let code = outcome.code;
    Outcome {
        code,
        stdout,
        stderr,
    }
    .assert_one_line_error(2, says);
}

#[test]
fn a_policy_file_plays_as_the_policy_that_it_was_written_from() {
    let folder = folder();
    let path = folder.path().join("front.csv");
    let file = path.to_str().expect("a plain path");
    let check = ["check", "--policy", "builtin:front", "--record", file];
    run_with(&mut tourne(&check), "").assert_answered();
    let game = |policy: &str| {
        let arguments = ["play", "--policy", policy, "--seed", "5", "--record", "-"];
        run_with(&mut tourne(&arguments), &typed(&["#1"; 40])).stdout
    };
    let played = game(file);
    assert!(turns(&played).len() > 20, "{played}");
    assert_eq!(played, game("builtin:front"));
    assert_ne!(played, game("builtin:perfect"));
}

/// The turns before the failure of an engine are summed up and recorded.
#[cfg(unix)]
#[test]
fn an_engine_that_fails_ends_the_game_but_loses_nothing() {
    const ENGINE: &str = "sh -c 'while read line; do case $line in \
        ubgi) echo ubgiok;; isready) echo readyok;; go) echo bestmove 3/9;; esac; done'";
    let talk = run_with(
        &mut tourne(&["play", "--seed", "7", "--engine", ENGINE]),
        &typed(&FIRST),
    );
    assert_error_after_talk(&talk, &["Engine cannot go on", "not legal", "3/9"]);
    talk.assert_shows(&["The dice favoured"]);
    let arguments = ["play", "--seed", "7", "--engine", ENGINE, "--record", "-"];
    let recorded = run_with(&mut tourne(&arguments), &typed(&FIRST));
    assert_eq!(recorded.code, Some(2));
    assert!(turns(&recorded.stdout).len() >= 2, "{recorded:?}");
}
