//! The solution file, read by a program in another language that was written from `data/README.md` alone.

use std::path::Path;
use std::process::{Command, Output};

use tourne_solver::{Die, Position, Solution, file};

use crate::documents::root;
use crate::folder::Folder;
use crate::solution_bytes::{path_of, standard_path};

/// Runs the reader. Returns `None` if Python is not installed; then nothing can be checked.
fn read_solution(arguments: &[&str]) -> Option<Output> {
    let script = root().join("tests/read_solution.py");
    Command::new("python3")
        .arg(script)
        .args(arguments)
        .env("PYTHONIOENCODING", "ascii")
        // A locale that every system has; without it, a program that starts Python may warn.
        .env("LC_ALL", "C")
        .output()
        .ok()
}

/// Returns the line that the program should print for a position, without its value: the last eight columns.
fn expected(solution: &Solution, position: Position) -> String {
    let best_moves = solution.best_moves(position).expect("a known position");
    let mut line = u8::from(best_moves.is_reachable()).to_string();
    for die in Die::ALL {
        let plays = solution.rules().plays(position, die);
        let best = plays.iter().filter(|play| best_moves.contains(die, play));
        let best = best.map(|play| play.action.to_string().replace('*', ""));
        line += &format!(",{}", best.collect::<Vec<_>>().join(" "));
    }
    line
}

fn check(path: &Path, solution: &Solution) {
    let Some(output) = read_solution(&[path.to_str().expect("a plain path"), "--all"]) else {
        return;
    };
    assert!(output.status.success(), "{output:?}");
    let found = String::from_utf8(output.stdout).expect("UTF-8 text");
    let mut lines = found.lines();
    assert_eq!(lines.next(), Some("position,value,reachable,1,2,3,4,5,6"));
    for position in solution.index().positions() {
        let line = lines.next().expect("a line for each position");
        let [name, value, rest] = line.splitn(3, ',').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        // Python and Rust write the same shortest decimals in different forms.
        let expected_value = solution.value(position).expect("a known position").number();
        let is_value = value
            .parse()
            .is_ok_and(|value: f64| value.to_bits() == expected_value.to_bits());
        assert!(is_value && name == position.to_string(), "{line}");
        assert_eq!(rest, expected(solution, position), "{line}");
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn committed_files_read_the_same() {
    for name in ["entry-first", "double-win", "course"] {
        let path = path_of(name);
        check(&path, &file::read(&path).expect("a whole file").on_trust());
    }
}

#[test]
fn a_question_is_answered_and_damage_is_seen() {
    let path = standard_path();
    let path = path.to_str().expect("the path is plain");
    let Some(output) = read_solution(&[path, "04h/007", "3"]) else {
        return;
    };
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(answer.trim_end().ends_with(" 4/7"), "{answer}");

    let mut bytes = std::fs::read(path).expect("the file exists");
    bytes[1000] ^= 1;
    let folder = Folder::new();
    let damaged = folder.write("damaged.bin", bytes);
    let Some(output) = read_solution(&[&damaged]) else {
        return;
    };
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty() && !output.stderr.is_empty());
}

/// A message is one line, whatever the name of the file and the encoding of the output.
#[test]
fn what_cannot_be_read_is_one_line_in_any_encoding() {
    let missing = "l'\u{e9}t\u{e9} \u{6e38}.bin";
    for (arguments, says) in [
        (&[missing][..], "\\u6e38.bin: No such file"),
        (&["/"], "irectory"),
        (&[], "usage"),
    ] {
        let Some(output) = read_solution(arguments) else {
            return;
        };
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let said = String::from_utf8(output.stderr).expect("UTF-8 text");
        assert!(
            said.starts_with("read_solution.py: ") && said.contains(says),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}
