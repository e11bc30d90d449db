//! Many questions: one a line in, one JSON object a line out.

use std::io::{self, Read, Write};

use serde::Serialize;
use tourne_solver::solution::LookUpError;

use crate::ask::answer::Answer;
use crate::ask::judge::Judge;
use crate::ask::lines::{Line, LineError, Lines};
use crate::ask::question::{Question, QuestionError};

/// Maximum length of a question, in bytes.
const LONGEST_LINE: usize = 256;
const BUFFER: usize = 1 << 16;
/// Maximum number of characters of a bad line that are quoted in its answer.
const SHOWN: usize = 40;

/// Answer to a line that is not a question.
#[derive(Serialize)]
struct BadLine {
    error: String,
    line: u64,
    question: String,
}

#[derive(Debug, thiserror::Error)]
enum BadQuestion {
    #[error("{0}: write a position, with or without a throw, such as 04h/007 3")]
    Line(#[from] LineError),
    #[error(transparent)]
    Question(#[from] QuestionError),
    #[error(transparent)]
    LookUp(#[from] LookUpError),
}

/// Answers every line of the input with a line of JSON: the answer, or an object with `error`,
/// `line` (counted from 1) and `question`. Answers are flushed whenever no further input is waiting,
/// so that a program may ask and wait.
///
/// # Errors
///
/// The error of reading or writing. A bad line is answered, not an error.
///
/// ```
/// use tourne_query::ask::batch;
/// use tourne_query::solutions;
///
/// let mut answers = Vec::new();
/// batch::run(solutions::embedded(), &b"04h/007 3\nnonsense\n"[..], &mut answers)?;
/// let answers = String::from_utf8(answers)?;
/// assert!(answers.lines().nth(0).unwrap().contains(r#""best":"4/7*""#));
/// assert!(answers.lines().nth(1).unwrap().starts_with(r#"{"error":"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(judge: &impl Judge, input: impl Read, mut output: impl Write) -> io::Result<()> {
    let mut lines = Lines::new(input, LONGEST_LINE);
    // Answers are collected in memory, so that there is one write for many small ones.
    let mut answers = Vec::with_capacity(2 * BUFFER);
    loop {
        if !lines.is_at_hand() || answers.len() >= BUFFER {
            output.write_all(&answers)?;
            output.flush()?;
            answers.clear();
        }
        let Some(line) = lines.next()? else {
            // The line at hand may have been the rest of one that was too long.
            output.write_all(&answers)?;
            return output.flush();
        };
        match answer(judge, line) {
            Ok(answer) => serde_json::to_writer(&mut answers, &answer)?,
            Err(error) => {
                let bad = BadLine {
                    error: error.to_string(),
                    line: line.number,
                    question: line.beginning(SHOWN),
                };
                serde_json::to_writer(&mut answers, &bad)?;
            }
        }
        answers.push(b'\n');
    }
}

fn answer(judge: &impl Judge, line: Line) -> Result<Answer, BadQuestion> {
    let line = line.text()?;
    let question = Question::parse_line(line, judge.rules())?;
    Ok(Answer::new(judge, question.position, question.die)?)
}
