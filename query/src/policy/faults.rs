//! Faults of policies: of their files, the lines of these, arrays, and answers to questions.

use std::{fmt, io};

use tourne_solver::{Die, MOST_MOVES, Move, ParseMoveError, Position, printable};

use crate::ask::QuestionError;
use crate::lines::LineError;

/// Fault of a policy. An illegal move is not a fault: it is an answer, which is graded.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum PolicyError {
    /// The file of the policy cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file of the policy is empty.
    #[error(
        "it is empty: the first line must name the columns position,die,move and optionally probability; each line after it answers one decision"
    )]
    Empty,
    /// The first line of the file does not name the columns.
    #[error(
        "the first line is \"{0}\": it must name the columns position,die,move and optionally probability{1}"
    )]
    Header(String, HeaderCure),
    /// The first line names columns that a policy does not have, or a column twice.
    #[error(
        "the first line is \"{header}\": it must name the columns position,die,move and optionally probability, each once: leave out {unknown}"
    )]
    Columns { header: String, unknown: String },
    /// The file is JSON, but not an object on each line: it is a list, or one object on one line or on several.
    #[error(
        "it is JSON, but not lines of JSON: write one object on each line, without brackets and commas around them (pandas does with orient=\"records\" and lines=True)"
    )]
    NotLines,
    /// A line of the file is invalid.
    #[error("line {line}: {fault}")]
    Line {
        /// Number of the line, counted from 1.
        line: u64,
        fault: Box<PolicyError>,
    },
    /// A line of a record is not what [`write`](super::file::write) writes for the answers in it, so that writing the
    /// record anew would lose it.
    #[error("line {0} is not an answer that a check under these rules writes")]
    Lost(usize),
    /// The file of a record is no longer a policy: somebody has changed it while a check adds answers to it.
    #[error("it is no longer a policy ({0})")]
    Changed(Box<PolicyError>),
    /// A line is too long, or is not UTF-8 text.
    #[error(transparent)]
    Text(#[from] LineError),
    /// The number of fields in the row differs from the number of columns.
    #[error("it has {found} fields, but there are {columns} columns")]
    Fields { found: usize, columns: usize },
    /// A quotation mark in the row has no second one.
    #[error("a quotation mark is not closed")]
    OpenQuotation,
    /// The row is not a JSON object with the names of the columns.
    #[error("it is not a JSON object with position, die, move and optionally probability: {}", in_a_line(.0))]
    Json(serde_json::Error),
    /// The row has a number that JSON cannot express.
    #[error("NaN and Infinity are not JSON: leave the field out, or write null")]
    NotANumber,
    /// A field of the JSON object is missing or null.
    #[error(
        "it has no {0}: write a JSON object with position, die, move and optionally probability"
    )]
    NoField(&'static str),
    /// A field of the JSON object is neither text nor, for a die or a probability, a number.
    #[error("the {name} is {found}: write {}", right(.name))]
    Field { name: &'static str, found: String },
    /// The position or the die of the row is invalid.
    #[error(transparent)]
    Question(#[from] QuestionError),
    /// The move of the row cannot be read.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// The probability of the row is invalid.
    #[error("\"{0}\" is not a probability: write a number from 0 to 1, such as 0.5")]
    Probability(String),
    /// The position with this die was already answered on an earlier line.
    #[error(
        "{position} with a {die} was answered on line {before} already: a policy has one row for each position and die, or a probability in each row"
    )]
    Twice {
        position: Position,
        die: Die,
        before: u64,
    },
    /// The move is given twice for one position and die.
    #[error("the same move stands on line {0} already: give it once, with its whole probability")]
    SameMove(u64),
    /// The probabilities of the moves for a position and die do not sum to 1.
    #[error(
        "the probabilities of the moves for {position} with a {die} sum to {sum}: they must sum to 1"
    )]
    Sum {
        position: Position,
        die: Die,
        sum: f64,
    },
    /// A number in the answer to a question is not a probability.
    #[error(
        "the answer for {position} with a {die} has the probability {number}: give numbers from 0 to 1"
    )]
    Number {
        position: Position,
        die: Die,
        number: f64,
    },
    /// The answer to a question gives two probabilities for a move.
    #[error(
        "the answer for {position} with a {die} has the move {action} twice: give it once, with its whole probability"
    )]
    MoveTwice {
        position: Position,
        die: Die,
        action: Move,
    },
    /// A table of probabilities has too few or too many rows.
    #[error(
        "found {found} rows of probabilities, but there must be {expected}: one for each position and die"
    )]
    Count { expected: usize, found: usize },
    /// The numbers in a row of a table are not probabilities, do not sum to 1, or belong to moves that are not legal.
    #[error(
        "the probabilities of {position} with a {die} are {given:?}: they must be 0 to 1, 0 outside the columns of its legal moves ({}), and sum to 1",
        .columns.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
    )]
    TableRow {
        position: Position,
        die: Die,
        given: [f64; MOST_MOVES],
        /// Columns of the legal moves in the row, counted from 0.
        columns: Vec<usize>,
    },
    /// Two files that are put together answer a decision differently.
    #[error(
        "{position} with a {die} has two answers: {} on line {} of {}, {} on line {} of {}; a decision that several files answer must have the same answer in each",
        .answers[0], .lines[0], printable(&.files[0]), .answers[1], .lines[1], printable(&.files[1])
    )]
    Contradiction {
        position: Position,
        die: Die,
        files: Box<[String; 2]>,
        /// Last line of each answer in its file.
        lines: [u64; 2],
        answers: Box<[String; 2]>,
    },
}

