//! Reads the whole output of an engine without starting a process.

use std::io::Read;

use tourne::engine::fault::{Fault, LONGEST_LINE};
use tourne::engine::hearing::{Expected, Hearing};
use tourne::lines::Lines;
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

/// Reads the output of an engine that was greeted, given these rules, and asked these questions. The questions are sent
/// all at once if the engine supports that, otherwise one after the other. Reading stops at the first fault.
pub(crate) fn overhear(output: impl Read, rules: Rules, questions: &[&str]) -> Overheard {
    let mut lines = Lines::new(output, LONGEST_LINE);
    let mut hearing = Hearing::default();
    let mut answers = Vec::new();
    let mut hear = |expected| {
        hearing.expect(expected);
        loop {
            let line = lines.next().ok().flatten().ok_or(Fault::Closed)?;
            let line = line.lossy().ok_or(Fault::TooLong(String::new()))?;
            if let Some(found) = hearing.hear(&line)? {
                return Ok((found, hearing.can_be_asked_ahead));
            }
        }
    };
    let mut read = || -> Result<(), Fault> {
        let (_, is_ahead) = hear(Expected::Introduction)?;
        hear(Expected::Agreement(rules))?;
        for &question in questions {
            let (answer, _) = hear(if is_ahead {
                Expected::AnswerTo(question.to_owned())
            } else {
                Expected::Answer
            })?;
            answers.push(answer);
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
