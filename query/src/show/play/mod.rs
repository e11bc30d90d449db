//! Texts at the table: names, boards, moves and values.

pub mod board;
pub mod moves;
pub mod name;
pub mod values;
