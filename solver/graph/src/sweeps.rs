//! Iterative solution of an equation for all states of a game, in floating point. Within each block, choices of moves
//! alternate with sweeps over the states.

use std::cell::Cell;
use std::ops::Range;

use crate::choices::{Choices, LANE};
use crate::extrapolation::{Extrapolation, Sums, most_sweeps};
use crate::{Graph, Node};

/// Equation that defines a number for each state, such as the value of the state or the length of play from the state:
/// *here* = `constant` + `factor` · mean, over the outcomes, of *there*. *Here* is the number of the state, *there* the
/// number of the node after the move. In each outcome, the move with the greatest `factor` · *there* is taken.
pub(crate) struct Equation {
    pub(crate) constant: f64,
    pub(crate) factor: f64,
}

/// Progress of an iteration, reported after every sweep over a block.
#[derive(Clone, Copy, Debug)]
pub struct SweepProgress {
    /// Index of the block that is being solved, from 0.
    pub block: usize,
    /// Number of blocks in the whole graph.
    pub blocks: usize,
    /// Largest residual in the block: the largest change of the last sweep.
    pub residual: f64,
}

/// Error of an iteration that does not converge.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "after {sweeps} sweeps over a block the values still change by {residual:e}: \
     play goes on for too long"
)]
pub struct Unsettled {
    /// Number of sweeps over the block before the iteration gave up.
    pub sweeps: usize,
    /// Largest residual after the last sweep.
    pub residual: f64,
}

/// Divisor that spaces out the choices of moves: after a choice at sweep *n*, the next comes *n* / 64 sweeps later,
/// rounded down. So moves are at first chosen before every sweep. (If moves were always chosen so often, moves that are
/// equal except for rounding might replace each other for ever.)
const SWEEPS_PER_CHOICE: usize = 64;

impl Equation {
    /// Solves the equation block by block: sweeps over a block until no number changes by more than `settled`. `table`
    /// must be made by [`zeros`] and hold the initial numbers; the numbers of the ends are kept. Returns the mean number
    /// of sweeps per state.
    pub(crate) fn iterate(
        &self,
        graph: &Graph,
        table: &mut [f64],
        settled: f64,
        observe: &mut dyn FnMut(SweepProgress),
    ) -> Result<f64, Unsettled> {
        let mut swept = 0;
        for (number, block) in graph.blocks().iter().enumerate() {
            let mut choices = Choices::new(graph, block.clone(), self.factor);
            let sweeps = self.settle(&mut choices, table, settled, &mut |residual| {
                observe(SweepProgress {
                    block: number,
                    blocks: graph.blocks().len(),
                    residual,
                });
            });
            swept += block.len() * sweeps?;
        }
        Ok(swept as f64 / graph.states().max(1) as f64)
    }

    /// Solves one block: sweeps over it until no change exceeds `settled`, and chooses among the moves in `choices`.
    /// Calls `observe` with the largest change of every sweep. Returns the number of sweeps.
    ///
    /// Before some of the sweeps, moves are chosen anew, except in [closed](Choices::choose) choices, whose moves are
    /// clearly better than all others. When no change exceeds `settled`, all choices are [opened](Choices::open) and made anew. If no move is then replaced, or if no
    /// change in the next sweep exceeds `settled`, the block is solved. Otherwise sweeps with the new moves follow, and
    /// extrapolation begins anew.
    pub(crate) fn settle(
        &self,
        choices: &mut Choices,
        table: &mut [f64],
        settled: f64,
        observe: &mut dyn FnMut(f64),
    ) -> Result<usize, Unsettled> {
        let mut extrapolation = Extrapolation::new(choices.block.len());
        let (mut sweeps, mut next_choice, mut residual) = (0, 0, f64::INFINITY);
        loop {
            let is_settled = residual <= settled;
            let (factor, numbers) = (self.factor, &*table);
            let worth = move |node: Node| factor * numbers[node as usize];
            if is_settled {
                choices.open();
                if !choices.choose(worth, f64::INFINITY) {
                    return Ok(sweeps);
                }
                extrapolation = Extrapolation::new(choices.block.len());
            } else if sweeps >= next_choice {
                next_choice = sweeps + sweeps / SWEEPS_PER_CHOICE;
                // The worth of a move and that of its rival may each change by the residual in a sweep.
                choices.choose(worth, 2.0 * residual);
            }
            residual = self.sweep(choices, table, &mut extrapolation);
            sweeps += 1;
            observe(residual);
            if residual > settled {
                if sweeps >= most_sweeps(choices.block.len()) {
                    return Err(Unsettled { sweeps, residual });
                }
                extrapolation.apply(sweeps, residual, &mut table[choices.block.clone()]);
            } else if is_settled {
                // Stop even though moves were replaced: rounding may make equal moves replace each other for ever.
                return Ok(sweeps);
            }
        }
    }

