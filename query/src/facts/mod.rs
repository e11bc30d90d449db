//! The game as a whole: the board, facts about a solution, games under best play, rule sets compared, matches, the rules of an
//! engine, and the reasons of moves.

pub mod atlas;
pub mod best_play;
pub mod board;
pub mod error;
pub mod explained;
pub mod identify;
pub mod info;
pub mod match_scores;
pub mod reasons;
pub mod rulebook;
