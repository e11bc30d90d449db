//! The library as a module for browsers: it is made of these sources, and answers as the command does.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tourne_solver::{Die, Position, Rules};

use crate::commands::run_with;
use crate::documents::root;
use crate::tourne;

/// Command that makes the module anew.
const BUILD: &str = "query/page/module/build";

/// Folder of another module that is compared, in place of the one of the project.
const OTHER: &str = "TOURNE_MODULE";

fn folder() -> PathBuf {
    std::env::var_os(OTHER).map_or_else(|| root().join("query/page/built"), PathBuf::from)
}

fn checksum(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest
        .iter()
        .fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

#[test]
fn the_module_is_made_of_these_sources() {
    let text = fs::read_to_string(folder().join("library.json")).expect("it is there");
    let made: Value = serde_json::from_str(&text).expect("JSON");
    let list = |key: &str| -> Vec<String> {
        let list = made[key].as_array().expect("a list").iter();
        list.map(|it| it.as_str().expect("a text").to_owned())
            .collect()
    };
    let (sources, packages) = (list("sources"), list("packages"));
    assert!(sources.len() > 100 && packages.len() > 10, "{text}");
    let library = fs::read(folder().join("library.wasm")).expect("it is there");
    assert_eq!(
        made["module"],
        checksum(&library),
        "library.wasm is not that of library.json: run {BUILD}"
    );
    let mut listed = String::new();
    for path in sources {
        let bytes = fs::read(root().join(&path));
        let lacking = || panic!("the module is made of {path}, which is not there: run {BUILD}");
        listed += &format!(
            "{}  {path}\n",
            checksum(&bytes.unwrap_or_else(|_| lacking()))
        );
    }
    assert_eq!(
        made["digest"],
        checksum(listed.as_bytes()),
        "the module is not made of these sources: run {BUILD}"
    );
    let lock = fs::read_to_string(root().join("Cargo.lock")).expect("it is there");
    for package in packages {
        let [name, version, checksum] = package.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{package}")
        };
        let block = format!("name = \"{name}\"\nversion = \"{version}\"\n");
        let found = lock
            .split("[[package]]\n")
            .find(|it| it.starts_with(&block));
        assert!(
            found.is_some_and(|it| it.contains(&format!("checksum = \"{checksum}\""))),
            "the module is made of {name} {version}, which Cargo.lock does not have: run {BUILD}"
        );
    }
}

#[test]
fn the_module_answers_as_the_command_does_at_200_positions() {
    compare(200);
}

/// After a panic an instance of the module is of no more use. It says what happened, and another one answers.
#[test]
fn a_module_that_panics_says_so() {
    let question = json!({"best": {"rules": "standard", "position": "04h/007", "roll": "3"}});
    let Some(found) = from_module(&["panic".to_owned(), question.to_string()]) else {
        return;
    };
    let [panicked, answer] = &found[..] else {
        panic!("{found:?}")
    };
    assert!(panicked.contains("capacity overflow"), "{panicked}");
    assert!(answer.contains(r#""best":"4/7*""#), "{answer}");
}

#[test]
#[ignore = "a minute"]
fn the_module_answers_as_the_command_does_at_5000_positions() {
    compare(5000);
}

/// Compares best moves with reasons at so many positions, drawn from games and from all positions of five rule sets.
fn compare(count: usize) {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut asked = Vec::new();
    let mut expected = Vec::new();
    for (name, rules) in Rules::PRESETS {
        let positions = drawn(rules, count / Rules::PRESETS.len(), &mut random);
        asked.push(json!({"solve": name}).to_string());
        expected.push(json!({ "ok": name }).to_string());
        let line = |question: &Position| {
            json!({"explain_with_ends": {"rules": name, "position": question}}).to_string()
        };
        asked.extend(positions.iter().map(line));
        let lines: Vec<String> = positions.iter().map(Position::to_string).collect();
        let mut command = tourne(&["best", "-", "--explain", "--rules", name]);
        let answers = run_with(&mut command, &lines.join("\n"));
        answers.assert_answered();
        expected.extend(
            answers
                .stdout
                .lines()
                .map(|answer| format!("{{\"ok\":{answer}}}")),
        );
    }
    let Some(found) = from_module(&asked) else {
        let _ = writeln!(
            std::io::stderr(),
            "LEFT OUT: the module of the page is not asked: there is no node"
        );
        return;
    };
    assert_eq!(found.len(), expected.len());
    for ((found, expected), question) in found.iter().zip(&expected).zip(&asked) {
        assert_eq!(found, expected, "{question}");
    }
}

/// Draws different positions: one half at random from all, the other from games of random moves.
fn drawn(rules: Rules, count: usize, random: &mut ChaCha8Rng) -> Vec<Position> {
    let all: Vec<Position> = tourne_solver::Index::new(rules).positions().collect();
    let mut drawn: Vec<Position> = Vec::new();
    let mut position = rules.start();
    while drawn.len() < count {
        let plays = rules.plays(position, Die::ALL[random.random_range(0..6)]);
        position = plays[random.random_range(0..plays.len())].next;
        if position.is_over() {
            position = rules.start();
        }
        for it in [position, all[random.random_range(0..all.len())]] {
            if !drawn.contains(&it) && drawn.len() < count {
                drawn.push(it);
            }
        }
    }
    drawn
}

/// Returns the answers of the module in Node; `None` without Node.
fn from_module(questions: &[String]) -> Option<Vec<String>> {
    let has_node = Command::new("node")
        .arg("--version")
        .output()
        .is_ok_and(|it| it.status.success());
    if !has_node {
        return None;
    }
    let mut node = Command::new("node");
    node.arg(root().join("tests/module.mjs"))
        .arg(folder().join("library.wasm"))
        .arg(root().join("data/standard.bin"));
    let outcome = run_with(&mut node, &questions.join("\n"));
    outcome.assert_code(0);
    Some(outcome.stdout.lines().map(str::to_owned).collect())
}
