//! Ends of a session: the end of input, records that cannot be written, and engines that fail.

use super::{FIRST, Folder, talk, tourne, turns, typed};
use crate::commands::{assert_lacks, run_with};
use crate::documents::quoted;
use crate::{run_line, tourne_line};

#[test]
fn the_end_of_input_is_like_quit() {
    for line in [
        "play --seed 7",
        "play --names X,O --seed 7",
        "play --dice hand",
        "play --match 3 --seed 7",
        // In a match the values are probabilities of winning the match, so the tutor takes a percentage.
        "play --rules double-win --tutor=2% --match 2 --seed 1",
        "quiz --seed 7",
    ] {
        let [ended, left] = [&[][..], &["quit"]].map(|lines| talk(line, lines));
        ended.assert_answered();
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
fn lines_that_are_no_text_or_too_long_are_explained() {
    let long = vec![b'1'; 100_000];
    let lines = [&b"\xff\n"[..], &long, b"\n\x1b[2J\nquit\n"].concat();
    let outcome = run_with(&mut tourne_line("play --seed 7"), &lines);
    outcome.assert_answered();
    outcome.assert_shows(&["not UTF-8", "more than 1024 bytes"]);
    assert_lacks(&outcome.stdout, &["\u{1b}"]);
    assert!(outcome.stdout.len() < 4000, "a long line is not repeated");
}

#[test]
fn a_record_that_cannot_be_written_is_an_error() {
    let folder = Folder::new();
    for name in ["nowhere/game.txt", "."] {
        let mut command = tourne(&["play", "--names", "X,O", "--seed", "5", "--record", name]);
        let outcome = run_with(command.current_dir(&folder), &typed(&["#1", "quit"]));
        outcome.assert_one_line_error(2, &["cannot write"]);
        let times = outcome.stderr.matches("cannot write").count();
        assert_eq!(times, 1, "the error is printed once: {}", outcome.stderr);
    }
    assert_eq!(folder.names(), [""; 0]);
}

// ---- Opponents

#[test]
fn a_policy_file_plays_as_the_policy_that_it_was_written_from() {
    let folder = Folder::new();
    let file = folder.text_of("front.csv");
    run_line(&format!(
        "check --policy builtin:front --record {}",
        quoted(&file)
    ))
    .assert_answered();
    let game = |policy: &str| {
        let line = format!("play --policy {} --seed 5 --record -", quoted(policy));
        talk(&line, &["#1"; 40]).stdout
    };
    let played = game(&file);
    assert!(turns(&played).len() > 20, "{played}");
    assert_eq!(played, game("builtin:front"));
    assert_ne!(played, game("builtin:perfect"));
}

#[cfg(unix)]
#[test]
fn an_engine_that_fails_ends_the_game_but_loses_nothing() {
    const ENGINE: &str = "sh -c 'while read line; do case $line in \
        ubgi) echo ubgiok;; isready) echo readyok;; go) echo bestmove 3/9;; esac; done'";
    let arguments = ["play", "--seed", "7", "--engine", ENGINE];
    let talk = run_with(&mut tourne(&arguments), &typed(&FIRST));
    talk.assert_code(2);
    let error = talk.stderr.strip_suffix('\n').expect("a whole line");
    assert!(error.starts_with("error: ") && !error.contains(char::is_control));
    talk.assert_warns(&["Engine cannot go on", "\"dice ", "not legal", "3/9"]);
    talk.assert_shows(&["The dice favoured"]);
    let mut recorded = tourne(&arguments);
    let recorded = run_with(recorded.args(["--record", "-"]), &typed(&FIRST));
    recorded.assert_code(2);
    assert!(turns(&recorded.stdout).len() >= 2, "{recorded:?}");
}
