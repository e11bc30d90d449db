//! Texts with a byte order mark, and texts in UTF-16, are read like the same text in UTF-8. A text in another encoding is
//! refused with the cure.

use std::io::{self, Read};

use tourne::ask::batch;
use tourne::lines::Lines;
use tourne::policy::file;
use tourne::review::record;
use tourne::solutions::standard;
use tourne_plain::world::arena;
use tourne_solver::Rules;

use crate::batch::lines::InPieces;
use crate::commands::run_with;
use crate::folder::Folder;
use crate::{tourne, tourne_line};

const MARK: &str = "\u{feff}";

fn little(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn big(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_be_bytes).collect()
}

/// Returns a text with a byte order mark, in each encoding that has one.
fn marked(text: &str) -> [Vec<u8>; 4] {
    let marked = format!("{MARK}{text}");
    let twice = format!("{MARK}{marked}").into_bytes();
    [little(&marked), big(&marked), marked.into_bytes(), twice]
}

type Reading = fn(&mut dyn Read) -> String;

/// Readers, each with a text that it reads.
const READERS: [(&str, Reading); 5] = [
    (
        "title: été 😀\nrules: standard\r\nÉ 4-3 off/3\n\u{5d3} 1-1 off/1\n",
        |input| match record::read(input) {
            Ok(games) => format!("{games:?}"),
            Err(error) => error.to_string(),
        },
    ),
    ("position,die,move\n04h/007,3,0/3\n", policy),
    (
        "{\"position\":\"04h/007\",\"die\":3,\"move\":\"0/3\"}\r\n",
        policy,
    ),
    (
        "hit or bring home\nthe front man\n",
        |input| match tourne::cards::read(input) {
            Ok(card) => card.to_string(),
            Err(error) => error.to_string(),
        },
    ),
    ("000/000 3\n04h/007", |input| {
        let mut answers = Vec::new();
        batch::run(standard(), input, &mut answers).expect("memory can be read");
        String::from_utf8(answers).expect("answers are UTF-8")
    }),
];

fn policy(input: &mut dyn Read) -> String {
    let arena = arena(Rules::STANDARD);
    match file::read(input, arena) {
        Ok(read) => file::write(&read.policy, arena),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_byte_order_mark_and_utf_16_are_read() {
    for (text, read) in READERS {
        let expected = read(&mut text.as_bytes());
        assert!(!expected.contains("line "), "{expected}");
        for bytes in marked(text) {
            for piece in [1, 3, 1000] {
                let found = read(&mut InPieces(&bytes, piece));
                assert_eq!(found, expected, "{bytes:?}, {piece} at a time");
            }
        }
        // A text that has nothing but a mark is empty.
        for bytes in marked("") {
            assert_eq!(read(&mut &bytes[..]), read(&mut &b""[..]));
        }
    }
}

#[test]
fn another_encoding_is_named_with_the_cure() {
    for (text, read) in READERS {
        for bytes in [little(text), big(text)] {
            let error = read(&mut &bytes[..]);
            let is_named = error.contains("NUL") && error.contains("UTF-16");
            assert!(
                is_named && error.contains("save the text as UTF-8"),
                "{error}"
            );
        }
        // "é" in Latin-1 and in Windows-1252, and half a character of UTF-16.
        let halved = [&b"\xff\xfe\x00\xd8"[..], &little(text)].concat();
        for bytes in [b"# \xe9\n".to_vec(), halved] {
            let error = read(&mut &bytes[..]);
            assert!(error.contains("UTF-8 text: write it in UTF-8"), "{error}");
        }
    }
}

/// Input of somebody who has typed one line and waits for an answer.
struct Typed<'a>(&'a [u8]);

impl Read for Typed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => panic!("the reader waits for more, although a line has ended"),
            length => Ok(length),
        }
    }
}

#[test]
fn a_short_first_line_is_answered_without_waiting() {
    for (typed, expected) in [
        ("\n", ""),
        ("3\n", "3"),
        ("\u{feff}\n", ""),
        ("\u{feff}3\n", "3"),
    ] {
        let mut lines = Lines::new(Typed(typed.as_bytes()), 100);
        let line = lines.next().expect("readable").expect("a line");
        assert_eq!(line.text(), Ok(expected));
    }
    let mut lines = Lines::new(Typed(b"\xfe\n"), 100);
    let line = lines.next().expect("readable").expect("a line");
    assert!(line.text().is_err());
}

/// The mark counts neither for the length of a line nor for the number of lines.
#[test]
fn a_byte_order_mark_is_not_a_part_of_its_line() {
    let longest = "x".repeat(100);
    let text = format!("{MARK}{longest}\n{MARK}{MARK}{longest}\n{MARK}{longest}y\nend{MARK}");
    let mut lines = Lines::new(text.as_bytes(), 100);
    let mut next = || {
        let line = lines.next().expect("readable")?;
        Some((line.number, line.text().map(str::to_owned).ok()))
    };
    assert_eq!(next(), Some((1, Some(longest.clone()))));
    assert_eq!(next(), Some((2, Some(longest.clone()))));
    assert_eq!(next(), Some((3, None)));
    assert_eq!(next(), Some((4, Some(format!("end{MARK}")))));
    assert_eq!(next(), None);
}

/// The same input in UTF-8 and in UTF-16 with a mark gives the same output, also where lines are answered one by one.
#[test]
fn commands_read_utf_16_on_standard_input() {
    for (line, input) in [
        ("engine", "ubgi\nposition tc 04h/007\ndice 4 3\ngo\nquit\n"),
        ("play --names X,O --seed 5", "#1\n#1\nquit\n"),
        ("quiz --seed 1 --count 1", "#1\n"),
        ("best -", "000/000 3\n"),
        ("review -", "title: one\nW 4-3 off/3\n"),
        ("check --policy -", "position,die,move\n04h/007,3,0/3\n"),
    ] {
        let run = |input: &[u8]| {
            let outcome = run_with(&mut tourne_line(line), input);
            (outcome.stdout, outcome.stderr, outcome.code)
        };
        let plain = run(input.as_bytes());
        let marked = format!("{MARK}{input}");
        assert_eq!(run(&little(&marked)), plain, "{line}");
    }
}

#[test]
fn games_are_not_added_to_a_record_in_utf_16() {
    let folder = Folder::new();
    let path = folder.path("games.txt");
    let bytes = little(&format!("{MARK}W 4-3 off/3\n"));
    std::fs::write(&path, &bytes).expect("a writable file");
    let mut command = tourne(&["play", "--names", "X,O", "--seed", "5", "--record"]);
    let refused = run_with(command.arg(&path), "#1\nquit\n");
    refused.assert_one_line_error(2, &["games.txt", "UTF-16", "save it as UTF-8"]);
    assert_eq!(std::fs::read(&path).expect("the file is there"), bytes);
}
