//! Errors of reading records.

use std::io;

use crate::ask::QuestionError;
use crate::lines::LineError;
use tourne_solver::{
    IllegalMove, OneDieOnly, ParseMoveError, ParseRollError, ParseRulesError, Rules, printable,
    shortened,
};

/// Maximum number of turns in a file.
pub(super) const MOST_TURNS: usize = 100_000;

/// Error when reading a record.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum RecordError {
    /// The record cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The record has no turn.
    #[error(
        "there is no turn in it: write a side, both dice and a move on a line, such as A 3-2 off/2"
    )]
    Empty,
    /// The record has more turns than the limit.
    #[error("the record has more than {MOST_TURNS} turns: split it into several files")]
    TooLong,
    /// A line of the record is invalid.
    #[error("line {line}: {fault}")]
    Line {
        /// Number of the line, counted from 1.
        line: u64,
        fault: LineFault,
    },
}

/// Reason why a line of a record is invalid.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum LineFault {
    /// The line is too long, or is not text.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The line is neither a header nor a turn.
    #[error(
        "\"{0}\" is not a turn: write a side, both dice and a move, such as A 3-2 off/2; or a header, such as rules: standard"
    )]
    NoTurn(String),
    /// The rule set named in the header is unknown.
    #[error(transparent)]
    Rules(#[from] ParseRulesError),
    /// The position in the header is invalid.
    #[error(transparent)]
    Position(#[from] QuestionError),
    /// The throw cannot be read.
    #[error(transparent)]
    Roll(#[from] ParseRollError),
    /// The throw has two dice, but these rules use only one die.
    #[error(transparent)]
    OneDieOnly(#[from] OneDieOnly),
    /// The move cannot be read.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// The move can be read, but is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A side takes two consecutive turns.
    #[error("it is the turn of {}, not of {}", expected.as_deref().map_or("the other side".to_owned(), printable), printable(.found))]
    OutOfTurn {
        expected: Option<String>,
        found: String,
    },
    /// A turn names a third side.
    #[error("unknown side \"{}\": the sides of this game are {} and {}", printable(.found), printable(&.sides[0]), printable(&.sides[1]))]
    ThirdSide { found: String, sides: [String; 2] },
    /// The record names other rules than the user asked for.
    #[error("the record names the rules {found}, but {asked} was asked for: leave one of them out")]
    OtherRules { found: Rules, asked: Rules },
    /// A header appears twice in a game, but may appear only once.
    #[error(
        "\"{name}:\" is on line {before} already: leave one of them out, because a game has only one"
    )]
    Twice { name: &'static str, before: u64 },
    /// A line is a header, although its name is that of a side and a throw and a move follow it.
    #[error(
        "\"{}\" is a header, because the first turn of the game has no colon, but {} is a side: leave out the colon if it is a turn", shortened(.text), printable(.side)
    )]
    NamedLikeSide { text: String, side: String },
    /// A result follows the turns of a game that has one.
    #[error(
        "this result belongs to the game of the turns before it, which has one on line {0} already: leave one of them out, or begin another game with an empty line or another header, such as rules: standard"
    )]
    TwoResults(u64),
    /// The record ends with headers of a game that has neither a turn nor a result.
    #[error("neither a turn nor a result follows this header: add one, or remove the header")]
    NoGame,
    /// A turn follows although the game is over.
    #[error("the game is over: begin another with a header line, such as rules: standard")]
    Over,
}
