//! The game as a whole: facts about a solution, games under best play, rule sets compared, matches, and the rules of an
//! engine.

pub mod atlas;
pub mod best_play;
pub mod error;
pub mod identify;
pub mod info;
pub mod match_scores;
pub mod rulebook;
