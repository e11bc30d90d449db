//! The table at which people play: it shows them text, and receives what they type.

use std::io;

/// Input of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line.
    Line(String),
    /// The end of the input, such as Ctrl-D.
    End,
    /// Ctrl-C.
    Interrupt,
}

/// A place where people read and type.
pub trait Table {
    /// Shows a text, which ends with the end of a line. Lines of prose that are too long are broken.
    ///
    /// # Errors
    ///
    /// The error of writing.
    fn tell(&mut self, text: &str) -> io::Result<()>;

    /// Asks for a line. `completions` are the words that can be typed now.
    ///
    /// # Errors
    ///
    /// The error of reading or writing.
    fn ask(&mut self, prompt: &str, completions: &[String]) -> io::Result<Input>;

    /// Number of columns of the table: a board must fit.
    fn width(&self) -> usize;
}

/// A table of a script: the lines that are typed, and all that is shown.
///
/// ```
/// use tourne::play::table::{Input, Script, Table as _};
///
/// let mut script = Script::new(["hint"]);
/// assert_eq!(script.ask("X> ", &[])?, Input::Line("hint".to_owned()));
/// assert_eq!(script.ask("X> ", &[])?, Input::End);
/// assert_eq!(script.shown, "X> hint\nX> \n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Script {
    lines: std::collections::VecDeque<String>,
    /// All that was shown so far, with the lines that were typed.
    pub shown: String,
}

impl Script {
    /// A script that types these lines.
    pub fn new<L: Into<String>>(lines: impl IntoIterator<Item = L>) -> Script {
        Script {
            lines: lines.into_iter().map(Into::into).collect(),
            shown: String::new(),
        }
    }
}

impl Table for Script {
    fn tell(&mut self, text: &str) -> io::Result<()> {
        self.shown += text;
        Ok(())
    }

    fn ask(&mut self, prompt: &str, _completions: &[String]) -> io::Result<Input> {
        let line = self.lines.pop_front();
        self.shown += prompt;
        self.shown += line.as_deref().unwrap_or_default();
        self.shown.push('\n');
        Ok(line.map_or(Input::End, Input::Line))
    }

    fn width(&self) -> usize {
        80
    }
}
