//! Opponents: policies and engines.

use super::{FIRST, Folder, talk, tourne, turns, typed};
use crate::commands::run_with;
use crate::run_line;

#[test]
fn opponents_that_cannot_play_are_errors() {
    for (opponent, says) in [
        (
            "--engine /no/such/program",
            &["/no/such/program", "cannot start the engine"][..],
        ),
        ("--engine \"'x\"", &["is not a command"]),
        ("--policy nowhere.csv", &["cannot read nowhere.csv"]),
    ] {
        run_line(&format!("play {opponent}")).assert_one_line_error(2, says);
    }
}

#[test]
fn a_policy_file_plays_as_the_policy_that_it_was_written_from() {
    let folder = Folder::new();
    let file = folder.text_of("front.csv");
    run_line(&format!("check --policy builtin:front --record '{file}'")).assert_answered();
    let game = |policy: &str| {
        let line = format!("play --policy '{policy}' --seed 5 --record -");
        talk(&line, &["#1"; 40]).stdout
    };
    let played = game(&file);
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
    talk.assert_code(2);
    let error = talk.stderr.strip_suffix('\n').expect("a whole line");
    assert!(error.starts_with("error: ") && !error.contains(char::is_control));
    talk.assert_warns(&["Engine cannot go on", "not legal", "3/9"]);
    talk.assert_shows(&["The dice favoured"]);
    let arguments = ["play", "--seed", "7", "--engine", ENGINE, "--record", "-"];
    let recorded = run_with(&mut tourne(&arguments), &typed(&FIRST));
    recorded.assert_code(2);
    assert!(turns(&recorded.stdout).len() >= 2, "{recorded:?}");
}
