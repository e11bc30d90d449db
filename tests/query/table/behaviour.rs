//! Behaviour at the table: typed lines, reasons of a pass, names, resigning, and another game.

use tourne::review::{Thresholds, record, review};
use tourne::solutions;
use tourne_solver::Unit;

use super::{FIRST, SECOND, record_of, talk};
use crate::assert_close;
use crate::commands::{assert_lacks, joined};

#[track_caller]
fn said(line: &str, lines: &[&str]) -> String {
    let outcome = talk(line, lines);
    outcome.assert_answered();
    joined(&outcome.stdout)
}

#[test]
fn a_pass_of_the_computer_has_a_reason() {
    let mut passes = 0;
    for seed in 1..=6 {
        let text = said(&format!("play --seed {seed}"), &FIRST);
        for rest in text.split("The computer cannot move").skip(1) {
            let reason = rest.split(").").next().unwrap_or_default();
            let is_given = reason.starts_with(" (") && reason.contains(" cannot: ");
            assert!(is_given, "{seed}: {reason}");
            passes += 1;
        }
    }
    assert!(passes > 1, "{passes}");
}

/// Two transcripts play another game, and another match.
#[test]
fn no_other_game_is_offered_after_the_end_of_input_or_to_one_who_left() {
    for lines in [
        &["resign", "yes"][..],
        &["quit"],
        &["resign", "yes", "quit"],
    ] {
        assert_lacks(
            &said("play --names X,O --seed 5", lines),
            &["Another game?"],
        );
    }
}

/// The three costliest choices of a game are told, or of all games of a match, the costliest first.
#[test]
fn the_costliest_choices_are_told_in_order() {
    let told = |text: &str| -> Vec<f64> {
        let (_, costliest) = text.split_once("The costliest: ").expect("a mistake");
        let losses = costliest.split(" gives away ").skip(1);
        let losses = losses.map(|rest| rest.split(' ').next().and_then(|it| it.parse().ok()));
        losses.map(|loss| loss.expect("a number")).collect()
    };
    let of_match = told(&said("play --names X,O --match 3 --seed 5", &FIRST));
    assert_eq!(of_match.len(), 3);
    assert!(of_match.is_sorted_by(|one, next| one > next));

    let of_game = told(&said("play --names X,O --seed 5", &SECOND));
    let record = record::read(record_of("5", &SECOND).as_bytes()).expect("a record");
    let thresholds = Thresholds::usual(Unit::WinProbability);
    let review = review(&record[0], solutions::standard(), thresholds).expect("a review");
    let mut losses: Vec<f64> = review.turns.iter().map(|turn| 100.0 * turn.loss).collect();
    losses.sort_by(|one, other| other.total_cmp(one));
    for (told, loss) in of_game.iter().zip(losses) {
        assert_close(*told, loss, 0.05, format!("{of_game:?}"));
    }
    assert_eq!(of_game.len(), 3);
}
