//! Behaviour at the table: typed lines, reasons of a pass, names, resigning, and another game.

use std::fs;

use tourne_study::review::record;

use super::{FIRST, folder, tourne, turns, typed};
use crate::commands::{joined, run_with};

#[track_caller]
fn says(arguments: &[&str], lines: &[&str]) -> String {
    let outcome = run_with(&mut tourne(arguments), &typed(lines));
    outcome.assert_answered();
    joined(&outcome.stdout)
}

/// A typed X is refused: it names a player, although in the notation it is a hit man off the board.
#[test]
fn x_plays_no_man() {
    for rules in ["standard", "forced-entry", "entry-first", "course"] {
        for typed in ["x", "X"] {
            let text = says(
                &["play", "--two", "--rules", rules, "--seed", "7"],
                &[typed, "quit"],
            );
            let answer = format!("\"{typed}\" is neither a move nor a command");
            assert!(text.contains(&answer), "{rules}: {text}");
            assert!(
                text.contains("You made no choice.") || text.contains("X made no choice."),
                "{text}"
            );
        }
    }
}

#[test]
fn q_is_quit() {
    for arguments in [
        &["play", "--seed", "7"][..],
        &["play", "--dice", "hand"],
        &["quiz", "--seed", "7"],
    ] {
        let [short, long] = ["q", "quit"].map(|word| says(arguments, &[word, "hint"]));
        assert_eq!(short, long.replace("> quit", "> q"), "{arguments:?}");
    }
    // `q` also works after a throw of real dice.
    let text = says(&["play", "--dice", "hand"], &["5 3", "4-3", "q", "hint"]);
    assert!(!text.contains("Best is"), "{text}");
}

#[test]
fn a_pass_of_the_computer_has_a_reason() {
    let mut passes = 0;
    for seed in 1..=6 {
        let text = says(&["play", "--seed", &seed.to_string()], &FIRST);
        for (at, word) in text.match_indices("The computer cannot move") {
            let rest = &text[at + word.len()..];
            let reason = rest.split(").").next().unwrap_or_default();
            assert!(
                rest.starts_with(" (") && reason.contains(" cannot: "),
                "{seed}: {reason}"
            );
            passes += 1;
        }
        assert!(!text.contains("omputer cannot move."), "{text}");
    }
    assert!(passes > 1, "{passes}");
}

#[test]
fn two_people_have_names() {
    let arguments = [
        "play", "--names", "Anna,Ben", "--seed", "5", "--record", "-",
    ];
    let outcome = run_with(
        &mut tourne(&arguments),
        &typed(&["#1", "#1", "resign", "yes"]),
    );
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    let told = joined(&outcome.stderr);
    for part in [
        "Anna plays the men X, Ben the men O.",
        "Anna (X)",
        "Ben (O)",
        "'s move>",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    for (side, ..) in turns(&outcome.stdout) {
        assert!(["Anna", "Ben"].contains(&&*side), "{side}");
    }
    outcome.assert_shows(&["resigns with"]);
    run_with(&mut tourne(&["review", "-"]), &outcome.stdout).assert_answered();
    for names in "Anna; Anna,anna; Anna,Ben,Cleo; ,; A B,C; A:,B; #,B; 1.,B; you,B; 4-3,B; Wolfeschlegelstein,B".split("; ") {
        let outcome = run_with(&mut tourne(&["play", "--names", names]), "");
        outcome.assert_error(2, &["--names", "is not two names", "Anna,Ben"]);
    }
    let computer = run_with(&mut tourne(&["play", "--names", "A,B", "--level", "3"]), "");
    computer.assert_error(2, &["--names", "--level"]);
}

#[test]
fn another_game_is_asked_for_and_played() {
    let folder = folder();
    let path = folder.path().join("games.txt");
    let arguments = ["play", "--two", "--seed", "5", "--record"];
    let play = |lines: &[&str]| {
        let outcome = run_with(tourne(&arguments).arg(&path), &typed(lines));
        outcome.assert_answered();
        joined(&outcome.stdout)
    };
    let game = ["resign", "yes"];
    let text = play(&[&game[..], &["", "yes"], &game[..], &["", "perhaps", "no"]].concat());
    assert_eq!(
        text.matches("Another game? yes or no>").count(),
        3,
        "{text}"
    );
    assert!(
        text.contains("Type yes for another game, or no to leave."),
        "{text}"
    );
    // Each game has a summary. The second game has other throws than the first.
    assert_eq!(text.matches("The dice favoured").count(), 2, "{text}");
    let games = record::read(&fs::read(&path).expect("the file exists")[..]).expect("a record");
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game.resigned.is_some()));
    assert_ne!(games[0].turns[0].roll, games[1].turns[0].roll);
    // At the end of input, and after a person has left, no other game is offered.
    for lines in [&game[..], &["quit"], &[&game[..], &["quit"]].concat()] {
        assert!(!play(lines).contains("Another game?"), "{lines:?}");
    }
    assert!(play(&[&game[..], &[""]].concat()).ends_with("Another game? yes or no>"));
    let text = says(
        &["play", "--two", "--match", "1", "--seed", "5"],
        &[&game[..], &["", "y", "q"]].concat(),
    );
    assert!(
        text.contains("Another match? yes or no> y Who begins?"),
        "{text}"
    );
}

#[test]
fn resigning_is_an_error_of_what_was_given_up() {
    let text = says(&["play", "--two", "--seed", "5"], &["resign", "yes"]);
    assert!(
        text.contains("1 choice, 1 not best, and gave away"),
        "{text}"
    );
    assert!(text.contains("The costliest: with a "), "{text}");
    // The summary agrees with the review of the record.
    let arguments = ["play", "--two", "--seed", "5", "--record", "-"];
    let record = run_with(&mut tourne(&arguments), &typed(&["resign", "yes"])).stdout;
    let review = run_with(&mut tourne(&["review", "-"]), &record);
    review.assert_answered();
    let given = text
        .split("gave away ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next());
    let given: f64 = given.and_then(|it| it.parse().ok()).expect("a number");
    let line = review
        .stdout
        .lines()
        .find_map(|line| line.strip_prefix("Resigning gives away "));
    let exact = line
        .and_then(|line| line.split(' ').next())
        .and_then(|it| it.parse().ok());
    let exact: f64 = exact.expect("a number");
    assert!(
        (given - exact).abs() <= 0.05 && exact > 10.0,
        "{given} {exact}"
    );
}

#[test]
fn a_rating_is_said_in_words() {
    let text = says(&["play", "--two", "--seed", "5"], &["resign", "yes"]);
    assert!(
        text.contains("(weaker than level 1), where 0 is perfect"),
        "{text}"
    );
    // In a match whose values are probabilities of winning the match, ratings have no words.
    let game: Vec<&str> = "play --two --rules double-win --match 3 --seed 5"
        .split(' ')
        .collect();
    let text = says(&game, &["resign", "yes", "quit"]);
    assert!(
        text.contains("rating ") && !text.contains("level"),
        "{text}"
    );
    let words = [
        "about level",
        "nearly perfect",
        "weaker than level 1",
        "3 of 3 right: perfect",
    ];
    for answer in ["#1", "#2"] {
        let text = says(&["quiz", "--seed", "7", "--count", "3"], &[answer; 3]);
        assert!(words.iter().any(|word| text.contains(word)), "{text}");
    }
    let check = says(&["check", "--policy", "builtin:front"], &[]);
    assert!(check.contains("rating 6.510 (about level 7)"), "{check}");
}
