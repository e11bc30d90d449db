//! The standard streams of `tourne`: `-` as a file, errors that name a stream, and file names in messages.

use std::fs;
use std::io::{self, Write as _};
use std::process::{Command, Stdio};

use crate::commands::{Outcome, assert_lacks, assert_says, finish, json, run, run_with, start};
use crate::folder::Folder;
use crate::solution_bytes::{path_of, standard_path};
use crate::{cells, tourne, tourne_line};

/// Runs a command in a folder of its own, and asserts that no file is left there.
fn run_in_empty_folder(command: &mut Command, input: &[u8]) -> Outcome {
    let folder = Folder::new();
    let outcome = run_with(command.current_dir(&folder), input);
    assert_eq!(folder.names(), [""; 0], "{outcome:?}");
    outcome
}

// ---- `-` as a file

#[test]
fn a_file_goes_to_standard_output_alone() {
    let game = b"A 3-2 off/2\nB 2-1 off/1\n";
    for (line, begin) in [
        (
            "check --policy builtin:front --record",
            "position,die,move\n",
        ),
        (
            "check --policy builtin:front --exploiter",
            "position,die,move\n",
        ),
        ("review - --svg", "<svg "),
    ] {
        let folder = Folder::new();
        let to_file = run_with(tourne_line(line).arg(folder.path("file")), game);
        to_file.assert_answered();
        let to_output = run_in_empty_folder(tourne_line(line).arg("-"), game);
        to_output.assert_code(0);
        let written = folder.read("file");
        assert!(written.starts_with(begin), "{line}");
        assert!(
            to_output.stdout == written,
            "{line}: only the file is on standard output"
        );
        assert_eq!(to_output.stderr, to_file.stdout, "the report is beside it");
    }
}

#[test]
fn a_table_is_read_from_standard_input() {
    let bytes = fs::read(path_of("double-win")).expect("the file exists");
    for command in [
        "best 04h/007 3",
        "info",
        "outcomes 000/000",
        "duel builtin:front builtin:hit",
    ] {
        let mut command = tourne_line(command);
        command.args(["--solution", "-", "--format", "json"]);
        let answer = json(&run_in_empty_folder(&mut command, &bytes));
        assert_eq!(answer["rules"], "double-win");
    }
    let damaged = run_in_empty_folder(&mut tourne(&["info", "--solution", "-"]), b"TOURNECS");
    damaged.assert_one_line_error(3, &["--solution names: standard input cannot be used"]);
}

// ---- Errors of streams

/// Commands and their exit codes. A gate holds, and files are written, even if nobody reads standard output.
#[cfg(unix)]
const UNREAD: &str = "
best 04h/007 | 0
best 04h/007 --format json | 0
best 04h/007 --format csv | 0
info | 0
engine | 0
play --names X,O --seed 5 | 0
quiz --seed 5 | 0
check --policy builtin:front --fail-above 0 --record - | 1
check --engine false --sample 1 --record - | 2
check --policy builtin:front --fail-above 0 --record x.csv | 1
";

#[cfg(unix)]
#[test]
fn if_nobody_reads_a_command_ends_quietly() {
    let folder = Folder::new();
    for [line, code] in cells(UNREAD) {
        let (reader, writer) = io::pipe().expect("a pipe can be made");
        drop(reader);
        let mut command = tourne_line(line);
        command.current_dir(&folder).stdin(Stdio::piped());
        let child = command.stdout(writer).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("the command starts");
        let mut input = child.stdin.take().expect("a pipe");
        // Ignore an error: the command may have ended already.
        let _ = input.write_all("ubgi\n#2\n".repeat(1000).as_bytes());
        drop(input);
        let outcome = finish(child);
        assert_eq!(outcome.code, code.parse().ok(), "{line}: {outcome:?}");
        assert!(
            code != "0" || outcome.stderr.is_empty(),
            "{line}: {outcome:?}"
        );
    }
    assert_eq!(folder.names(), ["x.csv"]);
}

