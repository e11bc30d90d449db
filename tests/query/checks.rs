//! Tests of `tourne check --policy`, `duel` and `ladder`: answers, exit codes and files.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::Value;
use tempfile::TempDir;
use tourne_query::policy::{Builtin, file as files};
use tourne_solver::digits::grouped;
use tourne_solver::{Die, Rules};

use crate::commands::{Outcome, finish, json, run, start};
use crate::tourne_line as tourne;
use tourne_plain::world::arena;

fn check_input(file: &str, arguments: &[&str]) -> Outcome {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("policy");
    fs::write(&path, file).expect("a file can be written");
    let mut command = tourne("check --policy -");
    let input = File::open(path).expect("the file exists");
    finish(start(command.args(arguments).stdin(Stdio::from(input))))
}

/// Returns the text of a policy file of a built-in policy.
fn builtin_file(name: &str) -> String {
    let arena = arena(Rules::STANDARD);
    let name = name.strip_prefix("builtin:").expect("a built-in policy");
    let builtin: Builtin = name.parse().expect("a built-in policy");
    files::write(&builtin.policy(arena), arena)
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(TempDir::new().expect("a folder can be made"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).expect("a file can be written");
        self.text_of(name)
    }

    fn text_of(&self, name: &str) -> String {
        self.path(name).to_str().expect("a plain name").to_owned()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a folder");
        let name = |entry: io::Result<fs::DirEntry>| {
            let name = entry.expect("a folder").file_name();
            name.to_str().expect("a plain name").to_owned()
        };
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort_unstable();
        names
    }
}

#[test]
fn wrong_files_end_with_2_and_one_line() {
    let folder = Folder::new();
    let bad = "position,die,move\r\n04h/007,3,4/7\r\n04h/007,3,0/3\r\n";
    let bad = folder.write("bad.csv", bad);
    for command in ["check --policy", "duel builtin:hit", "ladder builtin:hit"] {
        let outcome = run(tourne(command).arg(&bad));
        let says = "was answered on line 2 already";
        outcome.assert_one_line_error(2, &["bad.csv as a policy: line 3: ", says]);
    }
    let header = "position,die,move\n";
    // A row for a throw without a choice is no answer to a decision.
    let none = "standard input has no answer to any decision";
    for (input, arguments, says) in [
        (
            "x,3,4/7\n",
            &[][..],
            "cannot read standard input as a policy: line 2: ",
        ),
        ("04h/007,4-3,4/7\n", &["--rules", "course"], "line 2: "),
        ("", &["--fail-above", "1"], none),
        ("000/000,3,0/3\n", &[], none),
    ] {
        let outcome = check_input(&format!("{header}{input}"), arguments);
        outcome.assert_one_line_error(2, &[says]);
    }
    check_input("", &[]).assert_one_line_error(2, &["it is empty"]);
    let evil = "{\"position\":\"04h/007\",\"d\\nerror: ie\":3}\n";
    check_input(evil, &[]).assert_one_line_error(2, &["line 1: "]);
    let here = folder.text_of("");
    run(tourne("check --policy").arg(here)).assert_one_line_error(2, &["as a policy: "]);
    for (arguments, says) in [
        ("--policy builtin:best", "builtin:"),
        ("--policy builtin:errs:2", "builtin:"),
        ("--policy builtin:within:-1", "builtin:"),
        ("--policy builtin:level-11", "builtin:"),
        ("--policy builtin:hit --engine x", "cannot be used with"),
        ("--policy builtin:hit --mistakes=-1", "--mistakes"),
    ] {
        let outcome = run(tourne("check").args(arguments.split(' ')));
        outcome.assert_error(2, &[says]);
    }
}

