//! Cards: short lists of rules that a person applies at the board; each is a policy. `query/CARDS.md` describes the language.

mod fault;
mod formula;
mod parse;
mod span;
mod view;
mod word;

use std::fmt;

pub use fault::{CardError, CardFault};
pub use formula::{Formula, Sayable};
pub use parse::read;
pub use span::Span;
pub use view::View;
pub use word::{Fact, Man, Word};

use super::{Arena, Policy};

/// Rules of play, one a line: the first line that fits decides.
///
/// ```
/// use tourne_query::policy::card::{Card, View};
/// use tourne_solver::game::{Die, Rules};
///
/// let card: Card = "hit or bring home\nif the front man overtakes: the rear man\nthe front man".parse()?;
/// let position = Rules::STANDARD.position(&"04h/007".parse()?)?;
/// let choice = card.choose(&View::new(Rules::STANDARD, position, Die::new(3)));
/// // The second move, that of the man on 4, by the first line.
/// assert_eq!((choice.index, choice.line), (1, Some(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    lines: Vec<Line>,
}

/// A line of a card.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    /// The line fits only where this is true.
    pub condition: Option<Formula<Fact>>,
    /// The moves that may be played.
    pub moves: Formula<Word>,
    /// The man to prefer, of several that may be played.
    pub prefer: End,
    /// The man to play where the condition is true and no man may be played; without it the line does not fit then.
    pub otherwise: Option<End>,
}

/// The end of the lane from which men are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The foremost man.
    #[default]
    Front,
    /// The rearmost man.
    Rear,
}

/// The decision of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Index of the move among the legal ones, rearmost man first.
    pub index: usize,
    /// Index of the line that decides, counted from 0; `None` if no line fits, and the preference of the last decides.
    pub line: Option<usize>,
}

impl Card {
    /// A card of these lines.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn new(lines: Vec<Line>) -> Card {
        assert!(!lines.is_empty(), "a card has a line at least");
        Card { lines }
    }

    /// The lines, in their order.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The move to play, and the line that decides.
    #[must_use]
    pub fn choose(&self, view: &View) -> Choice {
        let mut lines = self.lines.iter().enumerate();
        let decided = lines.find_map(|(line, it)| Some((it.choose(view)?, Some(line))));
        let (index, line) = decided.unwrap_or_else(|| {
            let end = self.lines.last().map_or(End::Front, |line| line.prefer);
            (end.of(0..view.len()).unwrap_or(0), None)
        });
        Choice { index, line }
    }

    /// The card as a policy.
    #[must_use]
    pub fn policy(&self, arena: &Arena) -> Policy {
        Policy::of(arena, |moves, chances| {
            let view = View::new(arena.rules(), moves.position, moves.die);
            chances.fill(0.0);
            chances[self.choose(&view).index] = 1.0;
        })
    }
}

impl Line {
    /// Index of the move to play, if the line fits.
    #[must_use]
    pub fn choose(&self, view: &View) -> Option<usize> {
        if let Some(condition) = &self.condition
            && !condition.holds(&|fact| fact.is_true(view))
        {
            return None;
        }
        let may_be_played =
            |&index: &usize| self.moves.holds(&|word| word.is_true(view, index));
        let wanted = self.prefer.of((0..view.len()).filter(may_be_played));
        wanted.or_else(|| self.otherwise?.of(0..view.len()))
    }

    /// Number of words about moves and the position: a measure of how hard the line is to remember.
    #[must_use]
    pub fn words(&self) -> usize {
        self.condition.as_ref().map_or(0, Formula::words) + self.moves.words()
    }

    /// Returns whether it fits every decision, as the closing line does.
    #[must_use]
    pub fn always_fits(&self) -> bool {
        if self.condition.is_none() && self.otherwise.is_some() {
            return true;
        }
        let always = [Word::FrontMan, Word::RearMan, Word::FewestBehind];
        let mut enough = self.moves.enough();
        self.condition.is_none() && enough.any(|word| always.contains(word))
    }
}

impl End {
    /// The first of these indices, counted from this end.
    fn of(self, mut indices: impl DoubleEndedIterator<Item = usize>) -> Option<usize> {
        match self {
            End::Front => indices.next_back(),
            End::Rear => indices.next(),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(condition) = &self.condition {
            write!(f, "if {condition}: ")?;
        }
        self.moves.fmt(f)?;
        if self.prefer == End::Rear {
            f.write_str(", rearmost")?;
        }
        match self.otherwise {
            None => Ok(()),
            Some(End::Front) => f.write_str(", else the front man"),
            Some(End::Rear) => f.write_str(", else the rear man"),
        }
    }
}
