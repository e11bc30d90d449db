//! Solution files that cannot be used.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use super::{parsed, tourne};
use crate::commands::{finish, run, start};
use crate::folder;
use crate::solution_bytes::{noise, path_of};

/// Commands that read a table: one question, many questions, and `info`, which stands for all other commands.
const COMMANDS: [&[&str]; 3] = [&["best", "04h/007", "3"], &["best", "-"], &["info"]];

/// Asserts that commands refuse a table and name it, even while their standard input stays open.
#[track_caller]
fn assert_table_refused(table: &Path, says: &str) {
    let name = table.display().to_string();
    for arguments in COMMANDS {
        let mut command = tourne(arguments);
        command.arg("--table").arg(table).stdin(Stdio::piped());
        let mut child = start(&mut command);
        let input = child.stdin.take();
        finish(child).assert_one_line_error(3, &[&name, says]);
        drop(input);
    }
}

#[test]
fn files_that_are_no_solution_are_refused() {
    let folder = folder();
    assert_table_refused(folder.path(), "cannot read");
    let path = folder.path().join("table.bin");
    fs::write(&path, noise(2, 10_000)).expect("a temporary file can be written");
    assert_table_refused(&path, "it does not begin with TOURNECS");
}

#[test]
fn a_table_of_other_rules_answers_by_its_own() {
    let path = path_of("course");
    let mut best = tourne(&["best", "44h/007", "3", "--format", "json", "--table"]);
    let outcome = run(best.arg(&path));
    outcome.assert_answered();
    let answer = &parsed(&outcome.stdout)[0];
    assert_eq!(
        (&answer["rules"], &answer["position"]),
        (&"course".into(), &"44h/007".into())
    );
    let mut two_dice = tourne(&["best", "44h/007", "43", "--table"]);
    let says = ["43 is two dice", "course", "give one number from 1 to 6"];
    run(two_dice.arg(&path)).assert_one_line_error(2, &says);
}
