//! Texts at the table: names, boards and moves.

pub mod board;
pub mod moves;
pub mod name;
