//! The command: questions as arguments, pipes, programs that wait for its answers, and solution files that cannot be used.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, Stdio};
use std::time::Duration;
use std::{fs, thread};

use serde_json::Value;
use tourne_solver::Die;

use super::{answers, assert_answers, assert_error, parsed, parsed_line, position};
use crate::commands::{Talk, finish, run, run_with, start};
use crate::documents::quoted;
use crate::folder::Folder;
use crate::solution_bytes::noise;
use crate::{tourne, tourne_line};

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_text_is_refused() {
    use std::os::unix::ffi::OsStrExt as _;

    let bytes = std::ffi::OsStr::from_bytes(b"04h/\xff07");
    run(tourne(&["best"]).arg(bytes)).assert_error(2, &["invalid UTF-8"]);
}

/// Commands refuse a table and name it, even while their standard input stays open.
#[test]
fn files_that_are_no_solution_are_refused() {
    let folder = Folder::new();
    let noise = folder.write("table.bin", noise(2, 10_000));
    for (table, says) in [
        (folder.text_of(""), "has no standard.bin, only table.bin"),
        (noise, "it does not begin with TOURNECS"),
    ] {
        for line in ["best 04h/007 3", "best -", "info"] {
            let mut command = tourne_line(&format!("{line} --solution {}", quoted(&table)));
            let mut child = start(command.stdin(Stdio::piped()));
            let input = child.stdin.take();
            let name = table.trim_end_matches('/');
            finish(child).assert_one_line_error(3, &[name, says]);
            drop(input);
        }
    }
}

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

// ---- Conversations

/// Running process of `tourne best -`.
struct Conversation(Talk);

impl Conversation {
    fn start() -> Conversation {
        Conversation(Talk::start(&mut tourne(&["best", "-"])))
    }

    /// Returns the next answer, which must come without further input.
    #[track_caller]
    fn answer(&mut self) -> Value {
        parsed_line(&self.0.hear())
    }

    #[track_caller]
    fn assert_answers(&mut self, asked: &str, die: u8) {
        assert_answers(&self.answer(), position(asked), Die::new(die));
    }
}

#[test]
fn a_program_may_ask_and_wait() {
    let mut conversation = Conversation::start();
    for die in Die::ALL {
        conversation.0.say(format!("04h/007 {die}\n"));
        conversation.assert_answers("04h/007", die.number());
    }
    conversation.0.say(b"nonsense\n");
    assert_error(&conversation.answer(), 7, "is not a position");
    conversation.0.say(b"000/000 1\n\n000/000 2\n");
    conversation.assert_answers("000/000", 1);
    assert_error(&conversation.answer(), 9, "is not a position");
    conversation.assert_answers("000/000", 2);
    // An answer does not wait for the rest of the next question.
    conversation.0.say(b"04h/007 3\n000/0");
    conversation.assert_answers("04h/007", 3);
    for piece in ["00", " ", "1\n"] {
        thread::sleep(Duration::from_millis(20));
        conversation.0.say(piece);
    }
    conversation.assert_answers("000/000", 1);
    // The last line needs no line feed, and gets the last answer.
    conversation.0.say(b"000/000 1");
    let outcome = conversation.0.end();
    outcome.assert_answered();
    let last = parsed_line(outcome.stdout.trim_end_matches('\n'));
    assert_answers(&last, position("000/000"), Die::new(1));
}

/// Returns the peak memory of a process, in kilobytes.
#[cfg(target_os = "linux")]
fn peak_memory(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id()));
    let status = status.expect("the process is running");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB"));
    let peak = peak.expect("the line is as proc(5) describes it");
    peak.parse().expect("a number of kilobytes")
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_of_five_megabytes_is_not_held_in_memory() {
    let mut conversation = Conversation::start();
    conversation.0.say(b"000/000 1\n");
    conversation.assert_answers("000/000", 1);
    let before = peak_memory(&conversation.0.child);
    conversation.0.say(vec![b'0'; 5_000_000]);
    conversation.0.say(b"\n04h/007 3\n");
    assert_error(&conversation.answer(), 2, "more than 256 bytes");
    conversation.assert_answers("04h/007", 3);
    let after = peak_memory(&conversation.0.child);
    let is_small = after < before + 500;
    assert!(is_small, "{before} kB before and {after} kB after");
    conversation.0.end().assert_code(0);
}

// ---- Reasons

/// Every line of `best - --explain` is what `best --explain --format json` answers.
#[test]
fn explained_lines_are_single_explained_answers() {
    let asked = ["04h/007 3", "000/000", "nonsense", "38h/6hh:5-5", ""];
    for options in ["", "--match 2 --score 1-0"] {
        let expected = asked.map(|question| {
            let line = format!("best '{question}' {options} --explain --format json");
            let single = run(&mut tourne_line(&line));
            (single.code == Some(0)).then_some(single.stdout)
        });
        assert!(expected[0].is_some() && expected[2].is_none());
        let line = format!("best - --explain {options}");
        // Repeat the lines, so that they are answered by several tasks.
        let input = (asked.join("\n") + "\n").repeat(9);
        let outcome = run_with(&mut tourne_line(&line), &input);
        outcome.assert_answered();
        let lines: Vec<&str> = outcome.stdout.split_inclusive('\n').collect();
        assert_eq!(lines.len(), 9 * asked.len());
        for (at, line) in lines.iter().enumerate() {
            match &expected[at % asked.len()] {
                Some(single) => assert_eq!(line, single),
                None => assert_error(&parsed_line(line.trim_end()), at as u64 + 1, ""),
            }
        }
    }
}
