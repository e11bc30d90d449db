//! The content of a certificate: claims about every position, with the numbers to check them in one pass.

use super::literal::{self, State};
use crate::game::Rules;

/// Number of ticks in a point.
pub const TICKS: i64 = 1 << 60;

/// Claims about a rule set, with the numbers to check them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rules.
    pub rules: Rules,
    /// Every legal position, in canonical order.
    pub entries: Vec<Entry>,
}

/// Claims about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position, seen by the player on roll.
    pub state: State,
    /// Its value to the player on roll, in ticks.
    pub value: i64,
    /// Maximum error of the value, in ticks.
    pub slack: i64,
    /// For each die the men whose moves are best, as bits: bit *i* for the man *i* of the notation; of
    /// men in the same place, the first. 0 for a pass.
    pub best: [u8; 6],
    /// A position or end that is exactly equal in value.
    pub class: Class,
    /// Rank, which shows that play ends: some die, whatever is played, leads to a lower rank or to the end.
    pub rank: u32,
    /// Least number of throws after which it can arise from the start; `None` if it cannot.
    pub depth: Option<u32>,
}

/// A position or end that another position or end is exactly equal in value to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The entry of this number; an entry that equals no other has its own.
    Entry(u32),
    /// A game lost by this number of points.
    Lost(u8),
    /// A game won by this number of points.
    Won(u8),
}

impl Entry {
    /// The man of that bit.
    pub(super) fn man(&self, bit: usize) -> literal::Man {
        self.state.own[bit]
    }

    /// The greatest that the value can be.
    pub(super) fn upper(&self) -> i128 {
        i128::from(self.value) + i128::from(self.slack)
    }

    /// The least that the value can be.
    pub(super) fn lower(&self) -> i128 {
        i128::from(self.value) - i128::from(self.slack)
    }
}