#[test]
fn the_headline_of_a_duel_says_who_is_better() {
    for (players, says) in [
        (
            "front rear",
            "wins 90.4759 % of games against builtin:rear, standard: builtin:front is better\n",
        ),
        (
            "rear front",
            "wins 9.5241 % of games against builtin:front, standard: builtin:front is better\n",
        ),
        (
            "hit hit",
            "wins 50.0000 % of games against builtin:hit, standard: they are equal\n",
        ),
        (
            "rear hit",
            "gets -1.387411 points a game against builtin:hit, double-win: builtin:hit is better\n",
        ),
    ] {
        let (one, other) = players.split_once(' ').expect("two");
        let mut duel = tourne(&format!("duel builtin:{one} builtin:{other}"));
        if says.contains("points") {
            duel.args(["--rules", "double-win"]);
        }
        let outcome = run(&mut duel);
        outcome.assert_answered();
        let says = format!("builtin:{one} {says}");
        assert!(outcome.stdout.starts_with(&says), "{}", outcome.stdout);
    }
}

#[test]
fn illegal_moves_where_there_is_no_choice_leave_nothing_unknown() {
    let whole = builtin_file("builtin:hit");
    let file = format!("{whole}000/000,3,0/4\n38h/6hh,5,3/8\n");
    let outcome = check_input(&file, &["--format", "json"]);
    let (with, without) = (
        json(&outcome),
        json(&check_input(&whole, &["--format", "json"])),
    );
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
    let arena = arena(Rules::STANDARD);
    let whole = builtin_file("builtin:front");
    let mut broken = "position,die,move\n".to_owned();
    let mut charged = broken.clone();
    for (row, number) in whole.lines().skip(1).zip(0..) {
        let fields: Vec<&str> = row.split(',').collect();
        let (position, die) = (fields[0], fields[1].parse::<u8>().expect("a die"));
        if number % 100 > 2 {
            broken += &format!("{row}\n");
            charged += &format!("{row}\n");
            continue;
        }
        let illegal = ["pass", "0/12", "1/12"][number % 100];
        broken += &format!("{position},{die},{illegal}\n");
        let question = Rules::STANDARD.read(position).expect("a legal position");
        let row = arena.row_of(question, Die::new(die));
        let row = row.expect("a decision");
        let losses = arena.losses(row).iter().zip(arena.plays(row));
        let worst = losses.max_by(|(one, _), (other, _)| one.total_cmp(other));
        let worst = worst.expect("there are moves").1.action;
        charged += &format!("{position},{die},{worst}\n");
    }
    let check = |file: &str| json(&check_input(file, &["--format", "json"]));
    let (found, expected) = (check(&broken), check(&charged));
    assert!(found["value"].is_null() && expected.get("charged").is_none());
    let fields = found["charged"].as_object().expect("charged figures");
    assert_eq!(fields.len(), 10);
    for (field, figure) in fields {
        let (figure, expected) = (figure.as_f64(), expected[field].as_f64());
        let (figure, expected) = (figure.expect("a number"), expected.expect("a number"));
        assert!(
            (figure - expected).abs() < 1e-12,
            "{field}: {figure}, not {expected}"
        );
    }
    // The causes of all illegal answers add up to their number. A forbidden pass and a missing man are two of the
    // causes.
    let decisions = whole.lines().count() - 1;
    let causes = found["illegal_causes"].as_array().expect("causes");
    let count = |cause: &str| {
        let of = causes.iter().filter(|of| of["cause"] == cause);
        of.map(|of| of["answers"].as_u64().expect("a number"))
            .sum::<u64>() as usize
    };
    let all: usize = [0, 1, 2]
        .map(|rest| (decisions - rest).div_ceil(100))
        .iter()
        .sum();
    let counted: u64 = causes.iter().filter_map(|of| of["answers"].as_u64()).sum();
    assert_eq!(
        (counted as usize, &found["illegal"]),
        (all, &Value::from(all))
    );
    assert_eq!(
        count("passing is not allowed: a man can move"),
        decisions.div_ceil(100)
    );
    let missing = "no man of the player stands there";
    for answer in found["illegal_answers"].as_array().expect("answers") {
        let side = answer["position"]
            .as_str()
            .expect("a text")
            .split('/')
            .next();
        let from = answer["played"]
            .as_str()
            .and_then(|played| played.split_once('/'));
        let is_missing = from.is_some_and(|(from, _)| !side.expect("a side").contains(from));
        assert_eq!(answer["cause"] == missing, is_missing, "{answer}");
    }
    let text = check_input(&broken, &[]).stdout;
    let shown = [
        "result     unknown: moves are illegal\n".to_owned(),
        "With the worst legal move in place of each illegal answer:\n".to_owned(),
        format!(
            "passing is not allowed: a man can move: {}\n",
            grouped(decisions.div_ceil(100) as u64)
        ),
        format!("  {missing}: {}\n", grouped(count(missing) as u64)),
    ];
    for part in shown {
        assert!(text.contains(&part), "{part}: {text}");
    }
    // Where moves are missing as well, the figures stay unknown.
    let (half, _) = broken.split_at(broken.len() / 2);
    let half = half.rsplit_once('\n').expect("lines").0;
    assert_eq!(check(half).get("charged"), None);
    let text = check_input(half, &[]).stdout;
    assert!(!text.contains("With the worst legal move"), "{text}");
}

