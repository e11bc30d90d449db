//! Facts about the game: the board, games under best play, comparisons of rule sets, matches, reasons for
//! and against moves, and the worth of things.

mod atlas;
mod best_play;
pub mod board;
mod error;
mod explained;
mod explainer;
mod info;
mod lengths;
mod match_scores;
mod reasons;
mod rule_set;
mod rulebook;
mod sentence;
mod words;
mod worth;

pub use atlas::{AtlasEntry, one_switch_each};
pub use best_play::{EndsAndLengths, Outcomes, OutcomesAt, lengths_at, outcomes, outcomes_at};
pub use error::FactsError;
pub use explained::{Explained, ExplainedRow};
pub use explainer::Explainer;
pub use info::Info;
pub use lengths::{Lengths, Quantiles, TooLong, over_after};
pub use match_scores::{MatchScores, ScoreRow};
pub use reasons::{Hit, Reasons, Reply};
pub use rule_set::RuleSet;
pub use rulebook::{CHARPENTIER, REAL_BOARD, Rulebook, SUMMARIES, Section, Summary};
#[cfg(feature = "command")]
pub(crate) use words::capitalised;
pub use worth::{Entering, WORTHS, Worths};
