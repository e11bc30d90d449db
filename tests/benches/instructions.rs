//! Number of instructions that solving and answering take on one thread. Each benchmark has a budget and fails if it
//! takes 5 % more: a change that saves instructions lowers the budget, and a change that costs some gives the reason.
//!
//! Needs valgrind, and `cargo install gungraun-runner --version 0.20.0`.

#![allow(
    missing_docs,
    clippy::must_use_candidate,
    reason = "what the macros make of the benchmarks has no documentation"
)]

use std::hint::black_box;
use std::io;

use gungraun::prelude::*;
use gungraun::{Callgrind, EventKind};
use tourne::ask::{self, batch};
use tourne::grading::grade;
use tourne::policy::{Arena, Builtin};
use tourne::solutions;
use tourne_solver::{Census, Die, Position, Rules, Solution, States, file, solve, verify};

/// Makes a benchmark fail above this number of instructions plus 5 %. Budgets were measured with rustc 1.95 on x86-64.
fn budget(instructions: u64) -> LibraryBenchmarkConfig {
    let most = instructions + instructions / 20;
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(Callgrind::default().hard_limits([(EventKind::Ir, most)]));
    config
}

fn on_this_thread<T: Send>(task: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new();
    let pool = pool.num_threads(1).use_current_thread().build();
    pool.expect("this thread is there").install(task)
}

fn standard() -> Solution {
    let bytes = include_bytes!("../../data/standard.bin");
    file::decode(bytes).expect("the file is whole").on_trust()
}

// Blocks are laid out, solved and proven one after another, for games of any size. An engine that kept all moves in memory,
// and looked at choices only while they were open, needed 350 million.
#[library_benchmark(config = budget(510_000_000))]
fn solve_standard() {
    let solved = on_this_thread(|| solve(Rules::STANDARD));
    let solved = solved.expect("a solved game");
    black_box(file::encode(&solved.solution));
}

#[library_benchmark(config = budget(38_300_000))]
fn enumerate_standard() {
    black_box(Census::new(Rules::STANDARD));
}

// The index gives the target of each move: a table of targets cost 8 million instructions less, and a hundred lines.
#[library_benchmark(config = budget(45_320_000))]
fn link_standard() {
    black_box(on_this_thread(|| States::new(Rules::STANDARD)));
}

#[library_benchmark(config = budget(7_659_000))]
fn decode_standard() {
    black_box(standard());
}

#[library_benchmark(config = budget(508_200_000))]
#[bench::standard(setup = standard)]
fn check_certificate(solution: Solution) {
    on_this_thread(|| {
        let certificate = verify::make_certificate(&solution).expect("a certificate");
        verify::check(&verify::Layout::new(Rules::STANDARD), &certificate)
            .expect("a valid certificate");
    });
}

// ---- Answers

const QUESTIONS: usize = 10_000;

/// Returns positions from the whole table, each with a die.
fn questions() -> Vec<(Position, Die)> {
    let positions: Vec<Position> = solutions::standard().index().positions().collect();
    let picked = (0..QUESTIONS).map(|number| {
        let scattered = number * 7_919 % positions.len();
        (positions[scattered], Die::ALL[number % 6])
    });
    picked.collect()
}

fn lines() -> String {
    let mut lines = String::new();
    for (position, die) in questions() {
        lines += &format!("{position} {}\n", die.number());
    }
    lines
}

#[library_benchmark(config = budget(380_200))]
#[bench::ten_thousand(setup = questions)]
fn value(questions: Vec<(Position, Die)>) {
    let solution = solutions::standard();
    for (position, _) in questions {
        let _ = black_box(solution.value(black_box(position)));
    }
}

// The code is the same as when it took 1,148,000, but lies in packages of its own.
#[library_benchmark(config = budget(1_324_000))]
#[bench::ten_thousand(setup = questions)]
fn best(questions: Vec<(Position, Die)>) {
    let solution = solutions::standard();
    for (position, die) in questions {
        let _ = black_box(solution.best(black_box(position), die));
    }
}

#[library_benchmark(config = budget(10_340_000))]
#[bench::ten_thousand(setup = questions)]
fn full_answer(questions: Vec<(Position, Die)>) {
    let solution = solutions::standard();
    for (position, die) in questions {
        let _ = black_box(ask::for_die(solution, black_box(position), die));
    }
}

#[library_benchmark(config = budget(72_660_000))]
#[bench::ten_thousand(setup = lines)]
fn batch_lines(lines: String) {
    // Run on this thread: instructions of other threads are not counted.
    let run = on_this_thread(|| batch::run(solutions::standard(), lines.as_bytes(), io::sink()));
    run.expect("memory can be read and written");
}

// One solver of linear equations and one computation of reasons serve all: with code of its own, a grade took 1,841
// million.
#[library_benchmark(config = budget(2_014_000_000))]
fn grade_front() {
    on_this_thread(|| {
        let arena = Arena::new(solutions::standard());
        let front = Builtin::Front.policy(&arena);
        black_box(grade(&arena, &front, 5).expect("games end"));
    });
}

library_benchmark_group!(
    name = instructions,
    benchmarks = [
        solve_standard,
        enumerate_standard,
        link_standard,
        decode_standard,
        check_certificate,
        value,
        best,
        full_answer,
        batch_lines,
        grade_front
    ]
);

main!(library_benchmark_groups = instructions);
