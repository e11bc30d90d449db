//! Cards: short lists of rules that a person can apply at the board. Each card is a policy; `query/CARDS.md` describes
//! the language of cards. This module also finds policies by name: built-in policies, cards, and files.

mod built_in;
mod example;
mod fault;
mod formula;
mod lines;
mod named;
mod parse;
mod player;
mod source;
mod span;
mod view;
mod word;

use std::fmt;

use crate::policy::{Arena, Candidates, Policy};
pub use built_in::{Length, built_in};
pub use example::examples;
pub use fault::{CardError, CardFault};
pub use formula::Formula;
pub use lines::{CardLine, Never, card_lines};
pub use named::{Named, ParseNameError};
pub use parse::read;
pub use player::BuiltinPlayer;
pub use source::{PolicySource, ReadPolicyError};
pub use span::Span;
use tourne_solver::Rules;
pub use view::View;
pub use word::{Fact, Quantity, Subject, Word};

/// Card with rules of play, one rule per line. The first line that fits the position and die decides the move.
///
/// ```
/// use tourne::cards::{Card, View};
/// use tourne_solver::{Die, Rules};
///
/// let card: Card = "hit or bring home\nif the front man overtakes: the rear man\nthe front man".parse()?;
/// let position = Rules::STANDARD.position(&"04h/007".parse()?)?;
/// let choice = card.choose(&View::new(Rules::STANDARD, position, Die::new(3)));
/// // The first line decides. It plays the second move, which is that of the man on 4.
/// assert_eq!((choice.index, choice.line), (1, Some(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    lines: Vec<Rule>,
    /// For each rule, the number of its line in the text from which the card was read, counted from 1.
    numbers: Vec<u64>,
}

/// Line of a card: a rule with an optional condition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    /// Condition under which the line applies; `None` if the line always applies.
    pub condition: Option<Formula<Fact>>,
    /// Formula that a move must satisfy to be played.
    pub moves: Formula<Word>,
    /// Man to prefer if several moves satisfy the formula.
    pub prefer: End,
    /// Man to play if the line applies but no move satisfies the formula. If this is `None`, the line does not fit in
    /// that case.
    pub otherwise: Option<End>,
}

/// Man that is preferred among several: the foremost or the rearmost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// Front end: the foremost man.
    #[default]
    Front,
    /// Rear end: the rearmost man.
    Rear,
}

/// Decision of a card: a move, and the line that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// Index of the move among the legal moves, counted from 0, rearmost man first.
    pub index: usize,
    /// Index of the line that decides, counted from 0. If no line fits, this is `None`, and the man that the last line
    /// prefers is played.
    pub line: Option<usize>,
}

impl Card {
    /// Creates a card with these lines.
    ///
    /// # Panics
    ///
    /// If `lines` is empty.
    pub fn new(lines: Vec<Rule>) -> Card {
        let numbers = (1..).take(lines.len()).collect();
        Card::numbered(lines, numbers)
    }

    fn numbered(lines: Vec<Rule>, numbers: Vec<u64>) -> Card {
        assert!(!lines.is_empty(), "a card has at least one line");
        Card { lines, numbers }
    }

    /// Returns the lines of the card, in the order in which they are tried.
    pub fn lines(&self) -> &[Rule] {
        &self.lines
    }

    /// Returns the line number of each rule in the text from which the card was read. Comments and empty lines count
    /// too. The numbers of a card that was not read from a text are 1, 2, …
    pub fn numbers(&self) -> &[u64] {
        &self.numbers
    }

    /// Chooses the move to play, and finds the line that decides.
    pub fn choose(&self, view: &View) -> Decided {
        let mut lines = self.lines.iter().enumerate();
        let decided = lines.find_map(|(line, it)| Some((it.choose(view)?, Some(line))));
        let (index, line) = decided.unwrap_or_else(|| {
            let end = self.lines.last().map_or(End::Front, |line| line.prefer);
            (end.of(0..view.len()).unwrap_or(0), None)
        });
        Decided { index, line }
    }

