//! Lines that are typed at the table: commands, and moves.

use std::path::PathBuf;

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Lists the commands.
    Help,
    /// Names the best move, and why it is best.
    Hint,
    /// Shows the chances of all moves, from now on or no longer; without a word, the other way round.
    Values(Option<bool>),
    /// Shows what speaks for and against each move.
    Why,
    /// Compares the last move of the person with the best one.
    WhyLast,
    /// Shows the five-line card.
    Card,
    /// Takes back a move.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Draws the board.
    Board,
    /// Prints the rules.
    Rules,
    /// Writes the record of the game to a file.
    Save(PathBuf),
    /// Gives up the game.
    Resign,
    /// Ends the session.
    Quit,
    /// Confirms something.
    Yes,
    /// Denies something.
    No,
    /// Anything else: a move, a throw, or a mistake.
    Other(String),
}

/// Error of a command that is not complete, or has too many words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// `save` without a file.
    #[error("save needs the name of a file: type save FILE")]
    NoFile,
    /// `values` with a word that is neither `on` nor `off`.
    #[error("type values, values on or values off")]
    Values,
    /// `why` with another word than `last`.
    #[error("type why, or why last")]
    Why,
    /// A word after a command that takes none.
    #[error("{0} takes no words after it")]
    TooManyWords(&'static str),
}

/// The commands, with what they do: the answer to `help`.
pub const COMMANDS: [(&str, &str); 13] = [
    ("hint", "the best move, and why it is best"),
    (
        "why",
        "what speaks for and against each move; why last: your last move",
    ),
    (
        "values",
        "show or hide the chances of all moves (values on, values off)",
    ),
    ("card", "five lines by which to play well: the card"),
    (
        "undo",
        "take back your last choice (with real dice: the last throw)",
    ),
    (
        "redo",
        "play again what was taken back (not with real dice)",
    ),
    ("board", "draw the board again"),
    ("rules", "the rules of this game"),
    (
        "save FILE",
        "write the game to a file that \"tourne review\" reads",
    ),
    ("resign", "give up this game"),
    ("quit", "stop playing (or q)"),
    (
        "yes, no",
        "answer the tutor: play the move all the same, or choose again",
    ),
    ("help", "this list"),
];

impl Command {
    /// Reads a line.
    fn parse(line: &str) -> Result<Command, CommandError> {
        let line = line.trim();
        let (word, rest) = match line.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (line, ""),
        };
        let alone = |name, command| {
            if rest.is_empty() {
                Ok(command)
            } else {
                Err(CommandError::TooManyWords(name))
            }
        };
        match &*word.to_lowercase() {
            "help" | "?" => alone("help", Command::Help),
            "hint" => alone("hint", Command::Hint),
            "card" => alone("card", Command::Card),
            "why" => match &*rest.to_lowercase() {
                "" => Ok(Command::Why),
                "last" => Ok(Command::WhyLast),
                _ => Err(CommandError::Why),
            },
            "values" => match &*rest.to_lowercase() {
                "" => Ok(Command::Values(None)),
                "on" => Ok(Command::Values(Some(true))),
                "off" => Ok(Command::Values(Some(false))),
                _ => Err(CommandError::Values),
            },
            "undo" => alone("undo", Command::Undo),
            "redo" => alone("redo", Command::Redo),
            "board" => alone("board", Command::Board),
            "rules" => alone("rules", Command::Rules),
            "save" if rest.is_empty() => Err(CommandError::NoFile),
            "save" => Ok(Command::Save(rest.into())),
            "resign" => alone("resign", Command::Resign),
            "yes" | "y" => alone("yes", Command::Yes),
            "no" | "n" => alone("no", Command::No),
            "quit" | "exit" | "q" => alone("quit", Command::Quit),
            _ => Ok(Command::Other(line.to_owned())),
        }
    }
}

impl std::str::FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Command, CommandError> {
        Command::parse(line)
    }
}
