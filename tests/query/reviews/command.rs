//! Formats and options of `tourne review`.

use std::fs;

use serde_json::Value;
use tourne_solver::Rules;
use tourne_study::review::Thresholds;

use super::{json_of, recorded, solution, tourne_review};
use crate::commands::run;
use crate::solution_bytes::path_of;
use crate::tourne;

#[test]
fn json_and_csv_say_the_same() {
    let path = recorded("lalanne");
    let text = fs::read_to_string(&path).expect("the file is there");
    let games = json_of(&text, &[]);
    assert_eq!(games.len(), 2);
    assert_eq!(games[0]["headers"][0][1], "Lalanne, the opening");
    assert_eq!(games[1]["unit"], "win probability");
    assert_eq!(
        (&games[1]["finished"], &games[1]["result"]),
        (&true.into(), &0.0.into())
    );
    let marked = &games[1]["turns"][2];
    assert_eq!(
        (&marked["mark"], &marked["best"]),
        (&"?!".into(), &"3/5".into())
    );
    assert_eq!(marked["line"], 14);

    let csv = run(tourne(&["review", "--format", "csv"]).arg(&path));
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
                    let cell: f64 = cell.parse().expect("a number");
                    assert!(
                        (cell - number.as_f64().expect("a number")).abs() < 1e-12,
                        "{name}"
                    );
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
    let mark = |arguments: &[&str]| json_of(text, arguments)[0]["turns"][2]["mark"].clone();
    // The move of this turn gives away 2.2553 %.
    assert_eq!(mark(&[]), "?!");
    assert_eq!(mark(&["--bad", "0.02"]), "?");
    assert_eq!(mark(&["--bad", "0.0226", "--doubtful", "0.0225"]), "?!");
    assert_eq!(mark(&["--doubtful", "0.0226"]), Value::Null);
    assert_eq!(mark(&["--doubtful", "0", "--bad", "100%"]), "?!");
    // Thresholds may be in percent if values are winning probabilities.
    assert_eq!(mark(&["--bad", "2%"]), "?");
    assert_eq!(mark(&["--bad", "2.26%", "--doubtful", "2.25 %"]), "?!");
    assert_eq!(mark(&["--doubtful", "2.26%"]), Value::Null);
    let points = tourne_review("rules: double-win\nA 4-3 0/3\n", &["--doubtful", "5%"]);
    points.assert_error(2, &["--doubtful 5%", "write points"]);
    let too_much = tourne_review(text, &["--bad", "3"]);
    too_much.assert_error(2, &["--bad", "for 3 % write 3%"]);
    let percent = tourne_review(text, &["--doubtful", "0.5"]);
    percent.assert_error(
        2,
        &["--doubtful 0.5 is a loss of 50", "for 0.5 % write 0.5%"],
    );
    for wrong in [
        &["--doubtful", "5%", "--bad", "3%"][..],
        &["--doubtful", "5%"],
    ] {
        let says = ["--doubtful 5 %", "--bad 3 %", "the smaller loss"];
        tourne_review(text, wrong).assert_error(2, &says);
    }
    // A move that gives nothing away is never marked.
    let turns = &json_of(text, &["--doubtful", "0", "--bad", "0"])[0]["turns"];
    assert_eq!(
        (&turns[0]["mark"], &turns[2]["mark"]),
        (&Value::Null, &"?".into())
    );
    for value in ["-0.1", "nan", "inf", "some", ""] {
        for option in ["--doubtful", "--bad"] {
            let outcome = tourne_review(text, &[&format!("{option}={value}")]);
            outcome.assert_error(2, &[option, "is not a loss: write 1% or 0.01"]);
        }
    }
    let usual = Thresholds::usual(solution(Rules::DOUBLE_WIN).unit());
    assert_eq!((usual.doubtful, usual.bad), (0.02, 0.06));
    let usual = Thresholds::usual(solution(Rules::STANDARD).unit());
    assert_eq!((usual.doubtful, usual.bad), (0.01, 0.03));
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
