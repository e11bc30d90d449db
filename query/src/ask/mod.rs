//! A question, its answer, and batches of both.

pub mod answer;
pub mod batch;
pub mod judge;
pub mod lines;
pub mod question;
