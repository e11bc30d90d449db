//! Differences between the rule sets, as `tourne rules` names them. Transcripts show the lists and texts.

use tourne_solver::Rules;
use tourne_study::facts::Rulebook;

/// Returns the topics of a rule set that differ from the standard game, with their sources.
fn differences(rules: &str) -> Vec<(&'static str, &'static str)> {
    let book = Rulebook::new(rules.parse().expect("a rule set"));
    let differing = book.sections.iter().filter(|section| section.differs);
    differing
        .map(|section| (section.topic, section.source))
        .collect()
}

#[test]
fn each_rule_set_differs_where_its_source_says() {
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
    assert_eq!(differences("standard"), []);
    assert_eq!(differences("forced-entry"), [bell]);
    assert_eq!(differences("entry-first"), [littre]);
    assert_eq!(differences("double-win"), [paris]);
    assert_eq!(differences("course"), course);
    let joined = [&course[..], &[littre, paris]].concat();
    assert_eq!(differences("course+entry-first+double-win"), joined);
}

#[test]
fn every_combination_has_each_topic_once() {
    let topics = |rules: Rules| -> Vec<&str> {
        let book = Rulebook::new(rules);
        book.sections.iter().map(|section| section.topic).collect()
    };
    let expected = "board, beginning, throw, move, own men, home, hits, re-entry, winning";
    let expected: Vec<&str> = expected.split(", ").collect();
    for reentry in ["standard", "forced-entry", "entry-first"] {
        for others in ["", "+course", "+double-win", "+course+double-win"] {
            let rules = format!("{reentry}{others}").parse().expect("a rule set");
            assert_eq!(topics(rules), expected);
        }
    }
}
