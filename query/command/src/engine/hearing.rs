//! Parser of an engine's output: the greeting, the answers and the faults.
//!
//! The parser gets the lines from a closure, so tests need no process. Engines carry out commands in order, and
//! `isready` follows each question, so the answer is the only `bestmove` before the `readyok`. An engine that is *asked
//! ahead* is sent several questions before it answers, without `isready`. It repeats the question in each answer, and
//! must answer the oldest open question first. No other line is accepted as an answer.

use tourne_solver::{Rules, printable};

use super::fault::Fault;

/// Maximum length of a line of an engine, in bytes.
pub const LONGEST_LINE: usize = 4096;
/// Maximum number of lines that an engine may write before the expected line.
pub const MOST_LINES: usize = 10_000;
/// Maximum number of lines that are kept in [`Hearing::errors`].
const MOST_ERRORS: usize = 20;
/// Maximum length of a quoted line, in characters.
const LONGEST_QUOTE: usize = 200;

/// Function that returns the next line of the engine.
type Next<'a, E> = &'a mut dyn FnMut() -> Result<String, E>;

/// State of a dialogue with an engine, and the lines that the engine wrote besides the expected ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hearing {
    /// Name that the engine gives itself, unchanged.
    pub name: Option<String>,
    /// Lines of the engine that begin with `error`, with control characters escaped.
    pub errors: Vec<String>,
    /// `true` once the engine has said that it accepts several questions before it answers.
    pub can_be_asked_ahead: bool,
    /// Last line that the protocol does not define, with control characters escaped; cleared before each wait.
    pub not_understood: Option<String>,
    /// Question that the engine answered last. Set only by [`Hearing::answer_to`].
    answered: Option<String>,
    /// `true` once the open question has been answered.
    pub(super) has_answered: bool,
}

impl Hearing {
    /// Reads lines up to the `ubgiok` that ends the greeting.
    pub fn introduction<E: From<Fault>>(&mut self, next: Next<E>) -> Result<(), E> {
        let mut ahead = false;
        self.until(next, |line| {
            not_an_answer(line)?;
            ahead |= word(line, "option name askahead").is_some();
            Ok((line == "ubgiok").then_some(()))
        })?;
        self.can_be_asked_ahead = ahead;
        Ok(())
    }

    /// Reads lines up to the `readyok` after the choice of rules. A line that begins with `error` refuses the rules.
    pub fn agreement<E: From<Fault>>(&mut self, rules: Rules, next: Next<E>) -> Result<(), E> {
        self.until(next, |line| {
            not_an_answer(line)?;
            if is_error(line) {
                let words = quoted(line);
                return Err(Fault::Refusal { rules, words });
            }
            Ok((line == "readyok").then_some(()))
        })
    }

    /// Reads the answer to a question and the `readyok` that follows it.
    pub fn answer<E: From<Fault>>(&mut self, next: Next<E>) -> Result<String, E> {
        let mut answer = None;
        let mut is_ready = false;
        self.has_answered = false;
        self.until(next, |line| {
            if line == "readyok" {
                // If there was no answer, read on to tell two faults apart: an answer may still follow (disorder), or
                // nothing may follow (silence).
                is_ready = true;
                return Ok(answer.take());
            }
            if let Some(played) = word(line, "bestmove") {
                if is_ready {
                    return Err(Fault::Disorder);
                }
                if answer.is_some() {
                    return Err(surplus(line, true));
                }
                answer = Some(played.to_owned());
            }
            Ok(None)
        })
    }

    /// Reads lines up to `bestmove MOVE for QUESTION`, the answer to `question`, and returns the move. `question` must
    /// be the oldest open question. Only for engines that accept several questions before they answer.
    pub fn answer_to<E: From<Fault>>(
        &mut self,
        question: &str,
        next: Next<E>,
    ) -> Result<String, E> {
        let before = self.answered.take();
        let answer = self.until(next, |line| {
            if line == "readyok" {
                return Err(Fault::Disorder);
            }
            let Some(said) = word(line, "bestmove") else {
                return Ok(None);
            };
            match said.rsplit_once("for ") {
                Some((played, answered)) if answered == question => {
                    Ok(Some(played.trim_end().to_owned()))
                }
                Some((_, answered)) if before.as_deref() == Some(answered) => {
                    Err(surplus(line, true))
                }
                _ => Err(Fault::WrongQuestion {
                    words: quoted(line),
                    question: question.to_owned(),
                }),
            }
        })?;
        self.answered = Some(question.to_owned());
        Ok(answer)
    }

    /// Reads lines up to the `readyok` that answers the last `isready`. Any answer is a fault: no question is open.
    pub fn rest<E: From<Fault>>(&mut self, next: Next<E>) -> Result<(), E> {
        self.until(next, |line| {
            not_an_answer(line)?;
            Ok((line == "readyok").then_some(()))
        })
    }

    /// Handles a line that the engine wrote while no question was open.
    pub fn aside(&mut self, line: &str) -> Result<(), Fault> {
        let line = line.trim();
        not_an_answer(line)?;
        if line == "readyok" {
            return Err(Fault::Disorder);
        }
        self.note(line);
        Ok(())
    }

    fn until<T, E: From<Fault>>(
        &mut self,
        next: Next<E>,
        mut expected: impl FnMut(&str) -> Result<Option<T>, Fault>,
    ) -> Result<T, E> {
        self.not_understood = None;
        let mut line = String::new();
        for _ in 0..MOST_LINES {
            line = next()?;
            let line = line.trim();
            if let Some(found) = expected(line)? {
                return Ok(found);
            }
            self.note(line);
        }
        Err(too_many(&line).into())
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
        if word(line, "bestmove").is_some() {
            self.has_answered = true;
        }
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = Some(name.trim().to_owned());
        }
        if is_error(line) && self.errors.len() < MOST_ERRORS {
            self.errors.push(quoted(line));
        }
    }
}

/// First words of the lines that the protocol defines, except `error`.
const KNOWN: [&str; 6] = ["id", "option", "ubgiok", "readyok", "info", "bestmove"];

/// First words of the lines for which the protocol makes this program wait.
const EXPECTED: [&str; 3] = ["ubgiok", "readyok", "bestmove"];

/// Returns a fault if a line is an answer. Called for lines that come while no question is open.
fn not_an_answer(line: &str) -> Result<(), Fault> {
    match word(line, "bestmove") {
        Some(_) => Err(surplus(line, false)),
        None => Ok(()),
    }
}

/// Returns whether a line begins with `error`, in upper or lower case. Any character may follow, such as a colon.
fn is_error(line: &str) -> bool {
    let beginning = line.get(..5);
    beginning.is_some_and(|word| word.eq_ignore_ascii_case("error"))
}

/// Returns the rest of a line after `command`, or `None` if the line does not begin with these words.
fn word<'a>(line: &'a str, command: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(command)?;
    let is_word = rest.is_empty() || rest.starts_with(char::is_whitespace);
    is_word.then(|| rest.trim())
}

fn surplus(line: &str, is_asked: bool) -> Fault {
    Fault::Surplus {
        words: quoted(line),
        is_asked,
    }
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

pub(super) fn too_many(line: &str) -> Fault {
    Fault::Flood("more than 10,000 lines", quoted(line))
}

pub(super) fn too_long(line: &str) -> Fault {
    Fault::Flood("a line of more than 4096 bytes", quoted(line))
}