    /// Applies the equation once to every state of the block, in order, always with the newest numbers; the states of a
    /// loop are solved together. Returns the largest change.
    fn sweep(
        &self,
        choices: &Choices,
        table: &mut [f64],
        extrapolation: &mut Extrapolation,
    ) -> f64 {
        let (chosen, lanes) = (&choices.chosen[..], choices.weights.len());
        match &choices.weights[..] {
            // The usual case of a single lane has separate code, so that its loop can use all registers.
            [weights] => self.sweep_rows(
                choices,
                |states| chosen[states].iter(),
                table,
                extrapolation,
                |row, table| sum_of_lane(weights, row, table),
            ),
            weights => self.sweep_rows(
                choices,
                |states| chosen[states.start * lanes..states.end * lanes].chunks_exact(lanes),
                table,
                extrapolation,
                |row, table| {
                    let lanes = weights.iter().zip(row);
                    let sums = lanes.map(|(weights, row)| sum_of_lane(weights, row, table));
                    sums.sum()
                },
            ),
        }
    }

    #[inline(never)]
    fn sweep_rows<R, I: Iterator<Item = R>>(
        &self,
        choices: &Choices,
        rows: impl Fn(Range<usize>) -> I,
        table: &mut [f64],
        extrapolation: &mut Extrapolation,
        sum: impl Fn(R, &[Cell<f64>]) -> f64,
    ) -> f64 {
        // With cells, a number can be replaced through the slice `states` and read through the slice `table`.
        let table = Cell::from_mut(table).as_slice_of_cells();
        let states = &table[choices.block.clone()];
        let (constant, share) = (self.constant, self.factor / choices.total);
        let equation = |row| constant + share * sum(row, table);
        let (mut largest, mut sums): (f64, Sums) = Default::default();
        let changes = &mut extrapolation.changes[..];
        let mut set = |here: f64, there: &Cell<f64>, before: &mut f64| {
            let change = here - there.replace(here);
            // This comparison ignores a change that is NaN, but the proof refuses a value that is NaN.
            if change.abs() > largest {
                largest = change.abs();
            }
            sums.add(before, change);
        };
        let mut done = 0;
        for found in choices.loops.iter().map(Some).chain([None]) {
            let end = found.map_or(changes.len(), |found| found.first);
            let befores = changes[done..end].iter_mut();
            for ((row, before), there) in rows(done..end).zip(befores).zip(&states[done..end]) {
                set(equation(row), there, before);
            }
            let Some(found) = found else { break };
            done = end + found.states;
            let mut off = [0.0; 2];
            for ((row, off), there) in rows(end..done).zip(&mut off).zip(&states[end..done]) {
                *off = equation(row) - there.get();
            }
            for (place, [of_one, of_other]) in (end..done).zip(found.changes) {
                let by = of_one * off[0] + of_other * off[1];
                let there = &states[place];
                set(there.get() + by, there, &mut changes[place]);
            }
        }
        extrapolation.sums = sums;
        largest
    }
}

/// Returns a table for sweeps: a 0 for each node, padded to a power of two. (The padding is never touched, so it takes
/// hardly any memory.) Clearing the higher bits of an index then keeps it within the table, which takes fewer
/// instructions than a comparison with the length. (In the index of a node, these bits are 0.)
pub(crate) fn zeros(nodes: usize) -> Vec<f64> {
    vec![0.0; nodes.next_power_of_two()]
}

/// Returns the weighted sum of the numbers of the nodes after the chosen moves of a lane.
#[inline]
fn sum_of_lane(weights: &[f64; LANE], chosen: &[Node; LANE], table: &[Cell<f64>]) -> f64 {
    let last = table.len() - 1;
    let term = |outcome: usize| weights[outcome] * table[chosen[outcome] as usize & last].get();
    // Keep two sums, because processors can add two pairs of numbers at a time.
    let mut sums = [term(0), term(1)];
    for outcome in 2..LANE {
        sums[outcome % 2] += term(outcome);
    }
    sums[0] + sums[1]
}
