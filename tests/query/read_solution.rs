//! The solution file, read by a program in another language that was written from `data/README.md` alone.

use std::path::Path;
use std::process::{Command, Output};

use tourne_solver::{Die, Solution, file};

use crate::documents::root;
use crate::folder::Folder;
use crate::solution_bytes::{path_of, standard_path};

/// Runs the reader. Returns `None` if Python is not installed; then nothing can be checked.
fn read_solution(arguments: &[&str]) -> Option<Output> {
    let script = root().join("tests/read_solution.py");
    let run = Command::new("python3").arg(script).args(arguments).output();
    run.ok()
}

/// Returns the lines that the program should print for all positions, with values as bits.
fn expected(solution: &Solution) -> String {
    let rules = solution.rules();
    let mut lines = String::from("position,value,reachable,1,2,3,4,5,6\n");
    for position in solution.index().positions() {
        let value = solution.value(position).expect("a known position").number();
        let best_moves = solution.best_moves(position).expect("a known position");
        let reachable = u8::from(best_moves.is_reachable());
        // Compare values by their bits: Python and Rust write the same shortest decimals in different forms.
        let mut line = format!("{position},{:x},{reachable}", value.to_bits());
        for die in Die::ALL {
            let plays = rules.plays(position, die);
            let best = plays.iter().filter(|play| best_moves.contains(die, play));
            let best = best.map(|play| play.action.to_string().replace('*', ""));
            line += &format!(",{}", best.collect::<Vec<_>>().join(" "));
        }
        lines += &line;
        lines += "\n";
    }
    lines
}

/// Returns the output of the program with each value replaced by its bits.
fn with_bits(output: &str) -> String {
    let mut lines = String::new();
    for line in output.lines() {
        let mut columns: Vec<String> = line.split(',').map(str::to_owned).collect();
        if let Ok(value) = columns[1].parse::<f64>() {
            columns[1] = format!("{:x}", value.to_bits());
        }
        lines += &columns.join(",");
        lines += "\n";
    }
    lines
}

fn check(path: &Path, solution: &Solution) {
    let path = path.to_str().expect("the path is plain");
    let Some(output) = read_solution(&[path, "--all"]) else {
        return;
    };
    assert!(output.status.success(), "{output:?}");
    let found = with_bits(&String::from_utf8(output.stdout).expect("UTF-8 text"));
    let expected = expected(solution);
    assert_eq!(found.lines().count(), solution.index().len() + 1);
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
}

#[test]
fn committed_files_read_the_same() {
    for name in ["standard", "entry-first", "double-win", "course"] {
        let path = path_of(name);
        check(&path, &file::read(&path).expect("a whole file"));
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
