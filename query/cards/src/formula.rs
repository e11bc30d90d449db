//! Formulas: words joined by `and`, `or`, `not` and `unless`, without parentheses.

use std::fmt;

/// Words combined by `not`, `and`, `or` and `unless`, in order of decreasing precedence. `A unless B` means `A and not
/// B`.
///
/// ```
/// use tourne_cards::{Formula, Word};
///
/// let either = Formula::from(Word::Hit).or(Word::Aim).unless(Word::Enter);
/// assert_eq!(either.to_string(), "hit or aim unless enter");
/// assert!(either.holds(&|&word| word == Word::Aim));
/// assert!(!either.holds(&|&word| word != Word::Hit));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Formula<T> {
    /// Part of the formula before the first `unless`, which must be true.
    any_of: AnyOf<T>,
    /// Parts of the formula after each `unless`, which must all be false.
    unless: Vec<AnyOf<T>>,
}

/// Conjunctions (inner lists) joined by `or`: in at least one inner list, every literal must be true.
type AnyOf<T> = Vec<Vec<Literal<T>>>;

/// Word that can be written in a formula, with or without a negation.
pub trait Sayable {
    /// Returns the text of the word or of its negation.
    fn say(&self, is_negated: bool) -> String;
}

/// Word or its negation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Literal<T> {
    is_negated: bool,
    word: T,
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
            any_of: vec![vec![Literal { is_negated, word }]],
            unless: Vec::new(),
        }
    }

    /// Joins a word or formula by `and` to the last part of this formula: the part after its last `or` or `unless`.
    #[must_use]
    pub fn and(self, word: impl Into<Formula<T>>) -> Formula<T> {
        self.joined(word.into(), |any_of, other| {
            let mut other = other.into_iter();
            if let Some(last) = any_of.last_mut() {
                last.extend(other.next().into_iter().flatten());
            }
            any_of.extend(other);
        })
    }

    /// Joins a word or formula by `or` to the last part of this formula: the part after its last `unless`.
    #[must_use]
    pub fn or(self, word: impl Into<Formula<T>>) -> Formula<T> {
        self.joined(word.into(), Extend::extend)
    }

    /// Adds a word or formula that must be false: `self unless word`.
    #[must_use]
    pub fn unless(mut self, word: impl Into<Formula<T>>) -> Formula<T> {
        let word = word.into();
        self.unless.push(word.any_of);
        self.unless.extend(word.unless);
        self
    }

    /// Joins the first part of `other` to the last part of this formula with the function `join`, and appends the
    /// remaining parts of `other`. `unless` separates the parts of a formula.
    fn joined(
        mut self,
        other: Formula<T>,
        join: impl FnOnce(&mut AnyOf<T>, AnyOf<T>),
    ) -> Formula<T> {
        join(
            self.unless.last_mut().unwrap_or(&mut self.any_of),
            other.any_of,
        );
        self.unless.extend(other.unless);
        self
    }

    /// Evaluates the formula. `is_true` returns whether a word is true.
    pub fn holds(&self, is_true: &impl Fn(&T) -> bool) -> bool {
        let holds = |any_of: &AnyOf<T>| {
            any_of.iter().any(|all_of| {
                let mut literals = all_of.iter();
                literals.all(|literal| is_true(&literal.word) != literal.is_negated)
            })
        };
        holds(&self.any_of) && !self.unless.iter().any(holds)
    }

    /// Returns the number of words in the formula, including negated words.
    pub fn words(&self) -> usize {
        let all = [&self.any_of].into_iter().chain(&self.unless);
        all.flatten().map(Vec::len).sum()
    }

    /// Returns the text of the formula. `say` returns the text of a word or, if its second argument is `true`, of its
    /// negation. `or` and `unless` are the texts that join the parts.
    pub(super) fn said(&self, say: impl Fn(&T, bool) -> String, or: &str, unless: &str) -> String {
        let all_of = |all_of: &Vec<Literal<T>>| {
            let literals = all_of.iter().map(|it| say(&it.word, it.is_negated));
            literals.collect::<Vec<_>>().join(" and ")
        };
        let parts = [&self.any_of].into_iter().chain(&self.unless);
        let parts = parts.map(|any_of| any_of.iter().map(all_of).collect::<Vec<_>>().join(or));
        parts.collect::<Vec<_>>().join(unless)
    }
}

impl<T: Sayable> fmt::Display for Formula<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(T::say, " or ", " unless "))
    }
}
