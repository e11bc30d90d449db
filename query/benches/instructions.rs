//! How many instructions answers take. Each benchmark has a budget, and fails when it takes 5 % more.
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
use tourne_query::ask::{answer, batch};
use tourne_query::grading::grade;
use tourne_query::policy::Arena;
use tourne_query::policy::builtin::Builtin;
use tourne_query::solutions;
use tourne_solver::game::{Die, Position};

/// Budgets were measured with rustc 1.95 on x86-64.
fn budget(instructions: u64) -> LibraryBenchmarkConfig {
    let most = instructions + instructions / 20;
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(Callgrind::default().hard_limits([(EventKind::Ir, most)]));
    config
}

const QUESTIONS: usize = 10_000;

/// Positions from all over the table, each with a die.
fn questions() -> Vec<(Position, Die)> {
    let positions: Vec<Position> = solutions::embedded().index().positions().collect();
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

#[library_benchmark(config = budget(420_200))]
#[bench::ten_thousand(setup = questions)]
fn value(questions: Vec<(Position, Die)>) {
    let solution = solutions::embedded();
    for (position, _) in questions {
        let _ = black_box(solution.value(black_box(position)));
    }
}

#[library_benchmark(config = budget(1_119_800))]
#[bench::ten_thousand(setup = questions)]
fn best(questions: Vec<(Position, Die)>) {
    let solution = solutions::embedded();
    for (position, die) in questions {
        let _ = black_box(solution.best(black_box(position), die));
    }
}

#[library_benchmark(config = budget(10_133_000))]
#[bench::ten_thousand(setup = questions)]
fn full_answer(questions: Vec<(Position, Die)>) {
    let solution = solutions::embedded();
    for (position, die) in questions {
        let _ = black_box(answer::for_die(solution, black_box(position), die));
    }
}

#[library_benchmark(config = budget(90_450_000))]
#[bench::ten_thousand(setup = lines)]
fn batch_lines(lines: String) {
    let run = batch::run(solutions::embedded(), lines.as_bytes(), io::sink());
    run.expect("memory can be read and written");
}

#[library_benchmark(config = budget(3_008_000_000))]
fn grade_front() {
    let pool = rayon::ThreadPoolBuilder::new();
    let pool = pool.num_threads(1).use_current_thread().build();
    pool.expect("this thread is there").install(|| {
        let arena = Arena::new(solutions::embedded()).expect("the solution is right");
        let front = Builtin::Front.policy(&arena);
        black_box(grade::grade(&arena, &front, 5).expect("games end"));
    });
}

library_benchmark_group!(
    name = instructions,
    benchmarks = [value, best, full_answer, batch_lines, grade_front]
);

main!(library_benchmark_groups = instructions);
