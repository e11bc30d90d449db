//! A solution: the proven value and best moves of every position of a rule set.

mod best_moves;
mod bytes;
pub mod digits;
pub mod file;
mod names;
mod value;

use std::sync::Arc;

pub use best_moves::BestMoves;
pub use value::Value;

use crate::game::{Die, Index, Move, Position, Rules, Unit};

/// Numbers of positions, throws and moves of a rule set. The solution file holds them in this order.
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

impl Counts {
    /// The counts with their nouns.
    #[must_use]
    pub fn named(self) -> [(&'static str, u64); 8] {
        [
            ("positions", self.positions),
            ("reachable positions", self.reachable),
            ("finished positions", self.over),
            ("reachable finished positions", self.reachable_over),
            ("pairs of position and die", self.pairs),
            ("decisions", self.decisions),
            ("reachable decisions", self.reachable_decisions),
            ("moves", self.moves),
        ]
    }
}

/// Error of looking up a position in a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum LookUpError {
    /// The position is over, or comes from other rules.
    #[error("{position} is not in the solution of {rules}")]
    NotHeld { position: Position, rules: Rules },
    /// The best moves are not legal, or not best by the solution's own values. A proven solution
    /// never has such.
    #[error(
        "the solution of {rules} is wrong: its best moves for {position} with a {die} are not best"
    )]
    WrongBestMove {
        position: Position,
        die: Die,
        rules: Rules,
    },
    /// The value of a position differs from the one that follows from the positions after it. A proven solution never has
    /// such.
    #[error(
        "the solution of {rules} is wrong: its value of {position} is not what follows from its values after each throw"
    )]
    WrongValue { position: Position, rules: Rules },
}

/// The proven value and best moves of every position of a rule set.
///
/// Made by `solve::solve`, or read from a file with [`file::read`]. Clones share their content,
/// also between threads.
#[derive(Clone, Debug)]
pub struct Solution {
    pub(crate) index: Arc<Index>,
    pub(crate) rules: Rules,
    pub(crate) counts: Counts,
    pub(crate) error_bound: f64,
    pub(crate) values: Arc<[f64]>,
    pub(crate) best: Arc<[BestMoves]>,
}

impl Solution {
    /// The rules of the game that is solved.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Unit of the values.
    #[must_use]
    pub fn unit(&self) -> Unit {
        Unit::of(self.rules)
    }

    /// Numbers of positions, throws and moves.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Maximum error of any value; proven.
    #[must_use]
    pub fn error_bound(&self) -> f64 {
        self.error_bound
    }

    /// The positions in canonical order, and each one's place in it.
    #[must_use]
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The value of every position to the player on roll, before the throw, in the [unit](Solution::unit) of the rules and
    /// in canonical order.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The value of a position to the player on roll, before the throw. Also answers when the
    /// game is over.
    ///
    /// # Errors
    ///
    /// [`LookUpError::NotHeld`] if the position is of other rules.
    #[inline]
    pub fn value(&self, position: Position) -> Result<Value, LookUpError> {
        match self.index.number(position) {
            Some(number) => Ok(Value::new(
                self.values[number],
                self.unit(),
                self.error_bound,
            )),
            None => match self.rules.points_won(position) {
                Some(points) => {
                    let number = self.unit().from_points(-f64::from(points));
                    Ok(Value::new(number, self.unit(), 0.0))
                }
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
        let able = self
            .index
            .movers(position.on_roll(), die)
            .unwrap_or_default();
        // If no man can move and the solution says so, the move is a pass. Otherwise of the best
        // men one must be able to.
        match best.and(able).iter().next() {
            Some(man) => Ok(Rules::move_of(position, man, die)),
            None if best.is_empty() && able.is_empty() => Ok(Move::Pass),
            None => Err(LookUpError::WrongBestMove {
                position,
                die,
                rules: self.rules,
            }),
        }
    }

    fn not_held(&self, position: Position) -> LookUpError {
        LookUpError::NotHeld {
            position,
            rules: self.rules,
        }
    }
}
