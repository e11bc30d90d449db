//! Errors when reading a policy file.

use std::{fmt, io};

use tourne_solver::{Die, ParseMoveError, Position, printable};

use crate::ask::{LineError, QuestionError};

/// Error when reading a policy.
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
    /// A row of the file is invalid.
    #[error("line {line}: {fault}")]
    Row { line: u64, fault: RowFault },
}

/// Reason why a row of a policy file is invalid.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum RowFault {
    /// The line of the row is too long, or is not UTF-8 text.
    #[error(transparent)]
    Line(#[from] LineError),
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

impl RowFault {
    /// Returns the fault of a line that is not an object with the right fields.
    pub(super) fn of_json(error: serde_json::Error, line: &str) -> RowFault {
        let is_number = ["NaN", "Infinity"].iter().any(|word| line.contains(word));
        if error.is_syntax() && is_number {
            return RowFault::NotANumber;
        }
        RowFault::Json(error)
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
