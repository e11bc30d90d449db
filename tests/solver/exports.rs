//! The game written for other solvers, read back and solved by programs that share nothing with this one.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;
use tourne_solver::{Rules, Stakes};

use crate::commands::{names_in, run};
use crate::models::process;
use crate::models::table::Table;
use crate::solution_bytes::committed;
use crate::{folder, tourne_solve};

fn export(arguments: &[&str]) -> Command {
    tourne_solve(&[&["export"], arguments].concat())
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

#[track_caller]
fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

/// Writes both forms, and reads them back with programs that share nothing with the library.
fn check_exports(rules: Rules) {
    let folder = folder();
    let text = |to| fs::read_to_string(exported(&folder, rules, to)).expect("a text file");
    let solution = committed(rules);
    let counts = solution.counts();
    let value = solution
        .value(rules.start())
        .expect("a known position")
        .number();

    // The table has every position that can arise, and solving it gives the value of the start, in points.
    let table = Table::read(&text("csv"));
    assert_eq!(table.0.len() as u64, counts.reachable);
    assert_near(table.solve(), solution.unit().to_points(value));

    // The player who chooses has all its decisions, and gets exactly the value of the game, whether it throws first or
    // second. If wins can count two, rewards are 2 higher than points, so that none is negative.
    let process = process::solve(&text("drn"));
    let (shift, ends) = match rules.stakes {
        Stakes::Single => (0.0, 3),
        Stakes::DoubleWin => (2.0, 5),
    };
    let states = ends + 2 * counts.reachable + counts.reachable_decisions;
    assert_eq!(process.states as u64, states);
    assert_near(process.first, shift + value);
    assert_near(process.second, shift + solution.unit().flip(value));
}

#[test]
fn the_standard_game_is_solved_elsewhere() {
    check_exports(Rules::STANDARD);
}

#[test]
#[ignore = "takes half a minute: run with --ignored"]
fn the_other_rule_sets_are_solved_elsewhere() {
    for (_, rules) in Rules::PRESETS.into_iter().skip(1) {
        check_exports(rules);
    }
}

// ---- The command

#[test]
fn a_game_goes_to_standard_output_or_to_a_file() {
    let folder = folder();
    let outcome = run(&mut export(&["--to", "drn"]));
    let written = exported(&folder, Rules::STANDARD, "drn");
    assert!(outcome.stdout == fs::read_to_string(written).expect("a text file"));
}

#[test]
fn a_form_is_asked_for_and_must_be_known() {
    let usage = |arguments: &[&str], says| run(&mut export(arguments)).assert_error(2, &[says]);
    usage(&[], "--to <FORMAT>");
    usage(&["--to", "jani"], "drn, csv");
    usage(&["--to", "csv", "--rules", "chess"], "not a rule set");
}

#[test]
fn an_older_file_stays_unless_it_is_replaced_by_force() {
    let folder = folder();
    let path = exported(&folder, Rules::STANDARD, "csv");
    fs::write(&path, "notes of mine").expect("a writable file");
    let outcome = run(export(&["--to", "csv", "--output"]).arg(&path));
    outcome.assert_one_line_error(2, &["it exists", "--force"]);
    assert_eq!(fs::read(&path).expect("the file exists"), b"notes of mine");
    run(export(&["--to", "csv", "--force", "--output"]).arg(&path)).assert_answered();
    // An earlier export is not replaced either, since people may have edited it.
    let text = fs::read_to_string(&path).expect("a text file");
    let edited = format!("{text}// a property of mine\n");
    fs::write(&path, &edited).expect("a writable file");
    for format in ["drn", "csv", "certificate", "rocq"] {
        let outcome = run(export(&["--to", format, "--output"]).arg(&path));
        outcome.assert_one_line_error(2, &["it exists", "--force"]);
        assert_eq!(fs::read(&path).expect("the file exists"), edited.as_bytes());
    }
    assert_eq!(names_in(&folder).len(), 1, "nothing is left behind");
}
