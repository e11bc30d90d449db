//! Values of policies: exact contests of two, grades, mistakes, counter-strategies, estimates, ladders.

pub mod contest;
pub mod coverage;
pub mod duel;
pub mod error;
pub mod estimate;
pub mod exchange;
pub mod exploiter;
pub mod grade;
mod groups;
pub mod interval;
pub mod ladder;
pub mod mistake_kind;
pub mod mistakes;
pub mod questions;
pub mod rating;
pub mod report;
pub mod sample;
pub mod throws;
