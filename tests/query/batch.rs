//! tourne best - under every kind of input.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;
use std::{fs, thread};

use proptest::prelude::*;
use serde_json::Value;
use tempfile::TempDir;
use tourne_query::ask::answer::Answer;
use tourne_query::ask::batch;
use tourne_query::ask::judge::{Judge, MatchJudge, needs};
use tourne_query::solutions::{self, Source};
use tourne_solver::game::{Die, Position, Rules};
use tourne_solver::solve::matches::FirstThrow;

use crate::commands::{Outcome, finish, run, start};
use crate::solution_bytes::{SolutionBytes, noise, standard_path};

fn tourne(arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    command.args(arguments);
    command
}

// ---- Answers of the library

/// The lines that answer these bytes, which must all be JSON.
#[track_caller]
fn answers(input: impl Read) -> Vec<Value> {
    let mut output = Vec::new();
    batch::run(solutions::embedded(), input, &mut output).expect("nothing fails in memory");
    parsed(&String::from_utf8(output).expect("answers are UTF-8"))
}

#[track_caller]
fn parsed(output: &str) -> Vec<Value> {
    assert!(
        output.is_empty() || output.ends_with('\n'),
        "the last line is whole"
    );
    let lines = output.split_terminator('\n');
    lines.map(|line| parsed_line(line)).collect()
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
    assert_eq!(answers.len(), 1, "one line, one answer");
    answers.remove(0)
}

/// Asserts that the answer is that of a question with a die.
#[track_caller]
fn assert_answers(answer: &Value, position: Position, die: Die) {
    let best = solutions::embedded().best(position, die);
    let best = best.expect("the position is in the solution").to_string();
    assert_eq!(answer["position"], position.to_string(), "{answer}");
    assert_eq!(answer["die"], die.number(), "{answer}");
    assert_eq!(answer["best"], best, "{answer}");
    assert_eq!(answer["moves"][0]["move"], best, "{answer}");
    assert_eq!(answer["value"], answer["moves"][0]["value"], "{answer}");
}

#[track_caller]
fn assert_error(answer: &Value, line: u64, says: &str) {
    let error = answer["error"].as_str().expect("it is an error");
    assert!(error.contains(says), "{says:?} is missing: {answer}");
    assert_eq!(answer["line"], line, "{answer}");
    assert!(answer["question"].is_string(), "{answer}");
}

fn position(text: &str) -> Position {
    let setup = text.parse().expect("it can be read");
    let rules = solutions::embedded().rules();
    rules.position(&setup).expect("it is legal")
}

fn all_positions() -> Vec<Position> {
    solutions::embedded().index().positions().collect()
}

// ---- Forms of questions

#[test]
fn a_question_with_a_throw_has_many_forms() {
    let forms = [
        "04h/007 3",
        "04h/007:3",
        "04h/007\t3",
        "04h/007   3",
        "04h/007: 3",
        "  04h/007 3  ",
        "04h/007 43",
        "04h/007 34",
        "04h/007:4-3",
        "04h/007 3-4",
        "h40/700 3",
        "04H/007 3",
        "0,4,12/0,0,7 3",
        "12,4,0/7,0,0:34",
        "04h/007 33",
        "04h/007\u{2028}3\u{85}",
    ];
    for form in forms {
        for end in ["\n", "\r\n", "", "\r", " \t\n"] {
            let answer = answer(format!("{form}{end}"));
            assert_answers(&answer, position("04h/007"), Die::new(3));
            assert_eq!(answer.get("rolls"), None);
        }
    }
}

#[test]
fn a_question_without_a_throw_is_answered_for_every_die() {
    for form in ["04h/007\n", "04h/007", "04h/007\r\n", "\t4h0/700 \n"] {
        let answer = answer(form);
        assert_eq!(answer["position"], "04h/007");
        assert_eq!(answer.get("best"), None);
        let rolls = answer["rolls"].as_array().expect("a list of dice");
        assert_eq!(rolls.len(), 6);
        for (roll, die) in rolls.iter().zip(Die::ALL) {
            let best = solutions::embedded().best(position("04h/007"), die);
            let best = best.expect("the position is in the solution");
            assert_eq!(roll["die"], die.number());
            assert_eq!(roll["best"], best.to_string());
        }
    }
}

