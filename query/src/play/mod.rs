//! Games at the table: between people, against the solution, or against another program. Dice and questions to practise
//! are for the page too; all else needs the feature `command`.
//!
//! A [`session`] is one game or a match. A session talks to people through a [`table`]: a terminal, lines of text, or
//! a test.

#[cfg(feature = "command")]
pub mod choice;
#[cfg(feature = "command")]
pub mod command;
#[cfg(feature = "command")]
pub mod daily;
pub mod dice;
#[cfg(feature = "command")]
pub mod opponent;
pub mod practice;
#[cfg(feature = "command")]
pub mod quiz;
#[cfg(feature = "command")]
pub mod recording;
#[cfg(feature = "command")]
pub mod scorer;
#[cfg(feature = "command")]
pub mod session;
#[cfg(feature = "command")]
pub mod table;
