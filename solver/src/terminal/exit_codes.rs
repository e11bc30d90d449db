//! How a command ends other than by success: the exit code, and the message on standard error.

use std::fmt;
use std::io;
use std::process::ExitCode;

use super::lines::warn;

/// Exit code of an interrupted command, for every signal: the code that a shell reports for Ctrl-C, 128 + 2.
pub(super) const INTERRUPTED: u8 = 130;

/// Exit of a command other than success. Not an error, so that no error can hide it in its chain of causes.
#[derive(Debug)]
pub enum Exit {
    /// The program that reads standard output has read enough and closed it, which is not a failure: exit code 0.
    ReaderLeft,
    /// The result of a check does not meet the user's threshold: exit code 1. The field is the message.
    Wanting(String),
    /// Invalid arguments, invalid input, or another failure: exit code 2.
    Failed(anyhow::Error),
    /// A solution file cannot be used: exit code 3.
    BadSolution(anyhow::Error),
    /// The command was interrupted after it printed a partial answer: exit code 130. The field is the message.
    Interrupted(String),
}

impl<E: Into<anyhow::Error>> From<E> for Exit {
    fn from(error: E) -> Exit {
        Exit::Failed(error.into())
    }
}

impl Exit {
    pub fn of_output(error: io::Error) -> Exit {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Exit::ReaderLeft,
            _ => Exit::Failed(error.into()),
        }
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exit::ReaderLeft => f.write_str("standard output was closed"),
            Exit::Failed(error) | Exit::BadSolution(error) => write!(f, "{error:#}"),
            Exit::Wanting(what) | Exit::Interrupted(what) => f.write_str(what),
        }
    }
}

/// Returns the exit code for the outcome of a command. If the command failed, prints one message on standard error.
pub fn finish(outcome: Result<(), Exit>) -> ExitCode {
    let Err(exit) = outcome else {
        return ExitCode::SUCCESS;
    };
    let (code, kind) = match exit {
        Exit::ReaderLeft => return ExitCode::SUCCESS,
        Exit::Wanting(_) => (1, "check failed"),
        Exit::Failed(_) => (2, "error"),
        Exit::BadSolution(_) => (3, "error"),
        Exit::Interrupted(_) => (INTERRUPTED, "interrupted"),
    };
    warn(&format!("{kind}: {exit}"));
    ExitCode::from(code)
}
