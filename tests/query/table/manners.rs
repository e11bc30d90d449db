//! Behaviour at the table: typed lines, reasons of a pass, names, resigning, and another game.

use tourne_query::solutions;
use tourne_solver::Unit;
use tourne_study::review::{Thresholds, record, review};

use super::{FIRST, SECOND, record_of, talk, tourne, turns};
use crate::assert_close;
use crate::commands::{assert_lacks, assert_says, joined, run_with};

#[track_caller]
fn said(line: &str, lines: &[&str]) -> String {
    let outcome = talk(line, lines);
    outcome.assert_answered();
    joined(&outcome.stdout)
}

#[test]
fn x_plays_no_man() {
    for rules in ["standard", "forced-entry", "entry-first", "course"] {
        let line = format!("play --two --rules {rules} --seed 7");
        let text = said(&line, &["x", "X", "quit"]);
        let answers =
            ["x", "X"].map(|typed| format!("\"{typed}\" is neither a move nor a command"));
        assert_says(&text, &[&answers[0], &answers[1], " made no choice."]);
    }
}

#[test]
fn q_is_quit() {
    for line in ["play --seed 7", "play --dice hand", "quiz --seed 7"] {
        let [short, long] = ["q", "quit"].map(|word| said(line, &[word, "hint"]));
        assert_eq!(short, long.replace("> quit", "> q"), "{line}");
    }
    // `q` also works after a throw of real dice.
    let text = said("play --dice hand", &["5 3", "4-3", "q", "hint"]);
    assert_lacks(&text, &["Best is"]);
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

#[test]
fn two_people_have_names() {
    let line = "play --names Anna,Ben --seed 5 --record -";
    let outcome = talk(line, &["#1", "#1", "resign", "yes"]);
    outcome.assert_code(0);
    let told = joined(&outcome.stderr);
    let sides = "Anna plays the men X, Ben the men O.";
    assert_says(&told, &[sides, "Anna (X)", "Ben (O)", "'s move>"]);
    for (side, ..) in turns(&outcome.stdout) {
        assert!(["Anna", "Ben"].contains(&&*side), "{side}");
    }
    outcome.assert_shows(&["resigns with"]);
    run_with(&mut tourne(&["review", "-"]), &outcome.stdout).assert_answered();
}

/// Two transcripts play another game, and another match.
#[test]
fn no_other_game_is_offered_after_the_end_of_input_or_to_one_who_left() {
    for lines in [
        &["resign", "yes"][..],
        &["quit"],
        &["resign", "yes", "quit"],
    ] {
        assert_lacks(&said("play --two --seed 5", lines), &["Another game?"]);
    }
}

#[test]
fn resigning_is_an_error_of_what_was_given_up() {
    let text = said("play --two --seed 5", &["resign", "yes"]);
    let says = "1 choice, 1 not best, and gave away";
    assert_says(
        &text,
        &[
            says,
            "The costliest: ",
            "(weaker than level 1), where 0 is perfect",
        ],
    );
    // The summary agrees with the review of the record.
    let record = record_of("5", &["resign", "yes"]);
    let review = run_with(&mut tourne(&["review", "-"]), &record);
    review.assert_answered();
    // Returns the first number after a text.
    let number = |text: &str, before: &str| -> f64 {
        let (_, rest) = text.split_once(before).expect(before);
        let word = rest.split(' ').next().unwrap_or_default();
        word.parse().expect("a number")
    };
    let given = number(&text, "gave away ");
    let exact = number(&review.stdout, "Resigning gives away ");
    assert_close(given, exact, 0.05, "the value given up");
    assert!(exact > 10.0, "{exact}");
    // In a match whose values are probabilities of winning the match, ratings have no words.
    let line = "play --two --rules double-win --match 3 --seed 5";
    let text = said(line, &["resign", "yes", "quit"]);
    assert_says(&text, &["rating "]);
    assert_lacks(&text, &["level"]);
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
    let of_match = told(&said("play --two --match 3 --seed 5", &FIRST));
    assert_eq!(of_match.len(), 3);
    assert!(of_match.is_sorted_by(|one, next| one > next));

    let of_game = told(&said("play --two --seed 5", &SECOND));
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
