//! Tests of `tourne-solver` and `tourne-solve` from outside: the public items and the command.

#[path = "../commands/mod.rs"]
mod commands;
#[path = "../documents/mod.rs"]
mod documents;
#[path = "../models/mod.rs"]
mod models;
#[path = "../solution_bytes/mod.rs"]
mod solution_bytes;

mod certificate;
mod claims;
mod digits;
mod example_games;
mod exports;
mod faults;
#[cfg(unix)]
mod interrupts;
mod notation;
mod paper_games;
mod printed_bounds;
mod reproduction;
mod rules_literal;
mod solution_file;
mod streams;
mod tampering;
mod transcripts;
