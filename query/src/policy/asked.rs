//! Policies from answers that a program gives: a function is asked about one position and die after the other.

use std::fmt;

use tourne_solver::game::{Die, Move, Position};

use super::answers::FromFile;
use super::{Arena, IllegalAnswer, MOST_MOVES, Policy, Row, SUM_TOLERANCE};

/// Answer for one position and die. Moves are texts, since they come from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// No move.
    Missing,
    /// The move that is played.
    Move(String),
    /// The probability of each move.
    Chances(Vec<(String, f64)>),
}

/// Error of an answer with probabilities that cannot be those of a policy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the answer for {position} with a {die} {fault}")]
pub struct BadAnswer {
    /// The position.
    pub position: Position,
    /// The die.
    pub die: Die,
    /// The fault.
    pub fault: AnswerFault,
}

/// Fault of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswerFault {
    /// A number is not a probability.
    Probability(f64),
    /// The probabilities have another sum than 1.
    Sum(f64),
    /// A move is given twice.
    Twice(Move),
}

impl fmt::Display for AnswerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerFault::Probability(number) => {
                write!(f, "has the probability {number}: give numbers from 0 to 1")
            }
            AnswerFault::Sum(sum) => {
                write!(f, "has probabilities that sum to {sum}: they must sum to 1")
            }
            AnswerFault::Twice(action) => write!(
                f,
                "has the move {action} twice: give it once, with the whole of its probability"
            ),
        }
    }
}

/// The policy that a function plays, which is asked about each of these rows, in turn. As with an engine, an answer that is
/// not a legal move is no error, but listed.
///
/// # Errors
///
/// The error of the function, or [`BadAnswer`].
///
/// ```
/// use tourne_query::policy::asked::{self, Answer, BadAnswer};
/// use tourne_query::policy::{Arena, Said};
/// use tourne_query::solutions;
///
/// let arena = Arena::new(solutions::embedded())?;
/// let entering = |row| -> Result<Answer, BadAnswer> {
///     let (_, die) = arena.position_of(row);
///     Ok(Answer::Move(format!("0/{die}")))
/// };
/// let asked = asked::ask(&arena, arena.decisions(), entering)?;
/// let first = &asked.illegal[0];
/// let row = arena.row_of(first.position, first.die).unwrap();
/// assert_eq!(asked.policy.said(row), Said::Illegal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ask<E: From<BadAnswer>>(
    arena: &Arena,
    rows: impl IntoIterator<Item = Row>,
    answer: impl FnMut(Row) -> Result<Answer, E>,
) -> Result<FromFile, E> {
    let mut rows = rows.into_iter();
    ask_in_turn(arena, |_| rows.next(), answer)
}

/// The policy that a function plays, which is asked about one row after the other; the next one may depend on the answers so
/// far.
///
/// # Errors
///
/// The error of the function, or [`BadAnswer`].
pub fn ask_in_turn<E: From<BadAnswer>>(
    arena: &Arena,
    mut next: impl FnMut(&Policy) -> Option<Row>,
    mut answer: impl FnMut(Row) -> Result<Answer, E>,
) -> Result<FromFile, E> {
    let mut asked = FromFile {
        policy: Policy::unknown(arena),
        illegal: Vec::new(),
    };
    while let Some(row) = next(&asked.policy) {
        let given = match answer(row)? {
            Answer::Missing => continue,
            Answer::Move(played) => vec![(played, 1.0)],
            Answer::Chances(chances) => chances,
        };
        match chances_of(arena, row, &given) {
            Ok(Ok(chances)) => {
                let places = arena.places(row);
                asked.policy.clear(places.clone());
                for (place, chance) in places.zip(chances) {
                    asked.policy.set(row, place, chance);
                }
            }
            Ok(Err(played)) => {
                // Without a choice the move is known.
                if arena.is_choice(row) {
                    asked.policy.give_illegal(row);
                }
                let illegal = IllegalAnswer::new(arena, row, None, &played);
                asked.illegal.push(illegal);
            }
            Err(fault) => {
                let (position, die) = arena.position_of(row);
                let bad = BadAnswer {
                    position,
                    die,
                    fault,
                };
                return Err(bad.into());
            }
        }
    }
    Ok(asked)
}

/// The probability of each legal move of a row, or the first move that is given one and is not legal.
fn chances_of(
    arena: &Arena,
    row: Row,
    given: &[(String, f64)],
) -> Result<Result<[f64; MOST_MOVES], String>, AnswerFault> {
    let mut chances = [None; MOST_MOVES];
    let mut sum = 0.0;
    let mut illegal = None;
    for (text, chance) in given {
        if !(0.0..=1.0).contains(chance) {
            return Err(AnswerFault::Probability(*chance));
        }
        sum += chance;
        let action: Option<Move> = text.parse().ok();
        match action.and_then(|action| Some((action, arena.rank_of(row, action)?))) {
            Some((action, rank)) => {
                let before = chances[rank].replace(*chance);
                before.map_or(Ok(()), |_| Err(AnswerFault::Twice(action)))?;
            }
            None if *chance > 0.0 => illegal = illegal.or(Some(text)),
            None => (),
        }
    }
    if (sum - 1.0).abs() > SUM_TOLERANCE {
        return Err(AnswerFault::Sum(sum));
    }
    Ok(match illegal {
        Some(text) => Err(text.clone()),
        None => Ok(chances.map(|chance| chance.unwrap_or(0.0) / sum)),
    })
}
