//! Batches of questions: reads one question per line, and writes one JSON object per line.

use std::error::Error;
use std::io::{self, Read, Write};

use rayon::prelude::*;
use serde::Serialize;
use tourne_solver::Rules;

use crate::ask::{Answer, Judge, Question};
use crate::lines::{Line, Lines};

/// Maximum length of a question, in bytes.
const LONGEST_QUESTION: usize = 256;
/// Maximum number of parallel tasks whose lines are answered together.
const MOST_TASKS: usize = 32;
/// Number of lines that one parallel task answers: so large that the time for starting the task does not matter.
const ANSWERED_PER_TASK: usize = 256;
/// Capacity reserved for each answer, in bytes: the typical length of an answer for one die.
const ANSWER: usize = 320;
/// Maximum number of characters of a bad line that are quoted in its answer.
const SHOWN: usize = 40;

#[derive(Serialize)]
struct BadLine {
    error: String,
    line: u64,
    question: String,
}

/// Answers every line of the input with a line of JSON. The answer to an invalid line is an object with `error`, `line`
/// (counted from 1) and `question`. Flushes the output whenever no complete line is buffered, so a program can wait for
/// each answer before it sends the next question. Answers buffered lines in parallel, on the threads of the current
/// `rayon` pool.
///
/// # Errors
///
/// [`io::Error`] if the input cannot be read, or if the output cannot be written. An invalid line is not an error: its
/// answer says what is wrong.
///
/// ```
/// use tourne::ask::batch;
/// use tourne::solutions;
///
/// let mut answers = Vec::new();
/// batch::run(solutions::standard(), &b"04h/007 3\nnonsense\n"[..], &mut answers)?;
/// let answers = String::from_utf8(answers)?;
/// assert!(answers.lines().nth(0).unwrap().contains(r#""best":"4/7*""#));
/// assert!(answers.lines().nth(1).unwrap().starts_with(r#"{"error":"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(
    judge: &(impl Judge + Sync + ?Sized),
    input: impl Read,
    output: impl Write,
) -> io::Result<()> {
    let answer = |asked: Question| Answer::new(judge, asked.position, asked.die);
    run_by(judge.rules(), ANSWERED_PER_TASK, answer, input, output)
}

/// Answers every line of the input, as [`run`] does, with the objects that `answer` returns. Lines are questions under
/// `rules`; each parallel task answers `lines_per_task` of them.
///
/// # Errors
///
/// [`io::Error`] if the input cannot be read, or if the output cannot be written. An error of `answer` is not an error of
/// the batch: its text becomes the field `error` of the line.
pub fn run_by<A: Serialize, E: Error>(
    rules: Rules,
    lines_per_task: usize,
    answer: impl Fn(Question) -> Result<A, E> + Sync,
    input: impl Read,
    mut output: impl Write,
) -> io::Result<()> {
    let answer = |line: &Line| -> Result<A, String> {
        let asked = question(line, rules).map_err(|error| error.to_string())?;
        answer(asked).map_err(|error| error.to_string())
    };
    let mut lines = Lines::new(input, LONGEST_QUESTION);
    let mut answers = Vec::new();
    loop {
        // Flush the answers before waiting for the next question.
        if !lines.is_at_hand() {
            write(&mut output, &answers)?;
            answers.clear();
        }
        let batch = lines.next_batch(MOST_TASKS * lines_per_task)?;
        if batch.is_empty() {
            // The input has ended.
            return write(&mut output, &answers);
        }
        // While this batch is answered, write the answers to the previous batch.
        let mut next = Ok(Vec::new());
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| next = answer_all(&answer, &batch, lines_per_task));
            write(&mut output, &answers)
        })?;
        answers = next?;
    }
}

fn write(output: &mut impl Write, answers: &[Vec<u8>]) -> io::Result<()> {
    for answers in answers {
        output.write_all(answers)?;
    }
    output.flush()
}

/// Answers all lines of a batch. Returns one piece of text for each parallel task; the pieces and the answers in them
/// have the order of the lines.
fn answer_all<A: Serialize>(
    answer: &(impl Fn(&Line) -> Result<A, String> + Sync),
    batch: &[Line],
    lines_per_task: usize,
) -> serde_json::Result<Vec<Vec<u8>>> {
    let pieces = batch.par_chunks(lines_per_task).map(|lines| {
        let mut answers = Vec::with_capacity(ANSWER * lines.len());
        for line in lines {
            match answer(line) {
                Ok(answer) => serde_json::to_writer(&mut answers, &answer)?,
                Err(error) => {
                    let bad = BadLine {
                        error,
                        line: line.number,
                        question: line.beginning(SHOWN),
                    };
                    serde_json::to_writer(&mut answers, &bad)?;
                }
            }
            answers.push(b'\n');
        }
        Ok(answers)
    });
    pieces.collect()
}

/// Parses a line. The error is shown only as its text.
fn question(line: &Line, rules: Rules) -> Result<Question, Box<dyn Error>> {
    let line = line.text().map_err(|error| {
        format!("{error}; write a position, with or without a throw, such as 04h/007 3")
    })?;
    Ok(Question::parse_line(line, rules)?)
}
