//! Policies in files, and the commands that read them: `tourne check --policy`, `duel` and `ladder`.

mod commands;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use commands::{Outcome, finish, run, start};
use serde_json::Value;
use tempfile::TempDir;
use tourne_query::policy::table::{self as files, FromFile};
use tourne_query::policy::{Arena, Row};
use tourne_query::table;
use tourne_solver::game::{Die, Rules};

static ARENA: LazyLock<Arena<'static>> =
    LazyLock::new(|| Arena::new(table::embedded()).expect("the solution is right"));

#[track_caller]
fn read(bytes: impl AsRef<[u8]>) -> FromFile {
    files::read(bytes.as_ref(), &ARENA).expect("it is a policy")
}

#[track_caller]
fn error(bytes: impl AsRef<[u8]>) -> String {
    let text = refused(bytes.as_ref());
    assert!(!text.contains(char::is_control), "{text:?}");
    assert!(text.chars().count() < 400, "{text:?}");
    text
}

fn refused(input: impl Read) -> String {
    match files::read(input, &ARENA) {
        Ok(_) => panic!("it is no policy"),
        Err(error) => error.to_string(),
    }
}

fn row(position: &str, die: u8) -> usize {
    let setup = position.parse().expect("it is a position");
    let position = Rules::STANDARD.position(&setup).expect("it is legal");
    ARENA
        .row_of(position, Die::new(die))
        .expect("it is not over")
}

/// What a policy says in the decisions that can arise, as it would be written.
fn written(read: &FromFile) -> String {
    files::write(&read.policy, &ARENA).expect("it can be written")
}

// ---------------------------------------------------------------- what is read

#[test]
fn rows_are_read_in_every_notation() {
    for file in [
        "position,die,move\n04h/007,3,4/7*\n",
        "position,die,move\n04h/007,3,4/7",
        "position,die,move\r\n04h/007,3,4/7*\r\n",
        "\u{feff}position,die,move\n04h/007,3,4/7\n",
        "position,die,move\n\n\n04h/007,3,4/7\n\n",
        " Position , DIE,move \n h40/700 , 4-3 , 4/7 \n",
        "move,position,die\n4/7,\"0,4,12/0,0,7\",43\n",
        "die,move,position\n34,\"4/7\",\"h,4,0/7,0,0\"\n",
        "position,die,move,probability\n04h/007,3,4/7,1\n",
        "probability,position,die,move\n1.000,04H/007,3,4/7\n1e0,000/000,3,off/3\n",
        "position,die,move,probability\n04h/007,3,0/3,0\n04h/007,3,4/7,1\n",
        "position,die,move,probability\n04h/007,3,4/7,0.9999999\n",
        "{\"position\":\"04h/007\",\"die\":3,\"move\":\"4/7\"}\n",
        "{\"die\":\"4-3\",\"move\":\"4/7*\",\"position\":\"0,4,12/0,0,7\",\"probability\":1}",
        "\n\r\n{\"position\":\"04h/007\",\"die\":34,\"move\":\"4/7\",\"probability\":null}\r\n\r\n",
        "\u{feff}{\"position\":\"04h/007\",\"die\":3,\"move\":\"4/7\"}\n",
    ] {
        let read = read(file);
        assert_eq!(read.illegal, [], "{file}");
        assert_eq!(
            written(&read),
            "position,die,move\n04h/007,3,4/7*\n",
            "{file}"
        );
    }
    for (action, is_read) in [
        ("off/3", "0/3"),
        ("bar/3", "0/3"),
        ("0/3", "0/3"),
        ("OFF/3", "0/3"),
    ] {
        let read = read(format!("position,die,move\n04h/007,3,{action}\n"));
        assert_eq!(
            written(&read),
            format!("position,die,move\n04h/007,3,{is_read}\n")
        );
    }
    for action in ["9/12", "9/h", "9/home"] {
        let read = read(format!("position,die,move\n09h/007,3,{action}\n"));
        assert_eq!(written(&read), "position,die,move\n09h/007,3,9/12\n");
    }
}

