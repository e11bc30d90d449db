//! Games and quizzes of the day: the throws of the page, and the text to share.

use serde_json::Value;

use super::{FIRST, Folder, SECOND, rolls, talk, turns};
use crate::commands::{assert_says, joined};
use crate::engines::quoted;
use crate::{json_line, run_line};

/// Throws of 2026-11-25, as `query/page/web/rules/dice.ts` throws them from the seed 20261125 (run with Node). The person throws a 3
/// and the computer a 4 to begin.
const THROWS: [&str; 10] = [
    "6-4", "3-6", "6-2", "4-4", "5-2", "6-1", "5-6", "2-5", "2-1", "3-6",
];

#[test]
fn the_throws_of_a_day_are_those_of_the_page() {
    for (level, typed) in [("10", &FIRST), ("1", &SECOND)] {
        let line = format!("play --daily=2026-11-25 --level {level} --record -");
        let outcome = talk(&line, typed);
        outcome.assert_code(0);
        let said = joined(&outcome.stderr);
        assert_says(
            &said,
            &["You throw a 3, the computer throws a 4: the computer begins."],
        );
        assert_says(&outcome.stdout, &["daily: 2026-11-25\n"]);
        assert_eq!(rolls(&turns(&outcome.stdout))[..10], THROWS);
    }
    // With one die, the first of each pair is thrown. In the openings of 2026-11-26 it is 3 to 1.
    let line = "play --daily=2026-11-26 --rules course --record -";
    let outcome = talk(line, &FIRST[..40]);
    let shown = joined(&outcome.stderr);
    assert_says(
        &shown,
        &["You throw a 3, the computer throws a 1: you begin."],
    );
    let first = ["5", "1", "6", "3", "3", "3", "3", "5", "2", "1"];
    assert_eq!(rolls(&turns(&outcome.stdout))[..10], first);
}

#[test]
fn a_game_of_the_day_has_no_hint_and_no_undo() {
    let typed = ["hint", "why", "values", "undo", "redo", "quit"];
    let outcome = talk("play --daily=2026-11-25", &typed);
    let refused = "Everyone plays the game of the day without hints, and takes nothing back.";
    assert_eq!(joined(&outcome.stdout).matches(refused).count(), 5);
    let outcome = run_line("play --daily --tutor");
    outcome.assert_code(2);
    // Nor after the end.
    let typed = ["resign", "yes", "undo", "why last", ""];
    let said = joined(&talk("play --daily=2026-11-25", &typed).stdout);
    assert_eq!(said.matches(refused).count(), 1, "{said}");
    assert_says(&said, &["Tourne-case 2026-11-25, level 4: lost in"]);
}

#[test]
fn a_game_of_the_day_ends_with_a_text_of_signs() {
    let folder = Folder::new();
    let record = quoted(folder.path("game.txt"));
    let line = format!("play --daily=2026-11-25 --level 3 --record {record}");
    let outcome = talk(&line, &SECOND);
    outcome.assert_answered();
    let game = &json_line(&format!("review {record}"))["games"][0];
    let (own, other) = match game["sides"][0]["side"].as_str() {
        Some("You") => (&game["sides"][0], &game["sides"][1]),
        _ => (&game["sides"][1], &game["sides"][0]),
    };
    let of = |side: &Value, name: &str| 100.0 * side[name].as_f64().expect("a number");
    let all = game["turns"].as_array().expect("a list");
    let signs = all
        .iter()
        .filter(|it| it["side"] == "You" && it["choices"] != 1);
    let signs: String = signs
        .map(|it| match (it["mark"].as_str(), it["loss"].as_f64()) {
            (Some("?"), _) => '🟥',
            (Some(_), _) => '🟧',
            (None, Some(0.0)) => '🟩',
            (None, _) => '🟨',
        })
        .collect();
    let last = all.last().expect("a turn");
    let ended = if last["side"] == "You" { "won" } else { "lost" };
    let text = format!(
        "\n\nTourne-case 2026-11-25, level 3: {ended} in {} turns\nluck {:+.1} %, loss {:.2} %\n{signs}\n",
        all.len(),
        of(own, "luck") - of(other, "luck"),
        of(own, "errors"),
    );
    assert!(
        outcome.stdout.ends_with(&text),
        "{text} in {}",
        outcome.stdout
    );
    assert!((4..20).contains(&signs.chars().count()), "{signs}");
    // An unfinished game has no text, and a game that was given up is lost.
    let left = talk("play --daily=2026-11-25", &["quit"]);
    assert!(!left.stdout.contains("turns\nluck"), "{}", left.stdout);
    let resigned = talk(
        "play --daily=2026-11-25 --level 3",
        &["#1", "resign", "yes"],
    );
    resigned.assert_shows(&["Tourne-case 2026-11-25, level 3: lost in "]);
}

#[test]
fn a_quiz_of_the_day_asks_everyone_the_same_and_ends_with_signs() {
    let outcome = talk("quiz --daily=2026-11-25", &SECOND);
    outcome.assert_answered();
    let asked = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .filter(|it| it.contains(": you have to play a "));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(asked(&outcome.stdout).len(), 10);
    let same = talk("quiz --seed 20261125", &SECOND);
    assert_eq!(asked(&outcome.stdout), asked(&same.stdout));
    let right = outcome.stdout.matches("Right: ").count();
    let text = outcome
        .stdout
        .split("Tourne-case quiz ")
        .nth(1)
        .expect("a text");
    let (head, signs) = text.split_once('\n').expect("two lines");
    assert_eq!(head, format!("2026-11-25: {right} of 10"));
    assert_eq!(signs.trim_end().chars().count(), 10);
    assert_eq!(signs.matches('🟩').count(), right);
    let left = talk("quiz --daily=2026-11-25", &["#1", "quit"]);
    assert!(!left.stdout.contains("Tourne-case quiz"), "{}", left.stdout);
}

#[test]
fn the_day_is_today_in_utc_or_a_date() {
    let today = || jiff::Timestamp::now().to_string()[..10].to_owned();
    let before = today();
    let outcome = talk("quiz --daily", &["quit"]);
    let is_said = |day: &String| outcome.stdout.contains(&format!("Tourne-case of {day}:"));
    assert!(is_said(&before) || is_said(&today()), "{}", outcome.stdout);
    for date in [
        "2026-02-29",
        "20261125",
        "2026-11-25T12:00",
        "today",
        "-001-01-01",
    ] {
        let refused = run_line(&format!("play --daily={date}"));
        let says = format!("\"{date}\" is no day of the calendar");
        refused.assert_error(2, &[&says, "2026-11-25"]);
    }
    let others = "--seed 1|--dice hand|--names X,O|--match 3|--position 04h/007|--from a --turn 1|--engine a|\
                  --policy builtin:hit";
    for other in others.split('|') {
        let refused = run_line(&format!("play --daily {other}"));
        refused.assert_error(2, &["cannot be used with"]);
    }
    for other in ["--seed 1", "--file a", "--count 3", "--hard"] {
        run_line(&format!("quiz --daily {other}")).assert_error(2, &["cannot be used with"]);
    }
}
