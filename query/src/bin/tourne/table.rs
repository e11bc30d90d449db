//! Tables at which people play: a terminal with an editable line, or lines of standard input.

use std::collections::VecDeque;
use std::env;
use std::io::{self, IsTerminal as _, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anstream::AutoStream;
#[cfg(unix)]
use nix::sys::termios::{self, LocalFlags, SetArg, SpecialCharacterIndices, Termios};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use tourne::lines::{LineError, Lines};
use tourne::play::table::{Input, Table};
use tourne::show::paragraph::sentence;
use tourne_solver::printable;
#[cfg(unix)]
use tourne_solver::terminal::around_stops;
use tourne_solver::terminal::interrupt::locked;
#[cfg(unix)]
use tourne_solver::terminal::interrupt::{self, Registration};
use tourne_solver::terminal::{Exit, StandardInput, StandardOutput, fitted};

use crate::pause::pause;

/// Maximum length of a line of standard input, in bytes.
const LONGEST_TYPED: usize = 1024;

/// Terminals, by the variable `TERM`, at which the line editor does not work.
const WITHOUT_EDITING: [&str; 5] = ["", "dumb", "cons25", "emacs", "unknown"];

/// Opens a table. It shows text on standard output or, if `output_is_taken` by the record, on standard error.
pub(crate) fn open(output_is_taken: bool) -> anyhow::Result<Box<dyn Table>> {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if is_terminal && !output_is_taken && can_edit() {
        // A pasted line is taken as a typed one. Ctrl-Z is a signal at all times.
        let config = rustyline::Config::builder()
            .bracketed_paste(false)
            .enable_signals(true);
        let mut editor = Editor::with_history(config.build(), MemHistory::new())?;
        editor.set_helper(Some(Words::default()));
        return Ok(Box::new(Terminal {
            editor,
            waiting: VecDeque::new(),
            ahead: String::new(),
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
        lines: Lines::new(StandardInput::lock(), LONGEST_TYPED),
        output: Shown(output),
    }))
}

/// Returns whether the terminal can edit a line. On Windows every console can.
fn can_edit() -> bool {
    let name = env::var("TERM").unwrap_or_default();
    cfg!(windows) || !WITHOUT_EDITING.contains(&&*name.to_ascii_lowercase())
}

struct Plain {
    lines: Lines<StandardInput>,
    output: Shown,
}

/// Output of a table, which notes whether its reader has left.
struct Shown(Box<dyn Write>);

/// `true` once the program that reads the output of the table has closed it.
static READER_LEFT: AtomicBool = AtomicBool::new(false);

impl Write for Shown {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).inspect_err(note_end)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().inspect_err(note_end)
    }
}

fn note_end(error: &io::Error) {
    let is_closed = error.kind() == io::ErrorKind::BrokenPipe;
    READER_LEFT.fetch_or(is_closed, Ordering::Relaxed);
}

/// Returns how the command ends because of an error of a session at a table.
pub(crate) fn exit(error: anyhow::Error) -> Exit {
    if READER_LEFT.load(Ordering::Relaxed) {
        Exit::ReaderLeft
    } else {
        Exit::Failed(error)
    }
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
    /// Lines that were pasted together, or typed during a pause, and are still to be taken.
    waiting: VecDeque<String>,
    /// Text without an end of line that was typed during a pause, for the next prompt.
    ahead: String,
    #[cfg(unix)]
    _quiet: Option<Quiet>,
}

/// Guard that switches the terminal's echo off. With the echo on, characters typed while the program asks nothing would
/// appear in the middle of the text. The line editor shows these characters at the next prompt.
#[cfg(unix)]
struct Quiet {
    _restored: Registration,
}

/// Settings of the terminal to be restored; `None` if they have not been changed. Whoever changes the terminal holds the
/// lock meanwhile, so that a stop and the end of the process do not undo each other's work.
#[cfg(unix)]
static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

