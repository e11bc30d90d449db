//! Policies: ways to play, compared with the solution.
//!
//! A [`Policy`] gives the probability of each legal move for every position and die. It is read from a
//! file ([`mod@file`]), asked move by move ([`asked`]), or
//! [built in](builtin), among them ten [levels](level). The [`Arena`] is the game laid out for it: a [contest](crate::grading::contest) has two policies
//! play each other, exactly, and a [grade](crate::grading::grade) says how good a policy is.

pub mod answers;
pub mod arena;
pub mod arrays;
pub mod asked;
pub mod builtin;
pub mod chance;
pub mod contradiction;
pub mod faults;
pub mod file;
pub mod illegal;
pub mod level;

use std::ops::Range;

pub use arena::{Arena, Row};
pub use illegal::IllegalAnswer;
use tourne_solver::game::{Die, Position};

/// Kind of a policy's answer in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// It gives legal moves; or there is only one.
    Given,
    /// It gives no move, although there is a choice.
    Missing,
    /// It gives a move that is not legal.
    Illegal,
}

/// A way to play: for every position and die the chance of each legal move.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Chance of each move of the arena's graph. Rows that are not given have the first move.
    chances: Vec<f64>,
    /// Kind of the answer in each row, by its index.
    said: Vec<Said>,
}

impl Policy {
    /// A policy without answers, except where there is only one legal move.
    #[must_use]
    pub fn unknown(arena: &Arena) -> Policy {
        let mut chances = vec![0.0; arena.graph().all_moves().len()];
        let said = arena.rows().map(|row| {
            chances[arena.places(row).start] = 1.0;
            if arena.is_choice(row) {
                Said::Missing
            } else {
                Said::Given
            }
        });
        let said = said.collect();
        Policy { chances, said }
    }

    /// The policy with these probabilities: three for each position, in canonical order, and die 1 to 6, for the legal
    /// moves in the order of [`Rules::plays`](tourne_solver::game::Rules::plays); places of moves that there are not
    /// hold 0. A choice with zeros only is missing.
    ///
    /// # Errors
    ///
    /// [`BadProbabilities`] if their number is wrong, or they are not probabilities that sum to 1.
    ///
    /// ```
    /// use tourne_query::grading::grade::grade;
    /// use tourne_query::policy::{Arena, Policy};
    /// use tourne_query::solutions;
    ///
    /// // Always the rearmost man that can move.
    /// let arena = Arena::new(solutions::embedded())?;
    /// let rear = vec![[1.0, 0.0, 0.0]; 6 * arena.graph().states()];
    /// let policy = Policy::from_probabilities(&arena, &rear)?;
    /// assert_eq!(grade(&arena, &policy, 0)?.grade.agree, 26_783);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_probabilities(
        arena: &Arena,
        probabilities: &[[f64; 3]],
    ) -> Result<Policy, BadProbabilities> {
        Policy::from_columns(arena, probabilities, |row| {
            (0..arena.places(row).len()).collect()
        })
    }

    /// The policy that gives each move the chance from `weigh`, which receives the legal moves of each row, and fills in
    /// their chances, which sum to 1.
    #[must_use]
    pub fn of(arena: &Arena, mut weigh: impl FnMut(&Candidates, &mut [f64])) -> Policy {
        let mut chances = vec![0.0; arena.graph().all_moves().len()];
        for row in arena.rows() {
            weigh(&arena.candidates(row), &mut chances[arena.places(row)]);
        }
        let said = vec![Said::Given; arena.rows().count()];
        Policy { chances, said }
    }

    /// The policy that always plays the move at one of these places, one for each row.
    pub(crate) fn at(arena: &Arena, places: Vec<u32>) -> Policy {
        let mut chances = vec![0.0; arena.graph().all_moves().len()];
        let said = vec![Said::Given; places.len()];
        for place in places {
            chances[place as usize] = 1.0;
        }
        Policy { chances, said }
    }

    /// Returns whether it gives legal moves for all decisions that can arise.
    #[must_use]
    pub fn is_complete(&self, arena: &Arena) -> bool {
        self.lacking(arena).next().is_none()
    }

    /// The decisions that can arise but that it does not give with legal moves; in order.
    pub fn lacking(&self, arena: &Arena) -> impl Iterator<Item = Row> {
        let not_given = arena.rows().filter(|&row| self.said(row) != Said::Given);
        not_given.filter(|&row| arena.is_decision(row))
    }

    /// The policy without its illegal answers: these rows are missing.
    #[must_use]
    pub fn without_illegal(mut self) -> Policy {
        for said in &mut self.said {
            if *said == Said::Illegal {
                *said = Said::Missing;
            }
        }
        self
    }

    /// The policy that plays the worst legal move wherever an answer is not legal.
    #[must_use]
    pub fn charged(mut self, arena: &Arena) -> Policy {
        for row in arena.rows() {
            if self.said(row) == Said::Illegal {
                self.said[row.index()] = Said::Given;
                let place = arena.places(row).start + worst(arena.losses(row));
                self.give(arena, row, place);
            }
        }
        self
    }

    /// The policy in these rows only: all others with a choice are missing.
    #[must_use]
    pub fn only(&self, arena: &Arena, rows: &[Row]) -> Policy {
        let mut only = Policy::unknown(arena);
        for &row in rows {
            only.take(arena, row, self);
        }
        only
    }

    /// Answers in this row as another policy does.
    pub fn take(&mut self, arena: &Arena, row: Row, other: &Policy) {
        let places = arena.places(row);
        self.chances[places.clone()].copy_from_slice(&other.chances[places]);
        self.said[row.index()] = other.said[row.index()];
    }

    /// The chances of the moves at these places of the arena's graph.
    #[inline]
    #[must_use]
    pub fn chances(&self, places: Range<usize>) -> &[f64] {
        &self.chances[places]
    }

    /// Kind of the policy's answer in a row.
    #[must_use]
    pub fn said(&self, row: Row) -> Said {
        self.said[row.index()]
    }

    /// Sets the probability of one move; leaves those of the row's others unchanged.
    pub(crate) fn set(&mut self, row: Row, place: usize, chance: f64) {
        self.chances[place] = chance;
        let said = &mut self.said[row.index()];
        if *said == Said::Missing {
            *said = Said::Given;
        }
    }

    /// Has the policy always play the move at this place of a row.
    pub fn give(&mut self, arena: &Arena, row: Row, place: usize) {
        self.clear(arena.places(row));
        self.set(row, place, 1.0);
    }

    /// Takes away the chances of the moves at these places.
    pub(crate) fn clear(&mut self, places: Range<usize>) {
        self.chances[places].fill(0.0);
    }

    /// Has the row miss its answer.
    pub fn take_back(&mut self, arena: &Arena, row: Row) {
        self.clear(arena.places(row));
        self.said[row.index()] = Said::Missing;
    }

    /// Marks a row as answered with a move that is not legal.
    pub fn give_illegal(&mut self, row: Row) {
        self.said[row.index()] = Said::Illegal;
    }
}

