//! The game as a whole: facts about a solution, games under best play, the rule sets compared, matches, and which rules an
//! engine plays.

pub mod atlas;
pub mod best_play;
pub mod error;
pub mod identify;
pub mod info;
pub mod match_scores;
pub mod rulebook;
