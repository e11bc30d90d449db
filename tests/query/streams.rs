//! The standard streams of `tourne`: `-` as a file, errors that name a stream, and file names in messages.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::commands::{Outcome, finish, run, run_with, start};
use crate::solution_bytes::standard_path;
use crate::{folder, tourne};

/// Runs a command in a folder of its own, and asserts that no file is left there.
fn run_in_empty_folder(command: &mut Command, input: &[u8]) -> Outcome {
    let folder = folder();
    let outcome = run_with(command.current_dir(folder.path()), input);
    let files = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(files, 0, "there is no file named -: {outcome:?}");
    outcome
}

// ---- `-` as a file

#[test]
fn a_record_and_an_exploiter_go_to_standard_output_alone() {
    for option in ["--record", "--exploiter"] {
        let arguments = ["check", "--policy", "builtin:front", option];
        let folder = folder();
        let file = folder.path().join("policy.csv");
        let to_file = run(tourne(&arguments).arg(&file));
        to_file.assert_answered();
        let to_output = run_in_empty_folder(tourne(&arguments).arg("-"), b"");
        assert_eq!(to_output.code, Some(0), "{to_output:?}");
        let written = fs::read_to_string(&file).expect("a text file");
        assert!(written.starts_with("position,die,move\n"));
        assert!(
            to_output.stdout == written,
            "{option}: only the file is on standard output"
        );
        assert_eq!(
            to_output.stderr, to_file.stdout,
            "the report is on standard error"
        );
    }
}

#[test]
fn a_picture_goes_to_standard_output_alone() {
    let game = b"A 3-2 off/2\nB 2-1 off/1\n";
    let plain = run_in_empty_folder(&mut tourne(&["review", "-"]), game);
    plain.assert_answered();
    let drawn = run_in_empty_folder(&mut tourne(&["review", "-", "--svg", "-"]), game);
    assert_eq!(drawn.code, Some(0), "{drawn:?}");
    assert!(drawn.stdout.starts_with("<svg ") && drawn.stdout.ends_with("</svg>\n"));
    assert_eq!(
        drawn.stderr, plain.stdout,
        "the answer is on standard error"
    );
}

#[test]
fn a_table_is_read_from_standard_input() {
    let bytes =
        fs::read(standard_path().with_file_name("double-win.bin")).expect("the file exists");
    for command in [
        &["best", "04h/007", "3"][..],
        &["info"],
        &["outcomes", "000/000"],
        &["check", "--policy", "builtin:front"],
        &["duel", "builtin:front", "builtin:hit"],
        &["ladder", "builtin:front"],
    ] {
        let mut command = tourne(command);
        command.args(["--table", "-", "--format", "json"]);
        let outcome = run_in_empty_folder(&mut command, &bytes);
        outcome.assert_answered();
        let answer: Value = serde_json::from_str(&outcome.stdout).expect("valid JSON");
        assert_eq!(answer["rules"], "double-win");
    }
    let damaged = run_in_empty_folder(&mut tourne(&["info", "--table", "-"]), b"TOURNECS");
    damaged.assert_one_line_error(3, &["standard input cannot be used"]);
}

#[test]
fn standard_input_is_one_thing_only() {
    for arguments in [
        &["best", "-", "--table", "-"][..],
        &["engine", "--table", "-"],
        &["review", "-", "--table", "-"],
        &["check", "--policy", "-", "--table", "-"],
        &["duel", "-", "-"],
        &["duel", "-", "builtin:hit", "--table", "-"],
        &["ladder", "-", "-"],
        &["ladder", "-", "builtin:hit", "--table", "-"],
    ] {
        let outcome = run_in_empty_folder(&mut tourne(arguments), b"");
        outcome.assert_one_line_error(2, &["standard input cannot be"]);
    }
}

// ---- Errors of streams

#[cfg(target_os = "linux")]
#[test]
fn errors_of_standard_output_name_it() {
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["help"],
        &["help", "protocol"],
        &["best", "--help"],
        &["best", "04h/007", "3"],
        &["best", "-"],
        &["engine"],
        &["rules"],
        &["check", "--policy", "builtin:front", "--record", "-"],
    ] {
        let mut command = tourne(arguments);
        let questions = fs::File::open(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
            .expect("the file exists");
        command
            .stdin(questions)
            .stdout(crate::commands::full())
            .stderr(Stdio::piped());
        let outcome = finish(command.spawn().expect("the command starts"));
        assert_eq!(outcome.code, Some(2), "{arguments:?}: {outcome:?}");
        let last = outcome.stderr.lines().last().expect("an error");
        let says = "error: cannot write to standard output: No space left on device";
        assert!(last.starts_with(says), "{arguments:?}: {outcome:?}");
    }
}

