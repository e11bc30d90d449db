//! Policies: ways to play, which can be compared with the solution.
//!
//! A [`Policy`] gives the probability of each legal move for every position and die. A policy is read from a
//! [file](mod@file), made from an [array](Policy::from_men), [answered](Policy::answer) move by move, or [built
//! in](Builtin), for example as one of ten [levels](Level). The [`Arena`] has all positions, dice and legal moves of a
//! rule set. A [`Row`] is a position with a die, to which a policy gives an answer.

mod answers;
mod arena;
mod arrays;
mod asked;
mod builtin;
mod chance;
mod faults;
pub mod file;
mod illegal;
mod part;
mod played;
mod together;

use std::ops::Range;

pub use answers::ReadPolicy;
pub use arena::{Arena, Row};
pub use arrays::{GameArrays, man, place};
pub(crate) use builtin::weigh;
pub use builtin::{Builtin, Level};
pub(crate) use chance::drawn;
pub use faults::{HeaderCure, PolicyError};
pub use illegal::{Cause, IllegalAnswer};
pub use part::{ParsePartError, Part};
pub use played::Played;
pub(crate) use together::Together;
use tourne_solver::{Die, MOST_MOVES, Position, Rules};

/// Kind of a policy's answer to a row: legal, missing or illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// The policy gives legal moves, or the row has only one legal move.
    Given,
    /// The policy gives no move, although the row has several legal moves.
    Missing,
    /// The policy gives a move that is not legal, although the row has several legal moves.
    Illegal,
}

/// Way to play: the probability of each legal move for every position and die.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// Rule set that it plays. Its numbers of moves and rows mean something in an arena of these rules only.
    rules: Rules,
    /// Probability of each move, by [move index](Arena). In a row without a legal answer, the first move has the
    /// probability 1.
    probabilities: Vec<f64>,
    /// Kind of the answer to each row, by row index.
    said: Vec<Said>,
}

impl Policy {
    /// Creates a policy without answers, except to rows with only one legal move.
    pub fn unknown(arena: &Arena) -> Policy {
        let mut probabilities = vec![0.0; arena.graph().all_moves().len()];
        let said = arena.rows().map(|row| {
            probabilities[arena.places(row).start] = 1.0;
            if arena.is_choice(row) {
                Said::Missing
            } else {
                Said::Given
            }
        });
        let said = said.collect();
        Policy {
            rules: arena.rules(),
            probabilities,
            said,
        }
    }

    /// Panics if the policy plays other rules than the arena has.
    pub(crate) fn assert_plays(&self, arena: &Arena) {
        assert_eq!(
            self.rules,
            arena.rules(),
            "a policy plays the rules of its arena"
        );
    }

    /// Creates a policy that answers every row. `weigh` receives the legal moves of a row, and fills in their
    /// probabilities, which must sum to 1.
    pub fn of(arena: &Arena, mut weigh: impl FnMut(&Candidates, &mut [f64])) -> Policy {
        let mut probabilities = vec![0.0; arena.graph().all_moves().len()];
        for row in arena.rows() {
            weigh(
                &arena.candidates(row),
                &mut probabilities[arena.places(row)],
            );
        }
        let said = vec![Said::Given; arena.rows().count()];
        Policy {
            rules: arena.rules(),
            probabilities,
            said,
        }
    }

    /// Creates a policy that plays one move in each row, without random choices. `places` has the [move index](Arena) of
    /// this move for each row.
    pub(crate) fn at(arena: &Arena, places: Vec<u32>) -> Policy {
        let mut probabilities = vec![0.0; arena.graph().all_moves().len()];
        let said = vec![Said::Given; places.len()];
        for place in places {
            probabilities[place as usize] = 1.0;
        }
        Policy {
            rules: arena.rules(),
            probabilities,
            said,
        }
    }

    /// Returns the [decisions](Arena::decisions) without a legal answer, in ascending order.
    pub fn lacking(&self, arena: &Arena) -> impl Iterator<Item = Row> {
        arena
            .decisions()
            .filter(|&row| self.said(row) != Said::Given)
    }

    /// Removes each illegal answer, so that it counts as missing.
    #[must_use]
    pub fn without_illegal(mut self) -> Policy {
        for said in &mut self.said {
            if *said == Said::Illegal {
                *said = Said::Missing;
            }
        }
        self
    }

