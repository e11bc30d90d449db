//! Commands, moves and throws that people type at the table.

use std::io;
use std::path::PathBuf;

use anyhow::bail;

use super::table::{Input, Table};
use crate::show::paragraph::sentence;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    Help,
    /// Explain the words by which play is judged.
    HelpRating,
    Hint,
    /// Show (`true`) or hide (`false`) the chances of all moves; `None` switches between the two.
    Values(Option<bool>),
    Why,
    WhyLast,
    Card,
    Undo,
    Redo,
    Board,
    Rules,
    Save(PathBuf),
    Resign,
    /// End the session. The end of the input counts as this command.
    Quit,
    Interrupt,
    Yes,
    No,
    /// Any other text, such as a move, a throw, an empty line or a typing error.
    Other(String),
}

pub const COMMANDS: &str = "  hint       the best move, and why it is best
  why        the reasons for and against each move; why last: your last move
  values     show or hide the chances of all moves (values on, values off)
  card       the card: five rules for good play
  undo       take back your last choice (with real dice: the last throw)
  redo       replay turns that were taken back (not with real dice)
  board      draw the board again
  rules      the rules of this game
  save FILE  write the game to a file that \"tourne review\" reads
  resign     give up this game
  quit       stop playing (or q)
  yes, no    answer the tutor: play the move all the same, or choose again
  help       this list; help rating: what losses, luck and ratings mean
";

/// Asks for a line until one can be parsed. `words` are the words offered for completion.
pub(super) fn ask(table: &mut dyn Table, prompt: &str, words: &[String]) -> io::Result<Typed> {
    loop {
        match table.ask(prompt, words)? {
            Input::End => return Ok(Typed::Quit),
            Input::Interrupt => return Ok(Typed::Interrupt),
            Input::Line(line) => match read(line.trim()) {
                Ok(typed) => return Ok(typed),
                Err(error) => table.say(&sentence(&error.to_string()))?,
            },
        }
    }
}

fn read(line: &str) -> anyhow::Result<Typed> {
    let (first, after) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (word, rest) = (first.to_lowercase(), after.trim());
    let typed = match (&*word, &*rest.to_lowercase()) {
        ("save", "") => bail!("save needs the name of a file: type save FILE"),
        ("save", _) => return Ok(Typed::Save(rest.into())),
        ("values", "on") => return Ok(Typed::Values(Some(true))),
        ("values", "off") => return Ok(Typed::Values(Some(false))),
        ("values", "") => Typed::Values(None),
        ("values", _) => bail!("type values, values on or values off"),
        ("why", "last") => return Ok(Typed::WhyLast),
        ("why", "") => Typed::Why,
        ("why", _) => bail!("type why, or why last"),
        ("help" | "?", "rating") => return Ok(Typed::HelpRating),
        ("help" | "?", "") => Typed::Help,
        ("help" | "?", _) => bail!("type help, or help rating"),
        ("hint", _) => Typed::Hint,
        ("card", _) => Typed::Card,
        ("undo", _) => Typed::Undo,
        ("redo", _) => Typed::Redo,
        ("board", _) => Typed::Board,
        ("rules", _) => Typed::Rules,
        ("resign", _) => Typed::Resign,
        ("yes" | "y", _) => Typed::Yes,
        ("no" | "n", _) => Typed::No,
        ("quit" | "exit" | "q", _) => Typed::Quit,
        _ => return Ok(Typed::Other(line.to_owned())),
    };
    if !rest.is_empty() {
        bail!("{word} takes no words after it");
    }
    Ok(typed)
}
