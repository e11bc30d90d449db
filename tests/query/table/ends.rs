//! Ends of a session: the end of input, closed pipes, and errors.

use std::io::{Read as _, Write as _};
use std::process::Stdio;

use super::{Folder, SECOND, talk, tourne, typed};
use crate::commands::{assert_lacks, finish, run_with, start};
use crate::{cells, run_line, tourne_line};

#[test]
fn the_end_of_input_is_like_quit() {
    for line in [
        "play --seed 7",
        "play --two --seed 7",
        "play --dice hand",
        "play --match 3 --seed 7",
        "quiz --seed 7",
    ] {
        let ended = talk(line, &[]);
        ended.assert_answered();
        let left = talk(line, &["quit"]);
        left.assert_answered();
        let expected = left.stdout.replace("> quit\n", "> \n");
        assert_eq!(ended.stdout, expected, "{line}");
    }
    // The last line counts even without a line feed.
    let whole = talk("play --seed 7", &["hint"]);
    let cut = run_with(&mut tourne_line("play --seed 7"), "hint");
    assert_eq!(whole.stdout, cut.stdout);
    whole.assert_shows(&["Best is"]);
}

#[test]
fn a_closed_pipe_is_quiet() {
    for line in ["play --two --seed 5", "quiz --seed 5"] {
        let mut child = start(tourne_line(line).stdin(Stdio::piped()));
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = child.stdout.take().expect("a pipe");
        let mut some = [0; 20];
        output.read_exact(&mut some).expect("some output");
        drop(output);
        // Ignore an error: the command may have ended already.
        let _ = input.write_all(typed(&SECOND).as_bytes());
        let outcome = finish(child);
        outcome.assert_answered();
    }
}

#[test]
fn lines_that_are_no_text_or_too_long_are_explained() {
    let mut child = start(tourne_line("play --seed 7").stdin(Stdio::piped()));
    let mut input = child.stdin.take().expect("a pipe");
    let long = vec![b'1'; 100_000];
    let lines = [&b"\xff\xfe\n"[..], &long, b"\n\x1b[2J\nquit\n"].concat();
    let feeder = std::thread::spawn(move || input.write_all(&lines));
    let outcome = finish(child);
    let fed = feeder.join().expect("feeding does not panic");
    fed.expect("the command reads all lines");
    outcome.assert_answered();
    outcome.assert_shows(&["not UTF-8", "more than 1024 bytes"]);
    assert_lacks(&outcome.stdout, &["\u{1b}"]);
    assert!(outcome.stdout.len() < 4000, "a long line is not repeated");
}

/// Commands with wrong options, and a part of the error.
const REFUSED: &str = "
play --dice hand --seed 3 | --dice hand
play --dice hand --seed 3 | leave --seed out
play --level 3 --two | '--level <N>' cannot be used with '--two'
play --engine x --two | '--engine <COMMAND>' cannot be used with '--two'
play --policy builtin:front --level 3 | '--policy <FILE>' cannot be used with '--level <N>'
play --level 11 | levels are 1 (weakest) to 10 (perfect play)
play --match 26 | 26 is not in 1..=25
quiz --kind nonsense | unknown kind of mistake \"nonsense\": use missed-hit, missed-home
quiz --count 0 | 0 is not in 1..=1000
quiz --kind missed-hit --file x | '--kind <KIND>' cannot be used with '--file <FILE>'
play --policy - | standard input
quiz --file - | standard input
play --tutor=usual | --tutor
play --tutor=usual | \"usual\" is not a loss
play --tutor=-1 | is not a loss
play --tutor=200% | more than can be lost
play --tutor=2 | for 2 % write 2%
play --tutor=0.5 | --tutor 0.5 is a loss of 50
play --tutor=0.5 | for 0.5 % write 0.5%
play --rules double-win --tutor=2% | points
";

#[test]
fn options_that_are_wrong_or_contradict_each_other_are_errors() {
    for [line, says] in cells(REFUSED) {
        let outcome = run_line(line);
        outcome.assert_error(2, &[says]);
        // An error that the reader of arguments reports has a hint below it.
        if !outcome.stderr.ends_with("try '--help'.\n") {
            outcome.assert_one_line_error(2, &[]);
        }
    }
    // In a match the values are probabilities of winning the match.
    run_line("play --rules double-win --tutor=2% --match 2 --seed 1").assert_answered();
}

#[test]
fn a_record_that_cannot_be_written_is_an_error() {
    let folder = Folder::new();
    for name in ["nowhere/game.txt", "."] {
        let mut command = tourne(&["play", "--two", "--seed", "5", "--record", name]);
        let outcome = run_with(command.current_dir(&folder), &typed(&["#1", "quit"]));
        outcome.assert_one_line_error(2, &["cannot write"]);
        let times = outcome.stderr.matches("cannot write").count();
        assert_eq!(times, 1, "the error is printed once: {}", outcome.stderr);
    }
    assert_eq!(folder.names(), [""; 0]);
}
