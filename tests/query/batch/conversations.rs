//! Programs that ask the command and wait for its answers.

use std::process::Child;
use std::time::Duration;
use std::{fs, thread};

use serde_json::Value;
use tourne_solver::Die;

use super::{assert_answers, assert_error, parsed_line, position, tourne};
use crate::commands::Talk;

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
