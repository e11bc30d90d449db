//! Reads the whole output of an engine without starting a process.

use std::io::Read;

use tourne::engine::fault::Fault;
use tourne::engine::hearing::{Hearing, LONGEST_LINE};
use tourne_query::ask::Lines;
use tourne_solver::Rules;

/// Contents of the output of an engine.
pub(crate) struct Overheard {
    /// All that the engine wrote except answers.
    pub(crate) hearing: Hearing,
    /// Answers of the engine in the order of the questions, at most one for each.
    pub(crate) answers: Vec<String>,
    /// The fault that ended the reading, if there was one before all questions were answered.
    pub(crate) fault: Option<Fault>,
}

/// Returns a function that reads the next line of an output; its end is [`Fault::Closed`].
pub(crate) fn from_output(output: impl Read) -> impl FnMut() -> Result<String, Fault> {
    let mut lines = Lines::new(output, LONGEST_LINE);
    move || match lines.next() {
        Ok(Some(line)) => match line.lossy() {
            Some(text) => Ok(text.into_owned()),
            None => Err(Fault::Flood("too long", String::new())),
        },
        Ok(None) | Err(_) => Err(Fault::Closed),
    }
}

/// Reads the output of an engine that was greeted, given these rules, and asked these questions. The questions are sent
/// all at once if the engine supports that, otherwise one after the other. Reading stops at the first fault.
pub(crate) fn overhear(output: impl Read, rules: Rules, questions: &[&str]) -> Overheard {
    let mut hearing = Hearing::default();
    let mut answers = Vec::new();
    let mut next = from_output(output);
    let mut read = || -> Result<(), Fault> {
        hearing.introduction(&mut next)?;
        hearing.agreement(rules, &mut next)?;
        for question in questions {
            answers.push(if hearing.can_be_asked_ahead {
                hearing.answer_to(question, &mut next)?
            } else {
                hearing.answer(&mut next)?
            });
        }
        Ok(())
    };
    let fault = read().err();
    Overheard {
        hearing,
        answers,
        fault,
    }
}
