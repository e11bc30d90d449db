//! Formats and options of `tourne review`, and reviews of several games with totals for each player.

use std::fs;

use serde_json::{Value, json};

use super::{json_of, recorded, tourne_review};
use crate::commands::{self, Outcome, assert_lacks, run};
use crate::folder::Folder;
use crate::solution_bytes::path_of;
use crate::{LALANNE, assert_close, run_line, tourne_line};

#[test]
fn json_and_csv_say_the_same() {
    let path = recorded("lalanne");
    let text = fs::read_to_string(&path).expect("the file is there");
    let games = json_of(&text, &[]);
    assert_eq!(games.len(), 2);
    assert_eq!(games[0]["headers"][0][1], "Lalanne, the opening");
    let facts = ["unit", "finished", "result"].map(|field| &games[1][field]);
    assert_eq!(json!(facts), json!(["win probability", true, 0.0]));
    let marked = ["mark", "best", "line"].map(|field| &games[1]["turns"][2][field]);
    assert_eq!(json!(marked), json!(["?!", "3/5", 14]));

    let csv = run_line(&format!("review --format csv '{}'", path.display()));
    csv.assert_answered();
    let mut rows = csv::Reader::from_reader(csv.stdout.as_bytes());
    let header = rows.headers().expect("a header").clone();
    let mut count = 0;
    let turns = games
        .iter()
        .flat_map(|game| game["turns"].as_array().expect("a list"));
    for (row, turn) in rows.records().zip(turns) {
        let row = row.expect("a row");
        for (name, cell) in header.iter().zip(&row) {
            match &turn[name] {
                Value::Null => assert!(name == "game" || cell.is_empty(), "{name}"),
                Value::String(text) => assert_eq!(cell, text, "{name}"),
                number => {
                    let (cell, number) = (cell.parse(), number.as_f64());
                    let (cell, number) = (cell.expect("a number"), number.expect("a number"));
                    assert_close(cell, number, 1e-12, name);
                }
            }
        }
        count += 1;
    }
    assert_eq!(count, 10);
}

#[test]
fn thresholds_are_options_and_have_usual_values() {
    let text = "position: 38h/6hh\nW 5-5 pass\nB 4-2 6/8\nW 5-2 0/2\n";
    // The third turn gives away 2.2553 %. The first gives nothing away, so it is never marked.
    for (options, expected) in [
        ("", "?!".into()),
        ("--bad 0.0226 --doubtful 0.0225", "?!".into()),
        ("--bad 2%", "?".into()),
        ("--doubtful 2.26%", Value::Null),
        ("--doubtful 0 --bad 100%", "?!".into()),
        ("--doubtful 0 --bad 0", "?".into()),
    ] {
        let options: Vec<&str> = options.split_whitespace().collect();
        let turns = &json_of(text, &options)[0]["turns"];
        assert_eq!(turns[0]["mark"], Value::Null, "{options:?}");
        assert_eq!(turns[2]["mark"], expected, "{options:?}");
    }
}

#[test]
fn other_rules_are_solved_or_read_from_a_table() {
    let text = "rules: double-win\nA 4-3 off/3\nB 1-1 off/1\nA 5-1 3/4\n";
    let path = |rules: &str| path_of(rules).display().to_string();
    let solved = json_of(text, &[]);
    assert_eq!(solved[0]["unit"], "points");
    assert_eq!(solved, json_of(text, &["--table", &path("double-win")]));
    let refused = tourne_review(text, &["--table", &path("standard")]);
    refused.assert_error(3, &["standard.bin", "double-win"]);
}

// ---- Several games

const ONE: &str = "position: 38h/6hh\nAnna 5-5 pass\nBen 4-2 6/8*\nAnna 5-2 0/2\nBen 5-4 8/12\n";
/// Three games: the game above with the players exchanged, an unfinished game, and a game under other rules.
const OTHERS: &str = "position: 38h/6hh\nBen 5-5 pass\nAnna 4-2 6/8*\nBen 5-2 0/2\nAnna 5-4 8/12\n\
    rules: standard\nAnna 4-3 0/3\nCleo 1-1 0/1\n\
    rules: course\nAnna 4 0/4\nBen 1 0/1\n";

fn review(folder: &Folder, line: &str) -> Outcome {
    run(tourne_line(&format!("review {line}")).current_dir(folder))
}

