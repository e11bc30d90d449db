//! Answers: the legal moves of a position, best first, with values and losses.
//!
//! The field names are those of the JSON; `query/ANSWERS.md` shows real ones.

use arrayvec::ArrayVec;
use serde::Serialize;
use tourne_solver::{Die, LookUpError, Move, Position, Rules, Value};

use super::judge::{Judge, Measure, WeighedPlay};

/// A legal move, with its value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ranked {
    /// The move.
    #[serde(rename = "move")]
    pub action: Move,
    /// The position that the opponent then faces.
    pub position: Position,
    /// The value to the player who makes the move.
    pub value: Value,
    /// Loss: the best value minus this one; exactly 0 for a best move.
    pub loss: f64,
}

/// The answer for one die.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ForDie {
    /// The die that is played, 1 to 6.
    pub die: Die,
    /// Number of throws in which this die is played: of 36, or of 6 with one die.
    pub chances: u32,
    /// The value with this die: that of the best move.
    pub value: Value,
    /// The best move.
    pub best: Move,
    /// All legal moves, best first.
    pub moves: Vec<Ranked>,
}

/// The answer for all six dice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ForPosition {
    /// The value before the throw.
    pub value: Value,
    /// The answers for the dice 1 to 6.
    pub rolls: Vec<ForDie>,
}

/// The moves with one die, best first: by value, and of equal ones that of the rearmost man first.
///
/// # Errors
///
/// [`LookUpError`] if the position is not in the solution, or the solution is wrong.
pub fn for_die(
    judge: &(impl Judge + ?Sized),
    position: Position,
    die: Die,
) -> Result<ForDie, LookUpError> {
    let rules = judge.rules();
    let mut is_right = true;
    let mut best: Option<Ranked> = None;
    let mut others: ArrayVec<Ranked, 3> = ArrayVec::new();
    let mut moves: Vec<Ranked> = Vec::with_capacity(3);
    for weighed in judge.weigh(position, die)? {
        let WeighedPlay {
            play,
            value,
            is_best,
        } = weighed;
        let mut ranked = Ranked {
            action: play.action,
            position: play.next,
            value,
            loss: 0.0,
        };
        if is_best {
            // Moves proven equal are shown equal, however their values were rounded.
            let first = *best.get_or_insert(ranked);
            is_right &= (value.number() - first.value.number()).abs() <= doubt(value, first.value);
            ranked.value = first.value;
            moves.push(ranked);
        } else {
            others.push(ranked);
        }
    }
    let wrong = LookUpError::WrongBestMove {
        position,
        die,
        rules,
    };
    let best = best.ok_or(wrong)?;
    if !is_right
        || others.iter().any(|other| {
            other.value.number() > best.value.number() + doubt(other.value, best.value)
        })
    {
        return Err(wrong);
    }
    others.sort_by(|one, other| other.value.number().total_cmp(&one.value.number()));
    for mut ranked in others {
        ranked.loss = (best.value.number() - ranked.value.number()).max(0.0);
        moves.push(ranked);
    }
    let chances = rules.chances(die);
    Ok(ForDie {
        die,
        chances,
        value: best.value,
        best: best.action,
        moves,
    })
}

/// Largest error of rounding in the mean value of six dice: chances, products and sums are rounded by at most 2⁻⁵² each.
const ROUNDING: f64 = 24.0 / (1_u64 << 52) as f64;

/// Largest difference that equal values may show.
fn doubt(one: Value, other: Value) -> f64 {
    one.error_bound() + other.error_bound()
}

/// The moves with each die.
///
/// # Errors
///
/// As for [`for_die`].
pub fn for_position(
    judge: &(impl Judge + ?Sized),
    position: Position,
) -> Result<ForPosition, LookUpError> {
    let rolls = Die::ALL
        .into_iter()
        .map(|die| for_die(judge, position, die));
    let rolls = rolls.collect::<Result<Vec<_>, _>>()?;
    let value = judge.value(position)?;
    let rules = judge.rules();
    let throws = f64::from(rules.throws());
    let share = |roll: &ForDie| f64::from(roll.chances) / throws * roll.value.number();
    let follows: f64 = rolls.iter().map(share).sum();
    if (value.number() - follows).abs() > doubt(value, value) + ROUNDING {
        return Err(LookUpError::WrongValue { position, rules });
    }
    Ok(ForPosition { value, rolls })
}

/// An answer with its question, with the field names of the JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The rule set.
    pub rules: Rules,
    /// Unit of the values.
    pub unit: Measure,
    /// The position.
    pub position: Position,
    /// `true` if the position can arise from the start.
    pub reachable: bool,
    /// What was found.
    #[serde(flatten)]
    pub found: Found,
}

/// What is found for a position: with a die, or for all six.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Found {
    /// A die was given.
    OfDie {
        /// The die.
        die: Die,
        /// The value with the die: that of the best move.
        value: Value,
        /// The best move.
        best: Move,
        /// All legal moves, best first.
        moves: Vec<Ranked>,
    },
    /// None was given.
    OfPosition(ForPosition),
}

impl Answer {
    /// The answer to a question.
    ///
    /// # Errors
    ///
    /// [`LookUpError`] if the position is not in the solution, or the solution is wrong.
    pub fn new(
        judge: &(impl Judge + ?Sized),
        position: Position,
        die: Option<Die>,
    ) -> Result<Answer, LookUpError> {
        let reachable = judge.is_reachable(position)?;
        let found = match die {
            Some(die) => {
                let ForDie {
                    value, best, moves, ..
                } = for_die(judge, position, die)?;
                Found::OfDie {
                    die,
                    value,
                    best,
                    moves,
                }
            }
            None => Found::OfPosition(for_position(judge, position)?),
        };
        Ok(Answer {
            rules: judge.rules(),
            unit: judge.measure(),
            position,
            reachable,
            found,
        })
    }

    /// The answer as rows of a table, a row a move.
    #[must_use]
    pub fn rows(&self) -> Vec<MoveRow> {
        let row = |die, chances, ranked: &Ranked| MoveRow {
            position: self.position,
            die,
            chances,
            action: ranked.action,
            next: ranked.position,
            value: ranked.value,
            loss: ranked.loss,
            best: ranked.loss == 0.0,
        };
        let of_die = |(die, chances, moves): (Die, Option<u32>, &[Ranked])| {
            let rows = moves.iter().map(|ranked| row(die, chances, ranked));
            rows.collect::<Vec<_>>()
        };
        self.found.dice().into_iter().flat_map(of_die).collect()
    }
}

impl Found {
    /// Each die of the answer with its moves, and with the number of throws in which it is played if the answer is for all.
    pub(crate) fn dice(&self) -> Vec<(Die, Option<u32>, &[Ranked])> {
        match self {
            Found::OfDie { die, moves, .. } => vec![(*die, None, moves)],
            Found::OfPosition(ForPosition { rolls, .. }) => rolls
                .iter()
                .map(|roll| (roll.die, Some(roll.chances), &*roll.moves))
                .collect(),
        }
    }
}

/// A line of the CSV.
#[derive(Clone, Debug, Serialize)]
pub struct MoveRow {
    /// The position.
    pub position: Position,
    /// The die.
    pub die: Die,
    /// Number of throws in which this die is played, if the answer is for all six.
    pub chances: Option<u32>,
    /// A legal move.
    #[serde(rename = "move")]
    pub action: Move,
    /// The position that the opponent then faces.
    pub next: Position,
    /// The value to the player who makes the move.
    pub value: Value,
    /// Loss of the move.
    pub loss: f64,
    /// `true` for a best move.
    pub best: bool,
}
