//! The moves of a block of states, laid out for sweeps and proofs.

use std::cmp::Reverse;
use std::ops::Range;

use rayon::prelude::*;

use crate::checked::Checked;
use crate::game::{GameError, Move, Rows};

/// Number of states for which one parallel task does its work.
const STATES_PER_TASK: usize = 2048;

/// The moves of a block. Of each row one move is *chosen*, at first the first; the others are its *rivals*. A move is
/// [marked](Move::MARK) if it has not been excluded from best play, or from the moves to which a player keeps.
///
/// There are four ways to walk over a block: [`rows`](Block::rows) reads all rows, and [`visit`](Block::visit) changes
/// them; [`row`](Block::row) reads a single one; [`greatest`](Block::greatest) adds up over the rows of each state, in
/// parallel. (Sweeps read the chosen moves alone.)
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) states: Range<usize>,
    /// Weights of the outcomes. They are whole numbers, not probabilities, so the weighted mean of equal values is
    /// exact: the value of a sure win, for example, is not rounded.
    pub(crate) weights: Vec<f64>,
    /// Sum of the weights.
    pub(crate) total: f64,
    /// Whether some move leaves the same player on roll.
    pub(crate) has_again: bool,
    /// The chosen move of each row.
    pub(crate) chosen: Vec<Move>,
    /// Number of rivals of each row.
    counts: Vec<u8>,
    /// For each row, the place of the chosen move in the order of the game. Its first move is then in that place among
    /// the rivals.
    places: Vec<u8>,
    /// Rivals, row by row.
    rivals: Vec<Move>,
    /// Index in `rivals` of the first rival of each parallel task.
    firsts: Vec<usize>,
}

/// Place of a row in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    row: usize,
    /// Index of its first rival.
    first: usize,
}

/// The moves of a row.
pub(crate) struct Row<'a> {
    pub(crate) chosen: &'a mut Move,
    /// Place of the chosen move in the order of the game.
    place: &'a mut u8,
    pub(crate) rivals: &'a mut [Move],
}

impl Row<'_> {
    /// Chooses a rival, counted from 1, instead of the chosen move.
    fn choose_rival(&mut self, rival: usize) {
        let place = usize::from(*self.place);
        // First put the chosen move back where the game has it.
        for at in [place, if rival == place { 0 } else { rival }] {
            if at > 0 {
                std::mem::swap(self.chosen, &mut self.rivals[at - 1]);
                *self.place = if *self.place == 0 { at as u8 } else { 0 };
            }
        }
    }

    /// Chooses the first move.
    pub(crate) fn choose_first(&mut self) {
        if *self.place > 0 {
            self.choose_rival(usize::from(*self.place));
        }
    }

    /// Chooses the move of greatest worth. The chosen move is kept unless another is better. Returns `true` if it was
    /// replaced.
    #[inline]
    pub(crate) fn choose(&mut self, worth: impl Fn(Move) -> f64) -> bool {
        let (mut most, mut best) = (worth(*self.chosen), 0);
        for (&rival, at) in self.rivals.iter().zip(1..) {
            let there = worth(rival);
            if there > most {
                (most, best) = (there, at);
            }
        }
        if best > 0 {
            self.choose_rival(best);
        }
        best > 0
    }

    /// Iterates over the moves, the chosen one first.
    #[inline]
    pub(crate) fn moves(&mut self) -> impl Iterator<Item = &mut Move> {
        std::iter::once(&mut *self.chosen).chain(&mut *self.rivals)
    }
}