fn written() -> Folder {
    let folder = Folder::new();
    folder.write("one.txt", ONE);
    folder.write("others.txt", OTHERS);
    folder
}

#[test]
fn games_of_several_files_are_added_up_for_each_player() {
    let folder = written();
    let answer = commands::json(&review(&folder, "one.txt others.txt --format json"));
    let games = answer["games"].as_array().expect("a list");
    let files: Vec<_> = games.iter().map(|game| &game["file"]).collect();
    assert_eq!(files, ["one.txt", "others.txt", "others.txt", "others.txt"]);
    let players = answer["players"].as_array().expect("a list");
    let fields = ["side", "rules", "games", "finished", "won"];
    let told = players
        .iter()
        .map(|player| fields.map(|field| player[field].clone()));
    let expected = json!([
        ["Anna", "standard", 3, 2, 1],
        ["Ben", "standard", 2, 2, 1],
        ["Cleo", "standard", 1, 0, 0],
        ["Anna", "course", 1, 0, 0],
        ["Ben", "course", 1, 0, 0],
    ]);
    assert_eq!(json!(told.collect::<Vec<_>>()), expected);
    // Compute the totals from the sums of each side in each game.
    for player in players {
        let sides = games.iter().filter(|game| game["rules"] == player["rules"]);
        let sides = sides.flat_map(|game| game["sides"].as_array().expect("two"));
        let sides = sides.filter(|side| side["side"] == player["side"]);
        let sides: Vec<&Value> = sides.collect();
        for field in "turns decisions mistakes doubtful bad luck errors".split(' ') {
            let sum: f64 = sides.iter().filter_map(|side| side[field].as_f64()).sum();
            let found = player[field].as_f64().expect("a number");
            assert_close(found, sum, 1e-12, format!("{field}: {player}"));
        }
    }
    // Ben had one choice, and gave away 2.2553 % in it: a rating of 22.553.
    assert_eq!(players[1]["decisions"], 1);
    let rating = players[1]["rating"].as_f64().expect("a number");
    assert_close(rating, 22.553, 0.001, "rating");

    let text = review(&folder, "one.txt others.txt");
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
fn the_table_names_the_file_if_there_are_several() {
    let folder = written();
    let table = review(&folder, "one.txt others.txt --format csv");
    table.assert_answered();
    let lines: Vec<&str> = table.stdout.lines().collect();
    for (line, begin) in [
        (0, "file,game,line,side"),
        (1, "one.txt,1,2,Anna,38h/6hh"),
        (12, "others.txt,4,11,Ben"),
    ] {
        assert!(lines[line].starts_with(begin), "{}", lines[line]);
    }
    let one = review(&folder, "one.txt --format csv");
    assert!(one.stdout.starts_with("game,line,side"), "{one:?}");
}

#[test]
fn one_game_is_answered_as_before() {
    let folder = written();
    let answer = commands::json(&review(&folder, "one.txt --format json"));
    let fields = |of: &Value| -> Vec<String> {
        let fields = of.as_object().expect("an object").keys();
        fields.cloned().collect()
    };
    assert_eq!(fields(&answer), ["games"]);
    let expected = "rules unit headers finished start result luck errors sides turns";
    assert_eq!(fields(&answer["games"][0]).join(" "), expected);
    let text = review(&folder, "one.txt");
    assert_lacks(&text.stdout, &["All", "one.txt"]);
    // A file of two games has sums, and no names of files.
    let lalanne = commands::json(&review(&folder, &format!("'{LALANNE}' --format json")));
    assert_eq!(lalanne["players"].as_array().map(Vec::len), Some(2));
    assert!(lalanne["games"][0].get("file").is_none());
}

#[test]
fn a_file_that_is_wrong_is_named_and_nothing_is_answered() {
    let folder = written();
    folder.write("bad.txt", "Anna 4-3 0/4\n");
    for (line, says) in [
        ("one.txt missing.txt", &["missing.txt"][..]),
        ("one.txt bad.txt", &["bad.txt", "line 1"]),
        ("- -", &["standard input cannot be used for two"]),
        (
            "one.txt others.txt --svg others.txt",
            &["the games and --svg are the same file"],
        ),
    ] {
        review(&folder, line).assert_one_line_error(2, says);
    }
    review(&folder, "").assert_error(2, &["<FILE>"]);
}
