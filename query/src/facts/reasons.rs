//! Reasons for and against each legal move of a position and die.

use crate::grading::{Kind, Parts, ThrowCounts};
use serde::{Serialize, Serializer};
use tourne_solver::{Die, Move, Point, Value};

use super::best_play::Outcomes;

/// Men that a move hits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Hit {
    /// Point of the men that are hit, 1 to 11.
    #[serde(serialize_with = "as_number")]
    pub point: Point,
    /// Number of men that are hit; more than 1 only if a point may hold several men.
    pub men: usize,
    /// Worth of the hit: the value to the player with these men off the board, minus the value with them where they
    /// stand, if the player moves no man and the opponent is on roll. `None` if the rules do not
    /// allow one of the two positions.
    pub worth: Option<f64>,
}

impl Hit {
    /// Returns the number of pips that the opponent loses.
    pub fn pips(self) -> usize {
        usize::from(self.point.number()) * self.men
    }
}

/// Legal move with the reasons for and against it, from the point of view of the player who makes it. The fields have
/// the same names in the JSON output; `query/ANSWERS.md` shows real answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reasons {
    /// Die that is played, 1 to 6.
    pub die: Die,
    /// Move of a man, or a pass.
    #[serde(rename = "move")]
    pub action: Move,
    /// Value of the game after the move, to the player who makes it.
    pub value: Value,
    /// Loss of the move: the value of the best move minus the value of this move; exactly 0 for a best move.
    pub loss: f64,
    /// Worth of the move: its value minus the value of not moving, with the opponent on roll. `None` if the rules
    /// do not allow the position without the move.
    pub worth: Option<f64>,
    /// `true` if the move wins the game.
    pub wins: bool,
    /// Men that the move hits; `None` if the move hits nothing.
    pub hits: Option<Hit>,
    /// Number of throws with which the opponent can hit a man of the player next turn, out of `throws`. Only legal
    /// moves count.
    pub hit_by: u32,
    /// Dice with which the opponent can hit a man of the player next turn, ascending.
    pub hit_by_dice: Vec<Die>,
    /// Mean number of pips that the player loses to the opponent's hits next turn, if the opponent plays the best reply
    /// with each throw.
    pub hit_pips: f64,
    /// Number of equally likely throws: 36, or 6 with one die.
    pub throws: u32,
    /// Probability that the player can hit with the next throw, if the opponent replies with the best move that does
    /// not hit. If the opponent has no such move with a die, a pass is assumed. If the game is over, 0.
    pub aim: f64,
    /// Number of throws with which the player can bring a man home next turn, if the opponent hits no man.
    pub home_by: u32,
    /// Number of pips that the player has left after the move.
    pub pips: u8,
    /// Number of pips that the opponent has left after the move.
    pub opponent_pips: u8,
    /// Probabilities of the ends of the game after the move, under best play by both players. `None` in a match, where
    /// best play depends on the score and the ends are not computed.
    pub ends: Option<Outcomes>,
    /// Parts of the value of the move, in the unit of `value`.
    pub parts: Parts,
    /// Kind of the mistake, found by [`Kind::of`]; `None` for a best move.
    pub mistake: Option<Kind>,
    /// What makes the move worse than the best move, in one or two sentences; `None` for a best move.
    pub reason: Option<String>,
    /// Best reply of the opponent with each die, and the value after the reply; empty if the move wins. The mean of
    /// these values, weighted by `chances`, is the value of the move.
    pub replies: Vec<Reply>,
}

/// Best reply of the opponent to a move, for one of the six dice that the opponent may have to play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reply {
    /// Die that the opponent plays, 1 to 6.
    pub die: Die,
    /// Number of throws in which the opponent plays this die.
    pub chances: u32,
    /// Best move of the opponent; of several best moves, the move of the rearmost man.
    pub reply: Move,
    /// Value after the reply, to the player who made the move.
    pub value: Value,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes references to fields"
)]
fn as_number<S: Serializer>(point: &Point, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(point.number())
}

impl Reasons {
    /// Returns the numbers of throws on which the kind of a mistake depends.
    pub(super) fn counts(&self) -> ThrowCounts {
        ThrowCounts {
            hit_by: self.hit_by,
            home_by: self.home_by,
            throws: self.throws,
        }
    }
}