#[test]
fn a_pass_is_answered() {
    let answer = answer("9ab/000 6");
    assert_eq!(answer["best"], "pass");
    assert_eq!(answer["moves"][0]["position"], "000/9ab");
}

#[test]
fn no_input_gets_no_answer() {
    assert!(answers(&b""[..]).is_empty());
}

#[test]
fn every_blank_line_gets_an_error() {
    let answers = answers(&b"\n\r\n \t\n000/000 1\n\n"[..]);
    assert_eq!(answers.len(), 5);
    for line in [1, 2, 3, 5] {
        assert_error(&answers[line - 1], line as u64, "\"\" is not a position");
    }
    assert_answers(&answers[3], position("000/000"), Die::new(1));
}

#[test]
fn the_last_line_needs_no_end() {
    let answers = answers(&b"000/000 1\n04h/007 3"[..]);
    assert_eq!(answers.len(), 2);
    assert_answers(&answers[1], position("04h/007"), Die::new(3));
}

// ---- Lines that are no questions

#[test]
fn bad_lines_get_errors_that_count_lines_and_good_ones_are_answered() {
    let bad = [
        ("04h/007 7", "7 is not a die: a die shows 1 to 6"),
        ("04h/007 0", "0 is not a die"),
        ("04h/007 123", "3 dice: give two"),
        ("04h/007 h", "\"h\" is not a throw"),
        ("04h/007:", "\"\" is not a throw"),
        ("04h/007 3 3", "is not a throw"),
        ("04h", "\"04h\" is not a position"),
        ("04h/004 3", "men of both sides face each other on point 4"),
        ("044/000", "two men on point 4"),
        ("04/000", "the side on roll must have three men, not 2"),
        ("hhh/000", "the side on roll has all three men home"),
        ("000/hhh", "the opponent has all three men home"),
        ("hhh/hhh", "both sides have all three men home"),
        ("x00/000", "owes its entry"),
        ("0z0/000", "\"z\" is not a man"),
        ("0,13,0/000", "no point 13"),
        ("best 04h/007", "is not a position"),
        ("\u{feff}04h/007 3", "is not a man"),
    ];
    for (at, (question, says)) in bad.into_iter().enumerate() {
        let before = "000/000 2\n".repeat(at);
        let answers = answers(format!("{before}{question}\n000/000 2\n").as_bytes());
        assert_eq!(answers.len(), at + 2, "{question}");
        assert_error(&answers[at], at as u64 + 1, says);
        assert_answers(&answers[at + 1], position("000/000"), Die::new(2));
    }
}

#[test]
fn a_line_that_is_not_text_gets_an_error() {
    for bytes in [
        &b"\xff"[..],
        b"04h/007 \xc3",
        b"\xf0\x9f\x98",
        b"\xed\xa0\x80",
    ] {
        let answers = answers(&[bytes, b"\n000/000 1"].concat()[..]);
        assert_error(&answers[0], 1, "not UTF-8");
        assert_answers(&answers[1], position("000/000"), Die::new(1));
    }
}

#[test]
fn a_line_with_nul_gets_an_error() {
    for bytes in [&b"\0"[..], b"04h/007\x003", b"04h/007 3\0", b"\x0004h/007"] {
        let answers = answers(&[bytes, b"\n000/000 1"].concat()[..]);
        assert!(answers[0].get("error").is_some(), "{bytes:?}");
        assert_answers(&answers[1], position("000/000"), Die::new(1));
    }
}

