//! Pipes to a process.

use std::process::{ChildStderr, ChildStdin, ChildStdout};

/// Pipes to a process; each is `None` once it is taken.
pub(super) struct Pipes {
    pub(super) input: Option<ChildStdin>,
    pub(super) output: Option<ChildStdout>,
    pub(super) errors: Option<ChildStderr>,
}