    /// Computes the policy that plays by the card.
    pub fn policy(&self, arena: &Arena) -> Policy {
        Policy::of(arena, |moves, probabilities| {
            self.weigh(arena.rules(), moves, probabilities);
        })
    }

    fn weigh(&self, rules: Rules, moves: &Candidates, probabilities: &mut [f64]) {
        let view = View::new(rules, moves.position, moves.die);
        probabilities.fill(0.0);
        probabilities[self.choose(&view).index] = 1.0;
    }
}

impl Rule {
    /// Returns the index of the move to play; `None` if the line does not fit.
    pub fn choose(&self, view: &View) -> Option<usize> {
        if !self.applies(view) {
            return None;
        }
        let allowed = (0..view.len()).filter(|&index| self.allows(view, index));
        let wanted = self.prefer.of(allowed);
        wanted.or_else(|| self.otherwise?.of(0..view.len()))
    }

    /// Returns whether the line applies: it has no condition, or its condition is true.
    pub(crate) fn applies(&self, view: &View) -> bool {
        let condition = self.condition.as_ref();
        condition.is_none_or(|condition| condition.holds(&|fact| fact.is_true(view)))
    }

    fn allows(&self, view: &View, index: usize) -> bool {
        self.moves.holds(&|word| word.is_true(view, index))
    }

    /// Computes the policy that obeys this one rule and otherwise plays perfectly. Where the rule fits, the policy
    /// plays the best of the moves that the rule allows; elsewhere, it plays the best of all legal moves. The loss of
    /// this policy is the cost of the rule.
    pub fn otherwise_perfect(&self, arena: &Arena) -> Policy {
        Policy::of(arena, |moves, probabilities| {
            let view = View::new(arena.rules(), moves.position, moves.die);
            let is_allowed = |&index: &usize| self.allows(&view, index);
            let fits = self.applies(&view) && (0..view.len()).any(|index| is_allowed(&index));
            let open = (0..view.len()).filter(|index| !fits || is_allowed(index));
            // Among equally good moves, `min_by` takes that of the rearmost man, as in perfect play.
            let best =
                open.min_by(|&one, &other| moves.losses[one].total_cmp(&moves.losses[other]));
            probabilities.fill(0.0);
            probabilities[best.unwrap_or(0)] = 1.0;
        })
    }

    /// Returns the line as a whole sentence.
    ///
    /// ```
    /// use tourne::cards::Rule;
    ///
    /// let line: Rule = "if the enemy has 2 home: reach 9 to 11 or not overtake, else the rear man".parse()?;
    /// assert_eq!(
    ///     line.sentence(),
    ///     "If the enemy has 2 men home, move the foremost man that reaches a point from 9 to 11 or that does not \
    ///      overtake; if there is none, the rear man."
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sentence(&self) -> String {
        let which = match self.prefer {
            End::Front => "foremost",
            End::Rear => "rearmost",
        };
        let moves = &self.moves;
        let man = moves.said(
            |word, is_negated| word.of_man(is_negated),
            " or that ",
            ", but not one that ",
        );
        let otherwise = match self.otherwise {
            None => "",
            Some(End::Front) => "; if there is none, the front man",
            Some(End::Rear) => "; if there is none, the rear man",
        };
        let Some(formula) = &self.condition else {
            return format!("Move the {which} man that {man}{otherwise}.");
        };
        let say = |fact: &Fact, is_negated| fact.in_sentence(is_negated);
        let condition = formula.said(say, " or ", ", but not if ");
        format!("If {condition}, move the {which} man that {man}{otherwise}.")
    }

    /// Returns the number of words about moves and the position, as a measure of how hard the line is to remember.
    pub fn words(&self) -> usize {
        self.condition.as_ref().map_or(0, Formula::words) + self.moves.words()
    }
}

impl End {
    /// Returns the last of `indices` for [`End::Front`], the first for [`End::Rear`]; `None` if `indices` is empty.
    /// `indices` must ascend.
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

impl fmt::Display for Rule {
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
