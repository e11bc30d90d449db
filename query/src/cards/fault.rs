//! Errors when reading a card.

use std::io;

use crate::lines::LineError;

use super::word::{VERBS, WORDS};

/// Error when reading a card.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum CardError {
    /// The card cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The card has no line.
    #[error(
        "the card has no line: write one rule per line, such as \"hit\", and \"the front man\" as the last"
    )]
    Empty,
    /// The card has more than this number of lines.
    #[error("the card has more than {0} lines")]
    TooLong(usize),
    /// A line of the card is invalid.
    #[error("line {line}: {fault}")]
    Line { line: u64, fault: CardFault },
}

/// Reason why a line of a card is invalid. A text is the word at which reading stopped, in quotation marks, or `the end
/// of the line`.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum CardFault {
    /// The line is too long, or is not UTF-8 text.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A word about a move is expected, but another word or the end of the line was found.
    #[error("{0} is not a word about a move: write {words}", words = words_of_moves())]
    Move(String),
    /// A condition is expected, but another word or the end of the line was found.
    #[error(
        "{0} does not begin a condition: write \"the front man\", \"the rear man\" or \"some man\" and a word about its move (the front man overtakes), \"you are ahead by\" or \"behind by\" and pips, \"you have\" or \"the enemy has\" and men off or home (you have 2 or more off), \"your\" or \"the enemy's\" \"front man is on\" or \"rear man is on\" and a point, or \"the die is\" and a number"
    )]
    Condition(String),
    /// A number is expected, but another word or the end of the line was found.
    #[error("{0} is not a number from 0 to 99: write 7, 10 or 11, 3 to 5, 7 or more, or 4 or less")]
    Number(String),
    /// The word after a number of men is neither `off` nor `home`.
    #[error("{0} stands after the number of men: write \"off\" or \"home\"")]
    Place(String),
    /// The first number of a range is greater than the second.
    #[error("{least} to {most} is not a range: write the smaller number first")]
    Descending { least: u8, most: u8 },
    /// The two numbers joined by `or` are not consecutive.
    #[error(
        "\"{first} or {second}\" is not a range: write {first} to {second} for these numbers and all between"
    )]
    Apart { first: u8, second: u8 },
    /// The condition is not followed by a colon.
    #[error(
        "{0} stands where the condition should go on with and, or, unless, or end with a colon, as in \"if the front man overtakes: the rear man\""
    )]
    Colon(String),
    /// The words after a comma are neither the man to prefer nor `else` with a man.
    #[error(
        "{0} stands after a comma: write rearmost or foremost for the man to prefer, or \"else the front man\" or \"else the rear man\""
    )]
    Comma(String),
    /// After the moves, the line neither ends nor goes on with `and`, `or`, `unless` or a comma.
    #[error("{0} stands where the line should go on with and, or, unless or a comma, or end")]
    End(String),
}

fn words_of_moves() -> String {
    let (men, deeds): (Vec<&str>, Vec<&str>) = WORDS
        .iter()
        .map(|(_, forms)| forms[0])
        .partition(|form| form.starts_with("the "));
    let verbs = VERBS.map(|(_, [form, _])| form).join(" or ");
    format!(
        "{}, {verbs} and a point (reach 10 or 11), {}",
        deeds.join(", "),
        men.join(" or ")
    )
}
