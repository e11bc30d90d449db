//! Exit codes, and the message that is printed on standard error when a command fails.

use std::io;
use std::process::ExitCode;

use super::lines::warn;
use tourne_solver::verify::OpenError;

/// Exit code of an interrupted command, for every signal: the code that a shell reports for Ctrl-C, 128 + 2.
pub(super) const INTERRUPTED: u8 = 130;

/// Error of a check whose result does not meet the user's threshold. The field is the message.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Wanting(pub String);

/// Error of a command that was interrupted after it printed a partial answer. The field is the message.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Interrupted(pub String);

/// Returns the exit code for the outcome of a command. If the command failed, prints one message on standard error. The
/// codes are 0 for an answer, 1 if a check [failed](Wanting), 2 for invalid arguments or invalid input, 3 for a
/// solution file that cannot be used, and 130 if the command was [interrupted](Interrupted).
pub fn finish(outcome: anyhow::Result<()>) -> ExitCode {
    let Err(error) = outcome else {
        return ExitCode::SUCCESS;
    };
    let stream = error.downcast_ref::<io::Error>();
    if stream.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
        // A closed pipe is not a failure: the program that reads from the pipe has read enough.
        return ExitCode::SUCCESS;
    }
    if error.is::<Wanting>() {
        warn(&format!("check failed: {error}"));
        return ExitCode::from(1);
    }
    if error.is::<Interrupted>() {
        warn(&format!("interrupted: {error}"));
        return ExitCode::from(INTERRUPTED);
    }
    warn(&format!("error: {error:#}"));
    if error.chain().any(<dyn std::error::Error>::is::<OpenError>) {
        ExitCode::from(3)
    } else {
        ExitCode::from(2)
    }
}