/// Maximum number of legal moves of a position and die: one for each man.
pub const MOST_MOVES: usize = 3;

/// The first best move, the one of the rearmost man, by the losses of all.
#[inline]
pub(crate) fn first_best(losses: &[f64]) -> usize {
    losses.iter().position(|&loss| loss == 0.0).unwrap_or(0)
}

/// The worst move, by the losses of all.
pub(crate) fn worst(losses: &[f64]) -> usize {
    let by_loss = |&one: &usize, &other: &usize| losses[one].total_cmp(&losses[other]);
    (0..losses.len()).max_by(by_loss).unwrap_or(0)
}

/// Tolerance of a sum of probabilities, since they are often rounded.
const SUM_TOLERANCE: f64 = 1e-6;

/// Error of probabilities that do not make a policy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum BadProbabilities {
    /// There are too few or too many.
    #[error(
        "found {found} rows of probabilities, but there must be {expected}: one for each position and die"
    )]
    Count { expected: usize, found: usize },
    /// Some are not probabilities, or do not sum to 1.
    #[error(
        "the probabilities of {position} with a {die} are {given:?}: they must be 0 to 1, 0 outside the columns of its legal moves ({}), and sum to 1",
        .columns.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
    )]
    Row {
        position: Position,
        die: Die,
        given: [f64; 3],
        /// The columns of its legal moves, counted from 0.
        columns: Vec<usize>,
    },
}

/// The legal moves of one position and die, rearmost man first, as far as policies look at them.
#[derive(Clone, Copy, Debug)]
pub struct Candidates<'a> {
    /// The position.
    pub position: Position,
    /// The die that is played.
    pub die: Die,
    /// Loss of each move, in points; 0 for best moves.
    pub losses: &'a [f64],
    /// For each move, `true` if it hits.
    pub hits: &'a [bool],
}
