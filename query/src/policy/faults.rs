//! What can be wrong with a policy file.

use std::io;

use tourne_solver::game::{Die, ParseMoveError, Position, printable};

use crate::ask::lines::LineError;
use crate::ask::question::QuestionError;

/// A file that holds no policy.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum PolicyError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is nothing in it.
    #[error(
        "it is empty: the first line must name the columns position,die,move and perhaps probability, and a line for each decision follow"
    )]
    Empty,
    /// Its first line does not name the columns.
    #[error(
        "the first line is \"{0}\": it must name the columns position,die,move and perhaps probability; or each line must be a JSON object with these names"
    )]
    Header(String),
    /// A row is none.
    #[error("line {line}: {fault}")]
    Row { line: u64, fault: RowFault },
}

/// What is wrong with a row.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum RowFault {
    /// It is too long, or no text.
    #[error(transparent)]
    Line(#[from] LineError),
    /// It has not as many fields as there are columns.
    #[error("it has {found} fields, but there are {columns} columns")]
    Fields { found: usize, columns: usize },
    /// It is no JSON object of the right names.
    #[error("it is not a JSON object with position, die, move and perhaps probability: {}", in_a_line(.0))]
    Json(serde_json::Error),
    /// The position or the die cannot be.
    #[error(transparent)]
    Question(#[from] QuestionError),
    /// The move cannot be read.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// The probability cannot be one.
    #[error("\"{0}\" is not a probability: write a number from 0 to 1")]
    Probability(String),
    /// The position with this die was answered before.
    #[error(
        "{position} with a {die} was answered on line {before} already: a policy has one row for each position and die, or a probability in each row"
    )]
    Twice {
        position: Position,
        die: Die,
        before: u64,
    },
    /// The same move stands there twice.
    #[error(
        "the same move stands on line {0} already: give it once, with the whole of its probability"
    )]
    SameMove(u64),
    /// The probabilities of a position and die do not sum to 1.
    #[error("the probabilities of {position} with a {die} sum to {sum}, not to 1")]
    Sum {
        position: Position,
        die: Die,
        sum: f64,
    },
}

/// What is wrong with JSON, in a line that says nothing of its own about lines, and quotes names that
/// may be long, or hold anything, only in part.
fn in_a_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let fault = text.strip_suffix(&place).unwrap_or(&text);
    printable(fault).chars().take(LONGEST_FAULT).collect()
}

/// No text about what is wrong with JSON is longer, in characters.
const LONGEST_FAULT: usize = 160;
