//! What policies are worth: two of them in one game, exactly; grades, mistakes, counter-strategies, estimates, ladders.

pub mod contest;
pub mod duel;
pub mod estimate;
pub mod grade;
pub mod kind;
pub mod ladder;
