//! `tourne quiz`: its questions, its score, and records that it asks about.

use super::{Folder, SECOND, talk, tourne};
use crate::commands::{assert_says, run};
use crate::solution_bytes::standard_path;

/// The record names its rules, so `--rules` is not needed.
#[test]
fn a_quiz_about_a_record_follows_its_rules() {
    let folder = Folder::new();
    let double_win = "A 4-3 off/3\nB 1-1 off/1\nA 5-1 3/4\n";
    let course = "A 3 0/3\nB 2 0/2\nA 6 0/6\n";
    for (rules, turns, asks) in [
        ("double-win", double_win, "0/1*"),
        ("course", course, "3/9"),
    ] {
        let path = folder.write("game.txt", format!("rules: {rules}\n{turns}"));
        let quiz = |options: &str| {
            let outcome = talk(&format!("quiz --file '{path}'{options}"), &[asks]);
            outcome.assert_answered();
            outcome.stdout
        };
        let asked = quiz("");
        assert_says(&asked, &[&format!("Tourne-case, {rules}."), "question"]);
        assert_eq!(asked, quiz(&format!(" --rules {rules}")));
        // A solution of another rule set is refused.
        let mut other = tourne(&["quiz", "--file", &path, "--table"]);
        let other = run(other.arg(standard_path()));
        other.assert_one_line_error(3, &["standard.bin", rules]);
    }
}

#[test]
fn a_quiz_asks_what_its_seed_says() {
    let questions = |options: &str| {
        let outcome = talk(&format!("quiz {options}"), &SECOND);
        outcome.assert_answered();
        let lines = outcome.stdout.lines();
        let lines = lines.filter(|line| line.contains(": you have to play"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let seven = questions("--seed 7");
    assert_eq!(seven.len(), 10);
    assert_ne!(seven, questions("--seed 8"));
    let more = questions("--seed 7 --count 12");
    assert_eq!(more[..10], seven);
    // Ask 300 questions of a rare kind: the input has 300 lines that answer them.
    let mut once = questions("--kind wrong-hit --count 300 --seed 7");
    assert_eq!(once.len(), 300);
    once.sort();
    once.dedup();
    assert_eq!(once.len(), 300, "no question is asked twice");
}
