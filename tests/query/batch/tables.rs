//! Solution files that cannot be used.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tempfile::TempDir;
use tourne_query::solutions;

use super::{parsed, position, tourne};
use crate::commands::{finish, run, start};
use crate::solution_bytes::{SolutionBytes, noise, standard_path};

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

fn table_of(bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("table.bin");
    fs::write(&path, bytes).expect("a temporary file can be written");
    (folder, path)
}

#[test]
fn files_that_are_no_solution_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    assert_table_refused(&folder.path().join("missing.bin"), "cannot read");
    assert_table_refused(folder.path(), "cannot read");
    let sound = SolutionBytes::standard().0;
    let mut flipped = sound.clone();
    flipped[400_000] ^= 0x10;
    for (bytes, says) in [
        (&*noise(2, 10_000), "it does not begin with TOURNECS"),
        (b"", "it has 0 bytes, too few for a solution file"),
        (
            &sound[..sound.len() - 1],
            "it should have 628288 bytes but has 628287",
        ),
        (&flipped, "checksum"),
    ] {
        let (_folder, path) = table_of(bytes);
        assert_table_refused(&path, says);
    }
}

#[test]
fn a_table_with_a_worse_move_called_best_is_refused() {
    let mut bytes = SolutionBytes::standard();
    let number = solutions::standard().index().number(position("04h/007"));
    let number = number.expect("it is in the table");
    // With a 3, the best move is a hit by the man on 4. Mark the man off as best instead.
    let shift = 8;
    assert_eq!(bytes.best(number) >> shift & 0b111, 0b010);
    bytes.put_best(number, bytes.best(number) ^ 0b011 << shift);
    let (_folder, path) = table_of(&bytes.sealed());
    let name = path.display().to_string();
    let mut best = tourne(&["best", "04h/007", "3", "--table"]);
    let says = [&*name, "best moves for 04h/007 with a 3"];
    run(best.arg(&path)).assert_one_line_error(3, &says);
}

#[test]
fn a_table_of_other_rules_answers_by_its_own() {
    let path = standard_path().with_file_name("course.bin");
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
