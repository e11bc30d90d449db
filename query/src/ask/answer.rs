//! Answers: the legal moves of a position, best first, with values and losses.
//!
//! The field names are the same as in the JSON; `query/ANSWERS.md` shows real answers.

use serde::Serialize;
use tourne_solver::{Die, Move, NotHeld, Position, Rules, Value};

use super::judge::{Judge, Measure, Ranked};

/// Answer for a position and one die: the best move, and all legal moves. [`for_die`] alone makes it, and ranks them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ForDie {
    /// Die that is played, 1 to 6.
    pub die: Die,
    /// Number of throws with which this die is played: out of 36, or out of 6 under rules with one die. `None` in the
    /// answer to a question with a die.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<u32>,
    /// Value of the position with this die, which is the value of the best move.
    pub value: Value,
    /// Best move; of several best moves, the move of the rearmost man.
    pub best: Move,
    /// All legal moves, best first.
    pub moves: Vec<Ranked>,
}

/// Ranks the legal moves of a position and die by value, best first. Moves of equal value are listed from the rearmost
/// man to the foremost.
///
/// # Errors
///
/// [`NotHeld`] if the game is over or the position is not legal under the rules of the judge.
///
/// # Panics
///
/// If the judge calls no legal move best.
pub fn for_die(
    judge: &(impl Judge + ?Sized),
    position: Position,
    die: Die,
) -> Result<ForDie, NotHeld> {
    let mut moves = judge.weigh(position, die)?;
    // All best moves have the same true value, but their computed values may differ by rounding. Show the value of the
    // first best move for all best moves.
    let found = moves.iter().copied().find(Ranked::is_best);
    let best = found.expect("some legal move is best");
    for ranked in moves.iter_mut().filter(|ranked| ranked.is_best()) {
        ranked.value = best.value;
    }
    moves.sort_by(|one, other| {
        let by_value = other.value.number().total_cmp(&one.value.number());
        other.is_best().cmp(&one.is_best()).then(by_value)
    });
    Ok(ForDie {
        die,
        chances: None,
        value: best.value,
        best: best.action,
        moves,
    })
}

/// Answer together with its question. The fields have the same names in the JSON output.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// Rule set by which the position is judged.
    pub rules: Rules,
    /// Unit of all values and losses in the answer.
    pub unit: Measure,
    /// Position that was asked about.
    pub position: Position,
    /// `true` if the position can arise from the start.
    pub reachable: bool,
    /// Moves of the position with the die of the question, or with each of the six dice.
    #[serde(flatten)]
    pub found: Found,
}

/// Moves of a position with one die, or with each of the six dice.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Found {
    /// Moves with the die of the question.
    OfDie(ForDie),
    /// Moves with each of the six dice; the question has no die.
    OfPosition {
        /// Value of the position before the throw.
        value: Value,
        /// Answers for the dice 1 to 6, in this order.
        rolls: Vec<ForDie>,
    },
}

impl Answer {
    /// Answers a question about a position, with one die or with all six.
    ///
    /// # Errors
    ///
    /// [`NotHeld`] if the game is over or the position is not legal under the rules of the judge.
    pub fn new(
        judge: &(impl Judge + ?Sized),
        position: Position,
        die: Option<Die>,
    ) -> Result<Answer, NotHeld> {
        let reachable = judge.is_reachable(position)?;
        let found = match die {
            Some(die) => Found::OfDie(for_die(judge, position, die)?),
            None => {
                let of_die = |die| {
                    let chances = Some(judge.rules().chances(die));
                    for_die(judge, position, die).map(|found| ForDie { chances, ..found })
                };
                Found::OfPosition {
                    value: judge.value(position)?,
                    rolls: Die::ALL.into_iter().map(of_die).collect::<Result<_, _>>()?,
                }
            }
        };
        Ok(Answer {
            rules: judge.rules(),
            unit: judge.measure(),
            position,
            reachable,
            found,
        })
    }

    /// Returns the answer as rows of a table, one for each legal move.
    pub fn rows(&self) -> Vec<MoveRow> {
        let of_die = |found: &ForDie| {
            let row = |ranked: &Ranked| MoveRow {
                position: self.position,
                die: found.die,
                chances: found.chances,
                action: ranked.action,
                next: ranked.position,
                value: ranked.value,
                loss: ranked.loss,
                best: ranked.is_best(),
            };
            found.moves.iter().map(row).collect::<Vec<_>>()
        };
        self.found.dice().iter().flat_map(of_die).collect()
    }
}

impl Found {
    /// Returns the answers for the dice: one, or all six.
    pub fn dice(&self) -> &[ForDie] {
        match self {
            Found::OfDie(found) => std::slice::from_ref(found),
            Found::OfPosition { rolls, .. } => rolls,
        }
    }
}

/// Line of the CSV: one legal move with its position and die. The fields are those of [`ForDie`] and [`Ranked`]; `next` is
/// the position after the move, and `best` is `true` if no other move has a higher value.
#[derive(Clone, Debug, Serialize)]
#[expect(
    missing_docs,
    reason = "fields of `ForDie` and `Ranked` have the same names"
)]
pub struct MoveRow {
    pub position: Position,
    pub die: Die,
    pub chances: Option<u32>,
    #[serde(rename = "move")]
    pub action: Move,
    pub next: Position,
    pub value: Value,
    pub loss: f64,
    pub best: bool,
}
