//! Parsing of the command line, and printing of help.

use std::env;
use std::error::Error as _;
use std::io::{self, Write as _};
use std::num::{IntErrorKind, ParseIntError};

use clap::error::ContextValue;

use super::exit_codes::Exit;
use super::{lines, streams};
use crate::printable;

/// Parses the arguments of a command. If the user asks for help or the version, prints the text and returns `None`.
/// Ends the process with exit code 2 if the arguments are invalid.
///
/// `--help` alone prints the short help of the program, as `-h` does, because it fits a terminal. The command `help` prints
/// the long one.
pub fn parse<T: clap::Parser>() -> Result<Option<T>, Exit> {
    let words = env::args_os().enumerate().map(|(at, word)| {
        let asks_for_help = at == 1 && word == "--help";
        if asks_for_help { "-h".into() } else { word }
    });
    match T::try_parse_from(words) {
        Ok(arguments) => Ok(Some(arguments)),
        Err(usage) if usage.use_stderr() => {
            let text = lines::for_stream(&explained(&printably(usage)), &io::stderr());
            // If standard error is closed, the message is lost.
            let _ = anstream::stderr().write_all(text.as_bytes());
            std::process::exit(2)
        }
        Err(help) => {
            print_help(&help)?;
            Ok(None)
        }
    }
}

/// Prints help, which clap returns as an error, to standard output.
pub fn print_help(help: &clap::Error) -> Result<(), Exit> {
    let written = help.print().and_then(|()| io::stdout().flush());
    written.map_err(streams::to_output).map_err(Exit::of_output)
}

/// Returns the text of a usage error. If a number cannot be parsed, the text gives a plain reason.
fn explained(usage: &clap::Error) -> String {
    let text = usage.render().ansi().to_string();
    let source = usage.source();
    let Some(error) = source.and_then(|source| source.downcast_ref::<ParseIntError>()) else {
        return text;
    };
    let reason = match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "the number is too large",
        _ => "write a whole number in digits, such as 7",
    };
    text.replace(&error.to_string(), reason)
}

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
