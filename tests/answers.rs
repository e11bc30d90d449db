//! Answers against the equation that they satisfy, and their shape as JSON.

use serde_json::Value;
use tourne_query::answer::{self, Answer, ForPosition};
use tourne_query::info::Info;
use tourne_query::policy::Arena;
use tourne_query::question::Question;
use tourne_query::table;
use tourne_solver::Solution;
use tourne_solver::game::Rules;
use tourne_solver::solve::solve;

/// Checks every answer of a solution; returns how many moves share a first place.
fn check_every_answer(solution: &Solution) -> usize {
    let rules = solution.rules();
    let unit = solution.unit();
    let mut tied = 0;
    for position in solution.index().positions() {
        let ForPosition { value, rolls } =
            answer::for_position(solution, position).expect("the solution holds it");
        let mut mean = 0.0;
        for roll in &rolls {
            mean += roll.value * f64::from(rules.chances(roll.die)) / f64::from(rules.throws());
            assert_eq!(roll.moves[0].action, roll.best);
            assert_eq!(roll.moves[0].loss.to_bits(), 0);
            assert_eq!(
                roll.best,
                solution.best(position, roll.die).expect("it is held")
            );
            let legal = rules.plays(position, roll.die);
            assert_eq!(roll.moves.len(), legal.len());
            for pair in roll.moves.windows(2) {
                assert!(pair[0].value >= pair[1].value, "{position} is sorted");
                if pair[1].loss == 0.0 {
                    tied += 1;
                }
            }
            for ranked in &roll.moves {
                assert!(legal.iter().any(|play| play.action == ranked.action));
                let after = unit.flip(solution.value(ranked.position).expect("it is held"));
                assert!((ranked.value - after).abs() <= 2.0 * solution.error_bound());
                assert!(ranked.loss >= 0.0);
                assert!((roll.value - ranked.value - ranked.loss).abs() < 1e-15);
            }
        }
        assert!(
            (mean - value).abs() <= solution.error_bound(),
            "the equation holds at {position}"
        );
    }
    tied
}

#[test]
fn every_answer_of_the_embedded_solution_satisfies_the_equation() {
    assert_eq!(check_every_answer(table::embedded()), 0);
}

#[test]
fn every_answer_of_every_other_preset_satisfies_the_equation() {
    let mut tied = Vec::new();
    for (name, rules) in Rules::PRESETS {
        let solved = solve(rules, &mut |_| ()).expect("every preset is solved");
        let count = check_every_answer(&solved.solution);
        assert!(
            count >= solved.findings.ties,
            "every tie shares a first place"
        );
        tied.push((name, solved.findings.ties > 0, count > 0));
    }
    let with_ties: Vec<_> = tied.iter().filter(|(_, ties, _)| *ties).collect();
    assert_eq!(with_ties, [&("entry-first", true, true)]);
}

#[test]
fn a_unit_says_what_values_are_and_a_win_has_the_largest() {
    for (rules, unit, won) in [
        (Rules::STANDARD, "win probability", 1.0),
        (Rules::DOUBLE_WIN, "points", 2.0),
    ] {
        let solution = solve(rules, &mut |_| ()).expect("it is solved").solution;
        let question = Question::parse("9hh/004", Some("3"), rules).expect("it is a question");
        let answer = answer_to(&solution, question);
        assert_eq!(answer["unit"], unit);
        assert_eq!(answer["value"], won);
        assert_eq!(answer["moves"][0]["position"], "004/hhh");
    }
}

fn answer_to(solution: &Solution, question: Question) -> Value {
    let rules = solution.rules().to_string();
    let answer = Answer::new(solution, &rules, question.position, question.die);
    serde_json::to_value(answer.expect("the solution holds it")).expect("an answer is JSON")
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value
        .as_object()
        .expect("it is an object")
        .keys()
        .map(String::as_str)
        .collect();
    keys.sort_unstable();
    keys
}

#[test]
fn the_json_of_a_position_with_a_throw_has_the_promised_fields() {
    let solution = table::embedded();
    let question = Question::parse("04h/007", Some("4-3"), solution.rules()).expect("it is one");
    let answer = answer_to(solution, question);
    let expected = [
        "best",
        "die",
        "moves",
        "position",
        "reachable",
        "rules",
        "unit",
        "value",
    ];
    assert_eq!(keys(&answer), expected);
    assert_eq!(
        keys(&answer["moves"][0]),
        ["loss", "move", "position", "value"]
    );
    assert_eq!(answer["die"], 3);
    assert_eq!(answer["reachable"], true);
    assert_eq!(answer["best"], "4/7*");
}

#[test]
fn the_json_of_a_position_has_six_dice_with_their_chances() {
    let solution = table::embedded();
    let question = Question::parse("04h/007", None, solution.rules()).expect("it is one");
    let answer = answer_to(solution, question);
    assert_eq!(
        keys(&answer),
        ["position", "reachable", "rolls", "rules", "unit", "value"]
    );
    let rolls = answer["rolls"].as_array().expect("rolls are a list");
    let chances: Vec<u64> = rolls
        .iter()
        .filter_map(|roll| roll["chances"].as_u64())
        .collect();
    assert_eq!(chances, [11, 9, 7, 5, 3, 1]);
    assert_eq!(
        keys(&rolls[0]),
        ["best", "chances", "die", "moves", "value"]
    );
}

#[test]
fn a_throw_without_a_move_is_answered_with_a_pass() {
    // Lalanne's game: 3/8 lands on an own man; from 8 only a 4 would reach home exactly.
    let solution = table::embedded();
    let question = Question::parse("38h/6hh", Some("5-5"), solution.rules()).expect("it is one");
    let answer = answer_to(solution, question);
    assert_eq!(answer["best"], "pass");
    assert_eq!(answer["moves"].as_array().map(Vec::len), Some(1));
    assert_eq!(answer["moves"][0]["move"], "pass");
    assert_eq!(answer["moves"][0]["position"], "6hh/38h");
}

#[test]
fn a_position_that_cannot_arise_is_answered_and_flagged() {
    let solution = table::embedded();
    let unreachable = solution.index().positions().find(|&position| {
        !solution
            .best_moves(position)
            .expect("it is held")
            .is_reachable()
    });
    let question = Question {
        position: unreachable.expect("there are 317"),
        die: None,
    };
    assert_eq!(answer_to(solution, question)["reachable"], false);
}

#[test]
fn the_facts_agree_with_what_they_are_made_of() {
    let arena = Arena::new(table::embedded()).expect("the solution is right");
    let info = Info::new(&arena).expect("the solution is right");
    assert_eq!((info.positions, info.reachable), (52_347, 52_030));
    assert_eq!(
        (info.decisions, info.reachable_decisions),
        (105_002, 104_375)
    );
    assert_eq!(info.pairs, 6 * info.positions);
    assert_eq!(info.ties, 0);
    assert!((info.value - 0.515_094_810_490).abs() < 1e-12);
    assert!(info.error_bound <= 1e-12);
    // 46.2 throws: also the length that the proof's bounds grow with.
    assert!((info.throws_per_game - 46.202).abs() < 1e-3);
    assert!(info.choices_per_game > 0.0 && info.choices_per_game < info.throws_per_game);
}
