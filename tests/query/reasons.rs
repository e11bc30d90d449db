//! Reasons of moves: their texts. Transcripts show their fields in the output of the command, and `exchange.rs` compares
//! the reasons with the literal rules and the values of the solutions.

use std::sync::OnceLock;

use tourne::ask::{Judge as _, Measure};
use tourne::facts::{Explainer, FactsError, Reasons};
use tourne::show::reasons::against_best;
use tourne::solutions;
use tourne_solver::{Die, Rules};

use crate::commands::assert_says;
use tourne_plain::world::arena;

/// Returns the explainer of a named rule set, which is made once for all tests.
pub(crate) fn explainer(rules: Rules) -> &'static Explainer {
    static EXPLAINERS: [OnceLock<Explainer>; Rules::PRESETS.len()] =
        [const { OnceLock::new() }; Rules::PRESETS.len()];
    let preset = Rules::PRESETS.iter().position(|(_, it)| *it == rules);
    EXPLAINERS[preset.expect("a named rule set")]
        .get_or_init(|| Explainer::new(arena(rules).solution()).expect("the solution is right"))
}

#[test]
fn the_explainer_must_be_of_the_rules_of_the_judge() {
    let explainer = Explainer::of_match(Rules::COURSE);
    let start = Rules::STANDARD.start();
    let error = explainer.explain(solutions::standard(), start, Die::new(3));
    let error = error.expect_err("the rules differ");
    assert!(matches!(error, FactsError::OtherRules { .. }));
    assert_says(&error.to_string(), &["rules standard", "course"]);
}

/// Mistakes drawn by cost (tests/reasons.py, seed 7: 120 of the standard game, 20 of each other rule set), each with the
/// verdict of a reader about its reason, a tab, and the reason.
const GRADED: &str = include_str!("../golden/mistakes.txt");

#[test]
fn graded_reasons_are_those_that_the_reader_saw() {
    let lines = GRADED.lines();
    for line in lines.clone() {
        let (verdict, text) = line.split_once('\t').expect("a verdict");
        let [asked, kind, reason] = text.splitn(3, ": ").collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let (reasons, _) = reasons_of(asked);
        let found = (reasons.mistake.map(|it| it.to_string()), reasons.reason);
        let expected = (Some(kind.to_owned()), Some(reason.to_owned()));
        assert_eq!(found, expected, "{asked}");
        assert!(["good", "fair"].contains(&verdict), "{line}");
    }
    assert_eq!(lines.count(), 200);
}

/// Returns the reasons of a move, such as `standard 04h/007 3 0/3`, and the measure of its values.
fn reasons_of(asked: &str) -> (Reasons, Measure) {
    let [rules, position, die, played] = asked.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{asked}");
    };
    let rules: Rules = rules.parse().expect("a rule set");
    let position = rules.read(position).expect("a legal position");
    let die = Die::new(die.parse().expect("a number"));
    let solution = arena(rules).solution();
    let all = explainer(rules).explain(solution, position, die);
    let all = all.expect("the solution holds it");
    assert_eq!(all[0].reason, None);
    let found = all.into_iter().find(|it| it.action.to_string() == played);
    (found.expect("a legal move"), solution.measure())
}

/// Texts for moves: each line has a rule set, a position, a die, a move, and the text about the move.
const SAID: &str = include_str!("../golden/reasons.txt");

#[test]
fn moves_are_explained_in_these_words() {
    let mut sections = SAID.split("# ").skip(1);
    let mut each = |says: &dyn Fn(&Reasons, Measure) -> String| {
        let section = sections.next().expect("there are two");
        for line in section.lines().skip(1) {
            let (asked, expected) = line.split_once(": ").expect("the text follows");
            let (reasons, measure) = reasons_of(asked);
            assert_eq!(says(&reasons, measure), expected, "{asked}");
        }
    };
    each(&|played, _| against_best(played));
    each(&|played, measure| played.lines(measure).join("; "));
}
