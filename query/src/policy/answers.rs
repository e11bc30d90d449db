//! Answers of a policy file: only the rows that it has, while and after it is read.
//!
//! A [`Policy`] has a row for each position and die of the game, also for a file of one line. Answers
//! take no more room than their file.

use std::collections::BTreeMap;

use tourne_solver::game::{Move, shortened};

use super::faults::{PolicyError, RowFault};
use super::{Arena, IllegalAnswer, MOST_MOVES, Policy, Row, SUM_TOLERANCE};
use crate::ask::question::Question;

/// A policy from a file, with its illegal moves.
#[derive(Clone, Debug)]
pub struct FromFile {
    /// The policy.
    pub policy: Policy,
    /// The moves that are not legal, in the order of their lines.
    pub illegal: Vec<IllegalAnswer>,
}

/// The answers of a policy file.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// The answer of each row that the file has.
    rows: BTreeMap<Row, Answer>,
    illegal: Vec<IllegalAnswer>,
}

/// The answer to one position and die.
#[derive(Clone, Debug, Default)]
struct Answer {
    /// Line of each legal move, or 0.
    lines: [u64; MOST_MOVES],
    chances: [f64; MOST_MOVES],
    has_probabilities: bool,
    /// `true` if an illegal move was answered although there is a choice.
    is_illegal: bool,
}

/// A row as it is written.
pub(super) struct Written<'a> {
    pub(super) line: u64,
    pub(super) position: &'a str,
    pub(super) die: &'a str,
    pub(super) action: &'a str,
    pub(super) probability: Option<&'a str>,
}

impl Answers {
    /// Adds a row of the file.
    pub(super) fn add(&mut self, written: &Written, arena: &Arena) -> Result<(), PolicyError> {
        let line = written.line;
        self.row(written, arena)
            .map_err(|fault| PolicyError::Row { line, fault })
    }

    fn row(&mut self, written: &Written, arena: &Arena) -> Result<(), RowFault> {
        let Question { position, die } =
            Question::parse(written.position, Some(written.die), arena.rules())?;
        let action: Move = written.action.parse()?;
        let probability = written.probability.map(probability).transpose()?;
        let row = die.and_then(|die| Some((die, arena.row_of(position, die)?)));
        let (die, row) = row.expect("the question has a die, and a position of these rules");

        let Some(rank) = arena.rank_of(row, action) else {
            // Without a choice the move is known.
            if arena.is_choice(row) {
                self.rows.entry(row).or_default().is_illegal = true;
            }
            let illegal = IllegalAnswer::new(arena, row, Some(written.line), written.action);
            self.illegal.push(illegal);
            return Ok(());
        };
        let answer = self.rows.entry(row).or_default();
        match (answer.last_line(), probability) {
            (Some(before), None) => {
                return Err(RowFault::Twice {
                    position,
                    die,
                    before,
                });
            }
            (_, Some(_)) if answer.lines[rank] > 0 => {
                return Err(RowFault::SameMove(answer.lines[rank]));
            }
            // Also if an earlier row had no probability: then the sum exceeds 1.
            (_, Some(_)) => answer.has_probabilities = true,
            (None, None) => (),
        }
        answer.lines[rank] = written.line;
        answer.chances[rank] = probability.unwrap_or(1.0);
        Ok(())
    }

    /// Checks that the probabilities of each position and die sum to 1.
    pub(super) fn finish(mut self, arena: &Arena) -> Result<Answers, PolicyError> {
        let rows = self.rows.iter_mut();
        for (&row, answer) in
            rows.filter(|(_, answer)| answer.has_probabilities && !answer.is_illegal)
        {
            let sum: f64 = answer.chances.iter().sum();
            if (sum - 1.0).abs() > SUM_TOLERANCE {
                let (position, die) = arena.position_of(row);
                let line = answer.last_line().unwrap_or(0);
                let fault = RowFault::Sum { position, die, sum };
                return Err(PolicyError::Row { line, fault });
            }
            for chance in &mut answer.chances {
                *chance *= 1.0 / sum;
            }
        }
        Ok(self)
    }

    /// The rows of the arena that are answered with legal moves only, with the chance of each legal
    /// move in the order of [`Rules::plays`](tourne_solver::game::Rules::plays).
    pub fn given(&self) -> impl Iterator<Item = (Row, [f64; 3])> + '_ {
        let given = self.rows.iter().filter(|(_, answer)| !answer.is_illegal);
        given.map(|(&row, answer)| (row, answer.chances))
    }

    /// The answers that are not legal moves, in the order of their lines.
    #[must_use]
    pub fn illegal(&self) -> &[IllegalAnswer] {
        &self.illegal
    }

    /// The policy that gives these answers and no others.
    #[must_use]
    pub fn policy(self, arena: &Arena) -> FromFile {
        let mut policy = Policy::unknown(arena);
        for (&row, answer) in &self.rows {
            if answer.is_illegal {
                policy.give_illegal(row);
                continue;
            }
            let places = arena.places(row);
            policy.clear(places.clone());
            for (place, &chance) in places.zip(&answer.chances) {
                policy.set(row, place, chance);
            }
        }
        FromFile {
            policy,
            illegal: self.illegal,
        }
    }
}

impl Answer {
    /// The last line on which a legal move stands.
    fn last_line(&self) -> Option<u64> {
        self.lines.into_iter().max().filter(|&line| line > 0)
    }
}

fn probability(text: &str) -> Result<f64, RowFault> {
    let number = text.parse().ok();
    number
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| RowFault::Probability(shortened(text)))
}