#[test]
fn the_order_of_rows_and_the_pace_of_reading_do_not_matter() {
    let whole = builtin_file("builtin:errs:0.3");
    let (header, rows) = whole.split_once('\n').expect("there is a header");
    let backwards: Vec<&str> = rows.lines().rev().collect();
    let backwards = format!("{header}\n{}\n", backwards.join("\n"));
    let slow = files::read(Dribble(whole.as_bytes()), &ARENA).expect("it is a policy");
    let forwards = written(&read(&whole));
    assert!(written(&read(backwards)) == forwards);
    assert!(written(&slow) == forwards);
    let sure = builtin_file("builtin:hit");
    let json = sure.lines().skip(1).map(|row| {
        let fields: Vec<&str> = row.split(',').collect();
        let [position, die, action] = fields[..] else {
            panic!("{row}");
        };
        format!("{{\"position\":\"{position}\",\"die\":{die},\"move\":\"{action}\"}}\n")
    });
    let json: String = json.collect();
    assert!(written(&read(json)) == sure);
}

/// Gives a byte, then a few, then a byte: as a pipe may.
struct Dribble<'a>(&'a [u8]);

impl Read for Dribble<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = if self.0.len().is_multiple_of(2) {
            1
        } else {
            30
        };
        let count = most.min(buffer.len());
        self.0.read(&mut buffer[..count])
    }
}

#[test]
fn rows_that_do_not_matter_are_only_checked_for_legality() {
    // Throws without a choice, then positions that cannot arise.
    let read_rows = read("position,die,move\n000/000,3,0/3\n38h/6hh,5,pass\n");
    assert_eq!(read_rows.illegal, []);
    assert_eq!(written(&read_rows), "position,die,move\n");
    let reachable: Vec<usize> = ARENA.decisions().collect();
    let unreachable = (0..ARENA.states().positions().len() * 6).find(|row| {
        let (position, die) = ARENA.position_of(*row);
        Rules::STANDARD.plays(position, die).len() > 1 && !reachable.contains(row)
    });
    let (position, die) = ARENA.position_of(unreachable.expect("there is one"));
    let legal = Rules::STANDARD.plays(position, die)[1].action;
    let number = die.number();
    let whole = builtin_file("builtin:hit");
    let file = format!("{whole}{position},{number},{legal}\n");
    assert!(written(&read(file)) == whole);
    let file = format!("{whole}{position},{number},pass\n000/000,3,0/4\n38h/6hh,5,3/8\n");
    let wrong = read(&file);
    let played: Vec<&str> = wrong
        .illegal
        .iter()
        .map(|illegal| &*illegal.played)
        .collect();
    assert_eq!(played, ["pass", "0/4", "3/8"]);
    assert!(written(&wrong) == whole);
    // What is played is known wherever there is a choice, so all can be known.
    let outcome = check_input(&file, &["--format", "json"]);
    let (with, without) = (
        json(&outcome),
        json(&check_input(&whole, &["--format", "json"])),
    );
    for field in ["illegal", "value", "loss_per_game", "exploiter", "rating"] {
        assert_eq!(with[field], without[field], "{field}");
    }
    assert_eq!(with["illegal_answers"].as_array().map(Vec::len), Some(3));
    assert_eq!(check_input(&file, &["--fail-illegal"]).code, Some(1));
}

