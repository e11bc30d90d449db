//! Policies with names: the built-in policies of `tourne-query`, and the built-in cards.

use std::fmt;
use std::str::FromStr;

use tourne_query::policy::{Arena, Builtin, Candidates, ParseBuiltinError, Policy};
use tourne_solver::{Rules, Unit, shortened};

use crate::{Length, built_in};

/// Policy with a name: a built-in policy or card. On the command line, `builtin:` and this name can be written instead
/// of a policy file.
///
/// ```
/// use tourne_cards::{Length, Named};
///
/// assert_eq!("card-5".parse(), Ok(Named::Card(Length::new(5))));
/// assert_eq!("errs:0.1".parse::<Named>()?.to_string(), "errs:0.1");
/// # Ok::<(), tourne_cards::ParseNameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Named {
    /// Built-in policy of `tourne-query`.
    Builtin(Builtin),
    /// Best known card of this number of lines for the rule set.
    Card(Length),
}

/// Error when parsing the name of a built-in policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseNameError {
    /// The name of the policy is unknown.
    #[error(
        "unknown built-in policy \"{0}\": use perfect, random, front, rear, hit, level-N (N from 1, weakest, to 10, perfect play), card-N (rules of N lines, 1 to 10), errs:P (any legal move with probability P, otherwise the best), within:D (any move that gives away at most D) or perfect-but:RULE (perfect play but for one rule of a card)"
    )]
    Unknown(String),
    /// The number in the name is invalid.
    #[error(transparent)]
    Builtin(ParseBuiltinError),
    /// The text after `card-` is not a number of lines.
    #[error("\"{0}\" is not a built-in card: use card-1 (one line) to card-10 (ten lines)")]
    Card(String),
}

impl Named {
    /// Computes the policy for all rows of an arena.
    pub fn policy(self, arena: &Arena) -> Policy {
        let (rules, unit) = (arena.rules(), arena.unit());
        Policy::of(arena, |moves, chances| {
            self.weigh(rules, unit, moves, chances);
        })
    }

    /// Returns whether this is a built-in policy that [is perfect play](Builtin::is_perfect).
    pub fn is_perfect(self) -> bool {
        matches!(self, Named::Builtin(builtin) if builtin.is_perfect())
    }

    /// Fills `chances` with the probability of each move. If the name contains a loss, such as 0.02 in `within:0.02`,
    /// `unit` is its unit.
    pub(crate) fn weigh(self, rules: Rules, unit: Unit, moves: &Candidates, chances: &mut [f64]) {
        match self {
            Named::Builtin(builtin) => builtin.weigh(unit, moves, chances),
            Named::Card(length) => built_in(rules, length).weigh(rules, moves, chances),
        }
    }
}

impl From<Builtin> for Named {
    fn from(builtin: Builtin) -> Named {
        Named::Builtin(builtin)
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Named::Builtin(builtin) => builtin.fmt(f),
            Named::Card(length) => write!(f, "card-{length}"),
        }
    }
}

impl FromStr for Named {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Named, ParseNameError> {
        if let Some(lines) = text.strip_prefix("card-") {
            return Length::all()
                .find(|length| length.to_string() == lines)
                .map(Named::Card)
                .ok_or_else(|| ParseNameError::Card(shortened(text)));
        }
        match text.parse() {
            Ok(builtin) => Ok(Named::Builtin(builtin)),
            Err(ParseBuiltinError::Name(name)) => Err(ParseNameError::Unknown(name)),
            Err(error) => Err(ParseNameError::Builtin(error)),
        }
    }
}
