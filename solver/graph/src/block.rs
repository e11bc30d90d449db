//! The moves of a block of states, laid out for sweeps and proofs.

use std::ops::Range;

use crate::checked::Checked;
use crate::game::{GameError, Move, Rows, sum};

/// The moves of a block. Of each row one move is *chosen*, at first the first; the others are its *rivals*. A move is
/// [marked](Move::MARK) if it has not been excluded from best play, or from the moves to which a player keeps.
///
/// There are four ways to walk over a block: [`rows`](Block::rows) reads all rows, and [`visit`](Block::visit) changes
/// them; [`row`](Block::row) reads a single one, and [`at`](Block::at) changes it. (Sweeps read the chosen moves alone.)
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
}

/// Place of a row in a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    row: u32,
    /// Index of its first rival.
    first: u32,
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

    /// Chooses the move of greatest worth. The chosen move is kept unless another is better. Returns `true` if it was
    /// replaced, and by how much the next move is worse.
    #[expect(
        clippy::inline_always,
        reason = "course takes 5 % more instructions without"
    )]
    #[inline(always)]
    pub(crate) fn choose(&mut self, worth: impl Fn(Move) -> f64) -> (bool, f64) {
        let (mut most, mut next, mut best) = (worth(*self.chosen), f64::NEG_INFINITY, 0);
        for (&rival, at) in self.rivals.iter().zip(1..) {
            let there = worth(rival);
            if there > most {
                (next, most, best) = (most, there, at);
            } else if there > next {
                next = there;
            }
        }
        if best > 0 {
            self.choose_rival(best);
        }
        (best > 0, most - next)
    }

    /// Chooses the first of the moves of greatest worth, and returns by how much the next move is worse.
    #[inline]
    pub(crate) fn choose_first(&mut self, worth: impl Fn(Move) -> f64) -> f64 {
        if *self.place > 0 {
            self.choose_rival(usize::from(*self.place));
        }
        self.choose(worth).1
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
        if u32::try_from(rivals.len()).is_err() {
            return Err(GameError::TooMany {
                what: "moves in one block",
                found: rivals.len(),
                most: u32::MAX,
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
        // Rows are broken where `Rows::push` panicked and the panic was caught.
        let are_whole = counts.len() == chosen.len() && sum(&counts) == rivals.len();
        assert!(are_whole, "every row must have been pushed whole");
        Ok(Block {
            states,
            weights: weights.iter().map(|&weight| f64::from(weight)).collect(),
            total: f64::from(game.total),
            has_again,
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
        let states = self.counts.chunks_exact(self.outcomes());
        let firsts = states.scan(0, |end, counts| {
            let first = *end;
            *end += sum(counts);
            Some(first)
        });
        firsts.collect()
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
        let first = first_rivals[state] + sum(&self.counts[row - outcome..row]);
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
        let mut rest = &mut self.rivals[..];
        let mut first = 0;
        let rows = self.chosen.iter_mut().zip(&self.counts);
        for (row, ((chosen, &count), place)) in (0..).zip(rows.zip(&mut self.places)) {
            let (rivals, after) = rest.split_at_mut(usize::from(count));
            rest = after;
            let moves = Row {
                chosen,
                place,
                rivals,
            };
            visit(Place { row, first }, moves);
            first += u32::from(count);
        }
    }

    /// Returns the moves of the row in this place.
    #[inline]
    pub(crate) fn at(&mut self, Place { row, first }: Place) -> Row<'_> {
        let (row, first) = (row as usize, first as usize);
        Row {
            chosen: &mut self.chosen[row],
            place: &mut self.places[row],
            rivals: &mut self.rivals[first..first + usize::from(self.counts[row])],
        }
    }

    /// Returns the state and the outcome of the row in this place.
    pub(crate) fn state_and_outcome(&self, place: Place) -> (usize, usize) {
        let (row, outcomes) = (place.row as usize, self.outcomes());
        (self.states.start + row / outcomes, row % outcomes)
    }

    /// Marks all moves.
    pub(crate) fn mark_all(&mut self) {
        let all = self.chosen.iter_mut().chain(&mut self.rivals);
        all.for_each(|step| step.mark(true));
    }

    /// Chooses the move of greatest worth in every row, as [`Row::choose`] does, or in the `open` ones. These are then the
    /// ones whose next move is worse by `closing` at most; `None` if they are more than half of all rows, so that a
    /// list takes too much memory. Returns `true` if any was replaced.
    #[inline]
    pub(crate) fn choose(
        &mut self,
        open: &mut Option<Vec<Place>>,
        closing: f64,
        worth: impl Fn(Move) -> f64,
    ) -> bool {
        let mut replaced = false;
        if let Some(open) = open {
            open.retain(|&place| {
                let (is_replaced, gap) = self.at(place).choose(&worth);
                replaced |= is_replaced;
                gap <= closing
            });
            return replaced;
        }
        let (mut list, most) = (Vec::new(), self.counts.len() / 2);
        self.visit(|place, mut row| {
            if !row.rivals.is_empty() {
                let (is_replaced, gap) = row.choose(&worth);
                replaced |= is_replaced;
                if gap <= closing && list.len() <= most {
                    list.push(place);
                }
            }
        });
        *open = (list.len() <= most).then_some(list);
        replaced
    }

    /// Returns for each state Σ weight · `there` over the chosen moves.
    #[inline]
    pub(crate) fn sums(&self, there: impl Fn(Move) -> i64) -> impl Iterator<Item = i128> {
        let rows = self.chosen.chunks_exact(self.outcomes());
        rows.map(move |chosen| {
            let rows = chosen.iter().zip(&self.weights);
            let terms =
                rows.map(|(&step, &weight)| i128::from(there(step)) * i128::from(weight as i64));
            terms.sum()
        })
    }
}
