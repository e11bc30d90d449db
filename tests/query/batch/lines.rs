//! Lines of a batch: each line, valid or not, gets one line of answer, in order. Streams that fail are reported.

use std::io::{self, Read};

use proptest::prelude::*;
use tourne_query::ask::batch;
use tourne_query::solutions;
use tourne_solver::{Die, Position};

use super::{answer, answers, assert_answers, assert_error, parsed, position};

#[test]
fn a_question_with_a_throw_has_many_forms() {
    let forms = "04h/007 3|04h/007:3|04h/007\t3|04h/007   3|04h/007: 3|  04h/007 3  |04h/007 43|04h/007 34|04h/007:4-3|\
        h40/700 3|04H/007 3|0,4,12/0,0,7 3|12,4,0/7,0,0:34|04h/007 33|04h/007\u{2028}3\u{85}";
    for form in forms.split('|') {
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
            let best = solutions::standard().best(position("04h/007"), die);
            let best = best.expect("the position is in the solution");
            assert_eq!(roll["die"], die.number());
            assert_eq!(roll["best"], best.to_string());
        }
    }
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
fn bad_lines_get_errors_that_count_lines_and_good_ones_are_answered() {
    let bad: [(&[u8], &str); 13] = [
        (b"04h/007 7", "7 is not a die: a die shows 1 to 6"),
        (b"04h/007:", "\"\" is not a throw"),
        (b"04h/007 3 3", "is not a throw"),
        (b"04h", "\"04h\" is not a position"),
        (b"04h/004 3", "men of both sides face each other on point 4"),
        (b"0z0/000", "\"z\" is not a man"),
        (b"best 04h/007", "is not a position"),
        (b"\xef\xbb\xbf04h/007 3", "is not a man"),
        (b"04h/007\x003", "\\0"),
        (b"\xff", "not UTF-8"),
        (b"04h/007 \xc3", "not UTF-8"),
        (b"\xf0\x9f\x98", "not UTF-8"),
        (b"\xed\xa0\x80", "not UTF-8"),
    ];
    for (at, (question, says)) in bad.into_iter().enumerate() {
        let before = "000/000 2\n".repeat(at);
        let input = [before.as_bytes(), question, b"\n000/000 2\n"].concat();
        let answers = answers(&input[..]);
        assert_eq!(answers.len(), at + 2, "{answers:?}");
        assert_error(&answers[at], at as u64 + 1, says);
        assert_answers(&answers[at + 1], position("000/000"), Die::new(2));
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
        cases: 200,
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
fn every_position_is_answered_in_order() {
    let index = solutions::standard().index();
    let lines = index.positions().map(|position| format!("{position} 3\n"));
    let answers = answers(lines.collect::<String>().as_bytes());
    assert_eq!(answers.len(), index.len());
    for (answer, position) in answers.iter().zip(index.positions()) {
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