#[test]
fn what_cannot_be_known_is_null() {
    let whole = builtin_file("builtin:front");
    // The first throw, a 1, and the second, a 2, lead to this position.
    let (_, row) = whole.split_once('\n').expect("there are rows");
    let row = row
        .lines()
        .find(|row| row.starts_with("002/001,"))
        .expect("a decision");
    let (place, action) = row.rsplit_once(',').expect("there is a move");
    let without = whole.replace(&format!("{row}\n"), "");
    let illegal = whole.replace(&format!("{row}\n"), &format!("{place},2/12\n"));
    assert!(action != "2/12" && without != whole && illegal != without);
    let all = json(&check_input(&whole, &["--format", "json"]));
    for (file, missing, wrong) in [(&without, 1, 0), (&illegal, 0, 1)] {
        let found = json(&check_input(file, &["--format", "json"]));
        assert_eq!(found["decisions"], 104_375);
        assert_eq!(found["answered"], 104_374);
        assert_eq!(
            (&found["missing"], &found["illegal"]),
            (&missing.into(), &wrong.into())
        );
        for field in [
            "mean_loss",
            "p95_loss",
            "worst_loss",
            "first",
            "second",
            "value",
            "loss_per_game",
            "decisions_per_game",
            "rating",
            "exploiter",
        ] {
            assert_eq!(found[field], Value::Null, "{field}");
            assert!(all[field].is_number(), "{field}");
        }
        for mistake in found["mistakes"].as_array().expect("mistakes are listed") {
            assert_eq!(
                (&mistake["visits"], &mistake["cost"]),
                (&Value::Null, &Value::Null)
            );
            assert!(mistake["loss"].as_f64() > Some(0.0));
        }
        let text = check_input(file, &["--fail-above", "1"]);
        assert_eq!(text.code, Some(1), "{text:?}");
        text.assert_shows(&["unknown: moves are "]);
        let code = check_input(file, &["--fail-illegal"]).code;
        assert_eq!(code, Some(wrong));
        // The best response cannot be known either, so no file is made.
        let folder = Folder::new();
        let exploiter = folder.text_of("exploiter.csv");
        let outcome = check_input(file, &["--exploiter", &exploiter]);
        assert_eq!(outcome.code, Some(2), "{outcome:?}");
        assert!(outcome.stderr.starts_with("error: ") && outcome.stderr.lines().count() == 1);
        assert_eq!(folder.names(), [""; 0]);
    }
}

