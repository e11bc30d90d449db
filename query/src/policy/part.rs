//! Parts of all decisions, so that several machines can share the questions to an engine.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use tourne_solver::shortened;

use super::{Arena, Row};

/// Part of all decisions: the K-th of N. Together the N parts have every decision, and no decision is in two of them.
///
/// ```
/// use tourne::policy::{Arena, Part};
///
/// let arena = Arena::new(tourne::solutions::standard());
/// let part: Part = "3/7".parse()?;
/// assert_eq!(part.rows(&arena).len(), 14_911);
/// # Ok::<(), tourne::policy::ParsePartError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// Number of the part, counted from 1.
    number: usize,
    /// Number of all parts.
    of: usize,
}

/// Error when parsing a part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is not a part: write K/N, such as 3/100, for the K-th of N parts; K is at least 1 and at most N, and N at most {MOST}"
)]
pub struct ParsePartError(String);

/// Maximum number of parts: less than the number of decisions in any rule set, so that no part is empty.
const MOST: usize = 10_000;

impl Part {
    /// Returns the decisions of the part. The decisions with each die are dealt to the parts in turn, in canonical order
    /// of their positions: parts are alike, and the same on every machine.
    pub fn rows(self, arena: &Arena) -> Vec<Row> {
        let mut rows: Vec<Row> = arena.decisions().collect();
        rows.sort_unstable_by_key(|&row| (row.die(), arena.number_of(row)));
        let own = rows.into_iter().skip(self.number - 1);
        own.step_by(self.of).collect()
    }

    /// Returns whether the part has all decisions, because it is the only one.
    pub fn is_whole(self) -> bool {
        self.of == 1
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.number, self.of)
    }
}

impl FromStr for Part {
    type Err = ParsePartError;

    fn from_str(text: &str) -> Result<Part, ParsePartError> {
        let numbers = text.split_once('/');
        let numbers =
            numbers.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) && of <= MOST => {
                Ok(Part { number, of })
            }
            _ => Err(ParsePartError(shortened(text))),
        }
    }
}
