//! What the project's commands share at the terminal: formats, exit codes, and a quiet end when
//! nobody reads on.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;

use anyhow::Context as _;
use clap::error::ContextValue;
use serde::Serialize;

use crate::file::{FileError, is_stream, replace, shown};
use crate::game::printable;
use crate::{LookUpError, interrupt};

mod progress;
mod streams;

pub use progress::Progress;
pub use streams::{Answers, SameStream, StandardInput, StandardOutput, StreamTaken, print};

/// How an answer is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON object.
    Json,
    /// Comma-separated values with a header line.
    Csv,
}

/// A solution file that is whole, but wrong.
#[derive(Debug, thiserror::Error)]
#[error("{path} is wrong: {reason}", path = shown(.path))]
pub struct WrongFile {
    /// The file.
    pub path: std::path::PathBuf,
    /// What is wrong with it.
    pub reason: String,
}

/// What was checked is not as good as the user wanted it to be.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Wanting(pub String);

/// A command that was interrupted, and gave the answer that it had.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Interrupted(pub String);

/// Runs a command: what it returns becomes the exit code, with one line on standard error if it
/// failed. The codes are 0 for an answer, 1 if what was checked is [wanting](Wanting), 2 for bad usage
/// or bad input, 3 for a solution file that cannot be used, and 130 if it was [interrupted](Interrupted).
#[must_use]
pub fn finish(outcome: anyhow::Result<()>) -> ExitCode {
    let Err(error) = outcome else {
        return ExitCode::SUCCESS;
    };
    if error
        .downcast_ref::<io::Error>()
        .is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
    {
        // Whoever read has read enough.
        return ExitCode::SUCCESS;
    }
    // If standard error is closed too, nobody is left to tell.
    if error.is::<Wanting>() {
        let _ = writeln!(io::stderr(), "check failed: {error}");
        return ExitCode::from(1);
    }
    if error.is::<Interrupted>() {
        let _ = writeln!(io::stderr(), "interrupted: {error}");
        return ExitCode::from(INTERRUPTED);
    }
    let _ = writeln!(io::stderr(), "error: {error:#}");
    if error.chain().any(is_about_a_file) {
        ExitCode::from(3)
    } else {
        ExitCode::from(2)
    }
}

/// Whether an error says that a solution cannot be used.
fn is_about_a_file(cause: &(dyn std::error::Error + 'static)) -> bool {
    cause.is::<FileError>()
        || cause.is::<WrongFile>()
        || matches!(
            cause.downcast_ref(),
            Some(LookUpError::WrongBestMove { .. })
        )
}

/// Reads the arguments of a command. `None` if they asked for help or the version, which is printed then: nothing
/// is left to do. Ends the process with exit code 2 if they cannot be understood.
///
/// # Errors
///
/// What the system says if help or the version cannot be written.
pub fn parse<T: clap::Parser>() -> anyhow::Result<Option<T>> {
    match T::try_parse() {
        Ok(arguments) => Ok(Some(arguments)),
        Err(usage) if usage.use_stderr() => printably(usage).exit(),
        Err(help) => {
            print_help(&help)?;
            Ok(None)
        }
    }
}

/// Writes help, which clap returns as an error, to standard output.
///
/// # Errors
///
/// What the system says, with the name of the stream.
pub fn print_help(help: &clap::Error) -> io::Result<()> {
    let written = help.print().and_then(|()| io::stdout().flush());
    written.map_err(streams::to_output)
}

/// The error with what was typed made safe to show.
fn printably(mut usage: clap::Error) -> clap::Error {
    let typed = usage.context().filter_map(|(kind, value)| match value {
        ContextValue::String(text) => Some((kind, ContextValue::String(printable(text)))),
        _ => None,
    });
    let typed: Vec<_> = typed.collect();
    for (kind, value) in typed {
        usage.insert(kind, value);
    }
    usage
}

/// Writes to a file, which is [replaced](replace) whole, or to standard output if its name is `-`.
///
/// # Errors
///
/// What the system says, with the path.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    if is_stream(path) {
        streams::print_bytes(content.as_ref())
    } else {
        replace(path, content.as_ref())
    }
}

/// The exit code of a command that was interrupted: 128 and the number of the signal, as a shell has it.
const INTERRUPTED: u8 = 130;