#[cfg(target_os = "linux")]
#[test]
fn errors_of_standard_output_name_it() {
    for line in [
        "--help",
        "--version",
        "help",
        "help protocol",
        "best --help",
        "best 04h/007 3",
        "best -",
        "engine",
        "rules",
        "check --policy builtin:front --record -",
    ] {
        let mut command = tourne_line(line);
        let questions = fs::File::open(standard_path().with_file_name("README.md"));
        command.stdin(questions.expect("the file exists"));
        let command = command
            .stdout(crate::commands::full())
            .stderr(Stdio::piped());
        let outcome = finish(command.spawn().expect("the command starts"));
        outcome.assert_code(2);
        let last = outcome.stderr.lines().last().expect("an error");
        let says = "error: cannot write to standard output: No space left on device";
        assert!(last.starts_with(says), "{line}: {outcome:?}");
    }
}

#[cfg(unix)]
#[test]
fn errors_of_standard_input_name_it() {
    for line in [
        "best -",
        "engine",
        "review -",
        "check --policy -",
        "info --solution -",
    ] {
        let folder = fs::File::open("/").expect("the root can be opened");
        let outcome = finish(start(tourne_line(line).stdin(folder)));
        outcome.assert_warns(&["standard input", "Is a directory"]);
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
    assert_says(&shown, &[ESCAPED]);
    let forbidden = |character: char| character.is_control() && character != '\n';
    assert!(!shown.contains(forbidden), "{outcome:?}");
    assert!(!shown.contains('\u{202e}'), "{outcome:?}");
}

#[test]
fn names_of_policies_are_escaped_for_people_only() {
    let folder = Folder::new();
    let name = &*folder.text_of(EVIL);
    let tourne = |arguments: &[&str]| run(&mut tourne(arguments));
    let check = ["check", "--policy", name];
    assert_escaped(&tourne(&check));
    folder.write(EVIL, "nonsense");
    assert_escaped(&tourne(&check));
    let record = ["check", "--policy", "builtin:front", "--record", name];
    assert_escaped(&tourne(&record));
    tourne(&[&record[..], &["--force"]].concat()).assert_answered();

    assert_escaped(&tourne(&check));
    assert_escaped(&tourne(&["duel", name, "builtin:hit"]));
    let duel = tourne(&["duel", name, "builtin:hit", "--format", "json"]);
    assert_eq!(json(&duel)["a"], name);
    tourne(&["duel", name, "builtin:hit", "--format", "csv"]).assert_shows(&[name]);

    // An error that names two policies, one of which lacks moves.
    folder.write(EVIL, "position,die,move\n");
    let lacking = tourne(&["duel", name, "builtin:hit"]);
    lacking.assert_code(2);
    assert_escaped(&lacking);
    // The best counter-strategy to a policy without moves is unknown.
    assert_escaped(&tourne(&["check", "--policy", name, "--exploiter", name]));
    // An error in which serde quotes the row.
    let row = format!("{{\"{EVIL}\":1}}\n");
    let input = run_in_empty_folder(&mut tourne_line("check --policy -"), row.as_bytes());
    input.assert_warns(&["is not a JSON object"]);
    assert_lacks(&input.stderr, &["\u{1b}", "\u{202e}", "\u{9b}"]);
}

#[test]
fn names_of_tables_records_and_engines_are_escaped() {
    let folder = Folder::new();
    let name = &*folder.text_of(EVIL);
    for arguments in [
        &["info", "--solution", name][..],
        &["review", name],
        &[
            "best",
            "000/000",
            "--match",
            "3",
            "--score",
            "0-0",
            "--solution",
            name,
        ],
        &["check", "--engine", &format!("\"{name}\"")],
        &["check", "--engine", &format!("\"{name}")],
        &["help", EVIL],
        &["best", EVIL],
        &["best", "-", EVIL],
        &["rules", EVIL],
        &["duel", &format!("builtin:{EVIL}"), "builtin:hit"],
        &["info", &format!("--{EVIL}")],
        &[EVIL],
    ] {
        let outcome = run_in_empty_folder(&mut tourne(arguments), b"");
        assert!(matches!(outcome.code, Some(2 | 3)), "{outcome:?}");
        assert_escaped(&outcome);
    }
    fs::copy(standard_path(), name).expect("the file can be copied");
    assert_escaped(&run(&mut tourne(&["info", "--solution", name])));
    folder.write(EVIL, "nonsense");
    assert_escaped(&run(&mut tourne(&["info", "--solution", name])));
    assert_escaped(&run(&mut tourne(&["review", name])));
    let nowhere = format!("{name}/picture.svg");
    let game = b"A 3-2 off/2\n";
    let drawn = run_in_empty_folder(&mut tourne(&["review", "-", "--svg", &nowhere]), game);
    assert_escaped(&drawn);
}
