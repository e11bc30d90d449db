//! Tests of `tourne check --policy` and `duel`: answers, exit codes and files.

use std::collections::HashMap;

use serde_json::Value;
use tourne_solver::Rules;
use tourne_solver::digits::grouped;

use crate::commands::{Outcome, assert_lacks, assert_says, json, run, run_with};
use crate::folder::Folder;
use crate::{assert_close, builtin_file, cells, tourne_line as tourne};
use tourne_plain::world::arena;

/// Checks a policy file on standard input.
fn check_input(file: &str, arguments: &[&str]) -> Outcome {
    run_with(tourne("check --policy -").args(arguments), file)
}

#[track_caller]
fn json_of(file: &str) -> Value {
    json(&check_input(file, &["--format", "json"]))
}

/// Returns the lines of a policy file, with another move in those of which `other` returns one. The header is line 0.
fn with_moves<'a>(file: &str, other: impl Fn(usize) -> Option<&'a str>) -> Vec<String> {
    let with_move = |(at, row): (usize, &str)| match (other(at), row.rsplit_once(',')) {
        (Some(other), Some((question, _))) => format!("{question},{other}\n"),
        _ => format!("{row}\n"),
    };
    file.lines().enumerate().map(with_move).collect()
}

/// Returns the legal moves of each decision, such as "04h/007,3", the best first.
fn ranked() -> HashMap<String, Vec<String>> {
    let arena = arena(Rules::STANDARD);
    let ranked = arena.decisions().map(|row| {
        let mut moves: Vec<_> = arena.losses(row).iter().zip(arena.plays(row)).collect();
        moves.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let moves = moves.iter().map(|(_, play)| play.action.to_string());
        let (position, die) = arena.position_of(row);
        (format!("{position},{die}"), moves.collect())
    });
    ranked.collect()
}

/// Returns the legal moves of the decision in a row of a policy file, the best first.
fn moves_of<'a>(ranked: &'a HashMap<String, Vec<String>>, row: &str) -> &'a [String] {
    let (question, _) = row.rsplit_once(',').expect("a move");
    &ranked[question]
}

/// Asserts that the ten figures of a part of a report are those of another report.
#[track_caller]
fn assert_figures(found: &Value, expected: &Value) {
    let figures = found.as_object().expect("figures");
    assert_eq!(figures.len(), 10);
    for (field, figure) in figures {
        let figures = [figure, &expected[field]].map(Value::as_f64);
        let [figure, expected] = figures.map(|figure| figure.expect("a number"));
        assert_close(figure, expected, 1e-12, field);
    }
}

#[test]
fn wrong_files_end_with_2_and_one_line() {
    let folder = Folder::new();
    let bad = "position,die,move\r\n04h/007,3,4/7\r\n04h/007,3,0/3\r\n";
    let bad = folder.write("bad.csv", bad);
    for command in ["check --policy", "duel builtin:hit"] {
        let outcome = run(tourne(command).arg(&bad));
        let says = "was answered on line 2 already";
        outcome.assert_one_line_error(2, &["bad.csv as a policy: line 3: ", says]);
    }
    // A row for a throw without a choice is no answer to a decision.
    let none = "standard input has no answer to any decision";
    for (input, arguments, says) in [
        ("04h/007,4-3,4/7\n", &["--rules", "course"][..], "line 2: "),
        ("", &["--fail-above", "1"], none),
        ("000/000,3,0/3\n", &[], none),
    ] {
        let outcome = check_input(&format!("position,die,move\n{input}"), arguments);
        outcome.assert_one_line_error(2, &[says]);
    }
    let here = folder.text_of("");
    run(tourne("check --policy").arg(here)).assert_one_line_error(2, &["as a policy: "]);
}

#[test]
fn illegal_moves_where_there_is_no_choice_leave_nothing_unknown() {
    let whole = builtin_file("hit");
    let file = format!("{whole}000/000,3,0/4\n38h/6hh,5,3/8\n");
    let (with, without) = (json_of(&file), json_of(&whole));
    for field in ["illegal", "value", "loss_per_game", "exploiter", "rating"] {
        assert_eq!(with[field], without[field], "{field}");
    }
    assert_eq!(with["illegal_answers"].as_array().map(Vec::len), Some(2));
    assert_eq!(with["illegal_causes"].as_array().map(Vec::len), Some(2));
    assert_eq!(with.get("charged"), None);
    assert_eq!(check_input(&file, &["--fail-illegal"]).code, Some(1));
}

