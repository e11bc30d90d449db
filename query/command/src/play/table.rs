//! Tables at which people play: a table shows text, and receives what people type.

use std::io;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Line(String),
    /// End of the input, such as Ctrl-D.
    End,
    Interrupt,
}

/// Place where people read and type.
pub trait Table {
    /// Shows a text that ends with a line end. Long lines of prose are wrapped.
    fn tell(&mut self, text: &str) -> io::Result<()>;

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.tell(&format!("{text}\n"))
    }

    /// Asks for a line. `completions` are the words offered for completion.
    fn ask(&mut self, prompt: &str, completions: &[String]) -> io::Result<Input>;

    /// Number of columns of a line at the table, within which boards are drawn.
    fn width(&self) -> usize;
}
