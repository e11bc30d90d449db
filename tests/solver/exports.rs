//! The game written for other solvers, read back and solved by programs that share nothing with this one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use tourne_solver::game::{Rules, Stakes};
use tourne_solver::solution::{Solution, file};

use crate::commands::{Outcome, run};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn export(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne-solve"));
    command.arg("export").args(arguments);
    command
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is a place for temporary files")
}

/// Writes the game into the folder, in one of the forms.
fn exported(folder: &TempDir, rules: Rules, to: &str) -> PathBuf {
    let path = folder.path().join(format!("{rules}.{to}"));
    let mut command = export(&["--to", to, "--rules", &rules.to_string(), "--output"]);
    let outcome = run(command.arg(&path));
    outcome.assert_answered();
    assert_eq!(outcome.stdout, "");
    path
}

/// The words that a program in Python prints; `None`, with a word, where there is no Python.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn read_back(script: &str, files: &[&Path]) -> Option<Vec<String>> {
    let script = root().join("tests/models").join(script);
    let mut python = Command::new("python3");
    // `-B`: no compiled files are left among the sources.
    let Ok(output) = python.arg("-B").arg(script).args(files).output() else {
        eprintln!("skipped: there is no python3");
        return None;
    };
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let stdout = String::from_utf8_lossy(&output.stdout);
    Some(stdout.split_whitespace().map(str::to_owned).collect())
}

fn solution(rules: Rules) -> Solution {
    let path = root().join("data").join(format!("{rules}.bin"));
    file::read(&path).expect("it is whole")
}

#[track_caller]
fn assert_near(word: &str, expected: f64) {
    let found: f64 = word.parse().expect("it is a number");
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

/// The table has every position that can arise, and the value of the start in points.
fn check_table(folder: &TempDir, rules: Rules) {
    let path = exported(folder, rules, "csv");
    if let Some(words) = read_back("solve_csv.py", &[&path]) {
        let solution = solution(rules);
        assert_eq!(words[0], solution.counts().reachable.to_string());
        let value = solution.value(rules.start()).expect("it is held").number();
        assert_near(&words[2], solution.unit().to_points(value));
    }
}

/// The chooser has all its decisions, and gets what the game is worth whether it throws first or
/// second, and no more: the two bounds meet.
fn check_process(folder: &TempDir, rules: Rules) {
    let path = exported(folder, rules, "drn");
    if let Some(words) = read_back("solve_drn.py", &[&path]) {
        let solution = solution(rules);
        let value = solution.value(rules.start()).expect("it is held").number();
        // No reward is negative: they are 2 higher than points.
        let (shift, ends) = match rules.stakes {
            Stakes::Single => (0.0, 3),
            Stakes::DoubleWin => (2.0, 5),
        };
        let turned = solution.unit().flip(value);
        let counts = solution.counts();
        let states = ends + 2 * counts.reachable + counts.reachable_decisions;
        assert_eq!(words[0], states.to_string());
        assert_near(&words[2], shift + value);
        assert_near(&words[3], shift + turned);
    }
}

/// The program throws and moves as the table does, in every position and with every die.
fn check_program(folder: &TempDir, rules: Rules) {
    let program = exported(folder, rules, "prism");
    let table = exported(folder, rules, "csv");
    if let Some(words) = read_back("explore_prism.py", &[&program, &table]) {
        let positions = solution(rules).counts().reachable;
        assert_eq!(words[3], (6 * positions).to_string());
    }
}

#[test]
fn the_table_of_the_standard_game_is_solved_elsewhere() {
    check_table(&folder(), Rules::STANDARD);
}

#[test]
fn the_process_of_the_standard_game_is_solved_elsewhere() {
    check_process(&folder(), Rules::STANDARD);
}

#[test]
fn the_program_of_the_standard_game_plays_as_the_table() {
    check_program(&folder(), Rules::STANDARD);
}

#[test]
#[ignore = "takes ten minutes: cargo test -p tourne-solver --test exports -- --ignored"]
fn the_other_rule_sets_are_solved_elsewhere() {
    for (_, rules) in Rules::PRESETS.into_iter().skip(1) {
        let folder = folder();
        check_table(&folder, rules);
        check_process(&folder, rules);
        check_program(&folder, rules);
    }
}

// ---- The command

#[test]
fn without_a_file_the_answer_goes_to_standard_output() {
    let folder = folder();
    for (to, rules) in [
        ("prism", Rules::COURSE),
        ("csv", Rules::DOUBLE_WIN),
        ("drn", Rules::STANDARD),
    ] {
        let outcome = run(&mut export(&["--to", to, "--rules", &rules.to_string()]));
        outcome.assert_answered();
        let path = exported(&folder, rules, to);
        let written = fs::read_to_string(path).expect("it is text");
        assert!(outcome.stdout == written, "{to}");
    }
}

#[test]
fn a_program_is_written_for_every_rule_set() {
    for rules in [
        "course+forced-entry+double-win",
        "course+entry-first",
        "entry-first+double-win",
    ] {
        let outcome = run(&mut export(&["--to", "prism", "--rules", rules]));
        outcome.assert_answered();
        let heading = format!("// Tourne-case, {rules}. ");
        assert!(outcome.stdout.starts_with(&heading), "{outcome:?}");
    }
}

#[test]
fn a_form_is_asked_for_and_must_be_known() {
    let usage = |arguments: &[&str], says| {
        let outcome: Outcome = run(&mut export(arguments));
        outcome.assert_error(2, &[says]);
    };
    usage(&[], "--to <FORMAT>");
    usage(&["--to", "jani"], "prism, drn, csv");
    usage(&["--to", "prism", "--rules", "chess"], "not a rule set");
}

#[test]
fn a_file_that_cannot_be_written_is_an_error_and_the_old_one_stays() {
    let folder = folder();
    let missing = folder.path().join("missing").join("game.csv");
    let outcome = run(export(&["--to", "csv", "--output"]).arg(&missing));
    outcome.assert_one_line_error(2, &["missing does not exist"]);

    let outcome = run(export(&["--to", "csv", "--output"]).arg(folder.path()));
    outcome.assert_one_line_error(2, &["not a regular file"]);

    let path = exported(&folder, Rules::STANDARD, "prism");
    fs::write(&path, "an old file").expect("it can be written");
    let new = exported(&folder, Rules::STANDARD, "prism");
    assert_eq!(new, path);
    let text = fs::read_to_string(&path).expect("it is text");
    assert!(text.ends_with("label \"settled\" = turn=0;\n"), "{text}");
    let names = fs::read_dir(folder.path()).expect("the folder is there");
    assert_eq!(names.count(), 1, "nothing is left behind");
}