#[test]
fn lines_are_questions_up_to_256_bytes() {
    let question = "04h/007 3";
    for end in ["", "\n", "\r\n"] {
        let room = 256 - question.len() - end.trim_end_matches('\n').len();
        let longest = format!("{question}{}{end}", " ".repeat(room));
        assert_answers(&answer(&longest), position("04h/007"), Die::new(3));
        let longer = format!("{question}{}{end}", " ".repeat(room + 1));
        assert_error(&answer(&longer), 1, "more than 256 bytes");
    }
}

#[test]
fn a_line_of_any_length_gets_one_error() {
    let buffer = 1 << 16;
    for length in [
        257,
        258,
        buffer - 1,
        buffer,
        buffer + 1,
        2 * buffer,
        5_000_000,
    ] {
        for byte in [b'0', b' ', b'\r', 0, 0xff] {
            let mut input = b"000/000 1\n".to_vec();
            input.extend(vec![byte; length]);
            input.extend(b"\n000/000 2\n");
            let answers = answers(&input[..]);
            assert_eq!(answers.len(), 3, "{length} times {byte}");
            assert_error(&answers[1], 2, "more than 256 bytes");
            assert!(answers[1].to_string().len() < 1000, "an error is short");
            assert_answers(&answers[2], position("000/000"), Die::new(2));
        }
    }
}

#[test]
fn a_long_last_line_gets_one_error() {
    let answers = answers(&vec![b'0'; 5_000_000][..]);
    assert_eq!(answers.len(), 1);
    assert_error(&answers[0], 1, "more than 256 bytes");
}

// ---- One line of answer for every line of input, whatever it is

/// How many lines an input has: the last need not be ended.
fn lines_of(input: &[u8]) -> usize {
    input.split_inclusive(|&byte| byte == b'\n').count()
}

/// Asserts that every error stands where its line stands.
#[track_caller]
fn assert_in_order(answers: &[Value]) {
    for (at, answer) in answers.iter().enumerate() {
        if answer.get("error").is_some() {
            assert_eq!(answer["line"], at + 1);
        }
    }
}

/// A line, and the question that it asks, if it is one.
fn line() -> impl Strategy<Value = (Vec<u8>, Option<(Position, Die)>)> {
    let positions = all_positions();
    let question = (prop::sample::select(positions), 1..=6_u8, 0..4_usize);
    let good = question.prop_map(|(position, die, form)| {
        let text = match form {
            0 => format!("{position} {die}"),
            1 => format!("{position}:{die}"),
            2 => format!("\t{position} 6-{die}\r"),
            _ => format!("{position}:{die}{die} "),
        };
        (text.into_bytes(), Some((position, Die::new(die))))
    });
    let bad = prop::collection::vec(any::<u8>(), 0..400).prop_map(|mut bytes| {
        bytes.retain(|&byte| byte != b'\n');
        bytes.insert(0, b'?');
        (bytes, None)
    });
    prop_oneof![3 => good, 1 => bad]
}

/// Asserts that positions of a judge, each without a throw and with one, are answered with the bytes that `serde_json` writes.
#[track_caller]
fn assert_written_as_json(judge: &(impl Judge + Sync), positions: &[Position]) {
    let questions = positions.iter().zip(0..);
    let questions = questions.map(|(&position, at)| (position, [None, Some(Die::ALL[at % 6])]));
    let (mut input, mut expected) = (String::new(), String::new());
    for (position, dice) in questions {
        for die in dice {
            let throw = die.map_or_else(String::new, |die| format!(":{die}"));
            writeln!(input, "{position}{throw}").expect("strings can be written to");
            let answer = Answer::new(judge, position, die).expect("it can be answered");
            expected += &serde_json::to_string(&answer).expect("it can be written");
            expected.push('\n');
        }
    }
    let mut output = Vec::new();
    batch::run(judge, input.as_bytes(), &mut output).expect("nothing fails in memory");
    assert!(output == expected.as_bytes(), "{}", judge.rules());
}

