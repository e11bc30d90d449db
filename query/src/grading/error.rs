//! Error when grading policies or playing them against each other.

use tourne_graph::Unsettled;
use tourne_solver::{Die, Position, printable};

/// Error when grading policies or playing them against each other.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum GradingError {
    /// A game comes to a position and die for which a policy has no answer, or only an illegal answer.
    #[error(
        "the game between {} and {} comes to {position} with a {die}, and {} has no legal move for it: \"tourne check\" counts and lists what is missing or illegal",
        printable(.a), printable(.b), printable(.silent)
    )]
    Unanswered {
        a: String,
        b: String,
        silent: String,
        position: Position,
        die: Die,
    },
    /// Games of two policies go on for too long to be computed.
    #[error("the result of {} against {} cannot be computed", printable(.a), printable(.b))]
    Endless {
        a: String,
        b: String,
        source: Unsettled,
    },
}
