//! Reading stops at a limit if a file never ends, as a device may.

use tourne_query::policy::file;
use tourne_solver::Rules;
use tourne_study::review::record;

use tourne_plain::world::arena;

/// Returns a text that is followed by the same lines again and again: 16 MiB, more than any reader accepts.
fn endless(text: &str, lines: &str) -> String {
    text.to_owned() + &lines.repeat((16 << 20) / lines.len())
}

#[track_caller]
fn assert_ends<T, E: std::error::Error>(outcome: Result<T, E>, says: &str) {
    let error = outcome.err().expect("the input has no end").to_string();
    assert!(error.contains(says), "{error}");
}

#[test]
fn records_have_a_last_line() {
    for lines in ["\n", "# a comment\n", "event: one of many\n"] {
        let read = record::read(endless("", lines).as_bytes());
        assert_ends(read, "it has more than 400000 lines");
    }
    let games = endless("", "position: 000/000\nA 3-2 off/2\n");
    assert_ends(
        record::read(games.as_bytes()),
        "it has more than 100000 turns",
    );
}

#[test]
fn policies_have_a_last_line() {
    let arena = arena(Rules::STANDARD);
    let says = "it has more than 4000000 lines";
    let json = "{\"position\":\"000/000\",\"die\":1,\"move\":\"0/1\"}\n";
    for text in ["", json] {
        assert_ends(file::read(endless(text, "\n").as_bytes(), arena), says);
    }
    let says = "more than 4096 bytes";
    for (text, line) in [
        ("position,die,move\n04h/007,3,\"", "4"),
        ("\"position,die,", "move"),
    ] {
        assert_ends(file::read(endless(text, line).as_bytes(), arena), says);
    }
}

#[test]
fn cards_have_a_last_line() {
    for lines in ["\n", "# a comment\n"] {
        let read = tourne_cards::read(endless("", lines).as_bytes());
        assert_ends(read, "it has more than 10000 lines");
    }
}
