//! The game as a whole: what a solution holds, how games go, the rule sets compared, matches, and which rules an
//! engine plays.

pub mod atlas;
pub mod best_play;
pub mod error;
pub mod identify;
pub mod info;
pub mod match_scores;
pub mod rulebook;