impl Block {
    /// Lays out the moves of these states, none of which may lead to a later state. No move is marked.
    pub(crate) fn new(
        game: &Checked,
        states: Range<usize>,
        rows: Rows,
    ) -> Result<Block, GameError> {
        let weights = &game.frame.weights;
        let outcomes = weights.len();
        let Rows {
            first: mut chosen,
            counts,
            others: mut rivals,
        } = rows;
        if Some(chosen.len()) != states.len().checked_mul(outcomes) {
            return Err(GameError::RowCount {
                rows: chosen.len(),
                states: states.len(),
                outcomes,
            });
        }
        let state_of = |row: usize| states.start + row / outcomes;
        if let Some(row) = chosen.iter().position(|&first| first == Move::NONE) {
            return Err(GameError::NoMove {
                state: state_of(row),
                outcome: row % outcomes,
            });
        }
        let (ends, all) = (game.frame.payoffs.len(), game.states() as u32);
        let mut has_again = false;
        // Turns the index of an end into its node, and checks that the node exists.
        let mut resolve = |found: &mut Move| {
            has_again |= found.is_again();
            if found.is_marked() {
                let end = found.node();
                *found = Move(all + end as u32);
                end < ends
            } else {
                found.node() < states.end
            }
        };
        if let Some(row) = chosen.iter_mut().position(|first| !resolve(first)) {
            return Err(GameError::Target {
                state: state_of(row),
            });
        }
        if let Some(at) = rivals.iter_mut().position(|other| !resolve(other)) {
            let mut end = 0;
            let row = counts.iter().position(|&count| {
                end += usize::from(count);
                end > at
            });
            return Err(GameError::Target {
                state: state_of(row.unwrap_or(0)),
            });
        }
        let mut first = 0;
        let tasks = counts.chunks(STATES_PER_TASK * outcomes);
        let firsts = tasks.map(|counts| {
            let sum: usize = counts.iter().map(|&count| usize::from(count)).sum();
            first += sum;
            first - sum
        });
        let firsts: Vec<usize> = firsts.collect();
        // Rows are broken where `Rows::push` panicked and the panic was caught.
        let are_whole = counts.len() == chosen.len() && first == rivals.len();
        assert!(are_whole, "every row must have been pushed whole");
        Ok(Block {
            states,
            weights: weights.iter().map(|&weight| f64::from(weight)).collect(),
            total: f64::from(game.total),
            has_again,
            firsts,
            places: vec![0; counts.len()],
            chosen,
            counts,
            rivals,
        })
    }

    /// Returns the number of outcomes.
    pub(crate) fn outcomes(&self) -> usize {
        self.weights.len()
    }

    /// Iterates over the rows: the chosen move and the rivals of each outcome of each state.
    #[inline]
    pub(crate) fn rows(&self) -> impl Iterator<Item = (Move, &[Move])> {
        let mut rest = &self.rivals[..];
        self.chosen
            .iter()
            .zip(&self.counts)
            .map(move |(&chosen, &count)| {
                let (rivals, after) = rest.split_at(usize::from(count));
                rest = after;
                (chosen, rivals)
            })
    }

    /// Returns the index in the list of rivals of the first rival of each state. [`row`](Block::row) needs it.
    pub(crate) fn first_rivals(&self) -> Vec<usize> {
        let mut end = 0;
        let states = self.counts.chunks_exact(self.outcomes());
        states
            .map(|counts| {
                let first = end;
                end += counts
                    .iter()
                    .map(|&count| usize::from(count))
                    .sum::<usize>();
                first
            })
            .collect()
    }

    /// Iterates over the moves of one row, the chosen one first. `state` is counted within the block.
    #[inline]
    pub(crate) fn row(
        &self,
        first_rivals: &[usize],
        state: usize,
        outcome: usize,
    ) -> impl Iterator<Item = Move> {
        let row = state * self.outcomes() + outcome;
        let before = self.counts[row - outcome..row].iter();
        let first = first_rivals[state] + before.map(|&count| usize::from(count)).sum::<usize>();
        let rivals = &self.rivals[first..first + usize::from(self.counts[row])];
        [self.chosen[row]].into_iter().chain(rivals.iter().copied())
    }