#[test]
fn moves_that_are_not_legal_are_listed_with_their_lines() {
    let read = read(
        "position,die,move,probability\n04h/007,3,4/7,0.5\n04h/007,2,4/9,0.5\n\
         04h/007,3,0/4,0.5\n04h/007,2,0/2,0.5\n04h/007,1,pass,1\n",
    );
    let lines: Vec<_> = read.illegal.iter().map(|illegal| illegal.line).collect();
    assert_eq!(lines, [Some(3), Some(4), Some(6)]);
    for die in [1, 2, 3] {
        assert_eq!(read.policy.row(row("04h/007", die)), Row::Illegal);
    }
    assert_eq!(read.policy.row(row("07h/048", 2)), Row::Missing);
    assert_eq!(read.policy.row(row("000/000", 2)), Row::Given);
    let legal: Vec<String> = read.illegal[0]
        .legal
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(legal, ["0/2", "4/6"]);
}

// ---------------------------------------------------------------- what is not read

#[test]
fn files_without_columns_are_refused() {
    for (file, says) in [
        ("", "the first line is \"\""),
        ("\n\n\n", "the first line is \"\""),
        ("04h/007,3,4/7\n", "the first line is \"04h/007,3,4/7\""),
        ("position,die\n", "the first line is \"position,die\""),
        ("position,die,move,move\n", "position,die,move,move"),
        ("position,die,move,weight\n", "position,die,move,weight"),
        ("position,die,move,probability,note\n", "the first line is"),
        ("position;die;move\n", "position;die;move"),
        ("position\tdie\tmove\n", "position\\tdie\\tmove"),
        ("[{\"position\":\"04h/007\"}]\n", "the first line is \"[{"),
        ("\u{1}\u{2}\u{1b}[31m\n", "the first line is \"\\u{1}"),
    ] {
        let error = error(file);
        assert!(error.contains(says), "{error}");
        assert!(
            error.contains("position,die,move and perhaps probability"),
            "{error}"
        );
    }
}

#[test]
fn every_wrong_row_is_named_by_its_line() {
    let twice = "04h/007 with a 3 was answered on line 2 already";
    for (rows, line, says) in [
        ("04h/007,3", 2, "it has 2 fields, but there are 3 columns"),
        (
            "04h/007,3,4/7,",
            2,
            "it has 4 fields, but there are 3 columns",
        ),
        ("04h/007,3,4/7\n04h/007,,4/7", 3, "\"\" is not a throw"),
        ("04h/007,3,4/7\n04h/007,3,4/7", 3, twice),
        ("04h/007,3,4/7\n000/000,1,0/1\nh40/007,43,0/3", 4, twice),
        ("04h/007,0,4/7", 2, "0 is not a die"),
        ("04h/007,7,4/7", 2, "7 is not a die"),
        ("04h/007,-3,4/7", 2, "is not a throw"),
        ("04h/007,432,4/7", 2, "3 dice"),
        ("04h/007,3,4-7", 2, "\"4-7\" is not a move"),
        ("04h/007,3,", 2, "\"\" is not a move"),
        ("04h/007,3,4/13", 2, "\"4/13\" is not a move"),
        ("04h,3,4/7", 2, "\"04h\" is not a position"),
        (",3,4/7", 2, "\"\" is not a position"),
        ("04z/007,3,4/7", 2, "\"z\" is not a man"),
        ("044/007,3,4/7", 2, "point 4"),
        ("x4h/007,3,4/7", 2, "x"),
        ("hhh/007,3,4/7", 2, "over"),
        ("04h/047,3,4/7", 2, "4"),
        ("\n\n04h/007,9,4/7", 4, "9 is not a die"),
        ("04h/007,3,4/7\n\n04h/007,9,4/7\n", 4, "9 is not a die"),
        ("\"04h/007\",3,\"4/7\n000/000,3,0/3", 2, "is not a move"),
        ("\n04h/007,3,\"4\n-7\"", 3, "is not a move"),
    ] {
        for end in ["\n", "\r\n"] {
            let file = format!("position,die,move\n{rows}\n").replace('\n', end);
            let error = error(&file);
            assert!(
                error.starts_with(&format!("line {line}: ")),
                "{file:?}: {error}"
            );
            assert!(error.contains(says), "{file:?}: {error}");
        }
    }
}

