//! The error of finding facts about a game.

use tourne_solver::graph::values::Unsettled;
use tourne_solver::solution::LookUpError;

/// Error of finding facts about a game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FactsError {
    /// A solution is wrong, or of other rules.
    #[error(transparent)]
    LookUp(#[from] LookUpError),
    /// Games go on for too long.
    #[error(transparent)]
    Endless(#[from] Unsettled),
}
