//! The error of finding facts about a game.

use tourne_solver::graph::values::Unsettled;
use tourne_solver::{LookUpError, Rules};

use crate::policy::Contradiction;

/// Error of finding facts about a game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FactsError {
    /// A solution is wrong, or of other rules.
    #[error(transparent)]
    LookUp(#[from] LookUpError),
    /// A solution contradicts itself.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// Games go on for too long.
    #[error(transparent)]
    Endless(#[from] Unsettled),
    /// Moves were to be explained by other rules than they are judged by.
    #[error(
        "the moves are judged by the rules {found}, but explained by those of {expected}: both must be the same"
    )]
    OtherRules {
        /// The rules of the explanation.
        expected: Rules,
        /// The rules of the values.
        found: Rules,
    },
}
