//! Answers: the legal moves of a position, best first, with values and losses.
//!
//! The field names are those of the JSON; `query/ANSWERS.md` shows real ones.

use std::fmt::Display;

use serde::{Serialize, Serializer};
use tourne_solver::game::{Die, Move, Position};
use tourne_solver::solution::LookUpError;

use crate::judge::Judge;

/// A legal move, with what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ranked {
    /// The move.
    #[serde(rename = "move", serialize_with = "as_text")]
    pub action: Move,
    /// The position that the opponent then faces.
    #[serde(serialize_with = "as_text")]
    pub position: Position,
    /// The value to the player who makes the move.
    pub value: f64,
    /// What the move gives away against the best; exactly 0 for a best move.
    pub loss: f64,
}

/// The answer for one die.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ForDie {
    /// The die that is played, 1 to 6.
    #[serde(serialize_with = "as_number")]
    pub die: Die,
    /// In how many throws this die is the one played: of 36, or of 6 with one die.
    pub chances: u32,
    /// The value with this die: that of the best move.
    pub value: f64,
    /// The best move.
    #[serde(serialize_with = "as_text")]
    pub best: Move,
    /// All legal moves, best first.
    pub moves: Vec<Ranked>,
}

/// The answer for all six dice.
#[derive(Clone, Debug, PartialEq)]
pub struct ForPosition {
    /// The value before the throw.
    pub value: f64,
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
    let doubt = 2.0 * judge.error_bound();
    let mut is_right = true;
    let mut best: Option<Ranked> = None;
    let mut others: Vec<Ranked> = Vec::new();
    let mut moves: Vec<Ranked> = Vec::with_capacity(3);
    for play in rules.plays(position, die) {
        let (value, is_best) = judge.weigh(position, die, &play)?;
        let mut ranked = Ranked {
            action: play.action,
            position: play.next,
            value,
            loss: 0.0,
        };
        if is_best {
            // Moves proven equal are shown equal, however their values were rounded.
            let first = *best.get_or_insert(ranked);
            is_right &= (value - first.value).abs() <= doubt;
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
    if !is_right || others.iter().any(|other| other.value > best.value + doubt) {
        return Err(wrong);
    }
    others.sort_by(|one, other| other.value.total_cmp(&one.value));
    for mut ranked in others {
        ranked.loss = (best.value - ranked.value).max(0.0);
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
    Ok(ForPosition {
        value: judge.value(position)?,
        rolls: rolls.collect::<Result<_, _>>()?,
    })
}

/// An answer with the question, as JSON has it.
#[derive(Clone, Debug, Serialize)]
pub struct Answer<'a> {
    /// The rule set's name.
    pub rules: &'a str,
    /// What values are measured in.
    #[serde(serialize_with = "as_text")]
    pub unit: tourne_solver::game::Unit,
    /// The position.
    #[serde(serialize_with = "as_text")]
    pub position: Position,
    /// Whether the position can arise from the start.
    pub reachable: bool,
    /// The die, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// The value, with the die if one was given, otherwise before the throw.
    pub value: f64,
    /// The best move, if a die was given.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "as_optional_text"
    )]
    pub best: Option<Move>,
    /// All legal moves, best first, if a die was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Ranked>>,
    /// The answers for the dice 1 to 6, if none was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rolls: Option<Vec<ForDie>>,
}

impl<'a> Answer<'a> {
    /// The answer to a question. `rules` is the name of the solution's rules.
    ///
    /// # Errors
    ///
    /// [`LookUpError`] if the position is not in the solution, or the solution is wrong.
    pub fn new(
        judge: &(impl Judge + ?Sized),
        rules: &'a str,
        position: Position,
        die: Option<Die>,
    ) -> Result<Answer<'a>, LookUpError> {
        let answer = Answer {
            rules,
            unit: judge.unit(),
            position,
            reachable: judge.is_reachable(position)?,
            die: die.map(Die::number),
            value: 0.0,
            best: None,
            moves: None,
            rolls: None,
        };
        Ok(match die {
            Some(die) => {
                let ForDie {
                    value, best, moves, ..
                } = for_die(judge, position, die)?;
                Answer {
                    value,
                    best: Some(best),
                    moves: Some(moves),
                    ..answer
                }
            }
            None => {
                let ForPosition { value, rolls } = for_position(judge, position)?;
                Answer {
                    value,
                    rolls: Some(rolls),
                    ..answer
                }
            }
        })
    }

    /// The answer as rows of a table, a row a move.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        let row = |die, chances, best, ranked: &Ranked| Row {
            position: self.position.to_string(),
            die,
            chances,
            action: ranked.action.to_string(),
            next: ranked.position.to_string(),
            value: ranked.value,
            loss: ranked.loss,
            best,
        };
        let of_die = |die, chances, moves: &[Ranked]| -> Vec<Row> {
            let ranked = moves.iter();
            ranked
                .map(|ranked| row(die, chances, ranked.loss == 0.0, ranked))
                .collect()
        };
        match (&self.moves, self.die, &self.rolls) {
            (Some(moves), Some(die), _) => of_die(die, None, moves),
            (_, _, Some(rolls)) => rolls
                .iter()
                .flat_map(|roll| of_die(roll.die.number(), Some(roll.chances), &roll.moves))
                .collect(),
            _ => Vec::new(),
        }
    }
}

/// A line of the CSV.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The position.
    pub position: String,
    /// The die.
    pub die: u8,
    /// In how many throws this die is played, if the answer is for all six.
    pub chances: Option<u32>,
    /// A legal move.
    #[serde(rename = "move")]
    pub action: String,
    /// The position that the opponent then faces.
    pub next: String,
    /// The value to the player who makes the move.
    pub value: f64,
    /// What the move gives away.
    pub loss: f64,
    /// Whether it is a best move.
    pub best: bool,
}

pub(crate) fn as_text<S: Serializer>(
    item: &impl Display,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(item)
}

#[expect(clippy::ref_option, reason = "serde passes references to fields")]
fn as_optional_text<S: Serializer>(
    item: &Option<impl Display>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match item {
        Some(item) => serializer.collect_str(item),
        None => serializer.serialize_none(),
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
pub(crate) fn as_number<S: Serializer>(die: &Die, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(die.number())
}