    /// Replaces each illegal answer by the worst legal move.
    #[must_use]
    pub(crate) fn charged(self, arena: &Arena) -> Policy {
        self.replaced(arena, Said::Illegal, worst)
    }

    /// Replaces each answer of a kind by the legal move whose index `rank` finds from the losses of the moves.
    pub(crate) fn replaced(
        mut self,
        arena: &Arena,
        said: Said,
        rank: fn(&[f64]) -> usize,
    ) -> Policy {
        for row in arena.rows() {
            if self.said(row) == said {
                let mut probabilities = [0.0; MOST_MOVES];
                probabilities[rank(arena.losses(row))] = 1.0;
                self.give(arena, row, &probabilities);
            }
        }
        self
    }

    /// Returns a copy of the policy that answers only these rows. In all other rows with several legal moves, the
    /// answer is missing.
    #[must_use]
    pub fn only(&self, arena: &Arena, rows: &[Row]) -> Policy {
        let mut only = Policy::unknown(arena);
        for &row in rows {
            only.take(arena, row, self);
        }
        only
    }

    /// Replaces the answer to this row by the answer of the policy `other`.
    ///
    /// # Panics
    ///
    /// If one of the policies plays other rules than the arena has.
    pub fn take(&mut self, arena: &Arena, row: Row, other: &Policy) {
        self.assert_plays(arena);
        other.assert_plays(arena);
        let places = arena.places(row);
        self.probabilities[places.clone()].copy_from_slice(&other.probabilities[places]);
        self.said[row.index()] = other.said[row.index()];
    }

    /// Returns the probabilities of the moves with these [move indices](Arena); [`Arena::places`] returns the move
    /// indices of a row.
    #[inline]
    pub fn probabilities(&self, places: Range<usize>) -> &[f64] {
        &self.probabilities[places]
    }

    /// Returns the kind of the policy's answer to a row: legal, missing or illegal.
    pub fn said(&self, row: Row) -> Said {
        self.said[row.index()]
    }

    /// Stores a legal answer to a row: `probabilities` has the probability of each move, by [rank](Arena::rank_of).
    fn give(&mut self, arena: &Arena, row: Row, probabilities: &[f64; MOST_MOVES]) {
        let places = arena.places(row);
        let count = places.len();
        self.probabilities[places].copy_from_slice(&probabilities[..count]);
        self.said[row.index()] = Said::Given;
    }

    /// Removes the answer to a row, which then counts as missing, unless the row has only one legal move.
    pub fn take_back(&mut self, arena: &Arena, row: Row) {
        if arena.is_choice(row) {
            self.give(arena, row, &FIRST);
            self.said[row.index()] = Said::Missing;
        }
    }

    /// Marks a row as answered with an illegal move, unless the row has only one legal move.
    fn give_illegal(&mut self, arena: &Arena, row: Row) {
        if arena.is_choice(row) {
            self.give(arena, row, &FIRST);
            self.said[row.index()] = Said::Illegal;
        }
    }
}

/// Returns the index of the first move with loss 0. Of several best moves, this is the move of the rearmost man.
#[inline]
pub(crate) fn first_best(losses: &[f64]) -> usize {
    losses.iter().position(|&loss| loss == 0.0).unwrap_or(0)
}

/// Returns the index of the move with the largest loss; of several such moves, the last.
pub(crate) fn worst(losses: &[f64]) -> usize {
    let by_loss = |&one: &usize, &other: &usize| losses[one].total_cmp(&losses[other]);
    (0..losses.len()).max_by(by_loss).unwrap_or(0)
}

/// Probabilities of the moves, by rank, in a row without a legal answer: the first move is always played.
const FIRST: [f64; MOST_MOVES] = [1.0, 0.0, 0.0];

/// Legal moves of one position and die, rearmost man first, with the facts by which policies choose.
#[derive(Clone, Copy, Debug)]
pub struct Candidates<'a> {
    /// Position before the throw.
    pub position: Position,
    /// Die that is played, 1 to 6.
    pub die: Die,
    /// Loss of each move, in points; 0 for a best move.
    pub losses: &'a [f64],
    /// For each move, `true` if it hits.
    pub hits: &'a [bool],
}