#[test]
fn answers_are_written_as_serde_json_writes_them() {
    assert_written_as_json(solutions::embedded(), &all_positions());
    for rules in [Rules::FORCED_ENTRY, Rules::DOUBLE_WIN, Rules::COURSE] {
        let solution = Source::of(rules).open(&mut |_| ());
        let solution = solution.expect("it can be solved");
        let positions: Vec<Position> = solution.index().positions().step_by(11).collect();
        assert_written_as_json(&solution, &positions);
    }
    let needs = needs(1, 0, 2).expect("there is such a score");
    let judge = MatchJudge::new(
        Rules::STANDARD,
        FirstThrow::Dice,
        needs,
        true,
        &mut |_, _| (),
    );
    let judge = judge.expect("it can be solved");
    let positions: Vec<Position> = all_positions().into_iter().step_by(101).collect();
    assert_written_as_json(&judge, &positions);
}

/// Reads so many bytes at a time.
struct InPieces<'a>(&'a [u8], usize);

impl Read for InPieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.1.min(buffer.len());
        self.0.read(&mut buffer[..length])
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_bytes_get_a_line_for_each_line(input in prop::collection::vec(any::<u8>(), 0..3000)) {
        let answers = answers(&input[..]);
        prop_assert_eq!(answers.len(), lines_of(&input));
        assert_in_order(&answers);
    }

    #[test]
    fn bytes_of_the_notation_get_a_line_for_each_line(
        input in prop::collection::vec(prop::sample::select(b"0x19abh/,:- \t\r\n\n36".to_vec()), 0..3000)
    ) {
        let answers = answers(&input[..]);
        prop_assert_eq!(answers.len(), lines_of(&input));
        assert_in_order(&answers);
    }

    #[test]
    fn good_and_bad_lines_are_answered_in_order(
        lines in prop::collection::vec(line(), 0..60), is_ended: bool, piece in 1..300_usize
    ) {
        let texts: Vec<&[u8]> = lines.iter().map(|(text, _)| &text[..]).collect();
        let mut input = texts.join(&b'\n');
        if is_ended && !lines.is_empty() {
            input.push(b'\n');
        }
        let answers = answers(InPieces(&input, piece));
        prop_assert_eq!(answers.len(), lines.len());
        for (at, (answer, (_, question))) in answers.iter().zip(&lines).enumerate() {
            match question {
                Some((position, die)) => assert_answers(answer, *position, *die),
                None => assert_error(answer, at as u64 + 1, ""),
            }
        }
    }
}

#[test]
fn every_position_is_answered_in_order() {
    let positions = all_positions();
    let mut input = String::new();
    for position in &positions {
        writeln!(input, "{position} 3").expect("strings can be written to");
    }
    let answers = answers(input.as_bytes());
    assert_eq!(answers.len(), positions.len());
    for (answer, position) in answers.iter().zip(positions) {
        assert_answers(answer, position, Die::new(3));
    }
}

// ---- Input and output that fail

/// Is interrupted before every read, and fails at the end.
struct Failing<'a> {
    bytes: &'a [u8],
    is_interrupted: bool,
}

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        match self.bytes.read(buffer)? {
            0 => Err(io::ErrorKind::ConnectionReset.into()),
            read => Ok(read),
        }
    }
}

#[test]
fn reading_that_fails_is_told_after_the_answers() {
    let input = Failing {
        bytes: b"000/000 1\n000/000 2\n",
        is_interrupted: false,
    };
    let mut output = Vec::new();
    let outcome = batch::run(solutions::embedded(), input, &mut output);
    let error = outcome.expect_err("reading failed");
    assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
    let output = String::from_utf8(output).expect("answers are UTF-8");
    assert_eq!(parsed(&output).len(), 2);
}

#[test]
fn writing_that_fails_is_told() {
    let mut room = [0; 10];
    let outcome = batch::run(solutions::embedded(), &b"000/000 1\n"[..], &mut room[..]);
    assert_eq!(
        outcome.map_err(|error| error.kind()),
        Err(io::ErrorKind::WriteZero)
    );
}

// ---- The command: conversations

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

// ---- The command: pipes and options

