//! Programs that ask the command and wait for its answers.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc;
use std::time::Duration;
use std::{fs, thread};

use serde_json::Value;
use tourne_solver::Die;

use super::{assert_answers, assert_error, parsed_line, position, tourne};
use crate::commands::{finish, start};

/// Running process of `tourne best -`.
struct Conversation {
    child: Child,
    input: ChildStdin,
    answers: mpsc::Receiver<String>,
}

impl Conversation {
    fn start() -> Conversation {
        let mut child = start(tourne(&["best", "-"]).stdin(Stdio::piped()));
        let input = child.stdin.take().expect("a pipe");
        let output = child.stdout.take().expect("a pipe");
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            // Forward lines until the receiver is dropped.
            let _ = lines.map(|line| sender.send(line)).find(Result::is_err);
        });
        Conversation {
            child,
            input,
            answers,
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).expect("an open pipe");
    }

    /// Returns the next answer, which must come without further input.
    #[track_caller]
    fn answer(&self) -> Value {
        let line = self.answers.recv_timeout(Duration::from_secs(20));
        parsed_line(&line.expect("the answer comes before the input ends"))
    }

    #[track_caller]
    fn assert_answers(&self, asked: &str, die: u8) {
        assert_answers(&self.answer(), position(asked), Die::new(die));
    }
}

#[test]
fn a_program_may_ask_and_wait() {
    let mut conversation = Conversation::start();
    for die in Die::ALL {
        conversation.write(format!("04h/007 {die}\n").as_bytes());
        conversation.assert_answers("04h/007", die.number());
    }
    conversation.write(b"nonsense\n");
    assert_error(&conversation.answer(), 7, "is not a position");
    conversation.write(b"000/000 1\n\n000/000 2\n");
    conversation.assert_answers("000/000", 1);
    assert_error(&conversation.answer(), 9, "is not a position");
    conversation.assert_answers("000/000", 2);
    // An answer does not wait for the rest of the next question.
    conversation.write(b"04h/007 3\n000/0");
    conversation.assert_answers("04h/007", 3);
    for piece in [&b"00"[..], b" ", b"1\n"] {
        thread::sleep(Duration::from_millis(20));
        conversation.write(piece);
    }
    conversation.assert_answers("000/000", 1);
    // The last line needs no line feed, and gets the last answer.
    conversation.write(b"000/000 1");
    drop(conversation.input);
    finish(conversation.child).assert_answered();
    let answers = conversation.answers;
    let last: Vec<String> = answers.iter().collect();
    assert_eq!(last.len(), 1);
    assert_answers(&parsed_line(&last[0]), position("000/000"), Die::new(1));
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
    conversation.write(b"000/000 1\n");
    conversation.assert_answers("000/000", 1);
    let before = peak_memory(&conversation.child);
    conversation.write(&vec![b'0'; 5_000_000]);
    conversation.write(b"\n04h/007 3\n");
    assert_error(&conversation.answer(), 2, "more than 256 bytes");
    conversation.assert_answers("04h/007", 3);
    let after = peak_memory(&conversation.child);
    let is_small = after < before + 500;
    assert!(is_small, "{before} kB before and {after} kB after");
    drop(conversation.input);
    finish(conversation.child).assert_code(0);
}
