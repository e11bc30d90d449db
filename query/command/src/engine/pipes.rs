//! The pipes to a process.

use std::process::{ChildStderr, ChildStdin, ChildStdout};

/// The pipes to a process, each until it is taken.
pub(super) struct Pipes {
    pub(super) input: Option<ChildStdin>,
    pub(super) output: Option<ChildStdout>,
    pub(super) errors: Option<ChildStderr>,
}
