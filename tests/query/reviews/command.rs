//! Formats and options of `tourne review`.

use std::fs;

use serde_json::Value;
use tourne_solver::Unit;
use tourne_study::review::Thresholds;

use super::{json_of, recorded, tourne_review};
use crate::solution_bytes::path_of;
use crate::{assert_close, cells, run_line};

#[test]
fn json_and_csv_say_the_same() {
    let path = recorded("lalanne");
    let text = fs::read_to_string(&path).expect("the file is there");
    let games = json_of(&text, &[]);
    assert_eq!(games.len(), 2);
    assert_eq!(games[0]["headers"][0][1], "Lalanne, the opening");
    assert_eq!(games[1]["unit"], "win probability");
    assert_eq!(games[1]["finished"], true);
    assert_eq!(games[1]["result"], 0.0);
    let marked = &games[1]["turns"][2];
    assert_eq!(marked["mark"], "?!");
    assert_eq!(marked["best"], "3/5");
    assert_eq!(marked["line"], 14);

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

/// Options for thresholds that are refused, and a part of the error.
const REFUSED: &str = "
--bad 3 | for 3 % write 3%
--doubtful 0.5 | --doubtful 0.5 is a loss of 50
--doubtful 0.5 | for 0.5 % write 0.5%
--doubtful 5% --bad 3% | --doubtful 5 % is more than --bad 3 %: write the smaller loss
--doubtful 5% | --doubtful 5 % is more than --bad 3 %: write the smaller loss
--doubtful=-0.1 | --doubtful
--doubtful=nan | is not a loss: write 1% or 0.01
--doubtful= | is not a loss: write 1% or 0.01
--bad=inf | --bad
--bad=some | is not a loss: write 1% or 0.01
";

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
    for [options, says] in cells(REFUSED) {
        let options: Vec<&str> = options.split(' ').collect();
        tourne_review(text, &options).assert_error(2, &[says]);
    }
    let points = tourne_review("rules: double-win\nA 4-3 0/3\n", &["--doubtful", "5%"]);
    points.assert_error(2, &["--doubtful 5%", "write points"]);
    let usual = [Unit::Points, Unit::WinProbability].map(Thresholds::usual);
    let usual = usual.map(|usual| [usual.doubtful, usual.bad]);
    assert_eq!(usual, [[0.02, 0.06], [0.01, 0.03]]);
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
