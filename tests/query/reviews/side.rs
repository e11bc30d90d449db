//! `--side` of `tourne review` and `tourne quiz`: the turns, mistakes and sums of one player.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{json_of, tourne_review};
use crate::commands::{assert_lacks, joined, json, run_with};
use crate::documents::quoted;
use crate::folder::Folder;
use crate::{run_line, tourne, tourne_line};

/// Returns a record of two games in which every player makes mistakes: Anna against Ben, then Ben against Cora.
fn record() -> String {
    let game = |names: &str, seed: &str, choice: &str| {
        let line = format!("play --names {names} --seed {seed} --record -");
        let outcome = run_with(&mut tourne_line(&line), &choice.repeat(300));
        outcome.assert_code(0);
        outcome.stdout
    };
    game("Anna,Ben", "5", "#1\n") + "\n" + &game("Ben,Cora", "6", "#2\n")
}

fn turns(games: &[Value]) -> Vec<Value> {
    let turns = |game: &Value| game["turns"].as_array().expect("a list").clone();
    games.iter().flat_map(turns).collect()
}

#[test]
fn a_side_keeps_its_own_turns_marks_and_sums() {
    let record = record();
    let all = turns(&json_of(&record, &[]));
    for (side, others, games) in [("Anna", ["Ben", "Cora"], 1), ("Ben", ["Anna", "Cora"], 2)] {
        let options = ["--side", side];
        let found = json_of(&record, &options);
        assert_eq!(found.len(), games, "games without {side} are left out");
        let of_side = |turn: &&Value| turn["side"] == side;
        let expected: Vec<Value> = all.iter().filter(of_side).cloned().collect();
        let costs = |turn: &&Value| turn["loss"].as_f64() > Some(0.0);
        assert!(expected.iter().filter(costs).count() > 1, "{side} errs");
        assert_eq!(turns(&found), expected);

        let csv = |options: &[&str]| {
            let options = [&["--format", "csv"], options].concat();
            let table = tourne_review(&record, &options);
            table.assert_answered();
            table.stdout
        };
        let whole = csv(&[]);
        let is_kept = |row: &&str| row.starts_with("game,") || row.split(',').nth(2) == Some(side);
        let rows: Vec<&str> = whole.lines().filter(is_kept).collect();
        assert_eq!(csv(&options).lines().collect::<Vec<_>>(), rows);

        let text = tourne_review(&record, &options);
        text.assert_answered();
        let sums = |name: &str| format!("\n{name}: luck");
        text.assert_shows(&[&sums(side)]);
        for other in others {
            assert_lacks(&text.stdout, &[&sums(other), &format!(": {other} with")]);
        }
        // The other player's turns are still there, without marks.
        let marked = |line: &&str| line.contains('?') && !line.starts_with("turn");
        let mut lines = text.stdout.lines().filter(marked);
        let is_own = |line: &str| line.contains(&format!(" {side} ")) || line.contains("game ");
        assert!(lines.all(is_own), "{}", text.stdout);
    }
    let both = tourne_review(&record, &["--side", "Anna"]).stdout;
    assert!(both.contains("   1 Ben "), "{both}");
}

#[test]
fn a_side_that_plays_in_no_game_is_refused_with_the_names() {
    let folder = Folder::new();
    let file = folder.write("games.txt", record());
    for command in ["review", "quiz --file"] {
        let outcome = run_line(&format!("{command} {} --side anna", quoted(&file)));
        outcome.assert_error(2, &["\"anna\"", "Ben, Anna, Cora"]);
    }
    run_line("quiz --side Anna").assert_error(2, &["--file"]);
}

#[test]
fn the_quiz_asks_about_the_mistakes_of_one_side() {
    let folder = Folder::new();
    let file = folder.write("games.txt", record());
    let review = json(&run_line(&format!(
        "review {} --format json",
        quoted(&file)
    )));
    let wrong = |turn: &&Value| turn["side"] == "Ben" && turn["loss"].as_f64() > Some(0.0);
    let question = |turn: &Value| {
        let position = turn["position"].as_str().expect("a position");
        format!("{position}: you have to play a {}.", turn["die"])
    };
    let turns = turns(review["games"].as_array().expect("a list"));
    let expected: BTreeSet<String> = turns.iter().filter(wrong).map(question).collect();
    let mut command = tourne(&["quiz", "--count", "1000", "--side", "Ben", "--file", &file]);
    let quiz = run_with(&mut command, &"#1\n".repeat(300));
    quiz.assert_answered();
    let asked = quiz
        .stdout
        .lines()
        .filter(|it| it.contains("you have to play"));
    let mut asked: Vec<String> = asked.map(joined).collect();
    asked.sort();
    assert!(asked.iter().eq(&expected), "{asked:?}, not {expected:?}");
}
