//! Reasons of moves: their texts, and their fields in the output of the command. `exchange.rs` compares the reasons
//! with the literal rules and the values of the solutions.

use std::sync::OnceLock;

use tourne::show::reasons::{against_best, lines, where_it_counts};
use tourne_query::ask::{Judge as _, Measure};
use tourne_query::solutions;
use tourne_solver::{Die, Rules};
use tourne_study::facts::{Explainer, FactsError, Reasons};

use crate::commands::{assert_lacks, assert_says};
use crate::solution_bytes::path_of;
use crate::{LALANNE, json_line, run_line};
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

// ---- Words

/// Texts for moves: each line has a rule set, a position, a die, a move, and the text about the move.
const SAID: &str = include_str!("../golden/reasons.txt");

#[test]
fn moves_are_explained_in_these_words() {
    let mut sections = SAID.split("# ").skip(1);
    let mut each = |says: &dyn Fn(&Reasons, &Reasons, Measure) -> String| {
        let section = sections.next().expect("there are three");
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
            let text = says(found, &all[0], solution.measure());
            assert_eq!(text, expected, "{asked}");
            assert_eq!(where_it_counts(&all[0], &all[0]), None);
        }
    };
    each(&against_best);
    each(&|played, best, _| where_it_counts(played, best).unwrap_or_default());
    each(&|played, _, measure| lines(played, measure).join("; "));
}

// ---- The command

fn text(line: &str) -> String {
    let outcome = run_line(line);
    outcome.assert_answered();
    outcome.stdout
}

#[test]
fn an_explained_answer_is_the_answer_with_one_more_field() {
    let double = path_of("double-win").display().to_string();
    for line in [
        "best 026/37h",
        &format!("best 26b/38h --table {double}"),
        "best 26b/38h --rules double-win --match 3 --score 2-0",
    ] {
        let mut answer = json_line(&format!("{line} --explain"));
        let fields = answer.as_object_mut().expect("an object");
        let explain = fields.remove("explain").expect("there are reasons");
        assert_eq!(answer, json_line(line));
        // One object for each move, in the order of the moves.
        let rolls = answer["rolls"].as_array().cloned();
        let rolls = rolls.unwrap_or_else(|| vec![answer.clone()]);
        let mut reasons = explain.as_array().expect("a list").iter();
        for roll in &rolls {
            for ranked in roll["moves"].as_array().expect("a list") {
                let found = reasons.next().expect("every move is explained");
                assert_eq!(found["die"], roll["die"]);
                for field in ["move", "value", "loss"] {
                    assert_eq!(found[field], ranked[field], "{line}");
                }
                assert_eq!(found["ends"].is_null(), line.contains("--match"));
                assert_eq!(found["mistake"].is_null(), found["loss"] == 0.0);
            }
        }
        assert_eq!(reasons.next(), None);
        // Each row of the CSV begins with the row without reasons.
        let plain = text(&format!("{line} --format csv"));
        let more = text(&format!("{line} --format csv --explain"));
        assert_eq!(plain.lines().count(), more.lines().count());
        for (plain, more) in plain.lines().zip(more.lines()) {
            assert!(more.starts_with(&format!("{plain},")), "{more}");
            let added = more.matches(',').count() - plain.matches(',').count();
            assert_eq!(added, 12, "{more}");
        }
    }
}

#[test]
fn reviews_explain_what_gave_something_away() {
    let answer = json_line(&format!("review '{LALANNE}'"));
    let mut mistakes = 0;
    for game in answer["games"].as_array().expect("a list") {
        for turn in game["turns"].as_array().expect("a list") {
            let turn = turn.as_object().expect("an object");
            let is_wrong = turn["loss"].as_f64().is_some_and(|loss| loss > 0.0);
            assert_eq!(turn.contains_key("explain"), is_wrong, "{turn:?}");
            if is_wrong {
                let explain = turn["explain"].as_array().expect("a list");
                assert_eq!(explain[0]["move"], turn["best"]);
                let played = explain.iter().find(|it| it["move"] == turn["played"]);
                assert_eq!(played.expect("a legal move")["loss"], turn["loss"]);
                assert!(explain[0]["ends"]["win_single"].is_f64());
                mistakes += 1;
            }
        }
    }
    assert_eq!(mistakes, 1);
    // In text only marked moves are explained, and nothing else changes.
    let sentence = "\n0/2 gives away 2.2553 %: after 3/5 the chance to hit next turn is 9.0 %, unless the opponent hits \
                    first; after 0/2, 1.8 %.";
    let reviewed = text(&format!("review '{LALANNE}'"));
    let parts = reviewed.split_once(sentence);
    let (before, after) = parts.expect("the mistake is explained");
    assert!(before.ends_with("0/2?!, best is 3/5") && after.starts_with("\n\n"));
    let unmarked = text(&format!("review '{LALANNE}' --doubtful 50% --bad 50%"));
    assert_lacks(&unmarked, &["gives away"]);
}
