//! What happens while engines are asked.

use std::io;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use tourne_solver::{Die, Position};

use super::fault::Failure;

#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Stops all engines once it is set.
    pub stop: &'a AtomicBool,
    pub tell: &'a (dyn Fn(Event) + Sync),
}

#[derive(Debug)]
pub enum Event {
    /// The engine wrote this line, which begins with `error`.
    Error(String),
    /// The engine wrote a line to standard error.
    Stderr {
        /// Name of the engine; `None` until the engine has given it.
        name: Option<String>,
        /// Line of standard error, with control characters escaped.
        line: String,
    },
    /// The engine has not answered anything yet, and has written nothing for a few seconds.
    Silence {
        /// Last line that it wrote instead of the expected one, with control characters escaped.
        instead: Option<String>,
    },
    Fault(FaultAt),
    /// Number of steps of the agenda that are done.
    Done(usize),
    /// Fewer processes than wanted are running, because the system does not allow more.
    Fewer(io::Error),
    /// The answers up to now could not be saved.
    NotSaved(io::Error),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FaultAt {
    /// Position of the question at which the fault happened: one that was open, about to be sent, or answered last.
    pub position: Position,
    pub die: Die,
    /// Numbers that are sent after `dice` in this question.
    pub dice: String,
    #[serde(flatten)]
    pub what: Failure,
}
