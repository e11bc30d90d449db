//! tourne rules and tourne identify: rule sets for people, and which of them allow given moves.

use std::process::Command;

use serde_json::Value;
use tourne_query::facts::Rulebook;
use tourne_solver::game::Rules;

use crate::commands::{Outcome, run};

fn tourne(arguments: &[&str]) -> Outcome {
    run(Command::new(env!("CARGO_BIN_EXE_tourne")).args(arguments))
}

fn json(arguments: &[&str]) -> Value {
    let outcome = tourne(&[arguments, &["--format", "json"]].concat());
    outcome.assert_answered();
    serde_json::from_str(&outcome.stdout).expect("it is JSON")
}

#[test]
fn the_rule_sets_are_listed_with_their_sources() {
    let list = json(&["rules"]);
    let pairs: Vec<_> = list
        .as_array()
        .expect("it is a list")
        .iter()
        .map(|entry| (entry["rules"].as_str(), entry["source"].as_str()))
        .collect();
    let expected = [
        ("standard", "Charpentier 1699, as presented by Lalanne"),
        ("forced-entry", "Bell 1975"),
        ("entry-first", "Littré's dictionary"),
        (
            "double-win",
            "Académie universelle de tous les jeux, Paris 1730",
        ),
        ("course", "Lêchalet 1979"),
    ];
    assert_eq!(
        pairs,
        expected.map(|(rules, source)| (Some(rules), Some(source)))
    );
    let text = tourne(&["rules"]);
    text.assert_answered();
    assert!(
        text.stdout.lines().all(|line| line.chars().count() <= 80),
        "{text:?}"
    );
    for ((name, _), line) in expected.iter().zip(text.stdout.lines()) {
        assert!(line.starts_with(name), "{line}");
    }
}

/// The topics of a rule set that differ from the standard game, with their sources.
fn differences(rules: &str) -> Vec<(String, String)> {
    let book = json(&["rules", rules]);
    assert_eq!(book["rules"], rules);
    let sections = book["sections"].as_array().expect("a list");
    let differing = sections.iter().filter(|section| section["differs"] == true);
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    differing
        .map(|section| (text(&section["topic"]), text(&section["source"])))
        .collect()
}

#[test]
fn each_rule_set_differs_where_its_source_says() {
    let owned = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        let owned = pairs.iter();
        owned
            .map(|&(topic, source)| (topic.to_owned(), source.to_owned()))
            .collect()
    };
    let (bell, littre) = (
        ("re-entry", "Bell 1975"),
        ("re-entry", "Littré's dictionary"),
    );
    let paris = (
        "winning",
        "Académie universelle de tous les jeux, Paris 1730",
    );
    let lechalet = "Lêchalet 1979";
    let hits = ("hits", "Charpentier 1699, as presented by Lalanne");
    let beginning = ("beginning", hits.1);
    let course = [
        beginning,
        ("throw", lechalet),
        ("own men", lechalet),
        ("home", lechalet),
        hits,
    ];
    assert_eq!(differences("standard"), owned(&[]));
    assert_eq!(differences("forced-entry"), owned(&[bell]));
    assert_eq!(differences("entry-first"), owned(&[littre]));
    assert_eq!(differences("double-win"), owned(&[paris]));
    assert_eq!(differences("course"), owned(&course));
    assert_eq!(
        differences("course+entry-first+double-win"),
        owned(&[&course[..], &[littre, paris]].concat())
    );
}

#[test]
fn the_rules_are_printed_for_people() {
    let text = |rules: &str| {
        let outcome = tourne(&["rules", rules]);
        outcome.assert_answered();
        assert!(
            outcome
                .stdout
                .lines()
                .all(|line| line.chars().count() <= 80),
            "{outcome:?}"
        );
        outcome
            .stdout
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let standard = text("standard");
    for part in [
        "three men",
        "play the lower",
        "11 play a 1, 9 a 2, 7 a 3, 5 a 4, 3 a 5, and 1 a 6",
        "no man passes over another",
        "exact count only",
        "whenever its owner chooses",
        "wins one point",
        "Charpentier 1699",
        "Lêchalet 1979",
        "probabilities of winning",
    ] {
        assert!(standard.contains(part), "{part:?} is missing: {standard}");
    }
    assert!(!standard.contains('*'), "nothing differs");
    let joined = text("course+forced-entry+double-win");
    for part in [
        "Throw one die",
        "pass over each other freely",
        "back off the board",
        "must be used to enter",
        "or two if the loser has no man home",
        "expected points",
        "Unless a man must re-enter",
    ] {
        assert!(joined.contains(part), "{part:?} is missing: {joined}");
    }
}

#[test]
fn every_combination_has_each_topic_once() {
    let topics = |rules: Rules| -> Vec<&str> {
        let book = Rulebook::new(rules);
        book.sections.iter().map(|section| section.topic).collect()
    };
    let expected = [
        "board",
        "beginning",
        "throw",
        "move",
        "own men",
        "home",
        "hits",
        "re-entry",
        "winning",
    ];
    for reentry in ["", "forced-entry", "entry-first"] {
        for others in [
            &[][..],
            &["course"],
            &["double-win"],
            &["course", "double-win"],
        ] {
            let parts: Vec<&str> = others.iter().copied().chain([reentry]).collect();
            let name = parts.join("+");
            let name = name.trim_matches('+');
            let rules = if name.is_empty() { "standard" } else { name };
            assert_eq!(topics(rules.parse().expect("it is known")), expected);
        }
    }
}

#[test]
fn an_unknown_rule_set_is_refused() {
    tourne(&["rules", "chess"]).assert_error(2, &["\"chess\" is not a rule set", "entry-first"]);
    let contradiction = tourne(&["rules", "forced-entry+entry-first"]);
    contradiction.assert_error(2, &["contradict each other"]);
}

#[test]
fn identify_finds_the_rule_sets_and_quotes_what_was_typed() {
    let answer = json(&["identify", "056/002", "6", "pass"]);
    assert_eq!(answer["matching"], serde_json::json!(["entry-first"]));
    let refused = tourne(&["identify", "4h0/004", "3"]);
    refused.assert_one_line_error(2, &["4h0/004", "face each other on point 4"]);
}
