//! Errors of putting the page together.

use tourne_solver::Rules;

/// Error of putting the page together. All but the first three are mistakes in the parts: those that are built in
/// have none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PageError {
    /// There is no solution.
    #[error("a page needs a solution: name a rule set")]
    NoSolution,
    /// Two solutions are of the same rules.
    #[error("the rule set {0} is given twice: give each rule set once")]
    Twice(Rules),
    /// The rules of a solution are not a joining of presets, so the page has no words for them.
    #[error(
        "a page cannot show rules without a name ({0}): use those of `tourne rules`, or several joined"
    )]
    Nameless(Rules),
    /// A line of the index names a part that is not there.
    #[error("line {line} of index.html names \"{name}\", which is not a part of the page")]
    UnknownPart {
        /// Line of the index, counted from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// No line of the index names a part.
    #[error("index.html does not name the part \"{0}\": add a line for it, or remove the part")]
    UnusedPart(String),
    /// A line of the index has a script or a style in another form than the two that are replaced.
    #[error(
        "line {0} of index.html has a script or style that cannot be put into the page: \
         write <script src=\"NAME\"></script> or <link rel=\"stylesheet\" href=\"NAME\"> on a line of its own"
    )]
    OtherForm(usize),
    /// A part has a text that ends or changes the element around it.
    #[error("line {line} of {part} has \"{text}\", which a browser takes for markup: split it")]
    Markup {
        /// Name of the part.
        part: String,
        /// Line of the part, counted from 1.
        line: usize,
        /// The text.
        text: &'static str,
    },
    /// A line that the page needs does not stand in the index exactly once.
    #[error("index.html must have {0} exactly once")]
    NotOnce(&'static str),
}
