//! tourne rules: where rule sets differ. Transcripts show the lists and texts.

use tourne_solver::Rules;
use tourne_study::facts::Rulebook;

/// The topics of a rule set that differ from the standard game, with their sources.
fn differences(rules: &str) -> Vec<(String, String)> {
    let book = Rulebook::new(rules.parse().expect("it is known"));
    let differing = book.sections.iter().filter(|section| section.differs);
    differing
        .map(|section| (section.topic.to_owned(), section.source.to_owned()))
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
