//! Reviews of several games, from one file or more, with totals per player.

use std::fs;

use serde_json::Value;

use super::recorded;
use crate::commands::{Outcome, json, run};
use crate::tourne;

const ONE: &str = "position: 38h/6hh\nAnna 5-5 pass\nBen 4-2 6/8*\nAnna 5-2 0/2\nBen 5-4 8/12\n";
/// Three games: the game above with the players exchanged, an unfinished game, and a game under other rules.
const OTHERS: &str = "position: 38h/6hh\nBen 5-5 pass\nAnna 4-2 6/8*\nBen 5-2 0/2\nAnna 5-4 8/12\n\
    rules: standard\nAnna 4-3 0/3\nCleo 1-1 0/1\n\
    rules: course\nAnna 4 0/4\nBen 1 0/1\n";

fn review(folder: &tempfile::TempDir, arguments: &[&str]) -> Outcome {
    run(tourne(&["review"])
        .args(arguments)
        .current_dir(folder.path()))
}

fn written() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for (name, text) in [("one.txt", ONE), ("others.txt", OTHERS)] {
        fs::write(folder.path().join(name), text).expect("a writable file");
    }
    folder
}

#[test]
fn games_of_several_files_are_added_up_for_each_player() {
    let folder = written();
    let answer = json(&review(
        &folder,
        &["one.txt", "others.txt", "--format", "json"],
    ));
    let games = answer["games"].as_array().expect("a list");
    let files: Vec<&str> = games
        .iter()
        .filter_map(|game| game["file"].as_str())
        .collect();
    assert_eq!(files, ["one.txt", "others.txt", "others.txt", "others.txt"]);
    let players = answer["players"].as_array().expect("a list");
    let told: Vec<(&str, &str, u64, u64, u64)> = players
        .iter()
        .map(|it| {
            let number = |field: &str| it[field].as_u64().expect("a number");
            let text = |field: &str| it[field].as_str().expect("a text");
            (
                text("side"),
                text("rules"),
                number("games"),
                number("finished"),
                number("won"),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("Anna", "standard", 3, 2, 1),
            ("Ben", "standard", 2, 2, 1),
            ("Cleo", "standard", 1, 0, 0),
            ("Anna", "course", 1, 0, 0),
            ("Ben", "course", 1, 0, 0),
        ]
    );
    // Compute the totals from the sums of each side in each game.
    for player in players {
        let sides = games.iter().filter(|game| game["rules"] == player["rules"]);
        let sides = sides.flat_map(|game| game["sides"].as_array().expect("two"));
        let sides: Vec<&Value> = sides
            .filter(|side| side["side"] == player["side"])
            .collect();
        for field in [
            "turns",
            "decisions",
            "mistakes",
            "doubtful",
            "bad",
            "luck",
            "errors",
        ] {
            let sum: f64 = sides.iter().filter_map(|side| side[field].as_f64()).sum();
            let found = player[field].as_f64().expect("a number");
            assert!((found - sum).abs() < 1e-12, "{field}: {player}");
        }
    }
    // Ben had one choice, and gave away 2.2553 % in it: a rating of 22.553.
    assert_eq!(players[1]["decisions"], 1);
    assert!((players[1]["rating"].as_f64().expect("a number") - 22.553).abs() < 0.001);

    let text = review(&folder, &["one.txt", "others.txt"]);
    text.assert_answered();
    text.assert_shows(&[
        "one.txt\n\nAnna against Ben, standard",
        "others.txt\n\nBen against Anna, standard",
        "\nAll 4 games\n\nAnna: 3 games of standard, 2 finished, 1 won\n",
        "\nBen: 2 games of standard, 2 finished, 1 won\n",
        "\nCleo: 1 game of standard, 0 finished, 0 won\n",
    ]);
    assert_eq!(text.stdout.matches("others.txt").count(), 1, "printed once");
}

#[test]
fn the_table_names_the_file() {
    let folder = written();
    let table = review(&folder, &["one.txt", "others.txt", "--format", "csv"]);
    table.assert_answered();
    let lines: Vec<&str> = table.stdout.lines().collect();
    assert!(lines[0].starts_with("file,game,line,side"), "{}", lines[0]);
    assert!(
        lines[1].starts_with("one.txt,1,2,Anna,38h/6hh"),
        "{}",
        lines[1]
    );
    assert!(
        lines[12].starts_with("others.txt,4,11,Ben"),
        "{}",
        lines[12]
    );
    let one = review(&folder, &["one.txt", "--format", "csv"]);
    assert!(one.stdout.starts_with("game,line,side"), "{one:?}");
}

#[test]
fn one_game_is_answered_as_before() {
    let folder = written();
    let answer = json(&review(&folder, &["one.txt", "--format", "json"]));
    let fields: Vec<&String> = answer.as_object().expect("an object").keys().collect();
    assert_eq!(fields, ["games"]);
    let game = answer["games"][0].as_object().expect("an object");
    let fields: Vec<&String> = game.keys().collect();
    assert_eq!(
        fields,
        [
            "rules", "unit", "headers", "finished", "start", "result", "luck", "errors", "sides",
            "turns"
        ]
    );
    let text = review(&folder, &["one.txt"]);
    assert!(!text.stdout.contains("All") && !text.stdout.contains("one.txt"));
    // A file of two games has sums, and no names of files.
    let path = recorded("lalanne");
    let path = path.to_str().expect("a path that is text");
    let lalanne = json(&review(&folder, &[path, "--format", "json"]));
    assert_eq!(lalanne["players"].as_array().map(Vec::len), Some(2));
    assert!(lalanne["games"][0].get("file").is_none());
}

#[test]
fn a_file_that_is_wrong_is_named_and_nothing_is_answered() {
    let folder = written();
    let missing = review(&folder, &["one.txt", "missing.txt"]);
    missing.assert_one_line_error(2, &["missing.txt"]);
    fs::write(folder.path().join("bad.txt"), "Anna 4-3 0/4\n").expect("a writable file");
    let bad = review(&folder, &["one.txt", "bad.txt"]);
    bad.assert_one_line_error(2, &["bad.txt", "line 1"]);
    review(&folder, &["-", "-"])
        .assert_one_line_error(2, &["standard input cannot be used for two"]);
    let over = review(&folder, &["one.txt", "others.txt", "--svg", "others.txt"]);
    over.assert_one_line_error(2, &["the games and --svg are the same file"]);
    review(&folder, &[]).assert_error(2, &["<FILE>"]);
}
