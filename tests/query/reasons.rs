//! Reasons of moves: their texts. Transcripts show their fields in the output of the command, and `exchange.rs` compares
//! the reasons with the literal rules and the values of the solutions.

use std::sync::OnceLock;

use tourne::show::reasons::against_best;
use tourne_query::ask::{Judge as _, Measure};
use tourne_query::solutions;
use tourne_solver::{Die, Rules};
use tourne_study::facts::{Explainer, FactsError, Reasons};

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

/// Texts for moves: each line has a rule set, a position, a die, a move, and the text about the move.
const SAID: &str = include_str!("../golden/reasons.txt");

#[test]
fn moves_are_explained_in_these_words() {
    let mut sections = SAID.split("# ").skip(1);
    let mut each = |says: &dyn Fn(&Reasons, Measure) -> String| {
        let section = sections.next().expect("there are two");
        for line in section.lines().skip(1) {
            let (asked, expected) = line.split_once(": ").expect("the text follows");
            let [rules, position, die, played] = asked.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{line}");
            };
            let rules: Rules = rules.parse().expect("a rule set");
            let position = rules.read(position);
            let die = Die::new(die.parse().expect("a number"));
            let solution = arena(rules).solution();
            let all = explainer(rules).explain(solution, position.expect("a legal position"), die);
            let all = all.expect("the solution holds it");
            let found = all.iter().find(|it| it.action.to_string() == played);
            let found = found.expect("a legal move");
            let text = says(found, solution.measure());
            assert_eq!(text, expected, "{asked}");
            assert_eq!(all[0].reason, None);
        }
    };
    each(&|played, _| against_best(played));
    each(&|played, measure| played.lines(measure).join("; "));
}
