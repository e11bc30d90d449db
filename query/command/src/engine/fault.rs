//! Faults of engines: silence, crashes and violations of the protocol.

use std::process::ExitStatus;
use std::time::Duration;

use serde::{Serialize, Serializer};
use tourne_solver::Rules;

pub use super::cannot_start::CannotStart;

/// Fault of an engine. An illegal move is not a fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("handshake: expected \"{expected}\" after \"{asked}\", got {instead}")]
    Handshake {
        asked: &'static str,
        expected: &'static str,
        instead: Box<Fault>,
    },
    #[error(
        "refusal: it does not play the rules \"{rules}\": it said \"{words}\" after \"setoption name rules value {rules}\""
    )]
    Refusal { rules: Rules, words: String },
    #[error("silence: no answer in {0:?}")]
    Silence(Duration),
    #[error("silence: no \"readyok\" in {0:?} to the \"isready\" after its answer")]
    Unready(Duration),
    #[error("crash: it ended ({0}) instead of answering")]
    Crash(ExitStatus),
    #[error("closed pipe: it closed its input or output, but still runs")]
    Closed,
    #[error("flood: {0} instead of an answer, the last \"{1}\"")]
    Flood(&'static str, String),
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

    /// Returns whether an expected line did not come in time.
    pub(super) fn is_silence(&self) -> bool {
        match self {
            Fault::Handshake { instead, .. } => instead.is_silence(),
            fault => matches!(fault, Fault::Silence(_) | Fault::Unready(_)),
        }
    }

    /// Returns whether the engine should not be started again, because it would fail in the same way.
    pub fn is_final(&self) -> bool {
        matches!(self, Fault::Handshake { .. } | Fault::Refusal { .. })
    }
}

/// Clue in an engine's output to the cause of a fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Clue {
    #[error("")]
    None,
    #[error("; the last line that was not understood: \"{0}\"")]
    NotUnderstood(String),
    #[error("; it wrote \"{0}\" without a line feed: each line must end with one")]
    Unended(String),
    #[error("; it wrote \"{0}\" only when its input was closed: {FLUSH}, or give it more time")]
    Late(String),
    /// The engine has not answered anything since its start.
    #[error("; if it has written one, {FLUSH}; otherwise give it more time")]
    Mute,
    #[error("; its first line ends with a carriage return: save it with Unix line ends")]
    CarriageReturn,
}

/// Time without any output of an engine after which the user gets a hint.
pub(super) const PATIENCE: Duration = Duration::from_secs(4);

/// Cure of output that is not flushed, the most frequent fault of engines.
const FLUSH: &str = "flush the output after each line (Python: print(..., flush=True) or python3 -u; C: fflush(stdout))";

/// Returns the hint for the user if an engine has written nothing for a while.
pub fn hint(who: &str) -> String {
    format!(
        "{who} has written nothing for {PATIENCE:?}: unless it is still loading or thinking, {FLUSH}"
    )
}

/// Fault of an engine, with what the engine wrote about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}{clue}{}", last(.last_words))]
pub struct Failure {
    pub fault: Fault,
    pub clue: Clue,
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