/// Runs `tourne` with these bytes on its standard input.
fn run_with(command: &mut Command, input: impl Into<Vec<u8>>) -> Outcome {
    let mut child = start(command.stdin(Stdio::piped()));
    let mut pipe = child.stdin.take().expect("it is piped");
    let input = input.into();
    // It need not be read to its end.
    let feeder = thread::spawn(move || drop(pipe.write_all(&input)));
    let outcome = finish(child);
    feeder.join().expect("feeding does not panic");
    outcome
}

#[test]
fn the_command_answers_what_the_library_answers() {
    let input = [
        &b"04h/007 3\r\n\nnonsense\n"[..],
        &noise(1, 5000),
        b"\n000/000",
    ]
    .concat();
    for arguments in [&["best", "-"][..], &["best", "-", "--format", "json"]] {
        let outcome = run_with(&mut tourne(arguments), &input[..]);
        outcome.assert_answered();
        assert_eq!(parsed(&outcome.stdout), answers(&input[..]));
    }
}

#[test]
fn the_command_answers_from_a_file() {
    let mut command = tourne(&["best", "-", "--table"]);
    command.arg(standard_path());
    let outcome = run_with(&mut command, "04h/007 3\n");
    outcome.assert_answered();
    assert_eq!(parsed(&outcome.stdout), answers(&b"04h/007 3\n"[..]));
}

#[test]
fn no_input_to_the_command_gets_no_answer() {
    let outcome = run(&mut tourne(&["best", "-"]));
    outcome.assert_answered();
    assert_eq!(outcome.stdout, "");
}

