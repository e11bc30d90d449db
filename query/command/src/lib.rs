//! Library of the command `tourne`: engines, games at the table, and texts and pictures for people.
//!
//! Only the command and the tests use it. Its interface may change at any time, unlike that of `tourne_query`, which
//! answers, grades and reviews.
//!
//! **Ask a program that plays** ([`engine`]), or answer as one ([`engine::server`]).
//!
//! **Play at a table** ([`play`]): a game, a match or a quiz, through a terminal, lines of text or a test.
//!
//! **Write answers, grades and reviews for people** ([`show`]).
//!
//! Folders are layers: each imports only those named before it, in the order `engine`, `show`, `play`.

#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    reason = "this is not an interface for others"
)]

pub mod engine;
pub mod play;
pub mod show;
