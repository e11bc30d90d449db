//! `tourne play` and `tourne quiz` with lines of standard input: properties that do not depend on the wording.

mod beginnings;
mod behaviour;
mod daily;
mod ends;
mod moves;
mod quiz;
mod records;
mod throws;

use crate::commands::{Outcome, run_with};
use crate::folder::Folder;
use crate::{tourne, tourne_line};

/// Runs `tourne` with the words of a line as its arguments, and types these lines.
fn talk(line: &str, typed_lines: &[&str]) -> Outcome {
    run_with(&mut tourne_line(line), &typed(typed_lines))
}

/// Joins lines, each followed by a line feed.
fn typed(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// Turn in the text of a record: the side, the throw and the move.
type Written = (String, String, String);

/// Returns the turns in the record of one game, read without the reader of the program.
#[track_caller]
fn turns(record: &str) -> Vec<Written> {
    let lines = record.lines().filter(|line| !line.contains(": "));
    let turns = lines.filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => None,
            [side, roll, action] => Some((side.into(), roll.into(), action.into())),
            _ => panic!("{line:?} is no turn"),
        }
    });
    turns.collect()
}

fn rolls(turns: &[Written]) -> Vec<&str> {
    turns.iter().map(|(_, roll, _)| &**roll).collect()
}

/// Returns the record of a session in which two people type these lines, from standard output.
#[track_caller]
fn record_of(seed: &str, lines: &[&str]) -> String {
    let outcome = talk(&format!("play --names X,O --seed {seed} --record -"), lines);
    outcome.assert_code(0);
    outcome.stdout
}

/// Returns the turns of a session in which two people type these lines.
#[track_caller]
fn played(seed: &str, lines: &[&str]) -> Vec<Written> {
    turns(&record_of(seed, lines))
}

/// Asserts that two games have the same throws as long as both last.
#[track_caller]
fn assert_same_throws(one: &[Written], other: &[Written]) {
    let both = one.len().min(other.len());
    assert!(both > 5, "the games are long enough: {one:?} {other:?}");
    assert_eq!(rolls(&one[..both]), rolls(&other[..both]));
}

/// Lines that choose the first move of the list, more than any game needs.
const FIRST: [&str; 300] = ["#1"; 300];
const SECOND: [&str; 300] = ["#2"; 300];
