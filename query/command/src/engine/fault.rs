//! Faults of engines: silence, crashes and violations of the protocol.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use serde::{Serialize, Serializer};
use tourne_solver::{Rules, printable};

/// Fault of an engine. An illegal move is not a fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error(
        "handshake: expected \"{expected}\" after \"{asked}\", got {instead}{}",
        .heard.as_ref().map_or(String::new(), |line| format!("; its last line was \"{line}\""))
    )]
    Handshake {
        asked: &'static str,
        expected: &'static str,
        instead: Box<Fault>,
        /// Last line that was not understood, if there was one.
        heard: Option<String>,
    },
    #[error("refusal: it does not play the rules \"{rules}\": it said \"{words}\"")]
    Refusal { rules: Rules, words: String },
    #[error("silence: no answer in {0:?}")]
    Silence(Duration),
    #[error(
        "silence: no answer in {time:?}: it said \"{heard}\" instead of \"bestmove\" and a move"
    )]
    NotUnderstood { time: Duration, heard: String },
    #[error("silence: no \"readyok\" in {0:?} to the \"isready\" after its answer")]
    Unready(Duration),
    #[error("crash: it ended ({0}) instead of answering")]
    Crash(ExitStatus),
    #[error("closed pipe: it closed its input or output, but still runs")]
    Closed,
    #[error("flood: {0} instead of an answer")]
    Flood(&'static str),
    #[error(
        "surplus answer: it said \"{words}\", but {}",
        if *.is_asked { "has answered this question already" } else { "was not asked anything" }
    )]
    Surplus { words: String, is_asked: bool },
    #[error(
        "wrong question: it said \"{words}\", but the oldest question without an answer is \"{question}\""
    )]
    WrongQuestion { words: String, question: String },
    #[error(
        "disorder: it said \"readyok\" before its \"bestmove\": commands must be carried out in order"
    )]
    Disorder,
}

impl Fault {
    /// Returns the name of the kind of fault, one or two words: the words before the colon of the message.
    pub fn kind(&self) -> String {
        let message = self.to_string();
        message.split(':').next().unwrap_or_default().to_owned()
    }

    /// Returns whether the engine should not be started again, because it would fail in the same way.
    pub fn is_final(&self) -> bool {
        matches!(self, Fault::Handshake { .. } | Fault::Refusal { .. })
    }
}

/// Fault of an engine, with the last lines of its standard error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}{}", last(.last_words))]
pub struct Failure {
    pub fault: Fault,
    /// Last lines of standard error, with control characters escaped.
    pub last_words: Vec<String>,
}

fn last(words: &[String]) -> String {
    match words {
        [] => String::new(),
        words => format!("; last on its standard error: {}", words.join(" / ")),
    }
}

impl Serialize for Failure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum NoAnswer {
    #[error("{0}")]
    Failed(Failure),
    #[error("interrupted")]
    Interrupted,
    #[error(transparent)]
    CannotStart(#[from] CannotStart),
}

#[derive(Debug, thiserror::Error)]
#[error("cannot start the engine \"{}\"{}", printable(.command), advice(.source))]
pub struct CannotStart {
    pub command: String,
    pub source: io::Error,
}

fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::OutOfMemory => {
            " (the system allows no further process or thread: close other programs)"
        }
        _ => " (the command must begin with the name or path of a program)",
    }
}
