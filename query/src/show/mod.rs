//! Texts and pictures for people that several commands show. The text of one command alone stands in the command's file.

pub(crate) mod card;
pub mod curve;
pub mod numbers;
pub mod paragraph;
pub mod play;
pub mod reasons;
pub mod rules;
pub mod table;
