//! Fuzzes questions about the best move at a match score, one per line: each answer must be consistent in itself.

use std::sync::LazyLock;

use serde_json::Value;
use tourne::ask::{batch, needs};
use tourne_solver::Rules;
use tourne_solver::matches::{AtScore, FirstThrow};

/// Judges moves at a score at which winning two points at once helps one player only.
static JUDGE: LazyLock<AtScore> = LazyLock::new(|| {
    let needs = needs(0, 1, 2).expect("there is such a score");
    AtScore::solve(
        Rules::DOUBLE_WIN,
        FirstThrow::Dice,
        needs,
        true,
        &mut |_, _| (),
    )
    .expect("matches of two points can be solved")
});

pub(crate) fn match_questions(bytes: &[u8]) {
    let mut answers = Vec::new();
    batch::run(&*JUDGE, bytes, &mut answers).expect("memory can be read and written");
    let answers = String::from_utf8(answers).expect("answers are UTF-8");
    assert!(super::is_utf_16(bytes) || answers.lines().count() == super::lines(bytes));
    for answer in answers.lines() {
        let answer: Value = serde_json::from_str(answer).expect("answers are JSON");
        if answer["error"].is_string() {
            continue;
        }
        assert_eq!(answer["unit"], "match win probability");
        if let Some(rolls) = answer["rolls"].as_array() {
            assert_eq!(rolls.len(), 6);
            let mean: f64 = rolls
                .iter()
                .map(|roll| assert_moves(roll) * number(&roll["chances"]))
                .sum();
            assert!(
                (mean / 36.0 - number(&answer["value"])).abs() < 1e-12,
                "{answer}"
            );
        } else {
            assert_moves(&answer);
        }
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Asserts that the moves of an answer are sorted, best first, and fit its value. Returns the value.
fn assert_moves(answer: &Value) -> f64 {
    let best = number(&answer["value"]);
    assert!((0.0..=1.0).contains(&best), "{answer}");
    let moves = answer["moves"].as_array().expect("a list");
    assert_eq!(moves[0]["move"], answer["best"]);
    let mut before = best;
    for action in moves {
        let value = number(&action["value"]);
        assert!(value <= before + 1e-12, "{answer}");
        assert!(
            (best - value - number(&action["loss"])).abs() < 1e-12,
            "{answer}"
        );
        before = value;
    }
    assert!(
        (number(&moves[0]["value"]) - best).abs() < 1e-12,
        "{answer}"
    );
    best
}
