//! Tables at which people play: a terminal with an editable line, or lines of standard input.

use std::io::{self, IsTerminal as _, Write};

use anstream::AutoStream;
#[cfg(unix)]
use nix::sys::termios::{self, LocalFlags, SetArg, Termios};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use tourne::play::table::{Input, Table};
use tourne::show::paragraph::sentence;
use tourne_query::ask::Lines;
use tourne_solver::printable;
#[cfg(unix)]
use tourne_terminal::interrupt::{self, Registration};
use tourne_terminal::{StandardInput, StandardOutput, fitted};

/// Maximum length of a line of standard input, in bytes.
const LONGEST_LINE: usize = 1024;

/// Opens a table. It shows text on standard output or, if `output_is_taken` by the record, on standard error.
pub(crate) fn open(output_is_taken: bool) -> anyhow::Result<Box<dyn Table>> {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if is_terminal && !output_is_taken {
        let mut editor = Editor::with_history(rustyline::Config::default(), MemHistory::new())?;
        editor.set_helper(Some(Words::default()));
        return Ok(Box::new(Terminal {
            editor,
            #[cfg(unix)]
            _quiet: Quiet::new(),
        }));
    }
    let output: Box<dyn Write> = if output_is_taken {
        Box::new(io::stderr())
    } else {
        Box::new(StandardOutput::lock())
    };
    Ok(Box::new(Plain {
        lines: Lines::new(StandardInput::lock(), LONGEST_LINE),
        output,
    }))
}

struct Plain {
    lines: Lines<StandardInput>,
    output: Box<dyn Write>,
}

impl Table for Plain {
    fn tell(&mut self, text: &str) -> io::Result<()> {
        let plain = anstream::adapter::strip_str(text).to_string();
        let lines = fitted(&plain, self.width());
        self.output.write_all(lines.as_bytes())?;
        self.output.flush()
    }

    fn ask(&mut self, prompt: &str, _completions: &[String]) -> io::Result<Input> {
        self.output.write_all(prompt.as_bytes())?;
        self.output.flush()?;
        loop {
            let Some(line) = self.lines.next()? else {
                writeln!(self.output)?;
                return Ok(Input::End);
            };
            match line.text() {
                Ok(text) => {
                    let text = text.trim();
                    // A terminal shows what is typed. Repeat any other input in the output.
                    if !io::stdin().is_terminal() {
                        writeln!(self.output, "{}", printable(text))?;
                    }
                    return Ok(Input::Line(text.to_owned()));
                }
                Err(error) => write!(self.output, "\n{}\n{prompt}", sentence(&error.to_string()))?,
            }
            self.output.flush()?;
        }
    }
}

struct Terminal {
    editor: Editor<Words, MemHistory>,
    #[cfg(unix)]
    _quiet: Option<Quiet>,
}

/// Guard that switches the terminal's echo off. With the echo on, characters typed while the program asks nothing would
/// appear in the middle of the text. The line editor shows these characters at the next prompt.
#[cfg(unix)]
struct Quiet {
    before: Termios,
    _restored: Registration,
}

#[cfg(unix)]
impl Quiet {
    /// Switches the echo off; returns `None` if the settings of the terminal cannot be changed.
    fn new() -> Option<Quiet> {
        let before = termios::tcgetattr(io::stdin()).ok()?;
        let mut quiet = before.clone();
        quiet.local_flags.remove(LocalFlags::ECHO);
        let again = before.clone();
        let restored = interrupt::or_else(move || restore(&again));
        termios::tcsetattr(io::stdin(), SetArg::TCSANOW, &quiet).ok()?;
        Some(Quiet {
            before,
            _restored: restored,
        })
    }
}

#[cfg(unix)]
impl Drop for Quiet {
    fn drop(&mut self) {
        restore(&self.before);
    }
}

#[cfg(unix)]
fn restore(before: &Termios) {
    // Ignore an error: it means that the terminal is gone.
    let _ = termios::tcsetattr(io::stdin(), SetArg::TCSANOW, before);
}

impl Table for Terminal {
    fn tell(&mut self, text: &str) -> io::Result<()> {
        // The choice of colours follows the environment variables `NO_COLOR`, `CLICOLOR` and `TERM`.
        let choice = AutoStream::choice(&io::stdout());
        let mut output = AutoStream::new(io::stdout(), choice);
        output.write_all(fitted(text, self.width()).as_bytes())?;
        output.flush()
    }

    fn ask(&mut self, prompt: &str, completions: &[String]) -> io::Result<Input> {
        if let Some(words) = self.editor.helper_mut() {
            words.0 = completions.to_vec();
        }
        match self.editor.readline(prompt) {
            Ok(line) => {
                // Ignore an error: a line counts even if it cannot be added to the history.
                let _ = self.editor.add_history_entry(&line);
                Ok(Input::Line(line))
            }
            Err(ReadlineError::Eof) => Ok(Input::End),
            Err(ReadlineError::Interrupted) => Ok(Input::Interrupt),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

#[derive(Default)]
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..pos).unwrap_or(line);
        let typed = typed.to_lowercase();
        let words = self.0.iter().filter(|word| word.starts_with(&typed));
        Ok((0, words.cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