#[test]
fn if_nobody_reads_on_the_command_ends_quietly() {
    let mut child = start(tourne(&["best", "-"]).stdin(Stdio::piped()));
    let mut input = child.stdin.take().expect("it is piped");
    let output = child.stdout.take().expect("it is piped");
    let feeder = thread::spawn(move || input.write_all("04h/007 3\n".repeat(200_000).as_bytes()));
    let mut first = String::new();
    let mut reader = BufReader::new(output);
    reader.read_line(&mut first).expect("there is an answer");
    drop(reader);
    finish(child).assert_answered();
    assert_answers(
        &parsed_line(first.trim_end()),
        position("04h/007"),
        Die::new(3),
    );
    let fed = feeder.join().expect("feeding does not panic");
    let error = fed.expect_err("the command did not read all of it");
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn if_nobody_reads_an_answer_the_command_ends_quietly() {
    for format in ["text", "json", "csv"] {
        for arguments in [&["best", "04h/007"][..], &["info"]] {
            let mut command = tourne(arguments);
            let mut child = start(command.args(["--format", format]).stdin(Stdio::null()));
            drop(child.stdout.take());
            finish(child).assert_answered();
        }
    }
}

#[test]
fn many_questions_are_all_answered() {
    let outcome = run_with(&mut tourne(&["best", "-"]), "04h/007 3\n".repeat(200_000));
    outcome.assert_answered();
    let first = outcome.stdout.lines().next().expect("there is an answer");
    assert_answers(&parsed_line(first), position("04h/007"), Die::new(3));
    assert!(outcome.stdout.lines().all(|line| line == first));
    assert_eq!(outcome.stdout.lines().count(), 200_000);
}

#[test]
fn with_standard_input_throws_and_formats_are_refused() {
    let refuse = |arguments: &[&str], says: &[&str]| {
        let outcome = run_with(&mut tourne(arguments), "04h/007\n");
        outcome.assert_one_line_error(2, says);
    };
    refuse(
        &["best", "-", "3"],
        &["\"3\"", "each line has its own throw: leave it out"],
    );
    refuse(
        &["best", "-", "--format", "csv"],
        &["a line of JSON: leave --format out"],
    );
    refuse(
        &["best", "-", "--format", "text"],
        &["a line of JSON: leave --format out"],
    );
}

#[cfg(unix)]
#[test]
fn standard_input_that_cannot_be_read_is_an_error() {
    let folder = fs::File::open("/").expect("the root can be opened");
    let mut command = tourne(&["best", "-"]);
    finish(start(command.stdin(folder))).assert_one_line_error(2, &["Is a directory"]);
}

// ---- Bad single questions

#[track_caller]
fn assert_bad_question(arguments: &[&str], says: &[&str]) {
    run(tourne(&["best"]).args(arguments)).assert_one_line_error(2, says);
}

#[test]
fn a_question_may_be_one_argument_or_two() {
    let expected = run(&mut tourne(&["best", "04h/007", "3"]));
    expected.assert_answered();
    for words in [
        &["04h/007:3"][..],
        &["04h/007 3"],
        &[" 04h/007:4-3 "],
        &["04h/007:", "3"],
        &["4h0/700", "43"],
    ] {
        let outcome = run(tourne(&["best"]).args(words));
        outcome.assert_answered();
        assert_eq!(outcome.stdout, expected.stdout, "{words:?}");
    }
    assert_bad_question(
        &["04h/007:3", "4"],
        &["\"04h/007:3\" has a throw after the position, and \"4\" is another"],
    );
    assert_bad_question(&["04h/007:7"], &["\"7\"", "a die shows 1 to 6"]);
}

#[test]
fn errors_quote_what_was_typed() {
    assert_bad_question(&["04h/007,3"], &["\"04h/007,3\"", "\"007\" is not a man"]);
    for typed in ["4h0/4,0,0", "h40/400", "0,4,12/004", "04H/004"] {
        let says = format!("error: {typed} is not a position of standard: men of both sides");
        assert_bad_question(&[typed], &[&says]);
        assert_bad_question(&[typed, "3"], &[&says]);
        let answer = answer(format!("{typed} 3"));
        assert_error(&answer, 1, says.trim_start_matches("error: "));
    }
}

#[test]
fn throws_that_cannot_be_are_refused() {
    for (roll, says) in [
        ("0", ["\"0\"", "0 is not a die: a die shows 1 to 6"]),
        ("7", ["\"7\"", "7 is not a die: a die shows 1 to 6"]),
        ("37", ["\"37\"", "7 is not a die: a die shows 1 to 6"]),
        ("0-3", ["\"0-3\"", "0 is not a die: a die shows 1 to 6"]),
        ("333", ["\"333\" is 3 dice", "give two, such as 43 or 4-3"]),
        (
            "1-2-3",
            ["\"1-2-3\" is 3 dice", "give two, such as 43 or 4-3"],
        ),
        (
            "h",
            ["\"h\" is not a throw", "give two dice, such as 43 or 4-3"],
        ),
        (
            "",
            ["\"\" is not a throw", "give two dice, such as 43 or 4-3"],
        ),
        (
            "3.5",
            ["\"3.5\" is not a throw", "give two dice, such as 43 or 4-3"],
        ),
        (
            "3-",
            ["\"3-\" is not a throw", "give two dice, such as 43 or 4-3"],
        ),
        (
            "4--3",
            [
                "\"4--3\" is not a throw",
                "give two dice, such as 43 or 4-3",
            ],
        ),
        (
            "٣",
            ["\"٣\" is not a throw", "give two dice, such as 43 or 4-3"],
        ),
    ] {
        assert_bad_question(&["04h/007", roll], &says);
    }
}

#[test]
fn texts_that_are_no_positions_are_refused() {
    let cure = "write the side on roll, a slash, and its opponent, such as 04h/007";
    for text in [
        "",
        "h",
        "04h",
        "04h007",
        "/",
        "04h/",
        "/007",
        "04h/007/",
        "000/000/000",
        "3",
    ] {
        let says = [&format!("\"{text}\" is not a position"), cure];
        assert_bad_question(&[text, "3"], &says);
        assert_bad_question(&[text], &says);
    }
    assert_bad_question(
        &["0z0/000", "3"],
        &["\"0z0/000\"", "\"z\" is not a man: use 0 (off)"],
    );
    assert_bad_question(
        &["0,13,0/000"],
        &["no point 13: points are 1 to 12, and 0 is off"],
    );
}

#[test]
fn positions_that_cannot_be_are_refused() {
    for (text, fault) in [
        ("04h/004", "men of both sides face each other on point 4"),
        (
            "bbh/000",
            "the side on roll has two men on point 11, which holds one",
        ),
        (
            "000/44h",
            "the opponent has two men on point 4, which holds one",
        ),
        ("04/000", "the side on roll must have three men, not 2"),
        ("000/0000", "the opponent must have three men, not 4"),
        ("hhh/hhh", "both sides have all three men home"),
        (
            "000/hhh",
            "the game is over: the opponent has all three men home",
        ),
        (
            "hhh/000",
            "the game is over: the side on roll has all three men home",
        ),
        (
            "00x/000",
            "\"x\" that owes its entry, which exists only under forced-entry and entry-first: write 0",
        ),
        (
            "000/00x",
            "\"x\" that owes its entry, which exists only under forced-entry and entry-first: write 0",
        ),
    ] {
        let not_a_position = format!("{text} is not a position of standard");
        assert_bad_question(&[text, "3"], &[&not_a_position, fault]);
        assert_bad_question(&[text, "--format", "json"], &[&not_a_position, fault]);
    }
}

#[test]
fn every_fault_of_a_position_is_named() {
    let faults = [
        "three men, not 4",
        "two men on point 4",
        "face each other on point 9",
    ];
    assert_bad_question(&["4449/009"], &faults);
}

#[test]
fn an_argument_of_a_hundred_kilobytes_is_shortened() {
    let long = "0".repeat(100_000);
    for arguments in [
        [&long, "3"],
        ["000/000", &long],
        [&format!("{long}/000"), "3"],
    ] {
        let outcome = run(tourne(&["best"]).args(arguments));
        outcome.assert_one_line_error(2, &["0000000000…", "such as"]);
        assert!(outcome.stderr.len() < 300, "{outcome:?}");
    }
}

#[test]
fn control_characters_in_an_argument_are_escaped() {
    for text in [
        "\u{1b}[31m/000",
        "000\n/000",
        "000/000\r\n000/000",
        "\u{202e}00/000",
        "\u{7}",
    ] {
        let outcome = run(&mut tourne(&["best", text, "3"]));
        outcome.assert_one_line_error(2, &["\\"]);
        assert!(!outcome.stderr.contains('\u{202e}'), "{outcome:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_text_is_refused() {
    use std::os::unix::ffi::OsStrExt as _;

    let bytes = OsStr::from_bytes(b"04h/\xff07");
    run(tourne(&["best"]).arg(bytes).arg("3")).assert_error(2, &["invalid UTF-8"]);
    run(tourne(&["best", "04h/007"]).arg(bytes)).assert_error(2, &["invalid UTF-8"]);
}

#[test]
fn bad_usage_is_answered_with_the_usage() {
    let refuse = |arguments: &[&str], says: &[&str]| {
        run(&mut tourne(arguments)).assert_error(2, says);
    };
    refuse(&["best"], &["<POSITION>", "Usage: tourne best"]);
    refuse(
        &["best", "04h/007", "3", "4"],
        &["'4'", "Usage: tourne best"],
    );
    refuse(
        &["best", "04h/007", "--format", "xml"],
        &["'xml'", "text, json, csv"],
    );
    refuse(
        &["best", "04h/007", "--tabel", "x"],
        &["'--tabel'", "--table"],
    );
    refuse(&["bets", "04h/007"], &["'bets'", "best"]);
    refuse(&["best", "04h/007", "--table"], &["--table <FILE>"]);
}

// ---- Tables that cannot be used

/// Every command that uses a table.
const COMMANDS: [&[&str]; 4] = [
    &["best", "04h/007", "3"],
    &["best", "04h/007", "--format", "json"],
    &["best", "-"],
    &["info"],
];

/// Asserts that every command refuses a table and names it, also while nobody ends its input.
#[track_caller]
fn assert_table_refused(table: &Path, says: &str) {
    let name = table.display().to_string();
    for arguments in COMMANDS {
        let mut command = tourne(arguments);
        command.arg("--table").arg(table).stdin(Stdio::piped());
        let mut child = start(&mut command);
        let input = child.stdin.take();
        finish(child).assert_one_line_error(3, &[&name, says]);
        drop(input);
    }
}

fn table_of(bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("table.bin");
    fs::write(&path, bytes).expect("a temporary file can be written");
    (folder, path)
}

#[test]
fn a_missing_table_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    assert_table_refused(&folder.path().join("missing.bin"), "cannot read");
}

#[test]
fn a_directory_as_a_table_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    assert_table_refused(folder.path(), "cannot read");
}

#[test]
fn a_foreign_table_is_refused() {
    let (_folder, path) = table_of(&noise(2, 10_000));
    assert_table_refused(
        &path,
        "it is not a solution file: it does not begin with TOURNECS",
    );
    let (_folder, path) = table_of(b"");
    assert_table_refused(&path, "it has 0 bytes, fewer than any solution file");
}

#[test]
fn a_truncated_table_is_refused() {
    let bytes = SolutionBytes::standard().0;
    let (_folder, path) = table_of(&bytes[..bytes.len() - 1]);
    assert_table_refused(&path, "it should have 628288 bytes but has 628287");
}

#[test]
fn a_table_with_a_flipped_bit_is_refused() {
    let mut bytes = SolutionBytes::standard().0;
    bytes[400_000] ^= 0x10;
    let (_folder, path) = table_of(&bytes);
    assert_table_refused(&path, "checksum");
}

/// A file whose checksum is right is believed, but where it has no answer it cannot be used.
#[test]
fn a_table_without_a_best_move_is_refused() {
    let mut bytes = SolutionBytes::standard();
    bytes.put_best(0, 1 << 31);
    let (_folder, path) = table_of(&bytes.sealed());
    let name = path.display().to_string();
    for arguments in [&["best", "000/000", "3"][..], &["info"]] {
        let outcome = run(tourne(arguments).arg("--table").arg(&path));
        outcome.assert_one_line_error(3, &[&name, "best moves for 000/000"]);
    }
}

#[test]
fn a_table_with_a_worse_move_called_best_is_refused() {
    let mut bytes = SolutionBytes::standard();
    let number = solutions::embedded().index().number(position("04h/007"));
    let number = number.expect("it is in the table");
    // With a 3 the man on 4 hits; here it is the man off that is said to be best.
    let shift = 8;
    assert_eq!(bytes.best(number) >> shift & 0b111, 0b010);
    bytes.put_best(number, bytes.best(number) ^ 0b011 << shift);
    let (_folder, path) = table_of(&bytes.sealed());
    let name = path.display().to_string();
    let mut best = tourne(&["best", "04h/007", "3", "--table"]);
    let says = [&*name, "best moves for 04h/007 with a 3"];
    run(best.arg(&path)).assert_one_line_error(3, &says);
}

#[test]
fn a_table_of_other_rules_answers_by_its_own() {
    let rules = tourne_solver::game::Rules::COURSE;
    let solved = tourne_solver::solve::solve(rules, &mut |_| ()).expect("presets can be solved");
    let (_folder, path) = table_of(&tourne_solver::solution::file::encode(&solved.solution));
    let mut best = tourne(&["best", "44h/007", "3", "--format", "json", "--table"]);
    let outcome = run(best.arg(&path));
    outcome.assert_answered();
    let answer = &parsed(&outcome.stdout)[0];
    assert_eq!(
        (&answer["rules"], &answer["position"]),
        (&"course".into(), &"44h/007".into())
    );
    let mut two_dice = tourne(&["best", "44h/007", "43", "--table"]);
    let says = ["43 is two dice", "course", "give one number from 1 to 6"];
    run(two_dice.arg(&path)).assert_one_line_error(2, &says);
}
