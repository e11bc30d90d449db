//! Library of the command `tourne`: engines, games at the table, and texts and pictures for people.
//!
//! Only the command and the tests use this library, so its interface may change at any time. Other programs should use
//! `tourne_query`.
//!
//! [`engine`] asks other programs for moves; [`engine::server`] is the engine that other programs can ask.
//!
//! [`play`] runs a game, a match or a quiz, through a terminal, lines of text or a test.
//!
//! [`show`] draws boards, tables and curves, and formats numbers, rules and reasons for people.
//!
//! The folders are layers, in the order `engine`, `show`, `play`: each folder imports only folders before it.

#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    reason = "this is not an interface for others"
)]

pub mod engine;
pub mod play;
pub mod show;
