//! Parser of an engine's output: the greeting, the answers and the faults.
//!
//! The parser takes line by line, so tests need no process. Engines carry out commands in order, and
//! `isready` follows each question, so the answer is the only `bestmove` before the `readyok`. An engine that is *asked
//! ahead* is sent several questions before it answers, without `isready`. It repeats the question in each answer, and
//! must answer the oldest open question first. No other line is accepted as an answer.

use std::time::Duration;

use tourne_solver::{Rules, printable};

use super::fault::{Fault, MOST_LINES};

/// Maximum length of a quoted line, in characters.
const LONGEST_QUOTE: usize = 200;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Expected {
    /// `ubgiok`, which ends the greeting.
    #[default]
    Introduction,
    /// `readyok` after the choice of these rules.
    Agreement(Rules),
    /// `bestmove MOVE`, the answer to the only open question, and the `readyok` that confirms it.
    Answer,
    /// `bestmove MOVE for QUESTION`, the answer to this question, the oldest open one. Only for engines that accept
    /// several questions before they answer.
    AnswerTo(String),
    /// `readyok`, while no question is open.
    Rest,
}

/// State of a dialogue with an engine, and the lines that the engine wrote besides the expected ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hearing {
    /// Name that the engine gives itself, unchanged.
    pub name: Option<String>,
    /// `true` once the engine has said that it accepts several questions before it answers.
    pub can_be_asked_ahead: bool,
    /// Last line that the protocol does not define, with control characters escaped; cleared before each wait.
    pub not_understood: Option<String>,
    expected: Expected,
    /// Number of lines since the last call of [`Hearing::expect`].
    lines: usize,
    /// Answer to the open question, until it is confirmed.
    answer: Option<String>,
    /// `true` if `readyok` came without an answer before it. An answer may still follow (disorder), or nothing (silence).
    is_ready: bool,
    /// Question that the engine answered last, if it was asked ahead.
    answered: Option<String>,
}

impl Hearing {
    pub fn expect(&mut self, expected: Expected) {
        self.expected = expected;
        self.lines = 0;
        self.answer = None;
        self.is_ready = false;
        self.not_understood = None;
    }

    /// Takes a line of the engine. Returns the move of the engine once its answer is complete, an empty text once other
    /// expected lines have come, and `None` as long as further lines are expected.
    pub fn hear(&mut self, line: &str) -> Result<Option<String>, Fault> {
        let line = line.trim();
        let is_readyok = line == "readyok";
        let is_complete = match (&self.expected, word(line, "bestmove")) {
            (Expected::Introduction | Expected::Agreement(_) | Expected::Rest, Some(_)) => {
                return Err(Fault::NotAsked(quoted(line)));
            }
            (Expected::Introduction, None) => {
                self.can_be_asked_ahead |= word(line, "option name askahead").is_some();
                line == "ubgiok"
            }
            (&Expected::Agreement(rules), None) if is_error(line) => {
                let words = quoted(line);
                return Err(Fault::Refusal { rules, words });
            }
            (Expected::Agreement(_) | Expected::Rest, None) => is_readyok,
            (Expected::Answer, Some(_)) if self.is_ready => return Err(Fault::Disorder),
            (Expected::Answer, Some(_)) if self.answer.is_some() => {
                return Err(Fault::AnsweredAlready(quoted(line)));
            }
            (Expected::Answer, Some(played)) => {
                self.answer = Some(played.to_owned());
                false
            }
            (Expected::Answer, None) => {
                self.is_ready |= is_readyok;
                is_readyok && self.answer.is_some()
            }
            (Expected::AnswerTo(_), None) if is_readyok => return Err(Fault::Disorder),
            (Expected::AnswerTo(_), None) => false,
            (Expected::AnswerTo(question), Some(said)) => match said.rsplit_once("for ") {
                Some((played, answered)) if answered == question => {
                    self.answer = Some(played.trim_end().to_owned());
                    self.answered = Some(answered.to_owned());
                    true
                }
                Some((_, answered)) if self.answered.as_deref() == Some(answered) => {
                    return Err(Fault::AnsweredAlready(quoted(line)));
                }
                _ => {
                    let (words, question) = (quoted(line), question.clone());
                    return Err(Fault::WrongQuestion { words, question });
                }
            },
        };
        if is_complete {
            return Ok(Some(self.answer.take().unwrap_or_default()));
        }
        self.note(line);
        self.lines += 1;
        if self.lines == MOST_LINES {
            return Err(Fault::TooManyLines(quoted(line)));
        }
        Ok(None)
    }

    /// Returns the fault of an engine that has not written what is expected within this time.
    pub(super) fn silence(&self, time: Duration) -> Fault {
        if self.answer.is_some() || self.expected == Expected::Rest {
            Fault::Unready(time)
        } else {
            Fault::Silence(time)
        }
    }

    fn note(&mut self, line: &str) {
        let is_known = KNOWN.iter().any(|known| word(line, known).is_some());
        // A line feed is missing before an expected word that stands later in a line.
        let is_glued = EXPECTED
            .iter()
            .any(|expected| line.rfind(expected) > Some(0));
        if (!is_known && !is_error(line) || is_glued) && !line.is_empty() {
            self.not_understood = Some(quoted(line));
        }
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = Some(name.trim().to_owned());
        }
    }
}

/// First words of the lines that the protocol defines, except `error`.
const KNOWN: [&str; 6] = ["id", "option", "ubgiok", "readyok", "info", "bestmove"];

/// First words of the lines for which the protocol makes this program wait.
const EXPECTED: [&str; 3] = ["ubgiok", "readyok", "bestmove"];

/// Returns whether a line begins with `error`, in upper or lower case. Any character may follow, such as a colon.
pub(super) fn is_error(line: &str) -> bool {
    let beginning = line.get(..5);
    beginning.is_some_and(|word| word.eq_ignore_ascii_case("error"))
}

/// Returns the rest of a line after `command`, or `None` if the line does not begin with these words.
fn word<'a>(line: &'a str, command: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(command)?;
    let is_word = rest.is_empty() || rest.starts_with(char::is_whitespace);
    is_word.then(|| rest.trim())
}

/// Formats a line of an engine for a message: escapes control characters, and cuts a long line.
pub fn quoted(line: &str) -> String {
    let line = line.trim_end();
    let mut quoted: String = line.chars().take(LONGEST_QUOTE).collect();
    if quoted.len() < line.len() {
        quoted.push('…');
    }
    printable(&quoted)
}

/// Returns whether the protocol makes this program wait for such a line.
pub(super) fn is_expected(line: &str) -> bool {
    let first = line.split_whitespace().next();
    first.is_some_and(|first| EXPECTED.contains(&first))
}
