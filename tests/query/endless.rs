//! Reading stops at a limit if a file never ends, as a device may.

use std::time::{Duration, Instant};

use tourne::policy::file;
use tourne::review::record;
use tourne_solver::Rules;

use tourne_plain::world::arena;

/// Kind of reader, text, lines that follow it without end, and a part of the error; \n stands for a line feed.
const ENDLESS: &str = r#"
record | | \n | it has more than 400000 lines
record | | # a comment\n | it has more than 400000 lines
record | | event: one of many\n | it has more than 400000 lines
record | | position: 000/000\nA 3-2 off/2\n | it has more than 400000 lines
policy | | \n | it has more than 4000000 lines
policy | {"position":"000/000","die":1,"move":"0/1"}\n | \n | it has more than 4000000 lines
policy | position,die,move\n04h/007,3," | 4 | more than 4096 bytes
policy | "position,die, | move | more than 4096 bytes
card | | \n | it has more than 10000 lines
card | | # a comment\n | it has more than 10000 lines
"#;

#[test]
fn every_reader_stops_at_its_limit() {
    for line in ENDLESS.trim().lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [text, lines] = [cells[1], cells[2]].map(|it| it.replace("\\n", "\n"));
        // More than any reader accepts.
        let input = text + &lines.repeat((16 << 20) / lines.len());
        let input = input.as_bytes();
        let error = match cells[0] {
            "record" => record::read(input).err().map(|error| error.to_string()),
            "policy" => {
                let read = file::read(input, arena(Rules::STANDARD));
                read.err().map(|error| error.to_string())
            }
            _ => tourne::cards::read(input)
                .err()
                .map(|error| error.to_string()),
        };
        let error = error.expect("the input has no end");
        assert!(error.contains(cells[3]), "{line}: {error}");
    }
}

#[test]
fn a_record_has_at_most_a_hundred_thousand_turns() {
    let turns = |count| "position: 000/000\nA 3-2 off/2\n".repeat(count);
    let read = record::read(turns(100_000).as_bytes());
    assert_eq!(read.expect("as many turns as may be").len(), 100_000);
    let refused = record::read(turns(100_001).as_bytes());
    let error = refused.expect_err("a turn too many").to_string();
    assert!(error.contains("more than 100000 turns"), "{error}");
}

#[test]
fn headers_are_read_in_the_time_of_their_lines() {
    let names = (0..40_000).map(|number| format!("name{number}: x\n"));
    let text = "result: W resigns\n".to_owned() + &names.collect::<String>();
    let started = Instant::now();
    assert_eq!(record::read(text.as_bytes()).expect("a game").len(), 1);
    // A look at all names for each takes 20 s.
    assert!(started.elapsed() < Duration::from_secs(5));
}
