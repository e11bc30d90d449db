//! Time that solving takes on one thread, as a whole and by parts.

use std::fs;

use divan::Bencher;
use tourne_solver::{Rules, file, Census, solve, verify};

fn main() {
    divan::main();
}

fn on_one_thread<T: Send>(task: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("one thread can be started").install(task)
}

/// Solves and proves the standard game and writes the file to disk.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn standard_to_disk(bencher: Bencher) {
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let path = folder.path().join("standard.bin");
    bencher.bench(|| {
        let solved = on_one_thread(|| solve(Rules::STANDARD));
        let bytes = file::encode(&solved.expect("a solved game").solution);
        fs::write(&path, &bytes).expect("there is space");
    });
}

/// Solves and proves the rule set of this name.
#[divan::bench(args = Rules::PRESETS.map(|(name, _)| name), sample_count = 10, sample_size = 1)]
fn preset(name: &str) {
    let rules: Rules = name.parse().expect("a preset");
    on_one_thread(|| solve(rules)).expect("a solved game");
}

/// Enumerates the positions breadth first, without solving them.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn census() -> Census {
    Census::new(Rules::STANDARD)
}

/// Proves a solution of the standard game that was found before.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn verify_standard(bencher: Bencher) {
    let solution = solve(Rules::STANDARD)
        .expect("a solved game")
        .solution;
    bencher.bench(|| on_one_thread(|| verify(&solution)).expect("the solution is right"));
}
