//! Tests of `tourne` from outside: the public items and the command.

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
mod asked;
mod batch;
mod built_in_cards;
mod cards;
mod checks;
mod claims;
mod comparisons;
mod duels;
mod encodings;
mod endless;
mod engines;
mod estimates;
mod exchange;
mod folder;
mod fuzzing;
mod games;
mod grades;
mod help;
mod levels;
mod matches;
mod module;
mod numbers;
mod outcomes;
mod outputs;
mod page_sources;
mod pages;
#[cfg(unix)]
mod pages_of_help;
#[cfg(unix)]
mod permissions;
mod players;
mod policies;
mod protocol;
mod read_solution;
#[cfg(unix)]
mod readme;
mod reasons;
mod reviews;
mod rule_sets;
mod shared_records;
mod sources;
mod streams;
mod strengths;
mod table;
#[cfg(unix)]
mod terminal;
mod transcripts;
mod unproven;
mod widths;

use std::ffi::OsStr;
use std::process::Command;

use serde_json::Value;
use tourne::cards::Named;
use tourne::policy::file as files;
use tourne_plain::world::arena;
use tourne_solver::Rules;

use commands::Outcome;

/// Path of a recorded game with a mistake.
const LALANNE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/games/lalanne.txt");

/// Returns the command `tourne` with these arguments.
fn tourne(arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = commands::command(env!("CARGO_BIN_EXE_tourne"));
    command.args(arguments);
    command
}

/// Returns the command `tourne` with the words of a line as its arguments. Paths in it need quotes.
fn tourne_line(line: &str) -> Command {
    tourne(&documents::words(line))
}

/// Runs `tourne` with the words of a line as its arguments, and nothing on its standard input.
fn run_line(line: &str) -> Outcome {
    commands::run(&mut tourne_line(line))
}

/// Returns the answer of `tourne` in JSON.
#[track_caller]
fn json_line(line: &str) -> Value {
    commands::json(&run_line(&format!("{line} --format json")))
}

/// Returns the cells of each line of a table; ` | ` separates them.
fn cells<const CELLS: usize>(table: &str) -> impl Iterator<Item = [&str; CELLS]> {
    let rows = table.trim().lines();
    rows.map(|row| {
        let cells: Vec<&str> = row.split(" | ").collect();
        cells.try_into().unwrap_or_else(|_| panic!("{row}"))
    })
}

/// Asserts that two numbers differ by `within` at most.
#[track_caller]
fn assert_close(found: f64, expected: f64, within: f64, what: impl std::fmt::Display) {
    let is_close = (found - expected).abs() <= within;
    assert!(is_close, "{what}: {found}, not {expected}");
}

/// Returns the text of a policy file of a built-in policy, for the standard game.
fn builtin_file(name: &str) -> String {
    let arena = arena(Rules::STANDARD);
    let builtin: Named = name.parse().expect("a built-in policy");
    files::write(&builtin.policy(arena), arena)
}
