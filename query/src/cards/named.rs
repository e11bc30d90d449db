//! Policies with names: the built-in policies that [`policy`](crate::policy) has, and the built-in cards.

use std::fmt;
use std::str::FromStr;

use crate::policy::{Arena, Builtin, Candidates, Level, Policy};
use tourne_solver::{Rules, Unit, shortened};

use crate::cards::{CardFault, Length, built_in};

/// Policy with a name: a built-in policy or card. On the command line, `builtin:` and this name can be written instead
/// of a policy file.
///
/// ```
/// use tourne::cards::{Length, Named};
///
/// assert_eq!("card-5".parse(), Ok(Named::Card(Length::new(5))));
/// assert_eq!("errs:0.1".parse::<Named>()?.to_string(), "errs:0.1");
/// # Ok::<(), tourne::cards::ParseNameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Named {
    /// Built-in policy that is not a card.
    Builtin(Builtin),
    /// Best known card of this number of lines for the rule set.
    Card(Length),
}

/// Error when parsing the name of a policy.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseNameError {
    /// The name of the policy is unknown.
    #[error(
        "unknown built-in policy \"{0}\": use perfect, random, front, rear, hit, level-N (N from 1, weakest, to 10, perfect play), card-N (rules of N lines, 1 to 10), errs:P (any legal move with probability P, otherwise the best), within:D (any move that gives away at most D) or perfect-but:RULE (perfect play but for one rule of a card)"
    )]
    Unknown(String),
    /// The text after `level-` is not the number of a level.
    #[error("\"{0}\" is not a level: use level-1 (weakest) to level-10 (perfect play)")]
    Level(String),
    /// The text after `card-` is not a number of lines.
    #[error("\"{0}\" is not a built-in card: use card-1 (one line) to card-10 (ten lines)")]
    Card(String),
    /// The text after `errs:` is not a probability.
    #[error("\"{0}\" is not a probability: write errs: and a number from 0 to 1, such as errs:0.1")]
    Probability(String),
    /// The text after `within:` is not a loss.
    #[error("\"{0}\" is not a loss: write within: and a number of 0 or more, such as within:0.02")]
    Loss(String),
    /// The rule after `perfect-but:` cannot be read.
    #[error(transparent)]
    Rule(#[from] CardFault),
    /// The text names an engine, from which no policy can be read.
    #[error("\"{0}\" is an engine: give its command with --engine")]
    Engine(String),
}

impl Named {
    /// Computes the policy for all rows of an arena.
    pub fn policy(self, arena: &Arena) -> Policy {
        let (rules, unit) = (arena.rules(), arena.unit());
        Policy::of(arena, |moves, probabilities| {
            self.weigh(rules, unit, moves, probabilities);
        })
    }

    /// Returns whether this is a built-in policy that [is perfect play](Builtin::is_perfect).
    pub fn is_perfect(self) -> bool {
        matches!(self, Named::Builtin(builtin) if builtin.is_perfect())
    }

    /// Fills `probabilities` with the probability of each move. If the name contains a loss, such as 0.02 in `within:0.02`,
    /// `unit` is its unit.
    pub(crate) fn weigh(
        self,
        rules: Rules,
        unit: Unit,
        moves: &Candidates,
        probabilities: &mut [f64],
    ) {
        match self {
            Named::Builtin(builtin) => builtin.weigh(unit, moves, probabilities),
            Named::Card(length) => built_in(rules, length).weigh(rules, moves, probabilities),
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
        let number = |text: &str, most: f64| {
            let number = text.parse().ok();
            number.filter(|number| (0.0..=most).contains(number))
        };
        let (found, quoted, error): (_, _, fn(String) -> ParseNameError) =
            if text.starts_with("card-") {
                let card = Length::all().find(|length| format!("card-{length}") == text);
                (card.map(Named::Card), text, ParseNameError::Card)
            } else if text.starts_with("level-") {
                let mut levels = Level::ALL.into_iter().map(Builtin::Level);
                let level = levels.find(|level| level.to_string() == text);
                (level.map(Named::Builtin), text, ParseNameError::Level)
            } else if let Some(text) = text.strip_prefix("errs:") {
                let errs = number(text, 1.0).map(Builtin::Errs);
                (errs.map(Named::Builtin), text, ParseNameError::Probability)
            } else if let Some(text) = text.strip_prefix("within:") {
                let within = number(text, f64::MAX).map(Builtin::Within);
                (within.map(Named::Builtin), text, ParseNameError::Loss)
            } else {
                let mut all = Builtin::ALL.into_iter();
                let builtin = all.find(|builtin| builtin.to_string() == text);
                (builtin.map(Named::Builtin), text, ParseNameError::Unknown)
            };
        found.ok_or_else(|| error(shortened(quoted)))
    }
}
