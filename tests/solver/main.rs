//! Tests of `tourne-solver` and `tourne-solve` from outside: the public items and the command.

#[path = "../commands/mod.rs"]
mod commands;
#[path = "../documents/mod.rs"]
mod documents;
#[path = "../plain/literal_moves.rs"]
mod literal_moves;
#[path = "../models/mod.rs"]
mod models;
#[path = "../solution_bytes/mod.rs"]
mod solution_bytes;

mod certificate;
mod chains;
mod claims;
mod digits;
mod exports;
mod faults;
#[cfg(unix)]
mod interrupts;
mod notation;
mod payoffs;
mod printed_bounds;
mod reproduction;
mod rules_literal;
mod solution_file;
mod streams;
mod tampering;
mod transcripts;

use std::path::Path;
use std::process::Command;

use proptest::prelude::ProptestConfig;
use tempfile::TempDir;

/// Returns `tourne-solve` with these arguments.
fn tourne_solve(arguments: &[&str]) -> Command {
    let mut command = commands::command(env!("CARGO_BIN_EXE_tourne-solve"));
    command.args(arguments);
    command
}

/// Returns `tourne-solve` with these arguments, started by a shell that first runs these words.
#[cfg(unix)]
fn tourne_solve_after(shell: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{shell} exec \"$0\" \"$@\"")]);
    command
        .arg(env!("CARGO_BIN_EXE_tourne-solve"))
        .args(arguments);
    command
}

fn folder() -> TempDir {
    commands::temporary_folder()
}

fn text_of(path: &Path) -> &str {
    path.to_str().expect("temporary folders have plain names")
}

/// Settings of random tests. Failing cases are printed in full; there is no source folder to keep them in.
fn without_files() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
