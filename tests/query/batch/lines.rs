//! Lines of a batch: each line, valid or not, gets one line of answer, in order. Streams that fail are reported.

use std::io::{self, Read};

use proptest::prelude::*;
use tourne::ask::batch;
use tourne::solutions;
use tourne_solver::{Die, Position};

use super::{answer, answers, assert_answers, assert_error, parsed, position};

/// The transcript `batch` has the forms of questions and other bad lines.
#[test]
fn a_line_that_is_not_text_gets_an_error() {
    let bad: [&[u8]; 4] = [b"\xff", b"04h/007 \xc3", b"\xf0\x9f\x98", b"\xed\xa0\x80"];
    for bytes in bad {
        let answers = answers(&[bytes, b"\r\n000/000 1"].concat()[..]);
        assert_error(&answers[0], 1, "not UTF-8");
        assert_answers(&answers[1], position("000/000"), Die::new(1));
    }
    assert_error(&answer("04h/007\0 3"), 1, "NUL");
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
    for length in [257, buffer - 1, buffer, buffer + 1, 5_000_000] {
        for byte in [b'0', b'\r', 0xff] {
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
    // A line without a line feed is refused too.
    assert_error(&answer(vec![b'0'; 5_000_000]), 1, "more than 256 bytes");
}

/// Generates a line of input, and the question that it asks if it is valid.
fn line() -> impl Strategy<Value = (Vec<u8>, Option<(Position, Die)>)> {
    let positions: Vec<_> = solutions::standard().index().positions().collect();
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

/// A reader that returns at most this number of bytes at a time.
pub(crate) struct InPieces<'a>(pub(crate) &'a [u8], pub(crate) usize);

impl Read for InPieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.1.min(buffer.len());
        self.0.read(&mut buffer[..length])
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 100,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

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
fn thousands_of_positions_are_answered_in_order() {
    let positions: Vec<Position> = solutions::standard()
        .index()
        .positions()
        .step_by(11)
        .collect();
    let lines = positions.iter().map(|position| format!("{position} 3"));
    let lines = lines.collect::<Vec<_>>().join("\n");
    let answers = answers(lines.as_bytes());
    assert_eq!(answers.len(), positions.len());
    for (answer, position) in answers.iter().zip(positions) {
        assert_answers(answer, position, Die::new(3));
    }
}

/// A reader that is interrupted before every read, and fails at the end of its bytes.
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
    let outcome = batch::run(solutions::standard(), input, &mut output);
    let error = outcome.expect_err("reading failed");
    assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
    let output = String::from_utf8(output).expect("answers are UTF-8");
    assert_eq!(parsed(&output).len(), 2);
}

#[test]
fn writing_that_fails_is_told() {
    let mut room = [0; 10];
    let outcome = batch::run(solutions::standard(), &b"000/000 1\n"[..], &mut room[..]);
    let error = outcome.expect_err("writing failed");
    assert_eq!(error.kind(), io::ErrorKind::WriteZero);
}
