//! Faults of engines: silence, crashes and violations of the protocol.

use std::fmt;
use std::process::ExitStatus;
use std::time::Duration;

use serde::ser::{Serialize, SerializeStruct as _, Serializer};
use tourne_solver::Rules;

use super::cannot_start::CARRIAGE_RETURN;
pub use super::cannot_start::CannotStart;

/// Maximum length of a line of an engine, in bytes.
pub const LONGEST_LINE: usize = 4096;
/// Maximum number of lines that an engine may write before the expected line.
pub const MOST_LINES: usize = 10_000;

/// Fault of an engine, with its facts. An illegal move is not a fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("expected \"{expected}\" after \"{asked}\", got {}: {instead}", .instead.kind())]
    Handshake {
        asked: &'static str,
        expected: &'static str,
        instead: Box<Fault>,
    },
    #[error(
        "it does not play the rules \"{rules}\": it said \"{words}\" after \"setoption name rules value {rules}\""
    )]
    Refusal { rules: Rules, words: String },
    #[error("no answer in {0:?}")]
    Silence(Duration),
    #[error("no \"readyok\" in {0:?} to the \"isready\" after its answer")]
    Unready(Duration),
    #[error("it ended ({0}) instead of answering")]
    Crash(ExitStatus),
    #[error("it closed its input or output, but still runs")]
    Closed,
    #[error("more than {},{:03} lines instead of an answer, the last \"{}\"", MOST_LINES / 1000, MOST_LINES % 1000, .0)]
    TooManyLines(String),
    #[error("a line of more than {LONGEST_LINE} bytes instead of an answer, the last \"{0}\"")]
    TooLong(String),
    #[error("it said \"{0}\", but has answered this question already")]
    AnsweredAlready(String),
    #[error("it said \"{0}\", but was not asked anything")]
    NotAsked(String),
    #[error("it said \"{words}\", but the oldest question without an answer is \"{question}\"")]
    WrongQuestion { words: String, question: String },
    #[error("it said \"readyok\" before its \"bestmove\": commands must be carried out in order")]
    Disorder,
}

impl Fault {
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::Handshake { .. } => "handshake",
            Fault::Refusal { .. } => "refusal",
            Fault::Silence(_) | Fault::Unready(_) => "silence",
            Fault::Crash(_) => "crash",
            Fault::Closed => "closed pipe",
            Fault::TooManyLines(_) | Fault::TooLong(_) => "flood",
            Fault::AnsweredAlready(_) | Fault::NotAsked(_) => "surplus answer",
            Fault::WrongQuestion { .. } => "wrong question",
            Fault::Disorder => "disorder",
        }
    }

    /// Returns whether an expected line did not come in time.
    pub(super) fn is_silence(&self) -> bool {
        match self {
            Fault::Handshake { instead, .. } => instead.is_silence(),
            fault => matches!(fault, Fault::Silence(_) | Fault::Unready(_)),
        }
    }

    /// Returns whether the engine would fail in the same way if it were started again.
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
    /// A move without the word before it.
    #[error("; it wrote \"{0}\", but an answer is \"bestmove {0}\"")]
    BareMove(String),
    #[error("; it wrote \"{0}\" without a line feed: each line must end with one")]
    Unended(String),
    #[error("; it wrote \"{0}\" only when its input was closed: {FLUSH}, or give it more time")]
    Late(String),
    /// The engine has not answered anything since its start.
    #[error("; if it has written one, {FLUSH}; otherwise give it more time")]
    Mute,
    #[error("; {CARRIAGE_RETURN}")]
    CarriageReturn,
}

/// Time without any output of an engine after which the user gets a hint.
pub(super) const PATIENCE: Duration = Duration::from_secs(4);

/// Cure of output that is not flushed, the most frequent fault of engines.
const FLUSH: &str = "flush the output after each line (Python: print(..., flush=True) or python3 -u; C: fflush(stdout))";

/// Returns the hint for the user if an engine has written nothing for a while, or nothing since the line `instead`, which
/// the protocol does not define.
pub fn hint(who: &str, instead: Option<&str>) -> String {
    match instead {
        None => format!(
            "{who} has written nothing for {PATIENCE:?}: unless it is still loading or thinking, {FLUSH}"
        ),
        Some(line) => format!(
            "{who} has written \"{line}\", which is not understood, and nothing for {PATIENCE:?}: tourne help protocol \
             shows what engines write"
        ),
    }
}

/// Fault of an engine, with what the engine wrote about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub fault: Fault,
    pub clue: Clue,
    /// Time during the wait for the engine in which this process itself could not run.
    pub stopped: Duration,
    /// Last lines of standard error, with control characters escaped.
    pub last_words: Vec<String>,
}

impl Failure {
    /// Fault and clue, without the lines of standard error.
    pub fn cause(&self) -> String {
        let mut text = format!("{}: {}{}", self.fault.kind(), self.fault, self.clue);
        if !self.stopped.is_zero() {
            text += &format!(
                "; this program itself was stopped meanwhile, for {:.1} s, which do not count",
                self.stopped.as_secs_f64()
            );
        }
        text
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.cause())?;
        match &self.last_words[..] {
            [] => Ok(()),
            words => write!(f, "; last on its standard error: {}", words.join(" / ")),
        }
    }
}

/// Serialised as the fields `fault`, the kind, and `text`, the whole message.
impl Serialize for Failure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Failure", 2)?;
        fields.serialize_field("fault", self.fault.kind())?;
        fields.serialize_field("text", &self.to_string())?;
        fields.end()
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
