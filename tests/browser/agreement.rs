//! The page says what the library says, of every position and die of every rule set, to the last bit. The page reads the
//! rules and the file by itself: this is also a check of what is written about them.

use std::thread;

use rayon::prelude::*;
use serde_json::{Value, json};
use tourne_query::ask::answer::{ForPosition, for_position};
use tourne_solver::game::{Die, Position, Rules};
use tourne_solver::solution::{Solution, file};

use super::page::{Page, solution_file};
use super::{Browser, browser};

/// Positions asked about at once: a second's work.
const BATCH: usize = 20_000;

/// A number of 32 bits from texts and values. Another word gives another digest, whatever comes after.
struct Digest(u32);

impl Digest {
    fn new() -> Digest {
        Digest(0x811c_9dc5)
    }

    fn word(&mut self, word: u32) {
        let mixed = (self.0 ^ word).wrapping_mul(0x0100_0193);
        self.0 = mixed ^ (mixed >> 15);
    }

    fn text(&mut self, text: &str) {
        for byte in text.bytes() {
            self.word(byte.into());
        }
        self.word(0);
    }

    fn number(&mut self, number: f64) {
        let bits = number.to_bits();
        self.word(bits as u32);
        self.word((bits >> 32) as u32);
    }
}

/// The digest of all that is known of a position.
fn digest(solution: &Solution, position: Position) -> u32 {
    let rules = solution.rules();
    let ForPosition { value, rolls } = for_position(solution, position).expect("it is known");
    let mut digest = Digest::new();
    digest.text(&position.to_string());
    digest.number(value.number());
    for (die, roll) in Die::ALL.into_iter().zip(rolls) {
        for play in rules.plays(position, die) {
            digest.text(&play.action.to_string());
            digest.text(&play.next.to_string());
        }
        digest.word(1);
        for ranked in roll.moves {
            digest.text(&ranked.action.to_string());
            digest.text(&ranked.position.to_string());
            digest.number(ranked.value.number());
            digest.number(ranked.loss);
        }
        digest.word(2);
    }
    digest.0
}

/// What the page says of a position, in full.
fn said(browser: &Browser, rules: &str, number: usize) -> Value {
    let script = "
        const [rules, number] = arguments;
        const position = Tourne.positions(rules)[number];
        const dice = [1, 2, 3, 4, 5, 6];
        return {
            position,
            value: Tourne.value(rules, position),
            moves: dice.map((die) => Tourne.moves(rules, position, die)),
            best: dice.map((die) => Tourne.best(rules, position, die)),
        };";
    browser.run(script, &json!([rules, number]))
}

/// What the library says of a position, in the same form.
fn known(solution: &Solution, position: Position) -> Value {
    let rules = solution.rules();
    let ForPosition { value, rolls } = for_position(solution, position).expect("it is known");
    let moves = Die::ALL.map(|die| -> Vec<Value> {
        let plays = rules.plays(position, die);
        plays
            .into_iter()
            .map(|play| json!({ "move": play.action, "position": play.next }))
            .collect()
    });
    let best: Vec<_> = rolls.into_iter().map(|roll| roll.moves).collect();
    json!({ "position": position, "value": value, "moves": moves, "best": best })
}

#[test]
fn the_page_says_what_the_library_says_of_every_position() {
    let Some(browser) = browser() else { return };
    let names = Rules::PRESETS.map(|(name, _)| name);
    let page = Page::of(&names);
    browser.go_and_wait(&page.address(""));
    for name in names {
        let solution = file::read(&solution_file(name)).expect("it is whole");
        let positions: Vec<Position> = solution.index().positions().collect();
        let expected = || -> Vec<u32> {
            let positions = positions.par_iter();
            positions.map(|&at| digest(&solution, at)).collect()
        };
        let (expected, found) = thread::scope(|scope| {
            let expected = scope.spawn(expected);
            let found = digests(&browser, name, positions.len());
            (expected.join().expect("it does not panic"), found)
        });
        assert_eq!(found.len(), expected.len(), "positions of {name}");
        let differs = (0..found.len()).find(|&number| found[number] != expected[number]);
        if let Some(number) = differs {
            let (page, library) = (
                said(&browser, name, number),
                known(&solution, positions[number]),
            );
            panic!(
                "{name}, position {number}, {}\nthe page:    {page}\nthe library: {library}",
                positions[number]
            );
        }
    }
    assert_eq!(browser.console(), [""; 0]);
}

/// The page's digests of all positions of a rule set.
fn digests(browser: &Browser, rules: &str, positions: usize) -> Vec<u32> {
    let mut found = Vec::new();
    // One batch more than there should be: the page may know more positions.
    for from in (0..=positions).step_by(BATCH) {
        let batch = browser.run(
            include_str!("digest.js"),
            &json!([rules, from, from + BATCH]),
        );
        let batch = batch.as_array().expect("a list");
        let number = |digest: &Value| digest.as_u64().expect("a number") as u32;
        found.extend(batch.iter().map(number));
    }
    found
}
