//! A solution: the proven value and best moves of every position of a rule set.

use std::fmt;
use std::sync::Arc;

use crate::game::{Die, Index, Move, Play, Position, Rules, Stakes};

/// What a value is measured in; it follows from the stakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The probability that the player on roll wins, 0 to 1.
    WinProbability,
    /// The points that the player on roll can expect, -2 to 2.
    Points,
    /// The probability that the player on roll wins the match, 0 to 1. No solution has it: what the
    /// match is worth depends on the score.
    MatchWinProbability,
}

impl Unit {
    /// The unit of a rule set.
    #[must_use]
    pub fn of(rules: Rules) -> Unit {
        match rules.stakes {
            Stakes::Single => Unit::WinProbability,
            Stakes::DoubleWin => Unit::Points,
        }
    }

    /// What a value of one player is to the other.
    ///
    /// ```
    /// use tourne_solver::Unit;
    ///
    /// assert_eq!(Unit::WinProbability.flip(0.75), 0.25);
    /// assert_eq!(Unit::Points.flip(0.75), -0.75);
    /// ```
    #[must_use]
    pub fn flip(self, value: f64) -> f64 {
        match self {
            Unit::WinProbability | Unit::MatchWinProbability => 1.0 - value,
            Unit::Points => -value,
        }
    }

    /// The value of a position in which the player on roll expects so many points.
    #[must_use]
    pub fn from_points(self, points: f64) -> f64 {
        match self {
            // A win is +1 and a loss is -1.
            Unit::WinProbability | Unit::MatchWinProbability => f64::midpoint(points, 1.0),
            Unit::Points => points,
        }
    }

    /// The points that the player on roll expects in a position of that value.
    #[must_use]
    pub fn to_points(self, value: f64) -> f64 {
        match self {
            Unit::WinProbability | Unit::MatchWinProbability => 2.0 * value - 1.0,
            Unit::Points => value,
        }
    }

    /// How large a difference of values is, given in points.
    #[must_use]
    pub fn difference(self, points: f64) -> f64 {
        match self {
            Unit::WinProbability | Unit::MatchWinProbability => points / 2.0,
            Unit::Points => points,
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::WinProbability => "win probability",
            Unit::Points => "points",
            Unit::MatchWinProbability => "match win probability",
        })
    }
}

/// How many positions, throws and moves a rule set has. The solution file holds them in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Counts {
    /// Legal positions in which a player is on roll.
    pub positions: u64,
    /// Those of them that can arise from the start.
    pub reachable: u64,
    /// Legal positions in which the game is over.
    pub over: u64,
    /// Those of them that can arise from the start.
    pub reachable_over: u64,
    /// Pairs of a position and a die.
    pub pairs: u64,
    /// Pairs with two legal moves or more.
    pub decisions: u64,
    /// Decisions in positions that can arise from the start.
    pub reachable_decisions: u64,
    /// Legal moves of men, over all pairs; passes do not count.
    pub moves: u64,
}

/// The best moves of a position for each die, as the solution file has them: four bits a die from
/// the lowest on. Bit *i* of the four is set if moving man *i* is best, counted from 0 in the order of
/// the notation (of men in the same place, the first). None is set for a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMoves(u32);

impl BestMoves {
    /// Set in [`bits`](BestMoves::bits) if the position can arise from the start.
    const REACHABLE: u32 = 1 << 31;
    /// The men of six dice, and the flag.
    const USED: u32 = 0x8077_7777;

    /// No best moves yet.
    #[must_use]
    pub fn new(reachable: bool) -> BestMoves {
        BestMoves(if reachable { BestMoves::REACHABLE } else { 0 })
    }

    /// The best moves that these 32 bits describe, or `None` if an unused bit is set.
    #[must_use]
    pub fn from_bits(bits: u32) -> Option<BestMoves> {
        (bits & !BestMoves::USED == 0).then_some(BestMoves(bits))
    }

    /// The 32 bits of the solution file.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Whether the position can arise from the start.
    #[must_use]
    pub fn is_reachable(self) -> bool {
        self.0 & BestMoves::REACHABLE != 0
    }

    /// Says that moving these men is best with that die; bit *i* for man *i* (0 to 2).
    pub fn add(&mut self, die: Die, men: u8) {
        self.0 |= u32::from(men & 0b111) << BestMoves::shift(die);
    }