/// Advice for a first line that does not name the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderCure {
    /// The names are separated by semicolons, as in a spreadsheet where numbers have decimal commas.
    Semicolons,
    /// The names are separated by tabs.
    Tabs,
    /// The line is anything else.
    Any,
}

impl HeaderCure {
    pub(super) fn of(header: &str) -> HeaderCure {
        let header = header.to_ascii_lowercase();
        let names_columns = header.contains("position") || header.starts_with("sep=");
        match names_columns {
            true if header.contains(';') => HeaderCure::Semicolons,
            true if header.contains('\t') => HeaderCure::Tabs,
            _ => HeaderCure::Any,
        }
    }
}

impl fmt::Display for HeaderCure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            HeaderCure::Semicolons => {
                ". Its columns are separated by semicolons: separate them by commas, and write numbers with a decimal point, such as 0.5"
            }
            HeaderCure::Tabs => {
                ". Its columns are separated by tabs: separate them by commas"
            }
            HeaderCure::Any => {
                "; or each line must be a JSON object with these names. Rules in words need a file whose name ends in .card"
            }
        })
    }
}

/// Returns what may be written in a field of this name.
fn right(name: &str) -> &'static str {
    match name {
        "position" => "the notation of a position, such as \"04h/007\"",
        "move" => "a move, such as \"4/7\"",
        "die" => "a number from 1 to 6",
        _ => "a number from 0 to 1, such as 0.5",
    }
}

impl PolicyError {
    /// Returns the fault of a file that has this fault on a line.
    pub(super) fn on_line(self, line: u64) -> PolicyError {
        let fault = Box::new(self);
        PolicyError::Line { line, fault }
    }

    /// Returns the fault of a line that is not an object with the right fields.
    pub(super) fn of_json(error: serde_json::Error, line: &str) -> PolicyError {
        let is_number = ["NaN", "Infinity"].iter().any(|word| line.contains(word));
        if error.is_syntax() && is_number {
            return PolicyError::NotANumber;
        }
        PolicyError::Json(error)
    }
}

/// Formats a JSON error on one line, without the line and column that `serde_json` appends. Cuts a long text to
/// [`LONGEST_FAULT`] characters.
fn in_a_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let fault = text.strip_suffix(&place).unwrap_or(&text);
    printable(fault).chars().take(LONGEST_FAULT).collect()
}

/// Maximum length of the text of a JSON error, in characters.
const LONGEST_FAULT: usize = 160;
