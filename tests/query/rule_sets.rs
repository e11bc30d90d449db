//! Topics of the rules, as `tourne rules` names them. Transcripts show the lists and texts.

use tourne::facts::Rulebook;
use tourne_solver::Rules;

#[test]
fn every_combination_has_each_topic_once() {
    let topics = |rules: Rules| -> Vec<&str> {
        let book = Rulebook::new(rules);
        book.sections.iter().map(|section| section.topic).collect()
    };
    let expected =
        "board, beginning, throw, move, own men, home, hits, re-entry, winning, real board";
    let expected: Vec<&str> = expected.split(", ").collect();
    for reentry in ["standard", "forced-entry", "entry-first"] {
        for others in ["", "+course", "+double-win", "+course+double-win"] {
            let rules = format!("{reentry}{others}").parse().expect("a rule set");
            assert_eq!(topics(rules), expected);
        }
    }
}
