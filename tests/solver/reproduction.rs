//! The committed solution files and census are reproduced byte for byte, the solution files with any number of threads.

use std::fs;
use std::process::Command;

use tourne_solver::file::{decode, encode};
use tourne_solver::{Census, Depth, Rules, solve};

use crate::documents::{Page, root};
use crate::solution_bytes::SolutionBytes;

fn tourne_solve() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tourne-solve"))
}

/// Solves a rule set with this number of threads and returns the bytes of its solution file.
fn solved_with(threads: usize, rules: Rules) -> Vec<u8> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let pool = pool.build().expect("a few threads can be started");
    let solved = pool.install(|| solve(rules));
    encode(&solved.expect("presets can be solved").solution)
}

/// Asserts that files are the same, without printing them.
#[track_caller]
fn assert_same(found: &[u8], expected: &[u8], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let differs = found
        .iter()
        .zip(expected)
        .position(|(one, other)| one != other);
    assert_eq!(differs, None, "{what}: the first byte that differs");
}

#[test]
fn any_number_of_threads_gives_the_committed_file() {
    for (name, rules) in Rules::PRESETS {
        let committed = SolutionBytes::committed(name).0;
        for threads in [1, 3, 8] {
            let found = solved_with(threads, rules);
            assert_same(&found, &committed, &format!("{name}, {threads} threads"));
        }
    }
}

#[test]
fn the_command_writes_the_committed_file() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for threads in ["1", "4"] {
        let path = folder.path().join(threads);
        let mut command = tourne_solve();
        command.args(["--threads", threads, "--output"]).arg(&path);
        crate::commands::run(&mut command).assert_answered();
        let written = fs::read(&path).expect("the command wrote it");
        assert_same(&written, &SolutionBytes::standard().0, threads);
    }
}

#[test]
fn the_command_proves_the_committed_file() {
    let mut command = tourne_solve();
    command
        .current_dir(root())
        .args(["verify", "data/standard.bin"]);
    let outcome = crate::commands::run(&mut command);
    outcome.assert_answered();
    // The README shows the beginning of the output.
    let page = Page::read("README.md");
    let shown = page.block("```text").join("\n");
    let said = outcome.stdout.split("\n\n").next();
    assert_eq!(said, Some(&*shown), "the page shows something else");
}

/// Census of the standard game, written by `tourne-solve census --format csv`.
const CENSUS: &str = include_str!("../golden/standard-census.csv");

#[test]
fn the_census_is_the_committed_one() {
    let mut command = tourne_solve();
    command.args(["census", "--format", "csv"]);
    let outcome = crate::commands::run(&mut command);
    outcome.assert_answered();
    assert_eq!(outcome.stdout, CENSUS);
}

#[test]
fn the_census_of_the_library_is_the_committed_one() {
    let line = |depth: &Depth| format!("{},{},{}\n", depth.throws, depth.positions, depth.over);
    let depths = Census::new(Rules::STANDARD).depths;
    let csv: String = depths.iter().map(line).collect();
    assert_eq!(format!("throws,positions,over\n{csv}"), CENSUS);
}

#[test]
fn the_census_adds_up_to_the_counts_of_the_committed_file() {
    let sum = |column: usize| -> u64 {
        let fields = CENSUS
            .lines()
            .skip(1)
            .map(|line| line.split(',').nth(column));
        let numbers = fields.map(|field| field.expect("three columns").parse::<u64>());
        numbers.map(|number| number.expect("a number")).sum()
    };
    let solution = decode(&SolutionBytes::standard().0).expect("the committed file is sound");
    let counts = solution.counts();
    assert_eq!([sum(1), sum(2)], [counts.reachable, counts.reachable_over]);
}
