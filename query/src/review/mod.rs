//! Recorded games, compared with perfect play.
//!
//! [`record`] reads the text of games. A [`Review`] gives the luck of each throw and the loss of each move. [`players`]
//! adds up the results of each player over several games.

mod fault;
mod ledger;
mod line;
mod meaning;
pub mod record;
mod totals;

#[cfg(feature = "command")]
pub(crate) use ledger::review_by;
pub use ledger::{Choice, Mark, Review, Reviewed, SideSum, Thresholds, review};
pub use meaning::MEANINGS;
pub use totals::{PlayerSum, ReviewedGame, Reviews, players};
