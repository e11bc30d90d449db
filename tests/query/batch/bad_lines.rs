//! Lines of a batch that are not valid questions.

use tourne_solver::Die;

use super::{answer, answers, assert_answers, assert_error, position};

#[test]
fn bad_lines_get_errors_that_count_lines_and_good_ones_are_answered() {
    let bad = [
        ("04h/007 7", "7 is not a die: a die shows 1 to 6"),
        ("04h/007:", "\"\" is not a throw"),
        ("04h/007 3 3", "is not a throw"),
        ("04h", "\"04h\" is not a position"),
        ("04h/004 3", "men of both sides face each other on point 4"),
        ("0z0/000", "\"z\" is not a man"),
        ("best 04h/007", "is not a position"),
        ("\u{feff}04h/007 3", "is not a man"),
        ("04h/007\u{0}3", "\\0"),
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
