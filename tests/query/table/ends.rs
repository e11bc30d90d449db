//! Ends of a session: the end of input, closed pipes, and errors.

use std::fs;
use std::io::{Read as _, Write as _};
use std::process::Stdio;

use super::{SECOND, folder, tourne, typed};
use crate::commands::{finish, run_with, start};
use crate::tourne_line;

#[test]
fn the_end_of_input_is_like_quit() {
    for arguments in [
        &["play", "--seed", "7"][..],
        &["play", "--two", "--seed", "7"],
        &["play", "--dice", "hand"],
        &["play", "--match", "3", "--seed", "7"],
        &["quiz", "--seed", "7"],
    ] {
        let ended = run_with(&mut tourne(arguments), "");
        ended.assert_answered();
        let left = run_with(&mut tourne(arguments), "quit\n");
        left.assert_answered();
        let expected = left.stdout.replace("> quit\n", "> \n");
        assert_eq!(ended.stdout, expected, "{arguments:?}");
    }
    // The last line counts even without a line feed.
    let whole = run_with(&mut tourne(&["play", "--seed", "7"]), "hint\n");
    let cut = run_with(&mut tourne(&["play", "--seed", "7"]), "hint");
    assert_eq!(whole.stdout, cut.stdout);
    whole.assert_shows(&["Best is"]);
}

#[test]
fn a_closed_pipe_is_quiet() {
    for arguments in [
        &["play", "--two", "--seed", "5"][..],
        &["quiz", "--seed", "5"],
    ] {
        let mut child = start(tourne(arguments).stdin(Stdio::piped()));
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = child.stdout.take().expect("a pipe");
        let mut some = [0; 20];
        output.read_exact(&mut some).expect("some output");
        drop(output);
        // Ignore an error: the command may have ended already.
        let _ = input.write_all(typed(&SECOND).as_bytes());
        let outcome = finish(child);
        assert_eq!(
            (outcome.code, &*outcome.stderr),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

#[test]
fn lines_that_are_no_text_or_too_long_are_explained() {
    let mut child = start(tourne(&["play", "--seed", "7"]).stdin(Stdio::piped()));
    let mut input = child.stdin.take().expect("a pipe");
    let long = vec![b'1'; 100_000];
    let lines = [&b"\xff\xfe\n"[..], &long, b"\n\x1b[2J\nquit\n"].concat();
    let feeder = std::thread::spawn(move || input.write_all(&lines));
    let outcome = finish(child);
    let fed = feeder.join().expect("feeding does not panic");
    fed.expect("the command reads all lines");
    outcome.assert_answered();
    outcome.assert_shows(&["not UTF-8", "more than 1024 bytes"]);
    assert!(!outcome.stdout.contains('\u{1b}'), "{outcome:?}");
    assert!(outcome.stdout.len() < 4000, "a long line is not repeated");
}

#[test]
fn options_that_contradict_each_other_are_errors() {
    let dice = run_with(&mut tourne(&["play", "--dice", "hand", "--seed", "3"]), "");
    dice.assert_one_line_error(2, &["--dice hand", "leave --seed out"]);
    for (arguments, says) in [
        ("play --level 3 --two", &["--level <N>", "--two"][..]),
        ("play --engine x --two", &["--engine", "--two"]),
        (
            "play --policy builtin:front --level 3",
            &["--policy", "--level"],
        ),
        (
            "play --level 11",
            &["11", "levels are 1 (weakest) to 10 (perfect play)"],
        ),
        ("play --match 26", &["26", "1..=25"]),
        (
            "quiz --kind nonsense",
            &["nonsense", "missed-hit", "wrong-order"],
        ),
        ("quiz --count 0", &["0", "1..=1000"]),
        ("quiz --kind missed-hit --file x", &["--kind", "--file"]),
    ] {
        run_with(&mut tourne_line(arguments), "").assert_error(2, says);
    }
    for arguments in [["play", "--policy", "-"], ["quiz", "--file", "-"]] {
        run_with(&mut tourne(&arguments), "").assert_one_line_error(2, &["standard input"]);
    }
}

#[test]
fn a_tutor_needs_a_loss() {
    for (loss, says) in [
        ("x", &["--tutor", "\"x\" is not a loss"][..]),
        ("usual", &["--tutor", "\"usual\" is not a loss"]),
        ("-1", &["--tutor", "is not a loss"]),
        ("200%", &["--tutor", "more than can be lost"]),
        ("2", &["--tutor", "for 2 % write 2%"]),
        (
            "0.5",
            &["--tutor 0.5 is a loss of 50", "for 0.5 % write 0.5%"],
        ),
    ] {
        let option = format!("--tutor={loss}");
        run_with(&mut tourne(&["play", &option]), "").assert_error(2, says);
    }
    let arguments = ["play", "--rules", "double-win", "--tutor=2%"];
    run_with(&mut tourne(&arguments), "").assert_one_line_error(2, &["--tutor", "points"]);
    // In a match the values are probabilities of winning the match.
    let arguments = [&arguments[..], &["--match", "2", "--seed", "1"]].concat();
    run_with(&mut tourne(&arguments), "").assert_answered();
}

#[test]
fn a_record_that_cannot_be_written_is_an_error() {
    let folder = folder();
    for name in ["nowhere/game.txt", "."] {
        let mut command = tourne(&["play", "--two", "--seed", "5", "--record", name]);
        let outcome = run_with(command.current_dir(folder.path()), &typed(&["#1", "quit"]));
        outcome.assert_one_line_error(2, &["cannot write"]);
        let times = outcome.stderr.matches("cannot write").count();
        assert_eq!(times, 1, "the error is printed once: {}", outcome.stderr);
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}
