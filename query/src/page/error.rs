//! Errors when assembling the page.

use crate::facts::FactsError;
use tourne_solver::{Rules, SolveError};

/// Error when assembling the page.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PageError {
    /// The page has no solution.
    #[error("a page needs a solution: name a rule set")]
    NoSolution,
    /// Two solutions have the same rules.
    #[error("the rule set {0} is given twice: give each rule set once")]
    Twice(Rules),
    /// The rules of a solution are not made of named rule sets, so the page has no name for them.
    #[error(
        "a page cannot show rules without a name ({0}): use those of `tourne rules`, or several joined"
    )]
    Nameless(Rules),
    /// A fact about games of best play cannot be computed.
    #[error(transparent)]
    Facts(#[from] FactsError),
    /// A match under the rules of a solution cannot be solved.
    #[error("the probabilities of winning a match under the rules {rules} cannot be computed")]
    Match {
        /// Rules of the solution.
        rules: Rules,
        /// Reason why the match cannot be solved.
        source: SolveError,
    },
}
