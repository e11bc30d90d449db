//! Formulas: words joined by `and`, `or`, `not` and `unless`, without parentheses.

use std::fmt;

use super::{Fact, Word};

/// Words combined by `not`, `and`, `or` and `unless`, in order of decreasing precedence. `A unless B` means `A and not
/// B`.
///
/// ```
/// use tourne::cards::{Formula, Word};
///
/// let either = Formula::from(Word::Hit).or(Word::Aim).unless(Word::Enter);
/// assert_eq!(either.to_string(), "hit or aim unless enter");
/// assert!(either.holds(&|&word| word == Word::Aim));
/// assert!(!either.holds(&|&word| word != Word::Hit));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Formula<T> {
    /// Words in the order of the text; there is at least one.
    literals: Vec<Literal<T>>,
}

/// Word or its negation, and how it is joined to the literal before it. The joint of the first literal is ignored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Literal<T> {
    joint: Joint,
    is_negated: bool,
    word: T,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Joint {
    And,
    Or,
    Unless,
}

impl<T> From<T> for Formula<T> {
    fn from(word: T) -> Formula<T> {
        Formula::literal(false, word)
    }
}

impl<T> Formula<T> {
    /// Creates the negation of a word.
    pub fn not(word: T) -> Formula<T> {
        Formula::literal(true, word)
    }

    pub(super) fn literal(is_negated: bool, word: T) -> Formula<T> {
        Formula {
            literals: vec![Literal {
                joint: Joint::And,
                is_negated,
                word,
            }],
        }
    }

    /// Joins a word or formula by `and` to the last word of this formula.
    #[must_use]
    pub fn and(self, other: impl Into<Formula<T>>) -> Formula<T> {
        self.joined(Joint::And, other.into())
    }

    /// Joins a word or formula by `or` to the last part of this formula: the part after its last `unless`.
    #[must_use]
    pub fn or(self, other: impl Into<Formula<T>>) -> Formula<T> {
        self.joined(Joint::Or, other.into())
    }

    /// Adds a word or formula that must be false: `self unless other`.
    #[must_use]
    pub fn unless(self, other: impl Into<Formula<T>>) -> Formula<T> {
        self.joined(Joint::Unless, other.into())
    }

    fn joined(mut self, joint: Joint, other: Formula<T>) -> Formula<T> {
        let mut others = other.literals.into_iter();
        let first = others.next().map(|first| Literal { joint, ..first });
        self.literals.extend(first.into_iter().chain(others));
        self
    }

    /// Evaluates the formula. `is_true` returns whether a word is true.
    pub fn holds(&self, is_true: &impl Fn(&T) -> bool) -> bool {
        let holds = |literal: &Literal<T>| is_true(&literal.word) != literal.is_negated;
        let any_of = |part: &[Literal<T>]| {
            let mut all_of = part.chunk_by(|_, next| next.joint == Joint::And);
            all_of.any(|literals| literals.iter().all(holds))
        };
        let mut parts = self
            .literals
            .chunk_by(|_, next| next.joint != Joint::Unless)
            .map(any_of);
        parts.next() == Some(true) && !parts.any(|is_excepted| is_excepted)
    }

    /// Returns the number of words in the formula, including negated words.
    pub fn words(&self) -> usize {
        self.literals.len()
    }

    /// Returns the text of the formula. `say` returns the text of a word or, if its second argument is `true`, of its
    /// negation. `or` and `unless` are the texts that join the parts.
    pub(super) fn said(&self, say: impl Fn(&T, bool) -> String, or: &str, unless: &str) -> String {
        let mut text = String::new();
        for literal in &self.literals {
            if !text.is_empty() {
                text += match literal.joint {
                    Joint::And => " and ",
                    Joint::Or => or,
                    Joint::Unless => unless,
                };
            }
            text += &say(&literal.word, literal.is_negated);
        }
        text
    }
}

impl fmt::Display for Formula<Word> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(|word, is_negated| word.say(is_negated), " or ", " unless "))
    }
}

impl fmt::Display for Formula<Fact> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(|fact, is_negated| fact.say(is_negated), " or ", " unless "))
    }
}
