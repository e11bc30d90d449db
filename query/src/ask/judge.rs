//! Judge of moves: a solution, or best play at one score of a match.

use std::fmt;

use arrayvec::ArrayVec;
use serde::{Serialize, Serializer};
use tourne_solver::matches::{AtScore, Needs};
use tourne_solver::{Die, MOST_MOVES, Move, NotHeld, Play, Position, Rules, Solution, Unit, Value};

/// Kind of the values in an answer: values of a single game in the unit of its rules, or probabilities of winning a
/// match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Values of a game, in this unit.
    Game(Unit),
    /// Probabilities that the player on roll wins the match, 0 to 1.
    Match,
}

impl Measure {
    /// Returns the unit in which values of this kind are printed and compared.
    pub fn unit(self) -> Unit {
        match self {
            Measure::Game(unit) => unit,
            Measure::Match => Unit::WinProbability,
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measure::Game(unit) => unit.fmt(f),
            Measure::Match => f.write_str("match win probability"),
        }
    }
}

impl Serialize for Measure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Legal move with the position that it leads to, its value and its loss.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ranked {
    /// Move of a man, or a pass.
    #[serde(rename = "move")]
    pub action: Move,
    /// Position after the move, with the opponent on roll.
    pub position: Position,
    /// Value of the game to the player who makes this move.
    pub value: Value,
    /// Loss of the move: the value of the best move minus the value of this move; exactly 0 for a best move.
    pub loss: f64,
}

impl Ranked {
    /// Returns whether no other move has a higher value.
    pub fn is_best(&self) -> bool {
        self.loss == 0.0
    }

    /// Compares the legal plays, each of which comes with its value and with `true` if it is best.
    fn all(
        plays: impl Iterator<Item = Result<(Play, Value, bool), NotHeld>>,
    ) -> Result<Vec<Ranked>, NotHeld> {
        let plays: ArrayVec<_, MOST_MOVES> = plays.collect::<Result<_, NotHeld>>()?;
        let best = plays.iter().find(|(.., is_best)| *is_best);
        let best = best.map_or(f64::INFINITY, |(_, value, _)| value.number());
        let moves = plays.into_iter().map(|(play, value, is_best)| Ranked {
            action: play.action,
            position: play.next,
            value,
            loss: if is_best {
                0.0
            } else {
                (best - value.number()).max(0.0)
            },
        });
        Ok(moves.collect())
    }
}

/// Source of the values of positions and moves, and of best moves.
pub trait Judge {
    /// Returns the rule set of the positions that can be judged.
    fn rules(&self) -> Rules;

    /// Returns the kind of the values: of a game, or of a match.
    fn measure(&self) -> Measure;

    /// Returns the value of a position to the player on roll, before the throw. If the game is over, the value is the
    /// result.
    ///
    /// # Errors
    ///
    /// [`NotHeld`] if the position is not legal under these rules.
    fn value(&self, position: Position) -> Result<Value, NotHeld>;

    /// Returns whether the position can arise from the start.
    ///
    /// # Errors
    ///
    /// [`NotHeld`] if the game is over or the position is not legal under these rules.
    fn is_reachable(&self, position: Position) -> Result<bool, NotHeld>;

    /// Returns the legal moves with their values, rearmost man first. The values of several best moves may differ by
    /// rounding.
    ///
    /// # Errors
    ///
    /// [`NotHeld`] if the game is over or the position is not legal under these rules.
    fn weigh(&self, position: Position, die: Die) -> Result<Vec<Ranked>, NotHeld>;

    /// Returns the judge of the same game for positions with the opponent on roll. In a match, that judge has the
    /// scores of the two players exchanged.
    fn opponent(&self) -> Box<dyn Judge>;

    /// Returns the value of a game to its loser, for a loss of this number of points.
    fn lost(&self, points: u8) -> Value;
}

impl Judge for Solution {
    fn rules(&self) -> Rules {
        self.rules()
    }

    fn measure(&self) -> Measure {
        Measure::Game(self.unit())
    }

    fn value(&self, position: Position) -> Result<Value, NotHeld> {
        self.value(position)
    }

    fn is_reachable(&self, position: Position) -> Result<bool, NotHeld> {
        Ok(self.best_moves(position)?.is_reachable())
    }

    fn weigh(&self, position: Position, die: Die) -> Result<Vec<Ranked>, NotHeld> {
        let best = self.best_moves(position)?;
        let movers = self.index().movers(position.on_roll(), die);
        let plays = self.rules().plays_of(position, die, movers).into_iter();
        Ranked::all(plays.map(|play| {
            let value = self.value(play.next)?.flipped();
            Ok((play, value, best.contains(die, &play)))
        }))
    }

    fn opponent(&self) -> Box<dyn Judge> {
        Box::new(self.clone())
    }

    fn lost(&self, points: u8) -> Value {
        let unit = self.unit();
        Value::new(unit.from_points(-f64::from(points)), unit, 0.0)
    }
}

/// Error for a score that cannot occur in a match of this length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the score {own}-{other} does not occur in a match to {length}: each side has 0 to {} points", .length - 1)]
pub struct NoSuchScore {
    /// Points that the player on roll has won so far.
    pub own: usize,
    /// Points that the opponent of the player on roll has won so far.
    pub other: usize,
    /// Number of points that win the match.
    pub length: usize,
}

/// Returns the number of points that each player still needs to win a match to `length` points. `own` and `other` are
/// the points that the players have won so far.
///
/// # Errors
///
/// [`NoSuchScore`] if a player has won already.
pub fn needs(own: usize, other: usize, length: usize) -> Result<Needs, NoSuchScore> {
    if own < length && other < length {
        Ok(Needs {
            own: length - own,
            other: length - other,
        })
    } else {
        Err(NoSuchScore { own, other, length })
    }
}

impl Judge for AtScore {
    fn rules(&self) -> Rules {
        self.rules()
    }

    fn measure(&self) -> Measure {
        Measure::Match
    }

    fn value(&self, position: Position) -> Result<Value, NotHeld> {
        self.value(position)
    }

    fn is_reachable(&self, position: Position) -> Result<bool, NotHeld> {
        self.is_reachable(position)
    }

    fn weigh(&self, position: Position, die: Die) -> Result<Vec<Ranked>, NotHeld> {
        let best = self.best(position, die)?;
        let plays = self.rules().plays(position, die).into_iter();
        let opponent = self.opponent();
        Ranked::all(plays.map(|play| {
            let value = opponent.value(play.next)?.flipped();
            Ok((play, value, play.is_by_one_of(best)))
        }))
    }

    fn opponent(&self) -> Box<dyn Judge> {
        Box::new(self.opponent())
    }

    fn lost(&self, points: u8) -> Value {
        self.lost(points)
    }
}
