//! Error when computing facts about a game.

use tourne_graph::Unsettled;
use tourne_solver::{NotHeld, Rules};

use super::lengths::TooLong;

/// Error when computing facts about a game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FactsError {
    /// A position is not in the solution.
    #[error(transparent)]
    NotHeld(#[from] NotHeld),
    /// Games go on for too long to be computed.
    #[error(transparent)]
    Endless(#[from] Unsettled),
    /// Games take too many throws for the probability of each number to be computed.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// The judge of the moves and the explainer have different rules.
    #[error(
        "the moves are judged under the rules {found}, but explained under the rules {expected}: use the same rules for both"
    )]
    OtherRules {
        /// Rules of the explainer.
        expected: Rules,
        /// Rules of the judge of the moves.
        found: Rules,
    },
}