#[test]
fn probabilities_are_numbers_from_0_to_1_that_sum_to_1() {
    for probability in [
        "", "NaN", "nan", "-0.1", "inf", "-inf", "1.1", "1e400", "0,5", "½", "1/2", "50%",
    ] {
        let error = error(format!(
            "position,die,move,probability\n04h/007,3,4/7,\"{probability}\"\n"
        ));
        let says = format!("line 2: \"{probability}\" is not a probability");
        assert!(error.starts_with(&says), "{error}");
    }
    for (rows, line, says) in [
        ("04h/007,3,4/7,0.5", 2, "sum to 0.5, not to 1"),
        ("04h/007,3,4/7,0", 2, "sum to 0, not to 1"),
        (
            "04h/007,3,4/7,0.5\n000/000,3,0/3,1\n04h/007,3,0/3,0.6",
            4,
            "sum to 1.1, not to 1",
        ),
        ("000/000,3,0/3,0.9", 2, "000/000 with a 3 sum to 0.9"),
        ("04h/007,3,4/7,0.99999", 2, "sum to 0.99999"),
        (
            "04h/007,3,4/7,0.5\n04h/007,3,4/7*,0.5",
            3,
            "the same move stands on line 2 already",
        ),
        (
            "04h/007,3,4/7,0\n04h/007,3,4/7*,1",
            3,
            "the same move stands on line 2 already",
        ),
    ] {
        let error = error(format!("position,die,move,probability\n{rows}\n"));
        assert!(
            error.starts_with(&format!("line {line}: ")),
            "{rows}: {error}"
        );
        assert!(error.contains(says), "{rows}: {error}");
    }
}

#[test]
fn wrong_rows_in_json_are_named_by_their_lines() {
    let sure = r#"{"position":"04h/007","die":3,"move":"0/3"}"#;
    let half = r#"{"position":"04h/007","die":3,"move":"4/7","probability":0.5}"#;
    let shape = "it is not a JSON object with position, die, move";
    for (rows, line, says) in [
        (format!("{sure}\n\n[1]"), 3, shape),
        (
            format!("{sure}\n{{\"position\":\"04h/007\",\"die\":4}}"),
            2,
            "missing field `move`",
        ),
        (format!("{sure}\r\nposition,die,move\r\n"), 2, shape),
        (
            sure.replace("\"die\"", "\"dice\""),
            1,
            "unknown field `dice`",
        ),
        (
            sure.replace("\"die\"", "\"a\\nb\\u001b[31m\""),
            1,
            "unknown field",
        ),
        (
            sure.replace("\"die\"", &format!("\"{}\"", "d".repeat(3000))),
            1,
            shape,
        ),
        (sure.replace('3', "3.5"), 1, shape),
        (sure.replace(":3", ":-3"), 1, shape),
        (sure.replace(":3", ":9"), 1, "9 is not a die"),
        (sure.replace(":3", ":null"), 1, shape),
        (sure[..20].to_owned(), 1, shape),
        (format!("{sure}{sure}"), 1, shape),
        (
            half.replace("0.5", "1.5"),
            1,
            "\"1.5\" is not a probability",
        ),
        (half.replace("0.5", "-1"), 1, "\"-1\" is not a probability"),
        (half.replace("0.5", "NaN"), 1, shape),
        (half.replace("0.5", "\"0.5\""), 1, shape),
        (half.to_owned(), 1, "sum to 0.5, not to 1"),
        (
            format!("{half}\n{sure}"),
            2,
            "was answered on line 1 already",
        ),
        (format!("{sure}\n{half}"), 2, "04h/007 with a 3"),
        (
            format!("{sure}\n{sure}"),
            2,
            "was answered on line 1 already",
        ),
        (
            format!("{half}\n{half}"),
            2,
            "the same move stands on line 1 already",
        ),
    ] {
        let error = error(format!("{rows}\n"));
        assert!(
            error.starts_with(&format!("line {line}: ")),
            "{rows}: {error}"
        );
        assert!(error.contains(says), "{rows}: {error}");
        // The only line that is named is that of the file.
        assert!(!error.contains("at line"), "{error}");
    }
}

