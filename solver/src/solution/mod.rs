//! Solutions: the proven value and best moves of every position of a rule set.

mod best_moves;
mod bytes;
pub mod digits;
pub mod file;
mod value;

use std::sync::Arc;
#[cfg(feature = "solve")]
use std::sync::OnceLock;

pub use best_moves::BestMoves;
pub use value::Value;

use crate::game::{Die, Index, Move, Position, Rules, Unit};
#[cfg(feature = "solve")]
use crate::states::States;

/// Counts of the positions, of the pairs of position and die, and of the moves of a rule set, as in the solution file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Counts {
    /// Legal positions in which the game is not over.
    pub positions: u64,
    /// Legal positions in which the game is not over and which can arise from the start.
    pub reachable: u64,
    /// Legal positions in which the game is over.
    pub over: u64,
    /// Legal positions in which the game is over and which can arise from the start.
    pub reachable_over: u64,
    /// Pairs of a position and a die, six for each position.
    pub pairs: u64,
    /// Pairs of a position and a die with at least two legal moves.
    pub decisions: u64,
    /// Decisions (pairs with at least two legal moves) in positions that can arise from the start.
    pub reachable_decisions: u64,
    /// Legal moves of all pairs, passes not counted.
    pub moves: u64,
}

impl Counts {
    /// Formats the number of positions, for reports.
    ///
    /// ```
    /// use tourne_solver::{Rules, solve};
    ///
    /// let counts = solve(Rules::STANDARD)?.solution.counts();
    /// let positions = "52,347, of which 52,030 can arise from the start";
    /// assert_eq!(counts.positions_text(), positions);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn positions_text(self) -> String {
        let [all, reachable] = [self.positions, self.reachable].map(digits::grouped);
        format!("{all}, of which {reachable} can arise from the start")
    }

    /// Formats the number of decisions, for reports.
    pub fn decisions_text(self) -> String {
        let counts = [self.decisions, self.pairs, self.reachable_decisions];
        let [some, all, reachable] = counts.map(digits::grouped);
        format!("{some} of {all} throws leave a choice ({reachable} in positions that can arise)")
    }

    /// Returns each count with a plural noun that names what is counted, for messages.
    #[cfg(feature = "solve")]
    pub(crate) fn named(self) -> [(&'static str, u64); 8] {
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

/// Error of a question about a position that is not in a solution: the game is over, or the position is not legal under
/// the rules of the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position} is not in the solution of {rules}")]
pub struct NotHeld {
    /// Position that was asked about.
    pub position: Position,
    /// Rules of the solution.
    pub rules: Rules,
}

/// Contents of a solution file before they are proven: values, best moves, counts and an error bound. [`verify`](crate::verify()) makes a [`Solution`] of claims that are true.
#[derive(Clone, Debug)]
pub struct Claims(pub(crate) Solution);

impl Claims {
    /// Returns the rule set that the claims are about.
    pub fn rules(&self) -> Rules {
        self.0.rules
    }

    /// Takes the claims for true without proof. Not for other crates: `tourne` takes the built-in solutions so,
    /// because the gate proves their bytes, and tests take files that are wrong. [`verify`](crate::verify()) is for
    /// everybody else.
    #[doc(hidden)]
    pub fn on_trust(self) -> Solution {
        self.0
    }
}

impl From<Solution> for Claims {
    /// Forgets that the solution is proven.
    fn from(solution: Solution) -> Claims {
        Claims(solution)
    }
}

/// The proven value and best moves of every position of a rule set.
///
/// A solution is made by solving, or by proving the [`Claims`] of a file. Cloning is cheap, because clones share the
/// tables.
#[derive(Clone, Debug)]
pub struct Solution {
    pub(crate) index: Arc<Index>,
    pub(crate) rules: Rules,
    pub(crate) counts: Counts,
    pub(crate) error_bound: f64,
    pub(crate) values: Arc<[f64]>,
    pub(crate) best: Arc<[BestMoves]>,
    #[cfg(feature = "solve")]
    pub(crate) states: Arc<OnceLock<States>>,
}

impl Solution {
    /// Returns the rule set under which the game is solved.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the unit of the values.
    pub fn unit(&self) -> Unit {
        Unit::of(self.rules)
    }

    /// Returns the counts of positions, of pairs of position and die, and of moves.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Returns the proven maximum error of any value, in the [unit](Solution::unit) of the values.
    pub fn error_bound(&self) -> f64 {
        self.error_bound
    }

    /// Returns the index of the rule set, which gives the canonical order of the positions.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Returns the positions as states of a graph. Solving and proving make them; of a solution that was taken on trust,
    /// the first call makes them.
    #[cfg(feature = "solve")]
    pub fn states(&self) -> &States {
        if let Some(states) = self.states.get() {
            return states;
        }
        // Made before the cell is locked: a process that is forked meanwhile would wait for ever for the thread that
        // makes them.
        let states = States::of_index(self.rules, Arc::clone(&self.index));
        self.states.get_or_init(|| states)
    }

    /// Returns the value of each of the [`states`](Solution::states), in points.
    #[cfg(feature = "solve")]
    pub(crate) fn points(&self) -> Vec<f64> {
        let (unit, numbers) = (self.unit(), self.states().numbers().iter());
        let points = numbers.map(|&number| unit.to_points(self.values[number as usize]));
        points.collect()
    }

    /// Returns the values of all positions to the player on roll, before the throw, in canonical order.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns the best moves of all positions, in canonical order.
    pub fn all_best_moves(&self) -> &[BestMoves] {
        &self.best
    }

    /// Returns the value of a position to the player on roll, before the throw. If the game is over, returns the result
    /// of the game.
    ///
    /// # Errors
    ///
    /// [`NotHeld`] if the position is not legal under its rules.
    #[inline]
    pub fn value(&self, position: Position) -> Result<Value, NotHeld> {
        let unit = self.unit();
        if let Some(number) = self.index.number(position) {
            return Ok(Value::new(self.values[number], unit, self.error_bound));
        }
        match self.rules.points_won(position) {
            Some(points) => Ok(Value::new(unit.from_points(-f64::from(points)), unit, 0.0)),
            None => Err(self.not_held(position)),
        }
    }

    /// Returns the best moves of a position for every die, with a flag that is set if the position can arise from the
    /// start.
    ///
    /// # Errors
    ///
    /// [`NotHeld`] if the game is over or the position is not legal under its rules.
    #[inline]
    pub fn best_moves(&self, position: Position) -> Result<BestMoves, NotHeld> {
        let number = self.index.number(position);
        number
            .map(|number| self.best[number])
            .ok_or_else(|| self.not_held(position))
    }

    /// Returns the best move with a die. If several moves are best, returns the best move of the rearmost man.
    ///
    /// # Errors
    ///
    /// [`NotHeld`] if the game is over or the position is not legal under its rules.
    #[inline]
    pub fn best(&self, position: Position, die: Die) -> Result<Move, NotHeld> {
        let men = self.best_moves(position)?.men(die);
        let first = men.iter().next();
        Ok(first.map_or(Move::Pass, |man| Rules::move_of(position, man, die)))
    }

    fn not_held(&self, position: Position) -> NotHeld {
        NotHeld {
            position,
            rules: self.rules,
        }
    }
}
