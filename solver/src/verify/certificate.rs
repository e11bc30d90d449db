//! What a certificate holds: for every position what makes its value and best moves checkable in one pass.

use super::literal::{self, State};
use crate::game::Rules;

/// A point is so many ticks.
pub const TICKS: i64 = 1 << 60;

/// What is claimed of a rule set, with what makes the claims checkable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rules.
    pub rules: Rules,
    /// Every legal position, in canonical order.
    pub entries: Vec<Entry>,
}

/// What is claimed of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position, seen by the player on roll.
    pub state: State,
    /// Its value to the player on roll, in ticks.
    pub value: i64,
    /// How far the true value can be from that, in ticks.
    pub slack: i64,
    /// For each die the men whose moves are best, as bits: bit *i* for the man *i* of the notation; of
    /// men in the same place, the first. None for a pass.
    pub best: [u8; 6],
    /// What it is exactly equal to.
    pub class: Class,
    /// Play ends: some die, whatever is played, leads to a position of lower rank or to the end.
    pub rank: u32,
    /// After how many throws it can first arise from the start; `None` if it cannot.
    pub depth: Option<u32>,
}

/// What a position, or the end of a game, is exactly equal in value to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// To the entry of this number; to none but itself, if that is its own.
    Entry(u32),
    /// To a game lost with so many points.
    Lost(u8),
    /// To a game won with so many points.
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