#[test]
fn hostile_files_are_refused_at_their_line() {
    let head = "position,die,move\n04h/007,3,4/7\n";
    let noise: Vec<u8> = (0..100_000_u32)
        .map(|n| (n.wrapping_mul(n) / 7 + n) as u8 | 0x80)
        .collect();
    let long = "0".repeat(1_000_000);
    for (rows, line) in [
        (noise.clone(), 3),
        (b"04h/007,4,\xff\xfe\n".to_vec(), 3),
        (long.clone().into_bytes(), 3),
        (format!("04h/007,4,{long}\n").into_bytes(), 3),
        (format!("04h/007,4,\"{long}").into_bytes(), 3),
        (
            format!("04h/007,4,\"{}", "04h/007,4,0/4\n".repeat(1000)).into_bytes(),
            3,
        ),
        (b"\n04h/007,4,\"0/4\n000/000,3,0/3\n".to_vec(), 4),
        (vec![0; 100_000], 3),
        (b",".repeat(100_000), 3),
    ] {
        let file = [head.as_bytes(), &rows].concat();
        let error = error(file);
        assert!(error.starts_with(&format!("line {line}: ")), "{error}");
    }
    error(noise);
    error(&long);
    error(vec![0; 100_000]);
    error(b"\"".repeat(100_000));
    assert!(error(format!("{{{long}")).starts_with("line 1: "));
    // Nothing but white space is not too much.
    let blank = "\n".repeat(50_000);
    let file = format!("{head}{blank}000/000,3,0/3{blank}");
    assert_eq!(written(&read(file)), head.replace("4/7", "4/7*"));
}

/// Gives rows without end, or one row without end.
struct Endless(&'static [u8], usize);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for byte in &mut *buffer {
            *byte = self.0[self.1.min(self.0.len() - 1)];
            self.1 += 1;
        }
        assert!(self.1 < 1 << 24, "it reads on and on");
        Ok(buffer.len())
    }
}

#[test]
fn a_row_without_end_is_not_read_to_its_end() {
    for start in [
        &b"position,die,move\n04h/007,3,\"4"[..],
        b"\"position,die,move",
    ] {
        let error = refused(Endless(start, 0));
        assert!(error.contains("more than 4096 bytes"), "{error}");
    }
}

// ---------------------------------------------------------------- the commands

fn tourne(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    command.args(arguments);
    command
}

fn check_input(file: &str, arguments: &[&str]) -> Outcome {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("policy");
    fs::write(&path, file).expect("a file can be written");
    let mut command = tourne(&["check", "--policy", "-"]);
    let input = File::open(path).expect("it is there");
    finish(start(command.args(arguments).stdin(Stdio::from(input))))
}

#[track_caller]
fn json(outcome: &Outcome) -> Value {
    outcome.assert_answered();
    serde_json::from_str(&outcome.stdout).expect("it is JSON")
}

