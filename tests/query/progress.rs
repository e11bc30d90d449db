//! Signs of life: whatever takes long says so on a terminal, and nowhere else.

use std::process::Command;
use std::time::Instant;

use crate::commands::{TAKES_LONG, run, run_on_terminal};

fn tourne(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    // The examples name files from the top of the project.
    command
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .args(arguments);
    command
}

#[test]
fn what_takes_long_says_what_it_does() {
    for (arguments, says) in [
        (
            &["match", "7", "--rules", "double-win"][..],
            &["scores of the match", " of 49"][..],
        ),
        (
            &[
                "best",
                "04h/007",
                "3",
                "--rules",
                "double-win",
                "--match",
                "7",
                "--score",
                "0-0",
            ],
            &["best play at this score"],
        ),
        (
            &["atlas", "course", "course+double-win"],
            &["course: following best play"],
        ),
        (
            &[
                "ladder",
                "builtin:hit",
                "builtin:front",
                "--rules",
                "course",
            ],
            &["grades and duels", " of 3"],
        ),
        (
            &[
                "duel",
                "builtin:hit",
                "builtin:front",
                "--rules",
                "forced-entry",
            ],
            &["playing"],
        ),
        (
            &["check", "--policy", "builtin:errs:0.5", "--rules", "course"],
            &["grading"],
        ),
        (
            &["outcomes", "000/000", "--rules", "forced-entry"],
            &["following best play"],
        ),
        (
            &["best", "000/000", "1", "--rules", "course"],
            &["course: "],
        ),
        (
            &[
                "review",
                "tests/games/lalanne.txt",
                "--rules",
                "course+double-win",
            ],
            &[],
        ),
    ] {
        let begin = Instant::now();
        let seen = run_on_terminal(&mut tourne(arguments));
        let takes_long = begin.elapsed() > TAKES_LONG;
        let heard = run(&mut tourne(arguments));
        assert_eq!(seen.code, heard.code, "{seen:?}");
        for part in says {
            assert!(
                seen.stderr.contains(part) || !takes_long,
                "{arguments:?}: {:?}",
                seen.stderr
            );
        }
        if heard.code == Some(0) {
            heard.assert_answered();
            assert_eq!(seen.stdout, heard.stdout, "the answer is the same");
            // What was drawn is taken away: the last thing is an empty line.
            let rest = seen.stderr.rsplit('\r').next().unwrap_or_default();
            assert!(
                seen.stderr.is_empty() || rest.ends_with("\u{1b}[2K") || rest.ends_with("\u{1b}[K"),
                "{:?}",
                seen.stderr
            );
        }
    }
}

#[test]
fn quick_answers_come_without_a_flash() {
    for arguments in [
        &["best", "04h/007", "3"][..],
        &["rules"],
        &["identify", "04h/007", "3", "0/3"],
        &["review", "tests/games/lalanne.txt"],
        &["help", "answers"],
    ] {
        let seen = run_on_terminal(&mut tourne(arguments));
        assert_eq!((seen.code, &*seen.stderr), (Some(0), ""), "{arguments:?}");
    }
}
