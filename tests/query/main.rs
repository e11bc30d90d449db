//! Tests of `tourne-query` and `tourne` from outside: their public items and the command.

#[path = "../browser/mod.rs"]
mod browser;
#[path = "../cards/plot.rs"]
mod card_plot;
#[path = "../commands/mod.rs"]
mod commands;
#[path = "../documents/mod.rs"]
mod documents;
#[path = "../solution_bytes/mod.rs"]
mod solution_bytes;

mod answers;
mod arrays;
mod batch;
mod cards;
mod checks;
mod claims;
mod digits;
mod duels;
mod endless;
mod engines;
mod estimates;
mod exchange;
mod fuzzing;
mod games;
mod grades;
mod help;
mod levels;
mod lies;
mod manifest;
mod matches;
mod numbers;
mod outcomes;
mod outputs;
mod pages;
mod policies;
#[cfg(unix)]
mod progress;
mod protocol;
mod read_solution;
mod reasons;
mod reviews;
mod rule_sets;
mod streams;
mod table;
#[cfg(unix)]
mod terminal;
mod transcripts;

use std::ffi::OsStr;
use std::process::Command;

use tempfile::TempDir;

/// Returns the command `tourne` with these arguments.
fn tourne(arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    command.args(arguments);
    command
}

/// Returns the command `tourne` with the words of a line as its arguments.
fn tourne_line(line: &str) -> Command {
    tourne(&line.split(' ').collect::<Vec<_>>())
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}