/// A built-in policy as a file.
fn builtin_file(name: &str) -> String {
    let builtin = name
        .strip_prefix("builtin:")
        .and_then(|name| name.parse().ok());
    let builtin: tourne_query::policy::builtin::Builtin = builtin.expect("it is built in");
    files::write(&builtin.policy(&ARENA), &ARENA).expect("it can be written")
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
        let entries = fs::read_dir(self.0.path()).expect("it can be read");
        let name = |entry: io::Result<fs::DirEntry>| {
            let name = entry.expect("it can be read").file_name();
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
    let bad = folder.write(
        "bad.csv",
        "position,die,move\r\n04h/007,3,4/7\r\n04h/007,3,0/3\r\n",
    );
    let says = [
        "bad.csv is no policy: line 3: ",
        "was answered on line 2 already",
    ];
    run(&mut tourne(&["check", "--policy", &bad])).assert_one_line_error(2, &says);
    run(&mut tourne(&["duel", "builtin:hit", &bad])).assert_one_line_error(2, &says);
    run(&mut tourne(&["duel", &bad, "builtin:hit"])).assert_one_line_error(2, &says);
    run(&mut tourne(&["ladder", "builtin:hit", &bad])).assert_one_line_error(2, &says);
    let input = check_input("position,die,move\nx,3,4/7\n", &[]);
    input.assert_one_line_error(2, &["standard input is no policy: line 2: "]);
    check_input("", &[]).assert_one_line_error(2, &["the first line is \"\""]);
    let evil = "{\"position\":\"04h/007\",\"d\\nerror: ie\":3}\n";
    check_input(evil, &[]).assert_one_line_error(2, &["line 1: "]);
    let missing = folder.text_of("missing.csv");
    run(&mut tourne(&["check", "--policy", &missing]))
        .assert_one_line_error(2, &["cannot read", "missing.csv"]);
    let here = folder.text_of("");
    run(&mut tourne(&["check", "--policy", &here])).assert_one_line_error(2, &["is no policy"]);
    run(&mut tourne(&["duel", "-", "-"])).assert_one_line_error(2, &["one of the two"]);
    let course = "position,die,move\n04h/007,4-3,4/7\n";
    check_input(course, &["--rules", "course"]).assert_one_line_error(2, &["line 2: "]);
    for wrong in [
        "builtin:best",
        "builtin:errs",
        "builtin:errs:2",
        "builtin:within:-1",
        "builtin:errs:NaN",
    ] {
        let outcome = run(&mut tourne(&["check", "--policy", wrong]));
        outcome.assert_error(2, &["builtin:"]);
    }
    for arguments in [
        &["check"][..],
        &["check", "--policy", "builtin:hit", "--engine", "x"],
        &["check", "--policy", "builtin:hit", "--fail-above", "NaN"],
        &["check", "--policy", "builtin:hit", "--fail-above", "-1"],
        &["check", "--policy", "builtin:hit", "--mistakes", "-1"],
        &["check", "--policy", "builtin:hit", "--sample", "10"],
    ] {
        run(&mut tourne(arguments)).assert_error(2, &[]);
    }
}

#[test]
fn what_cannot_be_known_is_null() {
    let whole = builtin_file("builtin:front");
    // A 1 and then a 2 lead there.
    let (_, row) = whole.split_once("\n").expect("there are rows");
    let row = row
        .lines()
        .find(|row| row.starts_with("002/001,"))
        .expect("it is a decision");
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
        let text = check_input(file, &[]);
        text.assert_answered();
        assert!(text.stdout.contains("cannot be known"), "{}", text.stdout);
        assert_eq!(check_input(file, &["--fail-above", "1"]).code, Some(1));
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
    let answer = run(&mut tourne(&[
        "check",
        "--policy",
        "builtin:front",
        "--format",
        "json",
        "--mistakes",
        "3",
        "--rules",
        "double-win",
    ]));
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
        let number = |field: &str| mistake[field].as_f64().expect("it is a number");
        assert!((number("visits") * number("loss") - number("cost")).abs() < 1e-15);
        assert!((1..=6).contains(&mistake["die"].as_u64().expect("it is a die")));
    }
    let number = |field: &str| answer[field].as_f64().expect("it is a number");
    assert!((number("first") + number("second") - 2.0 * number("value")).abs() < 1e-12);
    assert!((number("loss_per_game") + number("value")).abs() < 1e-12);
    assert!((number("agreement") - number("agree") / number("decisions")).abs() < 1e-12);

    let duel = json(&run(&mut tourne(&[
        "duel",
        "builtin:front",
        "builtin:perfect",
        "--format",
        "json",
        "--rules",
        "double-win",
    ])));
    for field in ["rules", "unit", "first", "second", "value"] {
        assert_eq!(duel[field], answer[field], "{field}");
    }
    let ladder = json(&run(&mut tourne(&[
        "ladder",
        "--format",
        "json",
        "--rules",
        "double-win",
    ])));
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
        let mut command = tourne(&["check", "--policy"]);
        run(command.args(arguments))
    };
    loses(&["builtin:perfect", "--fail-above", "0", "--fail-illegal"]).assert_answered();
    loses(&["builtin:front", "--fail-above", "0.06"]).assert_answered();
    let outcome = loses(&["builtin:front", "--fail-above", "0.05"]);
    assert_eq!(outcome.code, Some(1));
    assert!(
        outcome.stdout.contains("builtin:front"),
        "the answer is given all the same"
    );
    assert!(
        outcome.stderr.starts_with("wanting: it loses 0.054"),
        "{outcome:?}"
    );
    assert_eq!(outcome.stderr.lines().count(), 1);
    let exactly = json(&loses(&["builtin:front", "--format", "json"]))["loss_per_game"].to_string();
    loses(&["builtin:front", "--fail-above", &exactly]).assert_answered();
    loses(&["builtin:front", "--fail-illegal"]).assert_answered();
}