    /// Iterates over the moves of each row in the order of the game.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = impl Iterator<Item = Move>> {
        self.rows()
            .zip(&self.places)
            .map(|((chosen, rivals), &place)| {
                (0..=rivals.len()).map(move |at| match at {
                    _ if at == usize::from(place) => chosen,
                    0 => rivals[usize::from(place) - 1],
                    _ => rivals[at - 1],
                })
            })
    }

    /// Calls `visit` with the place and the moves of every row.
    #[inline]
    pub(crate) fn visit(&mut self, mut visit: impl FnMut(Place, Row)) {
        let mut first = 0;
        for row in 0..self.counts.len() {
            let place = Place { row, first };
            let row = self.at(place);
            first += row.rivals.len();
            visit(place, row);
        }
    }

    /// Returns the moves of the row in this place.
    #[inline]
    pub(crate) fn at(&mut self, Place { row, first }: Place) -> Row<'_> {
        Row {
            chosen: &mut self.chosen[row],
            place: &mut self.places[row],
            rivals: &mut self.rivals[first..first + usize::from(self.counts[row])],
        }
    }

    /// Returns the state and the outcome of the row in this place.
    pub(crate) fn state_and_outcome(&self, place: Place) -> (usize, usize) {
        let outcomes = self.outcomes();
        (
            self.states.start + place.row / outcomes,
            place.row % outcomes,
        )
    }

    /// Marks all moves.
    pub(crate) fn mark_all(&mut self) {
        self.visit(|_, mut row| row.moves().for_each(|step| step.mark(true)));
    }

    /// Returns `true` if there is a rival that may be chosen.
    pub(crate) fn has_choice(&self, may_be: impl Fn(Move) -> bool) -> bool {
        self.rivals.iter().any(|&rival| may_be(rival))
    }

    /// Chooses the move of greatest worth in every row, as [`Row::choose`] does. Returns `true` if any was replaced.
    #[inline]
    pub(crate) fn choose(&mut self, worth: impl Fn(Move) -> f64) -> bool {
        let mut replaced = false;
        self.visit(|_, mut row| {
            if !row.rivals.is_empty() {
                replaced |= row.choose(&worth);
            }
        });
        replaced
    }

    /// Computes for each state `here` · total + Σ weight · the `pick` of `there` over the moves, in parallel, and returns
    /// the greatest `size` of these sums with its first state. A move for which `there` is `None` is left out.
    pub(crate) fn greatest(
        &self,
        here: impl Fn(usize) -> i64 + Sync,
        there: impl Fn(Move) -> Option<i64> + Sync,
        pick: impl Fn(i64, i64) -> i64 + Sync,
        size: impl Fn(i128) -> i128 + Sync,
    ) -> Option<(i128, usize)> {
        let (outcomes, total) = (self.outcomes(), self.total as i64);
        let weights: Vec<i64> = self.weights.iter().map(|&weight| weight as i64).collect();
        let rows = STATES_PER_TASK * outcomes;
        let chosen = self.chosen.par_chunks(rows);
        let tasks = chosen.zip(self.counts.par_chunks(rows)).zip(&self.firsts);
        let greatest = tasks.enumerate().map(|(task, ((chosen, counts), &first))| {
            let mut rest = &self.rivals[first..];
            let states = chosen
                .chunks_exact(outcomes)
                .zip(counts.chunks_exact(outcomes));
            let first = self.states.start + task * STATES_PER_TASK;
            let sums = states.zip(first..).map(|((chosen, counts), state)| {
                let mut sum = i128::from(here(state)) * i128::from(total);
                for ((&chosen, &count), &weight) in chosen.iter().zip(counts).zip(&weights) {
                    let (rivals, after) = rest.split_at(usize::from(count));
                    rest = after;
                    let mut picked = there(chosen);
                    for there in rivals.iter().filter_map(|&rival| there(rival)) {
                        picked = Some(picked.map_or(there, |picked| pick(picked, there)));
                    }
                    sum += i128::from(weight) * i128::from(picked.unwrap_or(0));
                }
                (size(sum), Reverse(state))
            });
            sums.max()
        });
        let greatest = greatest.max().flatten();
        greatest.map(|(sum, Reverse(state))| (sum, state))
    }
}
