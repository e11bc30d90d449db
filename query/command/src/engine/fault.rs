//! Faults of engines: anything but an answer.

use std::process::ExitStatus;
use std::time::Duration;
use std::{fmt, io};

use serde::{Serialize, Serializer};
use tourne_solver::game::{Rules, printable};

/// Fault of an engine, which did something else instead of answering.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum Fault {
    /// It did not greet as the protocol asks.
    #[error(
        "handshake: expected \"{expected}\" after \"{asked}\", got {instead}{}",
        .heard.as_ref().map_or(String::new(), |line| format!("; its last line was \"{line}\""))
    )]
    Handshake {
        asked: &'static str,
        expected: &'static str,
        instead: Box<Fault>,
        /// The last line that was not understood.
        heard: Option<String>,
    },
    /// It refused to play by the rules.
    #[error("refusal: it does not play the rules \"{rules}\": it said \"{words}\"")]
    Refusal { rules: Rules, words: String },
    /// It gave no answer in time.
    #[error("silence: no answer in {0:?}")]
    Silence(Duration),
    /// It gave no answer in time, but said something that is not understood.
    #[error(
        "silence: no answer in {time:?}: it said \"{heard}\" instead of \"bestmove\" and a move"
    )]
    NotUnderstood { time: Duration, heard: String },
    /// It answered `go`, but not the `isready` after it or after all questions.
    #[error("silence: no \"readyok\" in {0:?} to the \"isready\" after its answer")]
    Unready(Duration),
    /// It exited.
    #[error("crash: it ended ({0}) instead of answering")]
    Crash(ExitStatus),
    /// It still runs, but a pipe to it is closed.
    #[error("closed pipe: it closed its input or output, but still runs")]
    Closed,
    /// It wrote more than any answer needs.
    #[error("flood: {0} instead of an answer")]
    Flood(&'static str),
    /// It said `bestmove` more often than it was asked.
    #[error(
        "surplus answer: it said \"{words}\", but {}",
        if *.is_asked { "has answered this question already" } else { "was not asked anything" }
    )]
    Surplus { words: String, is_asked: bool },
    /// It was asked ahead, and its answer is not to the oldest open question.
    #[error(
        "wrong question: it said \"{words}\", but the oldest question without an answer is \"{question}\""
    )]
    WrongQuestion { words: String, question: String },
    /// It said `readyok` before the `bestmove` that was to come first.
    #[error(
        "disorder: it said \"readyok\" before its \"bestmove\": commands are carried out in order"
    )]
    Disorder,
}

impl Fault {
    /// Name of the kind of fault, one word or two.
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::Handshake { .. } => "handshake",
            Fault::Refusal { .. } => "refusal",
            Fault::Silence(_) | Fault::NotUnderstood { .. } | Fault::Unready(_) => "silence",
            Fault::Crash(_) => "crash",
            Fault::Closed => "closed pipe",
            Fault::Flood(_) => "flood",
            Fault::Surplus { .. } => "surplus answer",
            Fault::WrongQuestion { .. } => "wrong question",
            Fault::Disorder => "disorder",
        }
    }

    /// Returns whether starting the engine again is pointless.
    pub fn is_final(&self) -> bool {
        matches!(self, Fault::Handshake { .. } | Fault::Refusal { .. })
    }
}

/// A fault, with the last standard error of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The fault.
    pub fault: Fault,
    /// The last lines of standard error, without control characters.
    pub last_words: Vec<String>,
}

impl Serialize for Failure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fault)?;
        if !self.last_words.is_empty() {
            let words = self.last_words.join(" / ");
            write!(f, "; last on its standard error: {words}")?;
        }
        Ok(())
    }
}

/// Error of a question without an answer.
#[derive(Debug, thiserror::Error)]
pub enum NoAnswer {
    /// The engine failed, and was ended.
    #[error("{0}")]
    Failed(Failure),
    /// The answer is no longer wanted.
    #[error("interrupted")]
    Interrupted,
    /// The engine cannot be started.
    #[error(transparent)]
    CannotStart(#[from] CannotStart),
}

/// Error of starting an engine.
#[derive(Debug, thiserror::Error)]
#[error("cannot start the engine \"{}\"{}", printable(.command), advice(.source))]
pub struct CannotStart {
    /// The program.
    pub command: String,
    /// The error of the system.
    pub source: io::Error,
}

fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::OutOfMemory => {
            " (the system does not allow another process or thread: end some)"
        }
        _ => " (give a program and its arguments)",
    }
}