#[cfg(unix)]
#[test]
fn the_gate_holds_and_files_are_written_also_if_nobody_reads_the_answer() {
    let folder = Folder::new();
    let record = folder.text_of("record.csv");
    let mut command = tourne(&["check", "--policy", "builtin:front", "--fail-above", "0"]);
    let (reader, writer) = io::pipe().expect("a pipe can be made");
    drop(reader);
    let child = command
        .args(["--record", &record])
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn();
    let outcome = finish(child.expect("it can be started"));
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert_eq!(folder.names(), ["record.csv"]);
}

#[test]
fn records_and_exploiters_can_be_read_again() {
    let folder = Folder::new();
    let any = folder.write("mine.csv", &builtin_file("builtin:errs:0.3"));
    for (policy, rules) in [(&*any, "standard"), ("builtin:rear", "forced-entry")] {
        let (record, exploiter) = (
            folder.text_of("record.csv"),
            folder.text_of("exploiter.csv"),
        );
        let graded = |policy: &str, more: &[&str]| {
            let mut command = tourne(&["check", "--format", "json", "--rules", rules, "--policy"]);
            json(&run(command.arg(policy).args(more)))
        };
        let grade = graded(policy, &["--record", &record, "--exploiter", &exploiter]);
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
        let mut command = tourne(&["duel", "--format", "json", "--rules", rules]);
        let duel = json(&run(command.args([&exploiter, policy])));
        let [one, other] = [&duel["value"], &grade["exploiter"]].map(Value::as_f64);
        assert!((one.expect("a number") - other.expect("a number")).abs() < 1e-12);
    }
}

#[test]
fn files_that_cannot_be_written_are_left_alone() {
    let folder = Folder::new();
    let nowhere = folder.text_of("missing/record.csv");
    for option in ["--record", "--exploiter"] {
        let outcome = run(&mut tourne(&[
            "check",
            "--policy",
            "builtin:hit",
            option,
            &nowhere,
        ]));
        assert_eq!(outcome.code, Some(2), "{outcome:?}");
        assert!(
            outcome.stderr.starts_with("error: cannot write"),
            "{outcome:?}"
        );
        assert_eq!(outcome.stderr.lines().count(), 1);
        assert_eq!(folder.names(), [""; 0]);
    }
    // A file that is no policy replaces no record.
    let old = folder.write("record.csv", "old");
    let outcome = check_input("position,die,move\n04h/007,3,4/7,1\n", &["--record", &old]);
    outcome.assert_one_line_error(2, &["line 2: "]);
    assert_eq!(fs::read_to_string(&old).expect("it is there"), "old");
}