#[test]
fn illegal_answers_are_counted_by_cause_and_charged_with_the_worst_legal_move() {
    let whole = builtin_file("front");
    let ranked = ranked();
    let illegal = |at: usize| {
        let moves = ["pass", "0/12", "1/12"];
        moves.get(at.checked_sub(1)? % 100).copied()
    };
    let broken = with_moves(&whole, illegal).concat();
    let rows: Vec<&str> = whole.lines().collect();
    let worst = |at| moves_of(&ranked, rows[at]).last().map(|action| &**action);
    let charged = with_moves(&whole, |at| illegal(at).and_then(|_| worst(at))).concat();
    let (found, expected) = (json_of(&broken), json_of(&charged));
    assert!(found["value"].is_null() && expected.get("charged").is_none());
    assert_figures(&found["charged"], &expected);
    // The causes of all illegal answers add up to their number. A forbidden pass and a missing man are two of the
    // causes.
    let decisions = whole.lines().count() - 1;
    let causes = found["illegal_causes"].as_array().expect("causes");
    let count = |cause: &str| -> u64 {
        let of = causes.iter().filter(|of| of["cause"] == cause);
        of.map(|of| of["answers"].as_u64().expect("a number")).sum()
    };
    let of_each = [0, 1, 2].map(|rest| (decisions - rest).div_ceil(100) as u64);
    let counted: u64 = causes.iter().filter_map(|of| of["answers"].as_u64()).sum();
    assert_eq!(counted, of_each.iter().sum::<u64>());
    assert_eq!(found["illegal"], counted);
    let forbidden = "passing is not allowed: a man can move";
    assert_eq!(count(forbidden), of_each[0]);
    let missing = "no man of the player stands there";
    for answer in found["illegal_answers"].as_array().expect("answers") {
        let [position, played] = ["position", "played"].map(|field| answer[field].as_str());
        let (side, _) = position.and_then(|it| it.split_once('/')).expect("sides");
        let from = played.and_then(|played| played.split_once('/'));
        let is_missing = from.is_some_and(|(from, _)| !side.contains(from));
        assert_eq!(answer["cause"] == missing, is_missing, "{answer}");
    }
    check_input(&broken, &[]).assert_shows(&[
        "result     unknown: moves are illegal\n",
        "With the worst legal move in place of each illegal answer:\n",
        &format!("{forbidden}: {}\n", grouped(of_each[0])),
        &format!("  {missing}: {}\n", grouped(count(missing))),
    ]);
    // Where moves are missing as well, the figures stay unknown.
    let (half, _) = broken.split_at(broken.len() / 2);
    let half = half.rsplit_once('\n').expect("lines").0;
    assert_eq!(json_of(half).get("charged"), None);
}

#[test]
fn missing_answers_are_replaced_by_best_and_by_worst_legal_moves() {
    let whole = builtin_file("front");
    let ranked = ranked();
    // Returns the file with another row in place of each row that is missing or illegal below.
    let with_rows = |other: &dyn Fn(&str, bool) -> String| -> String {
        let with_row = |(at, row): (usize, &str)| match at % 5000 {
            7 => other(row, true),
            9 => other(row, false),
            _ => format!("{row}\n"),
        };
        whole.lines().enumerate().map(with_row).collect()
    };
    let answer = |row: &str, action: &str| {
        let (question, _) = row.rsplit_once(',').expect("a move");
        format!("{question},{action}\n")
    };
    let lacking = with_rows(&|row, is_missing| {
        if is_missing {
            String::new()
        } else {
            answer(row, "0/12")
        }
    });
    let filled = |with_best: bool| {
        json_of(&with_rows(&|row, is_missing| {
            let moves = moves_of(&ranked, row);
            let last = if with_best && is_missing {
                0
            } else {
                moves.len() - 1
            };
            answer(row, &moves[last])
        }))
    };
    let found = json_of(&lacking);
    let expected = [("best", filled(true)), ("worst", filled(false))];
    let [best, worst] = expected.map(|(name, expected)| {
        assert_figures(&found["bounds"][name], &expected);
        assert_eq!(expected.get("bounds"), None, "no answer is missing");
        let loss = expected["loss_per_game"].as_f64().expect("a number");
        format!("{:.4} %", 100.0 * loss)
    });
    let text = check_input(&lacking, &["--fail-above", "50%"]);
    text.assert_code(1);
    text.assert_shows(&[
        "With a best move in place of each missing, the worst legal move in place of each illegal answer:\n",
        "With the worst legal move in place of each missing or illegal answer:\n",
        &format!("loses {worst} a game"),
    ]);
    text.assert_warns(&[&format!(
        "moves are missing or illegal (it is {best} with best moves in their place, {worst} with the worst legal moves)"
    )]);
}