#[test]
fn the_answer_has_the_fields_that_it_is_said_to_have() {
    let answer = run(&mut tourne(
        "check --policy builtin:front --format json --mistakes 3 --rules double-win",
    ));
    let answer = json(&answer);
    assert_eq!(
        (&answer["rules"], &answer["unit"]),
        (&"double-win".into(), &"points".into())
    );
    let mistakes = answer["mistakes"].as_array().expect("mistakes are listed");
    assert_eq!(mistakes.len(), 3);
    for mistake in mistakes {
        for field in ["position", "played", "best"] {
            assert!(mistake[field].is_string(), "{field}");
        }
        let number = |field: &str| mistake[field].as_f64().expect("a number");
        assert!((number("visits") * number("loss") - number("cost")).abs() < 1e-15);
        assert!((1..=6).contains(&mistake["die"].as_u64().expect("a die")));
    }
    let number = |field: &str| answer[field].as_f64().expect("a number");
    assert!((number("first") + number("second") - 2.0 * number("value")).abs() < 1e-12);
    assert!((number("loss_per_game") + number("value")).abs() < 1e-12);
    assert!((number("agreement") - number("agree") / number("decisions")).abs() < 1e-12);

    let duel = json(&run(&mut tourne(
        "duel builtin:front builtin:perfect --format json --rules double-win",
    )));
    for field in ["rules", "unit", "first", "second", "value"] {
        assert_eq!(duel[field], answer[field], "{field}");
    }
    let ladder = json(&run(&mut tourne("ladder --format json --rules double-win")));
    let rungs = ladder["policies"].as_array().expect("a list");
    let names: Vec<&str> = rungs
        .iter()
        .filter_map(|rung| rung["policy"].as_str())
        .collect();
    let all = ["perfect", "hit", "front", "random", "rear"].map(|name| format!("builtin:{name}"));
    assert_eq!(names, all);
    assert_eq!(rungs[2]["value"], answer["value"]);
}

#[test]
fn exit_codes_serve_as_a_gate() {
    let loses = |arguments: &[&str]| {
        let mut command = tourne("check --policy");
        run(command.args(arguments))
    };
    loses(&["builtin:perfect", "--fail-above", "0", "--fail-illegal"]).assert_answered();
    for enough in ["0.06", "6 %", "100%"] {
        loses(&["builtin:front", "--fail-above", enough]).assert_answered();
    }
    for too_little in ["0.05", "5.0%"] {
        let outcome = loses(&["builtin:front", "--fail-above", too_little]);
        assert_eq!(outcome.code, Some(1), "{too_little}");
        // The report is printed even if the check fails.
        outcome.assert_shows(&["loses 5.4232 % a game"]);
        let says = "check failed: the policy loses 5.4232 % a game, more than the 5 % allowed\n";
        assert_eq!(outcome.stderr, says, "{too_little}");
    }
    // The message has enough digits to show that the loss exceeds the limit.
    let outcome = loses(&["builtin:hit", "--fail-above", "5.0052%"]);
    let says = "check failed: the policy loses 5.00524 % a game, more than the 5.0052 % allowed\n";
    assert_eq!(outcome.stderr, says);
    let exactly = json(&loses(&["builtin:front", "--format", "json"]))["loss_per_game"].to_string();
    loses(&["builtin:front", "--fail-above", &exactly, "--fail-illegal"]).assert_answered();
}

#[test]
fn thresholds_that_no_policy_can_exceed_are_refused() {
    let with = |threshold: &str, rules: &str| {
        let mut command = tourne(&format!("check --policy builtin:front --rules {rules}"));
        run(command.args(["--mistakes", "0", "--fail-above", threshold]))
    };
    for (threshold, rules, says) in [
        (
            "5",
            "standard",
            "write at most 100 %; for 5 % write 5% or 0.05",
        ),
        (
            "1.01",
            "standard",
            "--fail-above 101 % is more than can be lost",
        ),
        ("101%", "standard", "write at most 100 %"),
        (
            "2.5",
            "double-win",
            "--fail-above 2.5 points is more than can",
        ),
        ("5%", "double-win", "write points, such as 0.05"),
    ] {
        with(threshold, rules).assert_one_line_error(2, &[says]);
    }
    with("2", "double-win").assert_answered();
    let outcome = with("0.05", "double-win");
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    let said = &outcome.stderr;
    let (loss, rest) = said
        .strip_prefix("check failed: the policy loses ")
        .and_then(|said| said.split_once(" points a game, more than the 0.05 points allowed\n"))
        .expect("points");
    assert_eq!(rest, "");
    outcome.assert_shows(&[&format!("loses {loss} points a game")]);
}

