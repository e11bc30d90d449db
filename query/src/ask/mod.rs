//! A question, its answer, and batches of both.

pub mod answer;
pub mod batch;
mod json_lines;
pub mod judge;
pub mod lines;
pub mod question;