#[cfg(unix)]
#[test]
fn errors_of_standard_input_name_it() {
    for arguments in [
        &["best", "-"][..],
        &["engine"],
        &["review", "-"],
        &["check", "--policy", "-"],
        &["info", "--table", "-"],
    ] {
        let folder = fs::File::open("/").expect("the root can be opened");
        let outcome = finish(start(tourne(arguments).stdin(folder)));
        assert!(outcome.stderr.contains("standard input"), "{outcome:?}");
        assert!(outcome.stderr.contains("Is a directory"), "{outcome:?}");
        assert!(matches!(outcome.code, Some(2 | 3)), "{outcome:?}");
    }
}

// ---- Names

/// Part of a name, with characters that a terminal would obey and others that must not be escaped.
const EVIL: &str = "O'B\u{1b}[31m\u{202e}\u{9b}e\u{301}";
const ESCAPED: &str = "O'B\\u{1b}[31m\\u{202e}\\u{9b}e\u{301}";

#[track_caller]
fn assert_escaped(outcome: &Outcome) {
    let shown = [&*outcome.stdout, &outcome.stderr].concat();
    assert!(shown.contains(ESCAPED), "{outcome:?}");
    let forbidden = |character: char| character.is_control() && character != '\n';
    assert!(!shown.contains(forbidden), "{outcome:?}");
    assert!(!shown.contains('\u{202e}'), "{outcome:?}");
}

#[test]
fn names_of_policies_are_escaped_for_people_only() {
    let folder = folder();
    let path = folder.path().join(EVIL);
    let name = path.to_str().expect("a plain path");
    let missing = &["--policy", name];
    assert_escaped(&run(tourne(&["check"]).args(missing)));
    fs::write(&path, "nonsense").expect("a writable file");
    assert_escaped(&run(tourne(&["check"]).args(missing)));
    let record = ["check", "--policy", "builtin:front", "--record", name];
    assert_escaped(&run(&mut tourne(&record)));
    run(tourne(&record).arg("--force")).assert_answered();

    assert_escaped(&run(tourne(&["check"]).args(missing)));
    assert_escaped(&run(&mut tourne(&["duel", name, "builtin:hit"])));
    assert_escaped(&run(&mut tourne(&["ladder", name])));
    let json = |arguments: &[&str]| -> Value {
        let outcome = run(tourne(arguments).args(["--format", "json"]));
        outcome.assert_answered();
        serde_json::from_str(&outcome.stdout).expect("valid JSON")
    };
    assert_eq!(json(&["duel", name, "builtin:hit"])["a"], name);
    assert_eq!(json(&["ladder", name])["policies"][0]["policy"], name);
    let csv = run(&mut tourne(&["ladder", name, "--format", "csv"]));
    csv.assert_answered();
    csv.assert_shows(&[name]);

    // An error that names two policies, one of which lacks moves.
    fs::write(&path, "position,die,move\n").expect("a writable file");
    let lacking = run(&mut tourne(&["duel", name, "builtin:hit"]));
    assert_eq!(lacking.code, Some(2), "{lacking:?}");
    assert_escaped(&lacking);
    // The best counter-strategy to a policy without moves is unknown.
    let nowhere = ["check", "--policy", name, "--exploiter", name];
    assert_escaped(&run(&mut tourne(&nowhere)));
    // An error in which serde quotes the row.
    let row = format!("{{\"{EVIL}\":1}}\n");
    let input = run_in_empty_folder(&mut tourne(&["check", "--policy", "-"]), row.as_bytes());
    assert!(input.stderr.contains("is not a JSON object"), "{input:?}");
    assert!(
        !input.stderr.contains(['\u{1b}', '\u{202e}', '\u{9b}']),
        "{input:?}"
    );
}

#[test]
fn names_of_tables_records_and_engines_are_escaped() {
    let folder = folder();
    let path = folder.path().join(EVIL);
    let name = path.to_str().expect("a plain path");
    for arguments in [
        &["info", "--table", name][..],
        &["review", name],
        &[
            "best", "000/000", "--match", "3", "--score", "0-0", "--table", name,
        ],
        &["check", "--engine", &format!("\"{name}\"")],
        &["check", "--engine", &format!("\"{name}")],
        &["help", EVIL],
        &["best", EVIL],
        &["best", "-", EVIL],
        &["rules", EVIL],
        &["identify", EVIL, "3"],
        &["ladder", &format!("builtin:{EVIL}")],
        &["info", &format!("--{EVIL}")],
        &[EVIL],
    ] {
        let outcome = run_in_empty_folder(&mut tourne(arguments), b"");
        assert!(matches!(outcome.code, Some(2 | 3)), "{outcome:?}");
        assert_escaped(&outcome);
    }
    fs::copy(standard_path(), &path).expect("the file can be copied");
    assert_escaped(&run(&mut tourne(&["info", "--table", name])));
    fs::write(&path, "nonsense").expect("a writable file");
    assert_escaped(&run(&mut tourne(&["info", "--table", name])));
    assert_escaped(&run(&mut tourne(&["review", name])));
    let nowhere = format!("{name}/picture.svg");
    let game = b"A 3-2 off/2\n";
    let drawn = run_in_empty_folder(&mut tourne(&["review", "-", "--svg", &nowhere]), game);
    assert_escaped(&drawn);
}