    /// Whether this play is best with that die.
    #[must_use]
    pub fn contains(self, die: Die, play: &Play) -> bool {
        let men = self.men(die);
        match play.man {
            Some(man) => men & 1 << man != 0,
            None => men == 0,
        }
    }

    /// The men whose moves are best with that die, as bits; 0 for a pass.
    #[must_use]
    pub fn men(self, die: Die) -> u8 {
        (self.0 >> BestMoves::shift(die) & 0b111) as u8
    }

    fn shift(die: Die) -> usize {
        4 * (usize::from(die.number()) - 1)
    }
}

/// A question that a solution cannot answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LookUpError {
    /// The position is over, or comes from other rules.
    #[error("{position} is not in the solution of {rules}")]
    NotHeld {
        /// The position.
        position: Position,
        /// The rules of the solution.
        rules: Rules,
    },
    /// The solution calls no legal move best, or one that its own values say is not. A proven solution
    /// never does that.
    #[error("the solution of {rules} is wrong: its best moves for {position} with a {die} are not best", die = .die.number())]
    WrongBestMove {
        /// The position.
        position: Position,
        /// The die.
        die: Die,
        /// The rules of the solution.
        rules: Rules,
    },
}

/// The proven value and best moves of every position of a rule set.
///
/// Made by [`solve`](crate::solve::solve), or read from a file with
/// [`file::read`](crate::file::read).
#[derive(Clone, Debug)]
pub struct Solution {
    pub(crate) index: Arc<Index>,
    pub(crate) rules: Rules,
    pub(crate) counts: Counts,
    pub(crate) error_bound: f64,
    pub(crate) values: Vec<f64>,
    pub(crate) best: Vec<BestMoves>,
}

impl Solution {
    /// The rules of the game that is solved.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// What the values are measured in.
    #[must_use]
    pub fn unit(&self) -> Unit {
        Unit::of(self.rules)
    }

    /// How many positions, throws and moves there are.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// How far any value can be from the true one; proven.
    #[must_use]
    pub fn error_bound(&self) -> f64 {
        self.error_bound
    }

    /// The positions in canonical order, and each one's place in it.
    #[must_use]
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The value of a position to the player on roll, before the throw. Also answers when the
    /// game is over.
    ///
    /// # Errors
    ///
    /// [`LookUpError::NotHeld`] if the position is of other rules.
    #[inline]
    pub fn value(&self, position: Position) -> Result<f64, LookUpError> {
        match self.index.number(position) {
            Some(number) => Ok(self.values[number]),
            None => match self.rules.points_won(position) {
                Some(points) => Ok(self.unit().from_points(-f64::from(points))),
                None => Err(self.not_held(position)),
            },
        }
    }

    /// The best moves of a position for every die, and whether it can arise from the start.
    ///
    /// # Errors
    ///
    /// [`LookUpError::NotHeld`] if the game is over or the position is of other rules.
    #[inline]
    pub fn best_moves(&self, position: Position) -> Result<BestMoves, LookUpError> {
        let number = self.index.number(position);
        number
            .map(|number| self.best[number])
            .ok_or_else(|| self.not_held(position))
    }

    /// The best move with a die: of several equally good ones that of the rearmost man.
    ///
    /// # Errors
    ///
    /// [`LookUpError`] if the game is over, the position is of other rules, or the solution is
    /// wrong.
    #[inline]
    pub fn best(&self, position: Position, die: Die) -> Result<Move, LookUpError> {
        let best = self.best_moves(position)?.men(die);
        let able = self.index.movers(position.on_roll(), die).unwrap_or(0);
        // If nobody can move and the solution says so, the move is a pass. Otherwise of the best
        // men one must be able to.
        if best | able == 0 {
            return Ok(Move::Pass);
        }
        let man = (best & able).trailing_zeros() as usize;
        if man < 3 {
            Ok(Rules::move_of(position, man, die))
        } else {
            Err(LookUpError::WrongBestMove {
                position,
                die,
                rules: self.rules,
            })
        }
    }

    fn not_held(&self, position: Position) -> LookUpError {
        LookUpError::NotHeld {
            position,
            rules: self.rules,
        }
    }
}
