//! Reading stops at a limit if a file never ends, as a device may.

use std::io::{self, Read};

use tourne_query::policy::file;
use tourne_solver::Rules;
use tourne_study::review::record;

use tourne_plain::world::arena;

/// Reader of a text, followed by the same lines for ever.
struct Endless {
    text: &'static [u8],
    lines: &'static [u8],
}

/// Returns an input of 16 MiB, which is more than any reader accepts. The input ends at last, so that a reader without
/// a limit fails the test instead of hanging.
fn endless(text: &'static str, lines: &'static str) -> impl Read {
    let [text, lines] = [text, lines].map(str::as_bytes);
    Endless { text, lines }.take(16 << 20)
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.text.is_empty() {
            self.text = self.lines;
        }
        self.text.read(buffer)
    }
}

#[track_caller]
fn assert_ends<T, E: std::error::Error>(outcome: Result<T, E>, says: &str) {
    let error = outcome.err().expect("the input has no end").to_string();
    assert!(error.contains(says), "{error}");
}

#[test]
fn records_have_a_last_line() {
    for lines in ["\n", "# a comment\n", "event: one of many\n"] {
        let read = record::read(endless("", lines));
        assert_ends(read, "it has more than 400000 lines");
    }
    let games = endless("", "position: 000/000\nA 3-2 off/2\n");
    assert_ends(record::read(games), "it has more than 100000 turns");
}

#[test]
fn policies_have_a_last_line() {
    let arena = arena(Rules::STANDARD);
    let says = "it has more than 4000000 lines";
    let json = "{\"position\":\"000/000\",\"die\":1,\"move\":\"0/1\"}\n";
    for text in ["", json] {
        assert_ends(file::read(endless(text, "\n"), arena), says);
    }
    let says = "more than 4096 bytes";
    for (text, line) in [
        ("position,die,move\n04h/007,3,\"", "4"),
        ("\"position,die,", "move"),
    ] {
        assert_ends(file::read(endless(text, line), arena), says);
    }
}

#[test]
fn cards_have_a_last_line() {
    for lines in ["\n", "# a comment\n"] {
        let read = tourne_cards::read(endless("", lines));
        assert_ends(read, "it has more than 10000 lines");
    }
}
