//! Games at the table: between people, against the solution, or against another program.
//!
//! A [`session`] is one game or a match. A session talks to people through a [`table`]: a terminal, lines of text, or
//! a test.

pub mod choice;
pub mod command;
pub mod daily;
mod dice;
pub mod opponent;
pub mod quiz;
pub mod recording;
pub mod scorer;
pub mod session;
pub mod table;
