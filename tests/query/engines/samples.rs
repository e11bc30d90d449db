//! Tests of `tourne check --engine` with a sample of games.

use super::{ASKED, Answers, FIFTY, check, check_fifty, misbehaving, own, questions};
use crate::commands::{assert_lacks, run};
use crate::tourne_line;

#[test]
fn a_sample_is_drawn_by_its_seed_and_said_to_be_one() {
    let with = |arguments: &[&str]| check(&own("--strength front"), arguments);
    let once = with(&["--sample", "200", "--seed", "3"]);
    let by_two = with(&["--sample", "200", "--seed", "3", "--jobs", "2"]);
    assert_eq!(once.answer, by_two.answer);
    let other = with(&["--sample", "200", "--seed", "4"]);
    assert_ne!(once.answer["estimate"], other.answer["estimate"]);
    // The default seed is 0.
    let default = with(&["--sample", "20"]);
    assert_eq!(default.answer["estimate"]["seed"], 0);
    assert_eq!(default.answer["estimate"]["games"], 2);
    let draws = default.answer["estimate"]["draws"].as_u64();
    assert!(default.answer["engine"]["asked"].as_u64() <= draws);

    let text = run(tourne_line("check --sample 20 --engine").arg(own("")));
    text.assert_answered();
    text.assert_shows(&[
        "estimates from a sample",
        "sample      2 games against perfect play (seed 0)\n",
        " decisions met\n",
        "(95 % interval: ",
    ]);
    let absent = ["104,375", "missing", "unknown", "cannot be known", "?"];
    assert_lacks(&text.stdout, &absent);
}

#[test]
fn nothing_answered_is_nothing_estimated_and_no_threshold_met() {
    // In the first case no answer is a legal move; in the second no answer comes at all.
    let all = questions(1, |_| Answers::Illegally).len();
    for (kind, sample, illegal) in [("empty", "50", all), ("exit", "5", 0)] {
        let sample = ["--sample", sample, "--seed", "3"];
        let checked = check(&misbehaving(kind, 1), &sample);
        checked.assert_code(2);
        checked.assert_counts(0, illegal);
        assert!(checked.answer.get("estimate").is_none(), "{checked:?}");
        let gate = [&sample[..], &["--fail-above", "0.9"]].concat();
        let checked = check(&misbehaving(kind, 1), &gate);
        checked.assert_code(1);
        let because = match illegal {
            0 => "the loss per game is unknown because there is no answer\n",
            _ => "the loss per game is unknown because no answer is a legal move\n",
        };
        let says = "check failed: cannot compare with --fail-above 90 %: ";
        checked.outcome.assert_warns(&[&format!("{says}{because}")]);
    }
    let mut command = tourne_line("check --engine");
    let text = run(command.arg(misbehaving("illegal", ASKED)).args(FIFTY));
    let says = "56 of 56 decisions met, 1 with an illegal move, charged as the worst legal move\n";
    text.assert_shows(&[says]);
    // Some questions of the sample have a legal answer.
    for (kind, because) in [
        ("illegal", "moves are illegal"),
        ("silent", "moves are missing"),
    ] {
        let gate = ["--fail-above", "0.9", "--timeout", "0.5"];
        let checked = check_fifty(kind, 49, &gate);
        checked.assert_code(1);
        checked.outcome.assert_warns(&[because]);
        assert!(checked.answer["estimate"].is_object(), "{checked:?}");
    }
}

/// A sample of five games without a mistake does not show that an engine loses less than 1 %, even of a perfect one.
#[test]
fn a_gate_on_a_sample_compares_the_upper_end_of_the_interval() {
    let checked = check(&own(""), &[&FIFTY[..], &["--fail-above", "1%"]].concat());
    checked.assert_code(1);
    let interval = &checked.answer["estimate"]["loss_per_game"];
    assert_eq!(interval["estimate"], 0.0);
    let high = 100.0 * interval["high"].as_f64().expect("a number");
    let says = format!(
        "check failed: the engine may lose {high:.4} % a game, more than the 1 % allowed: the upper end of the 95 % \
         interval decides (nothing to {high:.4} %, estimate nothing). A larger --sample narrows it"
    );
    checked.outcome.assert_warns(&[&says]);
    let wide = [&FIFTY[..], &["--fail-above", "0.999"]].concat();
    check(&own(""), &wide).assert_code(0);
}
