//! Hypergammon, which is backgammon with three men a player, solved and proven.
//!
//! `cargo run --release -p tourne-graph --example hypergammon -- --help`
#![expect(clippy::print_stderr, reason = "this is a program")]

pub(crate) mod game;
pub(crate) mod literal;
#[path = "../program/mod.rs"]
pub(crate) mod program;

use std::process::ExitCode;

use clap::Parser;
use program::{Board, Rules, Side};
use serde_json::{Value, json};
use tourne_graph::Target;

/// Solves hypergammon without a doubling cube, and proves the values and best moves.
///
/// A position is written OWN/OTHER, the player on roll first: the points of a player's men, each counted from the
/// player's own side and joined by dots, in descending order; 25 is the bar, 0 is off the board. The game begins with
/// 24.23.22/24.23.22. Values are in points, from the view of the player on roll: a gammon counts 2, a backgammon 3.
#[derive(Parser)]
#[command(name = "hypergammon")]
struct Arguments {
    /// Number of men a player, 1 to 3; by default 3, or those of the file that is read
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=3))]
    men: Option<u8>,
    #[command(flatten)]
    options: program::Options,
}

fn main() -> ExitCode {
    let Arguments { men, options } = Arguments::parse();
    options.run::<Men>(men)
}

/// Points of a player's men, in descending order: 25 is the bar, 0 is off. Men beyond those of the game are off.
pub(crate) type Men = [u8; 3];

/// The throws of two dice in the order of outcomes, the greater number first.
pub(crate) fn throws() -> impl Iterator<Item = [u8; 2]> {
    (1..=6).flat_map(|greater| (1..=greater).map(move |less| [greater, less]))
}

impl Side for Men {
    const MAGIC: [u8; 8] = *b"HyValues";
    const MEN: &str = "men";
    const MOST: u8 = 3;
    const FAST: fn(&Board<Men>) -> Rules<'_> = game::rules;
    const LITERAL: fn(&Board<Men>) -> Rules<'_> = literal::rules;

    fn all(men: u8) -> Vec<Men> {
        let any = |first| (0..=first).map(move |second| [first, second]);
        let any = (1..26)
            .flat_map(any)
            .flat_map(|[first, second]| (0..=second).map(move |last| [first, second, last]));
        any.filter(|side| side[usize::from(men)..].iter().all(|&point| point == 0))
            .collect()
    }

    fn start(men: u8) -> Men {
        [24, 23, 22].map(|point| if 24 - point < men { point } else { 0 })
    }

    fn code(self) -> usize {
        self.iter()
            .fold(0, |code, &point| 26 * code + usize::from(point))
    }

    fn off(self, men: u8) -> u8 {
        self[..usize::from(men)]
            .iter()
            .map(|&point| u8::from(point == 0))
            .sum()
    }

    fn order(self) -> u32 {
        let pips: u32 = self.iter().map(|&point| u32::from(point)).sum();
        pips << 16 | self.code() as u32
    }

    fn taken(self) -> [u32; 2] {
        let points = self.iter().filter(|point| (1..25).contains(*point));
        let taken = points.fold(0_u32, |taken, point| taken | 1 << point);
        // Point p faces point 25 - p.
        [taken, taken.reverse_bits() >> 6]
    }

    fn text(self, men: u8) -> String {
        let points = self[..usize::from(men)].iter().map(u8::to_string);
        points.collect::<Vec<_>>().join(".")
    }

    fn throw(outcome: usize) -> Value {
        let throw = throws().nth(outcome);
        json!(throw.map(|[greater, less]| format!("{greater}-{less}")))
    }

    /// The equity of the player who won the first throw, which is no doublet.
    fn figure(board: &Board<Men>, values: &[f64]) -> (&'static str, f64) {
        let worth = |target: Target| match target {
            Target::State(number) => -values[number as usize],
            Target::Again(number) => values[number as usize],
            Target::End(end) => f64::from(end + 1),
        };
        let start = board.position(board.start());
        let throws = throws().filter(|[greater, less]| greater > less);
        let best = throws.map(|throw| {
            let targets = literal::targets(board, start, throw).into_iter();
            targets.map(worth).fold(f64::NEG_INFINITY, f64::max)
        });
        ("opening", best.sum::<f64>() / 15.0)
    }
}
