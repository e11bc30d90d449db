//! Reviews of several games, from one file or more, with totals per player.

use serde_json::Value;

use crate::commands::{Outcome, assert_lacks, json, run};
use crate::folder::Folder;
use crate::{LALANNE, assert_close, tourne_line};

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
    let answer = json(&review(&folder, "one.txt others.txt --format json"));
    let games = answer["games"].as_array().expect("a list");
    let files: Vec<_> = games.iter().map(|game| &game["file"]).collect();
    assert_eq!(files, ["one.txt", "others.txt", "others.txt", "others.txt"]);
    let players = answer["players"].as_array().expect("a list");
    let told = players.iter().map(|it| {
        let number = |field: &str| it[field].as_u64().expect("a number");
        let text = |field: &str| it[field].as_str().expect("a text");
        let games = ["games", "finished", "won"].map(number);
        (text("side"), text("rules"), games)
    });
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            ("Anna", "standard", [3, 2, 1]),
            ("Ben", "standard", [2, 2, 1]),
            ("Cleo", "standard", [1, 0, 0]),
            ("Anna", "course", [1, 0, 0]),
            ("Ben", "course", [1, 0, 0]),
        ]
    );
    // Compute the totals from the sums of each side in each game.
    for player in players {
        let sides = games.iter().filter(|game| game["rules"] == player["rules"]);
        let sides = sides.flat_map(|game| game["sides"].as_array().expect("two"));
        let sides: Vec<&Value> = sides
            .filter(|side| side["side"] == player["side"])
            .collect();
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
fn the_table_names_the_file() {
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
    let answer = json(&review(&folder, "one.txt --format json"));
    let fields: Vec<&String> = answer.as_object().expect("an object").keys().collect();
    assert_eq!(fields, ["games"]);
    let game = answer["games"][0].as_object().expect("an object");
    let fields: Vec<&String> = game.keys().collect();
    let expected = "rules unit headers finished start result luck errors sides turns";
    assert_eq!(fields, expected.split(' ').collect::<Vec<_>>());
    let text = review(&folder, "one.txt");
    assert_lacks(&text.stdout, &["All", "one.txt"]);
    // A file of two games has sums, and no names of files.
    let lalanne = json(&review(&folder, &format!("'{LALANNE}' --format json")));
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
