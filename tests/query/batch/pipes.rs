//! Pipes to and from `tourne best -`, and options that it refuses.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::Stdio;
use std::thread;

use tourne_solver::Die;

use super::{answers, assert_answers, parsed, parsed_line, position, tourne};
use crate::commands::{finish, run_with, start};
use crate::solution_bytes::noise;
use crate::tourne_line;

#[test]
fn the_command_answers_what_the_library_answers() {
    let begin = &b"04h/007 3\r\n\nnonsense\n"[..];
    let input = [begin, &noise(1, 5000), b"\n000/000"].concat();
    for line in ["best -", "best - --format json"] {
        let outcome = run_with(&mut tourne_line(line), &input);
        outcome.assert_answered();
        assert_eq!(parsed(&outcome.stdout), answers(&input[..]));
    }
}

#[test]
fn if_nobody_reads_on_the_command_ends_quietly() {
    let mut child = start(tourne(&["best", "-"]).stdin(Stdio::piped()));
    let mut input = child.stdin.take().expect("a pipe");
    let output = child.stdout.take().expect("a pipe");
    let feeder = thread::spawn(move || input.write_all("04h/007 3\n".repeat(200_000).as_bytes()));
    let mut first = String::new();
    let mut reader = BufReader::new(output);
    reader.read_line(&mut first).expect("there is an answer");
    drop(reader);
    finish(child).assert_answered();
    let answer = parsed_line(first.trim_end());
    assert_answers(&answer, position("04h/007"), Die::new(3));
    let fed = feeder.join().expect("feeding does not panic");
    let error = fed.expect_err("the command did not read all of it");
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn if_nobody_reads_an_answer_the_command_ends_quietly() {
    for format in ["text", "json", "csv"] {
        for line in ["best 04h/007", "info"] {
            let mut command = tourne_line(&format!("{line} --format {format}"));
            let mut child = start(command.stdin(Stdio::null()));
            drop(child.stdout.take());
            finish(child).assert_answered();
        }
    }
}
