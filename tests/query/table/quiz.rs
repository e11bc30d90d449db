//! `tourne quiz`: its questions, its score, and records that it asks about.

use std::fs;

use tourne_query::grading::Kind;

use super::{SECOND, folder, tourne, typed};
use crate::commands::run_with;

#[test]
fn a_quiz_about_a_record_needs_one_with_mistakes() {
    let folder = folder();
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("a writable file");
    };
    write(
        "mixed.txt",
        "X 3-2 0/2\nO 2-1 0/1\nrules: course\nX 3 0/3\nO 2 0/2\n",
    );
    write("perfect.txt", "X 3-2 0/2\nO 2-1 0/1\n");
    write("nonsense.txt", "a game that we played last summer\n");
    write("empty.txt", "");
    write("illegal.txt", "X 3-2 0/3\n");
    for (name, says) in [
        (
            "mixed.txt",
            &[
                "mixed.txt has games of standard and of course",
                "a file of their own",
            ][..],
        ),
        ("perfect.txt", &["there is no mistake in perfect.txt"]),
        ("nonsense.txt", &["cannot read nonsense.txt", "line 1"]),
        ("empty.txt", &["cannot read empty.txt", "no turn"]),
        ("illegal.txt", &["cannot read illegal.txt", "line 1", "0/3"]),
        ("missing.txt", &["cannot read missing.txt"]),
    ] {
        let mut command = tourne(&["quiz", "--file", name]);
        run_with(command.current_dir(folder.path()), "").assert_one_line_error(2, says);
    }
    let mut command = tourne(&["quiz", "--file", "perfect.txt", "--rules", "course"]);
    let other = run_with(command.current_dir(folder.path()), "");
    assert_eq!(
        (other.code, other.stdout.is_empty()),
        (Some(2), true),
        "{other:?}"
    );
}

/// The record names its rules, so `--rules` is not needed.
#[test]
fn a_quiz_about_a_record_follows_its_rules() {
    let folder = folder();
    for (rules, turns, asks) in [
        (
            "double-win",
            "A 4-3 off/3\nB 1-1 off/1\nA 5-1 3/4\n",
            "0/1*",
        ),
        ("course", "A 3 0/3\nB 2 0/2\nA 6 0/6\n", "3/9"),
    ] {
        let path = folder.path().join("game.txt");
        fs::write(&path, format!("rules: {rules}\n{turns}")).expect("a writable file");
        let quiz = |arguments: &[&str]| {
            let mut command = tourne(&["quiz", "--file"]);
            let outcome = run_with(command.arg(&path).args(arguments), &typed(&[asks]));
            outcome.assert_answered();
            outcome.stdout
        };
        let asked = quiz(&[]);
        assert!(asked.contains(&format!("Tourne-case, {rules}.")), "{asked}");
        assert!(asked.contains("question"), "{asked}");
        assert_eq!(asked, quiz(&["--rules", rules]));
        // A solution of another rule set is refused.
        let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/standard.bin");
        let other = run_with(tourne(&["quiz", "--table", table, "--file"]).arg(&path), "");
        other.assert_one_line_error(3, &["standard.bin", rules]);
    }
}

#[test]
fn a_quiz_asks_what_its_seed_says() {
    let questions = |arguments: &[&str]| {
        let outcome = run_with(&mut tourne(arguments), &typed(&SECOND));
        outcome.assert_answered();
        let lines = outcome
            .stdout
            .lines()
            .filter(|line| line.contains(": you have to play"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let seven = questions(&["quiz", "--seed", "7"]);
    assert_eq!(seven.len(), 10);
    assert_eq!(seven, questions(&["quiz", "--seed", "7"]));
    assert_ne!(seven, questions(&["quiz", "--seed", "8"]));
    let more = questions(&["quiz", "--seed", "7", "--count", "12"]);
    assert_eq!(more[..10], seven);
    // Ask 300 questions of a rare kind: the input has 300 lines that answer them.
    let few = "quiz --kind wrong-hit --count 300 --seed 7";
    let mut once = questions(&few.split(' ').collect::<Vec<_>>());
    assert_eq!(once.len(), 300);
    once.sort();
    once.dedup();
    assert_eq!(once.len(), 300, "no question is asked twice");
}

/// A quiz about a kind of mistake asks questions whose answers name that kind.
#[test]
fn a_quiz_of_a_kind_asks_about_that_kind() {
    for kind in "missed-hit left-exposed wrong-order".split(' ') {
        let wanted = kind.parse::<Kind>().expect("a kind").to_string();
        let arguments = ["quiz", "--kind", kind, "--count", "3", "--seed", "2"];
        let outcome = run_with(&mut tourne(&arguments), &typed(&["#1", "#1", "#1"]));
        outcome.assert_answered();
        let answers = outcome.stdout.split("Question ").skip(1);
        let answers: Vec<&str> = answers.collect();
        assert_eq!(answers.len(), 3, "{kind}");
        for answer in answers {
            assert!(
                answer.contains(&format!(": {wanted}\n")),
                "{kind}: {answer}"
            );
        }
    }
}

#[test]
fn the_score_of_a_quiz_is_the_number_of_best_moves() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/games/lalanne.txt");
    for (answers, says) in [
        (&["3/5"][..], "1 of 1 right: perfect."),
        (&["0/2"], "0 of 1 right. You gave away 2.3 %"),
        // Illegal answers do not count.
        (&["9/11", "pass", "nonsense", "3/5"], "1 of 1 right"),
        (&["quit"], "No question was answered."),
    ] {
        let outcome = run_with(&mut tourne(&["quiz", "--file", file]), &typed(answers));
        outcome.assert_answered();
        outcome.assert_shows(&[says]);
    }
}
