//! Built-in cards: the best known cards of 1 to 10 lines, for each named rule set.

use std::fmt;
use std::sync::LazyLock;

use tourne_solver::{Overshoot, Reentry, Rules, Stakes};

use super::Card;

/// Number of lines of a built-in card, 1 to 10.
///
/// ```
/// use tourne::cards::Length;
///
/// assert_eq!(Length::new(5).lines(), 5);
/// assert_eq!(Length::all().last(), Some(Length::new(10)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length(u8);

impl Length {
    /// Length of the card that the tutor, the quiz and `query/STRATEGY.md` teach.
    pub const TAUGHT: Length = Length(5);

    /// Creates the length of a card with this number of lines.
    ///
    /// # Panics
    ///
    /// If the number is not 1 to 10.
    pub const fn new(lines: u8) -> Length {
        assert!(lines >= 1 && lines <= 10, "cards have 1 to 10 lines");
        Length(lines)
    }

    /// Returns all lengths, the shortest first.
    pub fn all() -> impl Iterator<Item = Length> {
        (1..=10).map(Length)
    }

    /// Returns the number of lines on the card, 1 to 10.
    pub const fn lines(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Cards of one named rule set, the shortest first. Their file is written by the program `tests/cards/main.rs`, with an
/// empty line between two cards.
type Deck = LazyLock<Vec<Card>>;

static STANDARD: Deck = LazyLock::new(|| read(include_str!("standard.cards")));
static FORCED_ENTRY: Deck = LazyLock::new(|| read(include_str!("forced-entry.cards")));
static ENTRY_FIRST: Deck = LazyLock::new(|| read(include_str!("entry-first.cards")));
static DOUBLE_WIN: Deck = LazyLock::new(|| read(include_str!("double-win.cards")));
static COURSE: Deck = LazyLock::new(|| read(include_str!("course.cards")));

fn read(text: &str) -> Vec<Card> {
    let cards = text.split("\n\n");
    cards
        .map(|card| card.parse().expect("built-in cards can be read"))
        .collect()
}

/// Returns the best known card of this length for a rule set. Only the standard game has cards of more than five lines.
/// For other rule sets, a greater length gives the card of five lines. A rule set that joins several named rule sets
/// has the cards of one of them: the first in the order `course`, `entry-first`, `forced-entry`, `double-win`.
///
/// ```
/// use tourne::cards::{Length, built_in};
/// use tourne_solver::Rules;
///
/// let card = built_in(Rules::STANDARD, Length::new(1));
/// assert_eq!(card.to_string(), "hit or have the fewest enemies behind\n");
/// ```
pub fn built_in(rules: Rules, length: Length) -> &'static Card {
    let deck = match (rules.overshoot, rules.reentry, rules.stakes) {
        (Overshoot::GoesOff, _, _) => &COURSE,
        (_, Reentry::First, _) => &ENTRY_FIRST,
        (_, Reentry::Forced, _) => &FORCED_ENTRY,
        (_, _, Stakes::DoubleWin) => &DOUBLE_WIN,
        _ => &STANDARD,
    };
    let lines = usize::from(length.lines()).min(deck.len());
    &deck[lines - 1]
}
