//! What policies are worth: two of them in one game, exactly; grades, mistakes, counter-strategies, estimates, ladders.

pub mod contest;
pub mod duel;
pub mod error;
pub mod estimate;
pub mod exploiter;
pub mod grade;
mod groups;
pub mod ladder;
pub mod mistake_kind;
pub mod mistakes;
pub mod rating;
