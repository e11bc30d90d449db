//! Time that look-ups in a solution take.

use std::fmt::Write as _;
use std::io;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use tourne_query::ask::{self, batch};
use tourne_query::solutions;
use tourne_solver::{Die, Position, Solution, file};

fn main() {
    divan::main();
}

const QUESTIONS: usize = 10_000;

/// Returns 10,000 pairs of a position and a die from the whole table, in an order that makes caches miss.
fn questions(solution: &Solution) -> Vec<(Position, Die)> {
    let positions: Vec<Position> = solution.index().positions().collect();
    let picked = (0..QUESTIONS).map(|number| {
        let scattered = number * 7_919 % positions.len();
        (positions[scattered], Die::ALL[number % 6])
    });
    picked.collect()
}

/// Looks up 10,000 values.
#[divan::bench(counters = [ItemsCount::new(QUESTIONS)])]
fn value(bencher: Bencher) {
    let solution = solutions::standard();
    let questions = questions(solution);
    bencher.bench(|| {
        for &(position, _) in &questions {
            let _ = black_box(solution.value(black_box(position)));
        }
    });
}

/// Looks up 10,000 best moves.
#[divan::bench(counters = [ItemsCount::new(QUESTIONS)])]
fn best(bencher: Bencher) {
    let solution = solutions::standard();
    let questions = questions(solution);
    bencher.bench(|| {
        for &(position, die) in &questions {
            let _ = black_box(solution.best(black_box(position), die));
        }
    });
}

/// Computes 10,000 full answers: all moves, sorted, with values and losses.
#[divan::bench(counters = [ItemsCount::new(QUESTIONS)])]
fn full_answer(bencher: Bencher) {
    let solution = solutions::standard();
    let questions = questions(solution);
    bencher.bench(|| {
        for &(position, die) in &questions {
            let _ = black_box(ask::for_die(solution, position, die));
        }
    });
}

/// Answers 10,000 lines of questions in JSON.
#[divan::bench(counters = [ItemsCount::new(QUESTIONS)])]
fn batch_of_lines(bencher: Bencher) {
    let solution = solutions::standard();
    let mut lines = String::new();
    for (position, die) in questions(solution) {
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "{position} {}", die.number());
    }
    bencher.bench(|| batch::run(solution, lines.as_bytes(), io::sink()));
}

/// Reads and checks a solution file in memory.
#[divan::bench]
fn decode(bencher: Bencher) {
    let bytes = file::encode(solutions::standard());
    bencher.bench(|| file::decode(&bytes));
}
