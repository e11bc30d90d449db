//! Table at which people play: it shows text, and reads what people type.

use std::io;
use std::time::Duration;

use tourne_solver::terminal::{USUAL_COLUMNS, columns};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Line(String),
    End,
    Interrupt,
}

pub trait Table {
    /// Shows a text, which must end with a line feed. Long lines of prose are wrapped.
    fn tell(&mut self, text: &str) -> io::Result<()>;

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.tell(&format!("{text}\n"))
    }

    /// Asks for a line. `completions` are the words offered for completion.
    fn ask(&mut self, prompt: &str, completions: &[String]) -> io::Result<Input>;

    /// Returns whether people watch the table, so that it can [pause](Table::pause). A script does not wait.
    fn can_pause(&self) -> bool {
        false
    }

    /// Waits for this time, or until a key is pressed, so that people can look at what was told last.
    fn pause(&mut self, _time: Duration) -> io::Result<()> {
        Ok(())
    }

    /// Returns the width of a line, in columns: that of the terminal. Boards are drawn to fit it.
    fn width(&self) -> usize {
        columns().unwrap_or(USUAL_COLUMNS)
    }
}
