//! The browser page and the library agree to the last bit on every position and die of every rule set: on moves,
//! values, and the move and deciding line of the five-line card. The page has its own reader of rules, solution files
//! and cards, written from their documentation, so this checks the documentation as well.

use std::thread;
use std::time::Instant;

use rayon::prelude::*;
use serde_json::{Value, json};
use tourne::ask::{Answer, Found};
use tourne::cards::{Decided, Length, View, built_in};
use tourne_solver::{Die, Position, Rules, Solution, file};

use super::page::solution_file;
use super::{Browser, browser, say};

/// Number of positions that the page is asked about in one call, which takes about a second.
const BATCH: usize = 20_000;

/// A digest of 32 bits. Two sequences of words that differ in one word have different digests.
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

/// Returns the move of the five-line card, and the number of the line that decides, or 0 if none fits; `None` if there
/// are fewer than two legal moves.
fn by_card(rules: Rules, position: Position, die: Die) -> Option<(String, u32)> {
    let plays = rules.plays(position, die);
    if plays.len() < 2 {
        return None;
    }
    let card = built_in(rules, Length::TAUGHT);
    let Decided { index, line } = card.choose(&View::new(rules, position, die));
    let line = line.map_or(0, |line| line as u32 + 1);
    Some((plays[index].action.to_string(), line))
}

/// Returns the digest of a position's value, moves, and choices of the card.
fn digest(solution: &Solution, position: Position) -> u32 {
    let rules = solution.rules();
    let answer = Answer::new(solution, position, None).expect("a known position");
    let Found::OfPosition { value, rolls } = answer.found else {
        panic!("no die was asked about");
    };
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
        let (action, line) = by_card(rules, position, die).unwrap_or_default();
        digest.text(&action);
        digest.word(line);
    }
    digest.0
}

#[test]
fn the_page_says_what_the_library_says_of_every_seventh_position() {
    assert_agreement(7);
}

#[test]
#[ignore = "a minute of both cores"]
fn the_page_says_what_the_library_says_of_every_position() {
    assert_agreement(1);
}

/// Compares the page with the library in every `step`-th position of each rule set, and the number of all positions.
fn assert_agreement(step: usize) {
    let names = Rules::PRESETS.map(|(name, _)| name);
    let Some(browser) = browser() else { return };
    browser.show(&names, "#000/000");
    let started = Instant::now();
    for name in names {
        let solution = file::read(&solution_file(name))
            .expect("a whole file")
            .on_trust();
        let positions: Vec<Position> = solution.index().positions().step_by(step).collect();
        let all = browser.run_with(
            "return Tourne.positions(arguments[0]).length",
            &json!([name]),
        );
        assert_eq!(
            all,
            solution.index().positions().count(),
            "positions of {name}"
        );
        let expected = || -> Vec<u32> {
            let positions = positions.par_iter();
            positions.map(|&at| digest(&solution, at)).collect()
        };
        let (expected, found) = thread::scope(|scope| {
            let expected = scope.spawn(expected);
            let found = digests(&browser, name, step, positions.len());
            (expected.join().expect("the library does not panic"), found)
        });
        assert_eq!(found.len(), expected.len(), "positions of {name}");
        let differs = (0..found.len()).find(|&number| found[number] != expected[number]);
        let position = differs.map(|number| positions[number].to_string());
        assert_eq!(
            position, None,
            "the first that the page sees differently in {name}"
        );
    }
    say(&format!(
        "the page knows every position in {step} of {} rule sets: asked in {:.0} s",
        names.len(),
        started.elapsed().as_secs_f64()
    ));
}

/// Returns the page's digests of every `step`-th position of a rule set.
fn digests(browser: &Browser, rules: &str, step: usize, positions: usize) -> Vec<u32> {
    let mut found = Vec::new();
    for from in (0..positions).step_by(BATCH) {
        let batch = browser.run_with(
            include_str!("digest.js"),
            &json!([rules, step, from, from + BATCH]),
        );
        let batch = batch.as_array().expect("a list");
        let number = |digest: &Value| digest.as_u64().expect("a number") as u32;
        found.extend(batch.iter().map(number));
    }
    found
}
