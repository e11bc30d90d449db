//! Tests of `tourne-solver` from outside: its public items and its command.

#[path = "../commands/mod.rs"]
mod commands;
#[path = "../models/mod.rs"]
mod models;
#[path = "../solution_bytes/mod.rs"]
mod solution_bytes;

mod certificate;
mod digits;
mod example_games;
mod exports;
mod faults;
mod notation;
mod paper_games;
mod reproduction;
mod rules_literal;
mod solution_file;
mod streams;
mod tampering;
mod transcripts;
