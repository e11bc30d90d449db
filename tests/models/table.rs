//! Reads and solves the table that `tourne-solve export --to csv` writes.

use std::collections::HashMap;

use super::{START, iterate};

/// A move: the position after it, from the side of the opponent, and the points that it wins if it ends the game.
pub(crate) struct Move {
    pub(crate) next: String,
    pub(crate) points: Option<i32>,
}

/// A die, the number of throws in which it is played, and its legal moves.
pub(crate) struct Throw {
    pub(crate) die: u8,
    pub(crate) chances: u32,
    pub(crate) moves: Vec<Move>,
}

/// Positions in the order of the file, each with its throws.
pub(crate) struct Table(pub(crate) Vec<(String, Vec<Throw>)>);

impl Table {
    pub(crate) fn read(text: &str) -> Table {
        let mut lines = text.lines();
        let header = lines.next();
        assert_eq!(header, Some("position,die,chances,move,next,points"));
        let mut positions: Vec<(String, Vec<Throw>)> = Vec::new();
        for line in lines {
            let fields: Vec<&str> = line.split(',').collect();
            let [position, die, chances, _, next, points] = fields[..] else {
                panic!("{line}");
            };
            if positions.last().is_none_or(|(last, _)| last != position) {
                positions.push((position.to_owned(), Vec::new()));
            }
            let throws = &mut positions.last_mut().expect("one was pushed").1;
            let die = die.parse().expect("a die");
            if throws.last().is_none_or(|throw| throw.die != die) {
                let (chances, moves) = (chances.parse().expect("a number"), Vec::new());
                throws.push(Throw {
                    die,
                    chances,
                    moves,
                });
            }
            let throw = throws.last_mut().expect("one was pushed");
            let is_over = !points.is_empty();
            throw.moves.push(Move {
                next: next.to_owned(),
                points: is_over.then(|| points.parse().expect("a number")),
            });
        }
        Table(positions)
    }

    /// Returns the number of equally likely throws, which is the same in every position.
    pub(crate) fn ways(&self) -> u32 {
        let ways = |throws: &[Throw]| throws.iter().map(|throw| throw.chances).sum();
        let all: Vec<u32> = self.0.iter().map(|(_, throws)| ways(throws)).collect();
        assert!(all.iter().all(|&ways| ways == all[0]));
        all[0]
    }

    /// Returns the value of the start to the player on roll, in points.
    pub(crate) fn solve(&self) -> f64 {
        /// The position after a move, or the points that it wins.
        #[derive(Clone, Copy)]
        enum To {
            State(usize),
            Won(f64),
        }
        let numbers: HashMap<&str, usize> =
            self.0.iter().map(|(name, _)| &**name).zip(0..).collect();
        assert_eq!(numbers.len(), self.0.len(), "each position stands once");
        let ways = f64::from(self.ways());
        let to = |step: &Move| match step.points {
            Some(points) => To::Won(f64::from(points)),
            None => To::State(numbers[&*step.next]),
        };
        let row = |throw: &Throw| {
            let chance = f64::from(throw.chances) / ways;
            (chance, throw.moves.iter().map(to).collect::<Vec<To>>())
        };
        let rows = self
            .0
            .iter()
            .map(|(_, throws)| throws.iter().map(row).collect());
        let rows: Vec<Vec<_>> = rows.collect();
        let number = |to: &To| match to {
            To::State(state) => *state,
            To::Won(_) => 0,
        };
        let furthest = rows.iter().map(|dice| {
            let all = dice.iter().flat_map(|(_, moves)| moves);
            all.map(number).max().unwrap_or(0)
        });
        let furthest: Vec<usize> = furthest.collect();
        let mut values = vec![0.0; rows.len()];
        iterate(&furthest, &mut values, |values, state| {
            let worth = |&to: &To| match to {
                To::State(next) => -values[next],
                To::Won(points) => points,
            };
            let dice = rows[state].iter().map(|(chance, moves)| {
                chance * moves.iter().map(worth).fold(f64::NEG_INFINITY, f64::max)
            });
            dice.sum()
        });
        values[numbers[START]]
    }
}