#[test]
fn a_policy_that_answers_no_decision_is_not_graded() {
    // If no answer is legal, the answers are shown.
    let illegal = check_input("position,die,move\n04h/007,3,0/12\n", &[]);
    assert_eq!(illegal.code, Some(2), "{illegal:?}");
    let says = "grade      none: no answer is a legal move\n";
    illegal.assert_shows(&["04h/007 with a 3: 0/12 (legal: 0/3, 4/7*)", says]);
    assert!(!illegal.stdout.contains("agreement"), "{illegal:?}");
    // The grade is unknown even if no answer is missing: a grade of the worst legal moves would say nothing about the
    // policy.
    let whole = builtin_file("builtin:front");
    let rows = whole.lines().map(|row| match row.rsplit_once(',') {
        Some((place, action)) if action != "move" => format!("{place},0/12\n"),
        _ => format!("{row}\n"),
    });
    let illegal = check_input(&rows.collect::<String>(), &[]);
    assert_eq!(illegal.code, Some(2), "{illegal:?}");
    let why = "answers no decision with a legal move";
    assert!(illegal.stderr.contains(why), "{illegal:?}");
    illegal.assert_shows(&[says]);
    for part in ["With the worst legal move", "rating"] {
        assert!(!illegal.stdout.contains(part), "{illegal:?}");
    }
}

