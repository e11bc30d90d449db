//! Many questions: one a line in, one JSON object a line out.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

use serde::Serialize;
use tourne_solver::LookUpError;

use crate::answer::Answer;
use crate::judge::Judge;
use crate::question::{Question, QuestionError};

/// A line with more bytes is no question.
const LONGEST_LINE: u64 = 256;
const BUFFER: usize = 1 << 16;
/// So many characters of a bad line are given back.
const SHOWN: usize = 40;

/// The object that answers a line that is no question.
#[derive(Serialize)]
struct BadLine {
    error: String,
    line: u64,
    question: String,
}

#[derive(Debug, thiserror::Error)]
enum LineError {
    #[error("the line is not UTF-8 text: write a position and perhaps a throw, such as 04h/007 3")]
    NotText,
    #[error(
        "the line has more than {LONGEST_LINE} bytes: write a position and perhaps a throw, such as 04h/007 3"
    )]
    TooLong,
    #[error(transparent)]
    Question(#[from] QuestionError),
    #[error(transparent)]
    LookUp(#[from] LookUpError),
}

/// Answers every line of the input with a line of JSON: the answer, or an object with `error`,
/// `line` (counted from 1) and `question`. Answers are held back only while more input is at hand,
/// so that a program may ask and wait.
///
/// # Errors
///
/// What reading or writing says. Bad lines are no errors.
///
/// ```
/// use tourne_query::{batch, table};
///
/// let mut answers = Vec::new();
/// batch::run(table::embedded(), &b"04h/007 3\nnonsense\n"[..], &mut answers)?;
/// let answers = String::from_utf8(answers)?;
/// assert!(answers.lines().nth(0).unwrap().contains(r#""best":"4/7*""#));
/// assert!(answers.lines().nth(1).unwrap().starts_with(r#"{"error":"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(judge: &impl Judge, input: impl Read, output: impl Write) -> io::Result<()> {
    let rules = judge.rules().to_string();
    let mut input = BufReader::with_capacity(BUFFER, input);
    let mut output = BufWriter::with_capacity(BUFFER, output);
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        line.clear();
        if input
            .by_ref()
            .take(LONGEST_LINE + 1)
            .read_until(b'\n', &mut line)?
            == 0
        {
            return output.flush();
        }
        number += 1;
        let is_whole = line.ends_with(b"\n") || line.len() as u64 <= LONGEST_LINE;
        if !is_whole {
            input.skip_until(b'\n')?;
        }
        match answer(judge, &rules, &line, is_whole) {
            Ok(answer) => serde_json::to_writer(&mut output, &answer)?,
            Err(error) => {
                let question = String::from_utf8_lossy(&line);
                let bad = BadLine {
                    error: error.to_string(),
                    line: number,
                    question: question.trim_end().chars().take(SHOWN).collect(),
                };
                serde_json::to_writer(&mut output, &bad)?;
            }
        }
        output.write_all(b"\n")?;
    }
}

fn answer<'a>(
    judge: &impl Judge,
    rules: &'a str,
    line: &[u8],
    is_whole: bool,
) -> Result<Answer<'a>, LineError> {
    if !is_whole {
        return Err(LineError::TooLong);
    }
    let line = str::from_utf8(line).map_err(|_| LineError::NotText)?;
    let question = Question::parse_line(line, judge.rules())?;
    Ok(Answer::new(judge, rules, question.position, question.die)?)
}
