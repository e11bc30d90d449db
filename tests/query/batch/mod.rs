//! Tests of `tourne best -` with every kind of input.

mod command;
pub(crate) mod lines;

use std::io::Read;

use serde_json::Value;
use tourne::ask::batch;
use tourne::solutions;
use tourne_solver::{Die, Position, Rules};

/// Answers the lines of `input`, and asserts that every answer is JSON.
#[track_caller]
fn answers(input: impl Read) -> Vec<Value> {
    let mut output = Vec::new();
    batch::run(solutions::standard(), input, &mut output).expect("nothing fails in memory");
    parsed(&String::from_utf8(output).expect("answers are UTF-8"))
}

#[track_caller]
fn parsed(output: &str) -> Vec<Value> {
    let is_whole = output.is_empty() || output.ends_with('\n');
    assert!(is_whole, "the last line is whole");
    output.lines().map(parsed_line).collect()
}

#[track_caller]
fn parsed_line(line: &str) -> Value {
    let answer: Value = serde_json::from_str(line).expect("every line is JSON");
    let fields = ["error", "best", "rolls"].map(|field| answer.get(field).is_some());
    let count = fields.iter().filter(|&&is_there| is_there).count();
    assert_eq!(count, 1, "an error, a best move, or all six dice: {line}");
    answer
}

#[track_caller]
fn answer(line: impl AsRef<[u8]>) -> Value {
    let mut answers = answers(line.as_ref());
    assert_eq!(answers.len(), 1, "one line gets one answer");
    answers.remove(0)
}

/// Asserts that the answer has this position and die, and the best move and value of the solution.
#[track_caller]
fn assert_answers(answer: &Value, position: Position, die: Die) {
    let best = solutions::standard().best(position, die);
    let best = best.expect("the position is in the solution").to_string();
    assert_eq!(answer["position"], position.to_string(), "{answer}");
    assert_eq!(answer["die"], die.number(), "{answer}");
    assert_eq!(answer["best"], best, "{answer}");
    assert_eq!(answer["moves"][0]["move"], best, "{answer}");
    assert_eq!(answer["value"], answer["moves"][0]["value"], "{answer}");
}

#[track_caller]
fn assert_error(answer: &Value, line: u64, says: &str) {
    let error = answer["error"].as_str().expect("an error");
    assert!(error.contains(says), "{says:?} is missing: {answer}");
    assert_eq!(answer["line"], line, "{answer}");
    assert!(answer["question"].is_string(), "{answer}");
}

fn position(text: &str) -> Position {
    Rules::STANDARD.read(text).expect("a legal position")
}
