//! Errors when assembling the page.

use tourne_query::policy::Contradiction;
use tourne_solver::{Rules, SolveError};

/// Error when assembling the page. The variants up to `Contradiction` concern the solutions that were given. The others
/// are mistakes in the parts of the page; the built-in parts have none.
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
    /// A match under the rules of a solution cannot be solved.
    #[error("the probabilities of winning a match under the rules {rules} cannot be computed")]
    Match {
        /// Rules of the solution.
        rules: Rules,
        /// Reason why the match cannot be solved.
        source: SolveError,
    },
    /// The values, best moves, flags or counts of a solution contradict each other.
    #[error(
        "the solution of {rules} contradicts itself: make it again with `tourne-solve --rules {rules}`"
    )]
    Contradiction {
        /// Rules of the solution.
        rules: Rules,
        /// Parts of the solution that contradict each other.
        source: Contradiction,
    },
    /// A line of the index names a part that does not exist.
    #[error("line {line} of index.html names \"{name}\", which is not a part of the page")]
    UnknownPart {
        /// Line of the index, counted from 1.
        line: usize,
        /// Name of the missing part.
        name: String,
    },
    /// No line of the index names this part.
    #[error("index.html does not name the part \"{0}\": add a line for it, or remove the part")]
    UnusedPart(String),
    /// A line of the index has a script or style in a form that cannot be replaced by a part.
    #[error(
        "line {0} of index.html has a script or style that cannot be put into the page: \
         write <script src=\"NAME\"></script> or <link rel=\"stylesheet\" href=\"NAME\"> on a line of its own"
    )]
    OtherForm(usize),
    /// A part contains text that ends or changes the HTML element around it.
    #[error("line {line} of {part} has \"{text}\", which a browser takes for markup: split it")]
    Markup {
        /// Name of the part.
        part: String,
        /// Line of the part, counted from 1.
        line: usize,
        /// Text that a browser takes for markup.
        text: &'static str,
    },
    /// A text that the index must contain exactly once is missing, or appears several times.
    #[error("index.html must have {0} exactly once")]
    NotOnce(&'static str),
}
