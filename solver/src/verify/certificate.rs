//! The content of a certificate: claims about every position, with the numbers that prove them.

use super::literal::State;
use crate::game::Rules;

/// Number of ticks in one point. Values in certificates are in ticks.
pub const TICKS: i64 = 1 << 60;

/// Claims about all positions of a rule set, with the numbers that prove them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Rule set that the claims are about.
    pub rules: Rules,
    /// One entry for each legal position, in canonical order.
    pub entries: Vec<Entry>,
}

/// Claims about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position, seen by the player on roll.
    pub state: State,
    /// Value to the player on roll, in ticks of expected points.
    pub value: i64,
    /// Maximum error of the value, in ticks.
    pub slack: i64,
    /// Men whose moves are best with each die: bit *i* for the man with index *i*. Of several men in the same place,
    /// only the first has a bit. A pass is 0.
    pub best: [u8; 6],
    /// Class of the position: positions and ends of the game in the same class are exactly equal in value.
    pub class: Class,
    /// Rank, which proves that play ends: with some die, every move leads to a position of lower rank or ends the game.
    pub rank: u32,
    /// Least number of throws after which the position can arise from the start; `None` if it never does.
    pub depth: Option<u32>,
}

/// Class of positions and ends of the game that are exactly equal in value. One of them gives the class its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Class named by the entry with this number. An entry that is not proven equal to another names its own class.
    Entry(u32),
    /// Class of games that the player on roll has lost, by 1 or 2 points.
    Lost(u8),
    /// Class of games that the player on roll has won, by 1 or 2 points.
    Won(u8),
}

impl Entry {
    /// Returns the upper bound of the value, in ticks.
    pub(super) fn upper(&self) -> i128 {
        i128::from(self.value) + i128::from(self.slack)
    }

    /// Returns the lower bound of the value, in ticks.
    pub(super) fn lower(&self) -> i128 {
        i128::from(self.value) - i128::from(self.slack)
    }
}
