//! Conversion of the rows of a policy file to a policy.

use std::collections::BTreeMap;

use tourne_solver::{MOST_MOVES, Move, shortened};

use super::chance::{self, divisor};
use super::faults::PolicyError;
use super::{Arena, IllegalAnswer, Policy, Row, Said};
use crate::ask::Question;

/// Policy read from a file, or made of the answers of an engine, with the illegal moves that were given.
#[derive(Clone, Debug)]
pub struct ReadPolicy {
    /// Policy made from the legal moves. If an illegal move is given for a position and die, the answer there is
    /// [`Said::Illegal`], unless only one move is legal.
    pub policy: Policy,
    /// Illegal moves that are given, those of a file in the order of their lines.
    pub illegal: Vec<IllegalAnswer>,
    /// Last line of the answer to each row that a file answers, legally or not; empty without a file.
    pub lines: BTreeMap<Row, u64>,
}

impl From<Policy> for ReadPolicy {
    /// Adds no illegal moves.
    fn from(policy: Policy) -> ReadPolicy {
        ReadPolicy {
            policy,
            illegal: Vec::new(),
            lines: BTreeMap::new(),
        }
    }
}

/// Answers that have been read from a policy file so far.
pub(super) struct Answers<'a> {
    arena: &'a Arena,
    read: ReadPolicy,
    /// Legal moves that the file gives for each position and die.
    legal: BTreeMap<Row, LegalAnswer>,
}

/// Legal moves that a file gives for one position and die. Both arrays are indexed by the rank of a move among the
/// legal moves.
#[derive(Clone, Default)]
struct LegalAnswer {
    /// Line of each move in the file, counted from 1; 0 if the file does not give the move.
    lines: [u64; MOST_MOVES],
    probabilities: [f64; MOST_MOVES],
}

/// Row of a policy file, with its fields as text.
pub(super) struct Written<'a> {
    pub(super) line: u64,
    pub(super) position: &'a str,
    pub(super) die: &'a str,
    pub(super) action: &'a str,
    pub(super) probability: Option<&'a str>,
}

impl Answers<'_> {
    pub(super) fn new(arena: &Arena) -> Answers<'_> {
        Answers {
            arena,
            read: Policy::unknown(arena).into(),
            legal: BTreeMap::new(),
        }
    }

    /// Checks a row of the file and adds its answer.
    pub(super) fn add(&mut self, written: &Written) -> Result<(), PolicyError> {
        let (arena, line) = (self.arena, written.line);
        let Question { position, die } =
            Question::parse(written.position, Some(whole(written.die)), arena.rules())?;
        let action: Move = written.action.parse()?;
        let probability = written.probability.map(probability).transpose()?;
        let found = die.and_then(|die| Some((die, arena.row_of(position, die)?)));
        let (die, row) = found.expect("the question has a die, and a position of these rules");

        self.read.lines.insert(row, line);
        let Some(rank) = arena.rank_of(row, action) else {
            let (policy, said) = (&mut self.read.policy, written.action);
            let illegal = policy.refuse(arena, row, Some(line), said);
            self.read.illegal.push(illegal);
            return Ok(());
        };
        let answer = self.legal.entry(row).or_default();
        match (answer.last_line(), probability) {
            (Some(before), None) => {
                return Err(PolicyError::Twice {
                    position,
                    die,
                    before,
                });
            }
            (_, Some(_)) if answer.lines[rank] > 0 => {
                return Err(PolicyError::SameMove(answer.lines[rank]));
            }
            // A row without a probability counts as probability 1. If such a row came earlier for this decision, the
            // sum may now exceed 1; `finish` then returns an error.
            _ => (),
        }
        answer.lines[rank] = line;
        answer.probabilities[rank] = probability.unwrap_or(1.0);
        Ok(())
    }

    /// Creates the policy from all rows of the file. Returns an error if the probabilities for a position and die do
    /// not sum to 1.
    pub(super) fn finish(mut self) -> Result<ReadPolicy, PolicyError> {
        for (&row, answer) in &self.legal {
            // A single illegal move makes the whole answer illegal.
            if self.read.policy.said(row) == Said::Illegal {
                continue;
            }
            // Adding 0 turns -0 into 0.
            let sum = 0.0 + answer.probabilities.iter().sum::<f64>();
            let Some(divisor) = divisor(sum) else {
                let (position, die) = self.arena.position_of(row);
                let fault = PolicyError::Sum { position, die, sum };
                return Err(fault.on_line(answer.last_line().unwrap_or(0)));
            };
            let probabilities = answer.probabilities.map(|chance| chance / divisor);
            self.read.policy.give(self.arena, row, &probabilities);
        }
        Ok(self.read)
    }
}

impl LegalAnswer {
    /// Returns the line number of the last of these moves in the file; `None` if the file gives none of them.
    fn last_line(&self) -> Option<u64> {
        self.lines.into_iter().max().filter(|&line| line > 0)
    }
}

fn probability(text: &str) -> Result<f64, PolicyError> {
    let number = text.parse().ok().and_then(chance::probability);
    number.ok_or_else(|| PolicyError::Probability(shortened(text)))
}

/// Returns the text of a die without the fraction `.0`, with which tables of numbers write whole numbers.
fn whole(die: &str) -> &str {
    match die.trim().split_once('.') {
        Some((whole, zeros)) if !whole.is_empty() && zeros.bytes().all(|zero| zero == b'0') => {
            whole
        }
        _ => die,
    }
}
