//! Differences between the rule sets, as `tourne rules` names them. Transcripts show the lists and texts.

use tourne_solver::Rules;
use tourne_study::facts::Rulebook;

use crate::cells;

/// Rule sets, and the topics in which they differ from the standard game, with their sources.
const DIFFERENCES: &str = "
forced-entry | re-entry: Bell 1975
entry-first | re-entry: Littré's dictionary
double-win | winning: Académie universelle de tous les jeux, Paris 1730
course | COURSE
course+entry-first+double-win | COURSE; re-entry: Littré's dictionary; winning: Académie universelle de tous les jeux, Paris 1730
";
const COURSE: &str = "beginning: Charpentier 1699, as presented by Lalanne; throw: Lêchalet 1979; own men: Lêchalet 1979; \
    home: Lêchalet 1979; hits: Charpentier 1699, as presented by Lalanne";

#[test]
fn each_rule_set_differs_where_its_source_says() {
    let standard = Rulebook::new(Rules::STANDARD).sections;
    assert!(standard.iter().all(|section| !section.differs));
    for [rules, differences] in cells(DIFFERENCES) {
        let book = Rulebook::new(rules.parse().expect("a rule set"));
        let differing = book.sections.iter().filter(|section| section.differs);
        let found = differing.map(|section| format!("{}: {}", section.topic, section.source));
        let found = found.collect::<Vec<_>>().join("; ");
        assert_eq!(found, differences.replace("COURSE", COURSE), "{rules}");
    }
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
