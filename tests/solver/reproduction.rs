//! The committed solution files and census are reproduced byte for byte, the solution files with any number of threads.

use tourne_solver::file::encode;
use tourne_solver::{Rules, solve};

use crate::commands::run;
use crate::documents::{Page, root};
use crate::solution_bytes::SolutionBytes;
use crate::tourne_solve;

#[test]
fn any_number_of_threads_gives_the_committed_file() {
    for (name, rules) in Rules::PRESETS {
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let pool = pool.build().expect("a few threads can be started");
            let solved = pool
                .install(|| solve(rules))
                .expect("presets can be solved");
            let is_same = encode(&solved.solution) == SolutionBytes::committed(name).0;
            assert!(is_same, "{name}, {threads} threads");
        }
    }
}

#[test]
fn the_command_proves_the_committed_file() {
    let outcome = run(tourne_solve(&["verify", "data/standard.bin"]).current_dir(root()));
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
    let outcome = run(&mut tourne_solve(&["census", "--format", "csv"]));
    outcome.assert_answered();
    assert_eq!(outcome.stdout, CENSUS);
}
