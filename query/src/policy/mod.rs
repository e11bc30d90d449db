//! Policies: ways to play, held against the solution.
//!
//! A [`Policy`] says for every position and die how likely each legal move is. It is read from a
//! file ([`mod@table`]), asked of an engine ([`survey`](crate::engine::survey)), or
//! [built in](builtin). The [`Arena`] is the game laid out for it: [`contest`] has two policies play
//! each other, exactly, and [`mod@grade`] says what a policy is worth.

pub mod answers;
pub mod arena;
pub mod builtin;
pub mod file;

use std::ops::Range;

pub use arena::Arena;
use serde::Serialize;
use tourne_solver::game::{Die, Move, Position};

/// How a row of a policy came about: what it says of one position and die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// It says what to play; or there is only one legal move.
    Given,
    /// It says nothing, although there is a choice.
    Missing,
    /// It says a move that is not legal.
    Illegal,
}

/// A way to play: for every position and die the chance of each legal move.
#[derive(Clone, Debug)]
pub struct Policy {
    /// For each move of the arena's graph its chance. Rows that are not given have the first move.
    chances: Vec<f64>,
    /// For each state and die, as in the arena's graph.
    rows: Vec<Row>,
}

/// An answer that is not a legal move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IllegalAnswer {
    /// The line of the file, if it comes from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The position.
    pub position: Position,
    /// The die.
    pub die: Die,
    /// What was answered.
    pub played: String,
    /// What would have been legal.
    pub legal: Vec<Move>,
}

impl Policy {
    /// A policy that says nothing yet, except where there is only one legal move.
    #[must_use]
    pub fn unknown(arena: &Arena) -> Policy {
        let mut chances = vec![0.0; arena.graph().all_moves().len()];
        let rows = arena.rows().map(|(_, places)| {
            chances[places.start] = 1.0;
            if places.len() > 1 {
                Row::Missing
            } else {
                Row::Given
            }
        });
        let rows = rows.collect();
        Policy { chances, rows }
    }

    /// The policy that gives each move the chance that `weigh` says. It is told the moves of each state
    /// and die, as places in the arena's graph, and fills in their chances, which sum to 1.
    pub(crate) fn of(arena: &Arena, mut weigh: impl FnMut(&Choice, &mut [f64])) -> Policy {
        let mut chances = vec![0.0; arena.graph().all_moves().len()];
        let mut rows = Vec::with_capacity(arena.row_count());
        for (row, places) in arena.rows() {
            weigh(&arena.choice(row), &mut chances[places]);
            rows.push(Row::Given);
        }
        Policy { chances, rows }
    }

    /// The policy without its illegal answers: these rows are missing.
    #[must_use]
    pub fn without_illegal(mut self) -> Policy {
        for row in &mut self.rows {
            if *row == Row::Illegal {
                *row = Row::Missing;
            }
        }
        self
    }

    /// The policy in these rows only: all others are missing, but where there is no choice.
    #[must_use]
    pub fn only(&self, arena: &Arena, rows: &[usize]) -> Policy {
        let mut only = Policy::unknown(arena);
        for &row in rows {
            let places = arena.places(row);
            only.chances[places.clone()].copy_from_slice(&self.chances[places]);
            only.rows[row] = self.rows[row];
        }
        only
    }

    /// The chances of the moves at these places of the arena's graph.
    #[inline]
    pub(crate) fn chances(&self, places: Range<usize>) -> &[f64] {
        &self.chances[places]
    }

    /// What the policy says in a row of the arena.
    #[must_use]
    pub fn row(&self, row: usize) -> Row {
        self.rows[row]
    }

    /// Says that in a row of the arena the move at this place has this chance, and the others those
    /// that they have.
    pub(crate) fn set(&mut self, row: usize, place: usize, chance: f64) {
        self.chances[place] = chance;
        if self.rows[row] == Row::Missing {
            self.rows[row] = Row::Given;
        }
    }

    /// Says that in a row of the arena the move at this place is always played.
    pub(crate) fn give(&mut self, arena: &Arena, row: usize, place: usize) {
        self.clear(arena.places(row));
        self.set(row, place, 1.0);
    }

    /// Takes away the chances of the moves at these places.
    pub(crate) fn clear(&mut self, places: Range<usize>) {
        self.chances[places].fill(0.0);
    }

    /// Says that a row of the arena was answered with a move that is not legal.
    pub(crate) fn give_illegal(&mut self, row: usize) {
        self.rows[row] = Row::Illegal;
    }
}

/// The legal moves of one position and die, rearmost man first, as far as policies look at them.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// What each move gives away, in points; 0 for best moves.
    pub losses: &'a [f64],
    /// Whether each move hits.
    pub hits: &'a [bool],
}