/// What an interrupt does instead of ending the process, once.
static FIRST_INTERRUPT: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// Makes an interrupt (Ctrl-C, or being asked to terminate) and a panic do the [registered](interrupt)
/// clean-up before they end the process. To be called first in `main`.
///
/// # Errors
///
/// What the system says.
pub fn handle_interrupts() -> anyhow::Result<()> {
    let panics = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        panics(panic);
        interrupt::clean_up();
    }));
    ctrlc::set_handler(|| {
        let first = FIRST_INTERRUPT
            .lock()
            .ok()
            .and_then(|mut first| first.take());
        match first {
            Some(stop) => stop(),
            None => {
                // Until the process has ended nothing new can be begun that would have to be cleaned up.
                let _closed = interrupt::close();
                std::process::exit(i32::from(INTERRUPTED));
            }
        }
    })
    .context("cannot handle interrupts")
}

/// Has the first interrupt do this instead of ending the process: stop gracefully, with what there is. The second
/// ends it.
pub fn on_first_interrupt(stop: impl FnOnce() + Send + 'static) {
    if let Ok(mut first) = FIRST_INTERRUPT.lock() {
        *first = Some(Box::new(stop));
    }
}

/// Has an interrupt end the process again, also if there was none since [`on_first_interrupt`].
pub fn end_on_interrupt() {
    if let Ok(mut first) = FIRST_INTERRUPT.lock() {
        *first = None;
    }
}

/// An answer as one line of JSON.
///
/// # Errors
///
/// What the answer's serialisation says.
pub fn json(answer: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(answer).map(|line| line + "\n")
}

/// Rows as comma-separated values, after a header line of the rows' field names.
///
/// # Errors
///
/// What the rows' serialisation says.
pub fn csv<T: Serialize>(rows: impl IntoIterator<Item = T>) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row)?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// A count with its thousands separated.
///
/// ```
/// assert_eq!(tourne_solver::terminal::grouped(52_347), "52,347");
/// ```
#[must_use]
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number with as many decimals as an error bound proves, `most` at most: the last one shown is right to one
/// unit. Says so if the bound proves none.
///
/// ```
/// use tourne_solver::terminal::proven;
///
/// assert_eq!(proven(0.515_094_810_490_408, 1.1e-14, 12), "0.515094810490");
/// assert_eq!(proven(0.515_094_810_490_408, 1e-3, 12), "0.52");
/// assert_eq!(proven(0.515_094_810_490_408, 1.0, 12), "unknown (within 1e0)");
/// ```
#[must_use]
pub fn proven(number: f64, bound: f64, most: usize) -> String {
    // A value without decimals would say who is likelier to win at most.
    match proven_decimals(bound, most).filter(|&decimals| decimals > 0) {
        Some(decimals) => format!("{number:.decimals$}"),
        None => format!("unknown (within {})", rounded_up(bound, 0)),
    }
}

/// An error bound with this many decimals, rounded up: what is printed is proven as well.
///
/// ```
/// use tourne_solver::terminal::rounded_up;
///
/// assert_eq!(rounded_up(1.405_91e-14, 1), "1.5e-14");
/// assert_eq!(rounded_up(9.96e-14, 1), "1.0e-13");
/// assert_eq!(rounded_up(0.25, 1), "2.5e-1");
/// assert_eq!(rounded_up(0.0, 1), "0.0e0");
/// ```
#[must_use]
pub fn rounded_up(bound: f64, decimals: usize) -> String {
    let nearest = format!("{bound:.decimals$e}");
    if nearest.parse().is_ok_and(|nearest: f64| nearest < bound) {
        // Half a unit more and rounding to the nearest make rounding up.
        let unit = 10_f64.powf(bound.log10().floor() - decimals as f64);
        return format!("{:.decimals$e}", bound + unit / 2.0);
    }
    nearest
}

/// How many decimals an error bound proves, `most` at most; `None` if not even whole numbers.
#[must_use]
pub fn proven_decimals(bound: f64, most: usize) -> Option<usize> {
    // Half a unit for the error and half a unit for rounding make one.
    let is_proven = |&decimals: &usize| bound <= 0.5 * 10_f64.powf(-(decimals as f64));
    (0..=most).rev().find(is_proven)
}

/// Lines of a name and a text, the texts aligned.
///
/// ```
/// let lines = [("die", "3".to_owned()), ("value", "0.5".to_owned())];
/// assert_eq!(tourne_solver::terminal::aligned(&lines), "die    3\nvalue  0.5\n");
/// ```
#[must_use]
pub fn aligned(lines: &[(&str, String)]) -> String {
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, line) in lines {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:width$}  {line}");
    }
    text
}
