//! Texts at the table: names, boards, moves, and what they are worth.

pub mod board;
pub mod moves;
pub mod name;
pub mod values;
