//! Table at which people play: it shows text, and reads what people type.

use std::io;

use tourne_terminal::{USUAL_COLUMNS, columns};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Line(String),
    /// End of the input, such as Ctrl-D.
    End,
    Interrupt,
}

/// Interface through which people play, such as a terminal.
pub trait Table {
    /// Shows a text, which must end with a line feed. Long lines of prose are wrapped.
    fn tell(&mut self, text: &str) -> io::Result<()>;

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.tell(&format!("{text}\n"))
    }

    /// Asks for a line. `completions` are the words offered for completion.
    fn ask(&mut self, prompt: &str, completions: &[String]) -> io::Result<Input>;

    /// Returns the width of a line, in columns: that of the terminal. Boards are drawn to fit it.
    fn width(&self) -> usize {
        columns().unwrap_or(USUAL_COLUMNS)
    }
}
