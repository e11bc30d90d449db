//! Records of games: written after each turn, saved, and reviewed.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use super::{FIRST, Written, folder, record_of, tourne, turns, typed};
use crate::commands::{run_with, start, wait};

#[test]
fn record_and_save_write_the_same_and_review_reads_it() {
    let folder = folder();
    for (number, arguments) in [
        "play --two --seed 3",
        "play --level 2 --seed 4",
        "play --rules course --seed 5",
        "play --rules double-win --match 2 --two --seed 6",
    ]
    .iter()
    .enumerate()
    {
        let [saved, recorded] = ["saved", "recorded"].map(|name| format!("{name}-{number}.txt"));
        let save = format!("save {saved}");
        let mut command = tourne(&arguments.split(' ').collect::<Vec<_>>());
        command
            .args(["--record", &recorded])
            .current_dir(folder.path());
        let outcome = run_with(
            &mut command,
            &typed(&["#1", "#1", "#2", "#1", &save, "quit"]),
        );
        outcome.assert_answered();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a text file");
        let record = read(&recorded);
        assert_eq!(record, read(&saved));
        let turns = turns(&record);
        assert!(turns.len() >= 4, "{record}");
        let mut command = tourne(&["review", &recorded, "--format", "csv"]);
        let review = run_with(command.current_dir(folder.path()), "");
        review.assert_answered();
        // Take the columns side, roll and played.
        let reviewed: Vec<Written> = review
            .stdout
            .lines()
            .skip(1)
            .map(|line| {
                let columns: Vec<String> = line.split(',').map(str::to_owned).collect();
                (columns[2].clone(), columns[4].clone(), columns[6].clone())
            })
            .collect();
        assert_eq!(reviewed, turns);
    }
}

/// Kills the command while it waits for a line. All turns that were shown by then are in the record.
#[test]
fn a_record_is_complete_after_every_turn() {
    let folder = folder();
    for choices in [0, 1, 2, 4] {
        let file = folder.path().join(format!("game-{choices}.txt"));
        let mut command = tourne(&["play", "--two", "--seed", "5", "--record"]);
        let mut child = start(command.arg(&file).stdin(Stdio::piped()));
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut seen = Vec::new();
        for choice in 0..=choices {
            // A prompt ends with "> ". No other text has this mark after a letter.
            while !seen.ends_with(b"X's move> ") && !seen.ends_with(b"O's move> ") {
                let read = output
                    .read_until(b' ', &mut seen)
                    .expect("a pipe can be read");
                assert!(read > 0, "{}", String::from_utf8_lossy(&seen));
            }
            if choice < choices {
                seen.clear();
                writeln!(input, "#1").expect("an open pipe");
            }
        }
        child.kill().expect("the command can be killed");
        assert_eq!(wait(&mut child).code(), None);
        let record = fs::read_to_string(&file).unwrap_or_default();
        let lines = [&FIRST[..choices], &["quit"]].concat();
        assert_eq!(record, record_of("5", &lines), "{choices}");
        assert!(choices == 0 || turns(&record).len() >= choices);
    }
}

#[test]
fn save_never_overwrites() {
    let folder = folder();
    let file = folder.path().join("mine.txt");
    fs::write(&file, "my notes").expect("a writable file");
    let mut command = tourne(&["play", "--two", "--seed", "5"]);
    let lines = typed(&[
        "#1",
        "save mine.txt",
        "save nowhere/game.txt",
        "save .",
        "quit",
    ]);
    let outcome = run_with(command.current_dir(folder.path()), &lines);
    outcome.assert_answered();
    assert_eq!(fs::read_to_string(&file).expect("a text file"), "my notes");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    outcome.assert_shows(&["mine.txt exists", "Cannot save", "nowhere", ". exists"]);
}

#[test]
fn a_record_on_standard_output_stands_there_alone() {
    let arguments = ["play", "--two", "--seed", "5", "--record", "-"];
    let outcome = run_with(&mut tourne(&arguments), &typed(&["#1", "hint", "quit"]));
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert!(turns(&outcome.stdout).len() >= 2);
    assert!(!outcome.stdout.contains("'s move> "), "{outcome:?}");
    for says in ["'s move> ", "Best is", "The dice have the seed 5"] {
        assert!(outcome.stderr.contains(says), "{says}: {outcome:?}");
    }
    let mut review = tourne(&["review", "-"]);
    run_with(&mut review, &outcome.stdout).assert_answered();
}