#[cfg(unix)]
impl Quiet {
    /// Switches the echo off; returns `None` if the settings of the terminal cannot be changed.
    fn new() -> Option<Quiet> {
        let restored = interrupt::or_else(restore);
        let mut changed = locked(&BEFORE);
        let before = termios::tcgetattr(io::stdin()).ok()?;
        let mut quiet = before.clone();
        quiet.local_flags.remove(LocalFlags::ECHO);
        // Without a key of its own, the signal that ends the program at once cannot be sent by mistake.
        let keys = &mut quiet.control_chars;
        keys[SpecialCharacterIndices::VQUIT as usize] =
            keys[SpecialCharacterIndices::VINTR as usize];
        termios::tcsetattr(io::stdin(), SetArg::TCSANOW, &quiet).ok()?;
        *changed = Some(before);
        Some(Quiet {
            _restored: restored,
        })
    }
}

#[cfg(unix)]
impl Drop for Quiet {
    fn drop(&mut self) {
        restore();
    }
}

/// Prompt and line that are shown, to be drawn again after Ctrl-Z; empty if nothing is asked.
static LINE: Mutex<String> = Mutex::new(String::new());

#[cfg(unix)]
fn restore() {
    let mut changed = locked(&BEFORE);
    if let Some(before) = changed.take() {
        set(&before);
    }
}

#[cfg(unix)]
fn set(settings: &Termios) {
    // Ignore an error: it means that the terminal is gone.
    let _ = termios::tcsetattr(io::stdin(), SetArg::TCSANOW, settings);
}

/// Restores the terminal when Ctrl-Z stops the program, until it goes on. Must be called before any thread is started.
pub(crate) fn handle_stops() -> io::Result<()> {
    #[cfg(unix)]
    if io::stdin().is_terminal() {
        around_stops(|| {
            // Held until the program goes on: a Ctrl-C that arrives meanwhile restores the terminal after that.
            let changed = locked(&BEFORE);
            let settings = changed.as_ref().map(|before| {
                let settings = termios::tcgetattr(io::stdin());
                set(before);
                settings
            });
            move || {
                let _changed = changed;
                let Some(Ok(settings)) = settings else {
                    return;
                };
                set(&settings);
                let line = locked(&LINE);
                // Ignore an error: it means that the terminal is gone.
                let _ = write!(io::stdout(), "\r{line}").and_then(|()| io::stdout().flush());
            }
        })?;
    }
    Ok(())
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
            words.words = completions.to_vec();
            prompt.clone_into(&mut words.prompt);
        }
        if let Some(line) = self.waiting.pop_front() {
            self.tell(&format!("{prompt}{}\n", printable(&line)))?;
            return Ok(Input::Line(line));
        }
        // `true` if the line so far was refused, so that its end may still follow.
        let mut is_refused = false;
        loop {
            prompt.clone_into(&mut locked(&LINE));
            let ahead = std::mem::take(&mut self.ahead);
            let read = self.editor.readline_with_initial(prompt, (&ahead, ""));
            locked(&LINE).clear();
            match read {
                Ok(line) if is_refused && line.is_empty() => is_refused = false,
                Ok(line) => {
                    // Ignore an error: a line counts even if it cannot be added to the history.
                    let _ = self.editor.add_history_entry(&line);
                    let mut lines = line.lines().map(str::to_owned);
                    let first = lines.next().unwrap_or_default();
                    self.waiting.extend(lines);
                    return Ok(Input::Line(first));
                }
                Err(ReadlineError::Eof) => return Ok(Input::End),
                Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => {
                    return Ok(Input::Interrupt);
                }
                Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    is_refused = true;
                    self.say(&sentence(&LineError::NotText.to_string()))?;
                }
                Err(ReadlineError::Io(error)) => return Err(error),
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }

    fn can_pause(&self) -> bool {
        true
    }

    fn pause(&mut self, time: Duration) -> io::Result<()> {
        self.ahead += &pause(time)?;
        while let Some((line, rest)) = self.ahead.split_once(['\r', '\n']) {
            self.waiting.push_back(line.to_owned());
            self.ahead = rest.to_owned();
        }
        Ok(())
    }
}

#[derive(Default)]
struct Words {
    prompt: String,
    /// Words offered for completion.
    words: Vec<String>,
}

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
        let words = self.words.iter().filter(|word| word.starts_with(&typed));
        Ok((0, words.cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;

    /// Keeps the line, and returns no hint.
    fn hint(&self, line: &str, _pos: usize, _context: &Context<'_>) -> Option<String> {
        *locked(&LINE) = format!("{}{line}", self.prompt);
        None
    }
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
