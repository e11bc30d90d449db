//! Programs that ask the command and wait for its answers.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc;
use std::time::Duration;
use std::{fs, thread};

use serde_json::Value;
use tourne_solver::game::Die;

use super::{assert_answers, assert_error, parsed_line, position, tourne};
use crate::commands::{finish, start};

/// A running `tourne best -`.
struct Conversation {
    child: Child,
    input: ChildStdin,
    answers: mpsc::Receiver<String>,
}

impl Conversation {
    fn start() -> Conversation {
        let mut child = start(tourne(&["best", "-"]).stdin(Stdio::piped()));
        let input = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
        Conversation {
            child,
            input,
            answers: lines_on_thread(output),
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).expect("it is read");
    }

    /// The next line of answer, which must come without anything more being asked.
    #[track_caller]
    fn answer(&self) -> Value {
        let line = self.answers.recv_timeout(Duration::from_secs(20));
        parsed_line(&line.expect("the answer comes before the input ends"))
    }

    /// Ends the input, and asserts that nothing more is said.
    #[track_caller]
    fn end(self) {
        drop(self.input);
        let outcome = finish(self.child);
        assert_eq!((outcome.code, &*outcome.stderr), (Some(0), ""));
        assert_eq!(self.answers.iter().next(), None, "nothing more was asked");
    }
}

fn lines_on_thread(output: ChildStdout) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

#[test]
fn a_program_may_ask_and_wait() {
    let mut conversation = Conversation::start();
    for die in Die::ALL {
        conversation.write(format!("04h/007 {die}\n", die = die.number()).as_bytes());
        assert_answers(&conversation.answer(), position("04h/007"), die);
    }
    conversation.write(b"nonsense\n");
    assert_error(&conversation.answer(), 7, "is not a position");
    conversation.end();
}

#[test]
fn a_program_may_ask_several_questions_and_wait() {
    let mut conversation = Conversation::start();
    for _ in 0..3 {
        conversation.write(b"000/000 1\n\n000/000 2\n");
        assert_answers(&conversation.answer(), position("000/000"), Die::new(1));
        assert!(conversation.answer().get("error").is_some());
        assert_answers(&conversation.answer(), position("000/000"), Die::new(2));
    }
    conversation.end();
}

#[test]
fn a_program_may_write_half_a_question_and_then_the_rest() {
    let mut conversation = Conversation::start();
    for piece in [&b"04h"[..], b"/007", b" ", b"3"] {
        conversation.write(piece);
        thread::sleep(Duration::from_millis(20));
    }
    conversation.write(b"\n");
    assert_answers(&conversation.answer(), position("04h/007"), Die::new(3));
    conversation.write(b"000/000 1");
    let Conversation {
        child,
        input,
        answers,
    } = conversation;
    drop(input);
    let last = answers.iter().next().expect("the last line needs no end");
    assert_answers(&parsed_line(&last), position("000/000"), Die::new(1));
    assert_eq!(finish(child).code, Some(0));
}

#[test]
fn an_answer_does_not_wait_for_the_rest_of_the_next_question() {
    let mut conversation = Conversation::start();
    conversation.write(b"04h/007 3\n000/0");
    assert_answers(&conversation.answer(), position("04h/007"), Die::new(3));
    conversation.write(b"00 1\n");
    assert_answers(&conversation.answer(), position("000/000"), Die::new(1));
    conversation.end();
}

/// The most memory that a process ever held, in kilobytes.
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
    assert_answers(&conversation.answer(), position("000/000"), Die::new(1));
    let before = peak_memory(&conversation.child);
    conversation.write(&vec![b'0'; 5_000_000]);
    conversation.write(b"\n04h/007 3\n");
    assert_error(&conversation.answer(), 2, "more than 256 bytes");
    assert_answers(&conversation.answer(), position("04h/007"), Die::new(3));
    let after = peak_memory(&conversation.child);
    assert!(
        after < before + 500,
        "{before} kB before and {after} kB after"
    );
    conversation.end();
}
