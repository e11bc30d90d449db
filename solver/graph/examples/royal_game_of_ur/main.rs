//! The Royal Game of Ur after Finkel's rules, solved and proven: the largest example of what `tourne-graph` is for.
//!
//! `cargo run --release -p tourne-graph --example royal_game_of_ur -- --help`
#![expect(clippy::print_stderr, reason = "this is a program")]

pub(crate) mod game;
pub(crate) mod literal;
#[path = "../program/mod.rs"]
pub(crate) mod program;

use std::process::ExitCode;

use clap::Parser;
use program::{Board, Rules};
use serde_json::{Value, json};

/// Solves the Royal Game of Ur (Finkel's rules), and proves the values and best moves.
///
/// A position is written HOME:SQUARES/HOME:SQUARES, the player on roll first: for each player the number of pieces home,
/// and the squares of the pieces on the board along the player's own path, 1 to 14, such as 2:3.7.12/0:1.5. The game
/// begins with 0:/0:. Values are in points, from the view of the player on roll: a win is 1, a loss −1.
#[derive(Parser)]
#[command(name = "royal_game_of_ur")]
struct Arguments {
    /// Number of pieces a player, 1 to 7; by default 7, or those of the file that is read
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=7))]
    pieces: Option<u8>,
    #[command(flatten)]
    options: program::Options,
}

fn main() -> ExitCode {
    let Arguments { pieces, options } = Arguments::parse();
    options.run::<Side>(pieces)
}

/// Pieces of one player, except those that wait for entry, on a path of 14 squares: 1 to 4, 13 and 14 are the player's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Side {
    /// Number of pieces that have left the board.
    home: u8,
    /// Pieces on the board: bit *s* is set if one stands on square *s*, 1 to 14.
    squares: u16,
}

/// The squares on which either player's pieces may stand, 5 to 12.
const SHARED: u16 = 0x1fe0;

impl program::Side for Side {
    const MAGIC: [u8; 8] = *b"UrValues";
    const MEN: &str = "pieces";
    const MOST: u8 = 7;
    const FAST: fn(&Board<Side>) -> Rules<'_> = game::rules;
    const LITERAL: fn(&Board<Side>) -> Rules<'_> = literal::rules;

    fn all(pieces: u8) -> Vec<Side> {
        let squares = (0..1 << 14).map(|set| set << 1);
        let all = squares.flat_map(|squares| (0..pieces).map(move |home| Side { home, squares }));
        let fits =
            |side: &Side| u32::from(side.home) + side.squares.count_ones() <= u32::from(pieces);
        all.filter(fits).collect()
    }

    fn start(_: u8) -> Side {
        Side::default()
    }

    fn code(self) -> usize {
        usize::from(self.home) << 14 | usize::from(self.squares >> 1)
    }

    fn off(self, _: u8) -> u8 {
        self.home
    }

    fn order(self) -> u32 {
        // The piece that is furthest counts first.
        u32::from(!self.squares)
    }

    fn taken(self) -> [u32; 2] {
        [u32::from(self.squares & SHARED); 2]
    }

    fn text(self, _: u8) -> String {
        let squares = (1..=14).filter(|square| self.squares >> square & 1 == 1);
        let squares: Vec<String> = squares.map(|square| square.to_string()).collect();
        format!("{}:{}", self.home, squares.join("."))
    }

    fn throw(outcome: usize) -> Value {
        json!(outcome)
    }

    fn figure(board: &Board<Side>, values: &[f64]) -> (&'static str, f64) {
        let value = values[board.start() as usize];
        ("win_probability", 0.5 + 0.5 * value)
    }
}