#[test]
fn what_cannot_be_known_is_null() {
    let whole = builtin_file("front");
    // The first throw, a 1, and the second, a 2, lead to this position.
    let is_it = |row: &str| row.starts_with("002/001,");
    let at = whole.lines().position(is_it).expect("a decision");
    let illegal = with_moves(&whole, |row| (row == at).then_some("2/12"));
    let without = [&illegal[..at], &illegal[at + 1..]].concat().concat();
    let illegal = illegal.concat();
    let all = json_of(&whole);
    for (file, missing, wrong) in [(&without, 1, 0), (&illegal, 0, 1)] {
        let found = json_of(file);
        let counts = ["decisions", "answered", "missing", "illegal"];
        let counts = counts.map(|field| found[field].as_i64().expect("a number"));
        assert_eq!(counts, [104_375, 104_374, missing, wrong]);
        let unknown = "mean_loss p95_loss worst_loss first second value loss_per_game \
                       decisions_per_game rating exploiter";
        for field in unknown.split_whitespace() {
            assert_eq!(found[field], Value::Null, "{field}");
            assert!(all[field].is_number(), "{field}");
        }
        for mistake in found["mistakes"].as_array().expect("mistakes are listed") {
            assert!(mistake["visits"].is_null() && mistake["cost"].is_null());
            assert!(mistake["loss"].as_f64() > Some(0.0));
        }
    }
    let text = check_input(&without, &["--fail-above", "1"]);
    text.assert_code(1);
    text.assert_shows(&["unknown: moves are "]);
    for (file, code) in [(&without, 0), (&illegal, 1)] {
        check_input(file, &["--fail-illegal"]).assert_code(code);
    }
    // The best response cannot be known either, so no file is made.
    let folder = Folder::new();
    let exploiter = folder.text_of("exploiter.csv");
    check_input(&illegal, &["--exploiter", &exploiter]).assert_code(2);
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_policy_that_answers_no_decision_is_not_graded() {
    // If no answer is legal, the answers are shown.
    let one = "position,die,move\n04h/007,3,0/12\n";
    // The grade is unknown even if no answer is missing: a grade of the worst legal moves would say nothing about the
    // policy.
    let whole = with_moves(&builtin_file("front"), |at| (at > 0).then_some("0/12"));
    for (file, listed) in [
        (one, "04h/007 with a 3: 0/12 (legal: 0/3, 4/7*)"),
        (&whole.concat(), ""),
    ] {
        let illegal = check_input(file, &[]);
        illegal.assert_code(2);
        illegal.assert_warns(&["answers no decision with a legal move"]);
        illegal.assert_shows(&[listed, "grade      none: no answer is a legal move\n"]);
        let graded = ["agreement", "With the worst legal move", "rating"];
        assert_lacks(&illegal.stdout, &graded);
    }
}

#[test]
fn a_report_does_not_contradict_itself() {
    let row = "position,die,move\n04h/007,3,4/7\n";
    check_input(row, &[]).assert_shows(&[
        "1 answered, 104,374 missing, 0 with an illegal move",
        "result     unknown: moves are missing\n",
        "a best move in 1 decision\n",
    ]);
    let whole = builtin_file("front");
    let rows = with_moves(&whole, |at| (at % 100 == 1).then_some("0/12"));
    check_input(&rows.concat(), &[]).assert_shows(&[
        "0 missing, 1,044 with an illegal move",
        "result     unknown: moves are illegal\n",
    ]);
    let says = "result     unknown: moves are missing or illegal\n";
    check_input(&rows[..90_000].concat(), &[]).assert_shows(&[says]);
}

#[test]
fn records_and_exploiters_can_be_read_again() {
    let folder = Folder::new();
    let any = folder.write("mine.csv", builtin_file("errs:0.3"));
    for (policy, rules) in [(&*any, "standard"), ("builtin:rear", "double-win")] {
        let [record, exploiter] = ["record.csv", "exploiter.csv"].map(|it| folder.text_of(it));
        let graded = |policy: &str, more: &[&str]| {
            let mut command = tourne(&format!("check --format json --rules {rules} --policy"));
            json(&run(command.arg(policy).args(more)))
        };
        let outputs = ["--force", "--record", &record, "--exploiter", &exploiter];
        let grade = graded(policy, &outputs);
        assert_eq!(folder.names(), ["exploiter.csv", "mine.csv", "record.csv"]);
        let again = graded(&record, &[]);
        let number = |of: &Value, field: &str| of[field].as_f64().expect("a number");
        for field in "mean_loss first second loss_per_game exploiter rating".split(' ') {
            let [one, other] = [&grade, &again].map(|grade| number(grade, field));
            assert_close(one, other, 1e-12, field);
        }
        let mut command = tourne(&format!("duel --format json --rules {rules}"));
        let duel = json(&run(command.args([&exploiter, policy])));
        let (one, other) = (number(&duel, "value"), number(&grade, "exploiter"));
        assert_close(one, other, 1e-12, policy);
    }
}

#[test]
fn a_file_that_is_no_policy_replaces_no_record() {
    let folder = Folder::new();
    let old = folder.write("record.csv", "old");
    let input = "position,die,move\n04h/007,3,4/7,1\n";
    let outcome = check_input(input, &["--force", "--record", &old]);
    outcome.assert_one_line_error(2, &["line 2: "]);
    assert_eq!(folder.read("record.csv"), "old");
}

/// Exit code, command and error of commands that are refused before any work: no engine is started, and a missing input
/// is reported as missing even if the command would write a file of that name.
#[cfg(unix)]
const REFUSED: &str = "
2 | check --policy policy.csv --exploiter ./policy.csv | --policy and --exploiter are the same file,
2 | check --policy policy.csv --record policy.csv | --policy and --record are the same file,
2 | check --policy builtin:hit --record ./policy.csv --exploiter policy.csv | --record and --exploiter are
2 | check --engine none --resume policy.csv --exploiter policy.csv | --resume and --exploiter are
2 | check --policy builtin:hit --solution policy.csv --record policy.csv | --solution and --record are
2 | check --policy builtin:hit --record x.csv --exploiter ./x.csv | --record and --exploiter are
2 | check --policy builtin:hit --record new.csv --exploiter two | --record and --exploiter are
2 | play --policy policy.csv --record ./policy.csv | --policy and --record are the same file,
2 | check --engine none --record notes.txt | may hold work of yours
2 | check --engine none --resume notes.txt | cannot read notes.txt as a record
2 | check --policy builtin:hit --record - --exploiter - | cannot both be standard output
2 | review missing.txt --svg policy.csv | it exists
2 | check --policy x --record x | cannot read x:
2 | check --policy x --exploiter ./x | cannot read x:
3 | check --policy builtin:hit --solution x --record x | cannot use what --solution names: there is no file or folder x:
2 | play --policy x --record x | cannot read x:
2 | check --policy builtin:hit --record nowhere/x | nowhere does not exist: make it first
2 | check --policy builtin:hit --exploiter nowhere/x | nowhere does not exist: make it first
2 | check --engine none --record nowhere/x | nowhere does not exist: make it first
2 | check --engine none --exploiter nowhere/x | nowhere does not exist: make it first
";

#[cfg(unix)]
#[test]
fn what_cannot_be_written_or_would_be_overwritten_is_refused_and_nothing_is_lost() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new();
    let text = "position,die,move\n04h/007,3,4/7\n";
    folder.write("policy.csv", text);
    folder.write("notes.txt", "my notes\n");
    // Links to a file that does not exist yet count as that file.
    symlink("one", folder.path("new.csv")).expect("a link can be made");
    symlink("./one", folder.path("two")).expect("a link can be made");
    let names = folder.names();
    for [code, arguments, says] in cells(REFUSED) {
        let outcome = run(tourne(arguments).current_dir(&folder));
        outcome.assert_one_line_error(code.parse().expect("a code"), &[says]);
        if says.contains("same file") {
            assert_says(&outcome.stderr, &["which would be overwritten: give "]);
        }
        assert_eq!(folder.names(), names, "{arguments}");
        assert_eq!(folder.read("policy.csv"), text);
    }
}