#[test]
fn limits_of_engines_need_an_engine() {
    for option in ["--jobs", "--timeout", "--startup-timeout"] {
        let outcome = run(tourne("ladder").args([option, "2"]));
        outcome.assert_one_line_error(2, &[option, "engine:COMMAND"]);
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
    let whole = builtin_file("builtin:front");
    let rows: Vec<String> = whole
        .lines()
        .enumerate()
        .map(|(at, row)| match row.rsplit_once(',') {
            Some((place, _)) if at % 100 == 1 => format!("{place},0/12"),
            _ => row.to_owned(),
        })
        .collect();
    check_input(&(rows.join("\n") + "\n"), &[]).assert_shows(&[
        "0 missing, 1,044 with an illegal move",
        "result     unknown: moves are illegal\n",
    ]);
    let both = rows[..90_000].join("\n") + "\n";
    let says = "result     unknown: moves are missing or illegal\n";
    check_input(&both, &[]).assert_shows(&[says]);
    // A mixed policy that is never certain to play a best move.
    let mixed = run(&mut tourne("check --policy builtin:random --mistakes 0"));
    let says = "a best move with a probability of 46.09 %; with certainty in 0 decisions\n";
    mixed.assert_shows(&[says]);
}

#[test]
fn mistakes_as_csv_have_a_header_also_if_there_are_none() {
    let csv = |policy: &str| {
        let mut command = tourne("check --format csv --mistakes 3 --policy");
        let outcome = run(command.arg(policy));
        outcome.assert_answered();
        outcome.stdout
    };
    let (with, without) = (csv("builtin:front"), csv("builtin:perfect"));
    assert_eq!(with.lines().count(), 4);
    assert_eq!(without.lines().count(), 1);
    assert_eq!(without.lines().next(), with.lines().next());
    assert!(without.ends_with('\n'));
}

#[cfg(unix)]
#[test]
fn the_gate_holds_also_if_nobody_reads_a_file_on_standard_output() {
    // The engine is given up at its handshake.
    for (asked, code) in [
        ("--policy builtin:front --fail-above 0", 1),
        ("--engine false --sample 1", 2),
    ] {
        let mut command = tourne(&format!("check {asked} --record -"));
        let (reader, writer) = io::pipe().expect("a pipe can be made");
        drop(reader);
        let command = command.stdout(writer).stderr(Stdio::piped());
        let outcome = finish(command.spawn().expect("the command starts"));
        assert_eq!(outcome.code, Some(code), "{asked}: {outcome:?}");
    }
}

#[cfg(unix)]
#[test]
fn the_gate_holds_and_files_are_written_also_if_nobody_reads_the_answer() {
    let folder = Folder::new();
    let record = folder.text_of("record.csv");
    let mut command = tourne("check --policy builtin:front --fail-above 0");
    let (reader, writer) = io::pipe().expect("a pipe can be made");
    drop(reader);
    let child = command
        .args(["--record", &record])
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn();
    let outcome = finish(child.expect("the command starts"));
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert_eq!(folder.names(), ["record.csv"]);
}

#[test]
fn records_and_exploiters_can_be_read_again() {
    let folder = Folder::new();
    let any = folder.write("mine.csv", &builtin_file("builtin:errs:0.3"));
    for (policy, rules) in [(&*any, "standard"), ("builtin:rear", "double-win")] {
        let (record, exploiter) = (
            folder.text_of("record.csv"),
            folder.text_of("exploiter.csv"),
        );
        let graded = |policy: &str, more: &[&str]| {
            let mut command = tourne(&format!("check --format json --rules {rules} --policy"));
            json(&run(command.arg(policy).args(more)))
        };
        let grade = graded(
            policy,
            &["--force", "--record", &record, "--exploiter", &exploiter],
        );
        assert_eq!(folder.names(), ["exploiter.csv", "mine.csv", "record.csv"]);
        let again = graded(&record, &[]);
        for field in [
            "mean_loss",
            "first",
            "second",
            "loss_per_game",
            "exploiter",
            "rating",
        ] {
            let [one, other] = [&grade, &again].map(|grade| grade[field].as_f64());
            let (one, other) = (one.expect("a number"), other.expect("a number"));
            assert!((one - other).abs() < 1e-12, "{field}: {one} {other}");
        }
        let mut command = tourne(&format!("duel --format json --rules {rules}"));
        let duel = json(&run(command.args([&exploiter, policy])));
        let [one, other] = [&duel["value"], &grade["exploiter"]].map(Value::as_f64);
        assert!((one.expect("a number") - other.expect("a number")).abs() < 1e-12);
    }
}

#[test]
fn a_file_that_is_no_policy_replaces_no_record() {
    let folder = Folder::new();
    let old = folder.write("record.csv", "old");
    let input = "position,die,move\n04h/007,3,4/7,1\n";
    let outcome = check_input(input, &["--force", "--record", &old]);
    outcome.assert_one_line_error(2, &["line 2: "]);
    assert_eq!(fs::read_to_string(&old).expect("the file exists"), "old");
}

/// Exit code, command and error of commands that are refused before any work: no engine is started, and a missing input
/// is reported as missing even if the command would write a file of that name.
#[cfg(unix)]
const REFUSED: &str = "
2 | check --policy policy.csv --exploiter ./policy.csv | --policy and --exploiter are the same file,
2 | check --policy policy.csv --record policy.csv | --policy and --record are the same file,
2 | check --policy builtin:hit --record ./policy.csv --exploiter policy.csv | --record and --exploiter are
2 | check --engine none --resume policy.csv --exploiter policy.csv | --resume and --exploiter are
2 | check --policy builtin:hit --table policy.csv --record policy.csv | --table and --record are
2 | check --policy builtin:hit --record x.csv --exploiter ./x.csv | --record and --exploiter are
2 | check --policy builtin:hit --record new.csv --exploiter two | --record and --exploiter are
2 | play --policy policy.csv --record ./policy.csv | --policy and --record are the same file,
2 | check --engine none --record policy.csv | may hold work of yours
2 | check --policy builtin:hit --record - --exploiter - | cannot both be standard output
2 | review missing.txt --svg policy.csv | it exists
2 | check --policy x --record x | cannot read x:
2 | check --policy x --exploiter ./x | cannot read x:
3 | check --policy builtin:hit --table x --record x | cannot read x:
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
    let policy = folder.write("policy.csv", text);
    // Links to a file that does not exist yet count as that file.
    symlink("one", folder.path("new.csv")).expect("a link can be made");
    symlink("./one", folder.path("two")).expect("a link can be made");
    let names = folder.names();
    for refused in REFUSED.trim().lines() {
        let [code, arguments, says] = refused.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{refused}");
        };
        let outcome = run(tourne(arguments).current_dir(folder.0.path()));
        outcome.assert_one_line_error(code.parse().expect("a code"), &[says]);
        if says.contains("same file") {
            assert!(
                outcome.stderr.contains("which would be overwritten: give "),
                "{outcome:?}"
            );
        }
        assert_eq!(folder.names(), names, "{arguments}");
        assert_eq!(fs::read_to_string(&policy).expect("the file exists"), text);
    }
}
