//! The table at which people play: it shows them text, and receives what they type.

use std::io;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Line(String),
    /// The end of the input, such as Ctrl-D.
    End,
    Interrupt,
}

/// A place where people read and type.
pub trait Table {
    /// Shows a text, which ends with the end of a line. Lines of prose that are too long are broken.
    fn tell(&mut self, text: &str) -> io::Result<()>;

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.tell(&format!("{text}\n"))
    }

    /// Asks for a line. `completions` are the words that can be typed now.
    fn ask(&mut self, prompt: &str, completions: &[String]) -> io::Result<Input>;

    /// Number of columns of the table: a board must fit.
    fn width(&self) -> usize;
}
