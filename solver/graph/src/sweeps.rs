//! Iterative solution of an equation for all states of a game, in floating point. Within each block, choices of moves
//! alternate with sweeps over the states.

use std::ops::Range;

use crate::acceleration::Acceleration;
use crate::choices::{Choices, LANE, LoopChances, STATES_PER_TASK};
use crate::extrapolation::{Extrapolation, MOST_SWEEPS, Memory};
use crate::order::Order;
use crate::{Graph, Node};

/// Equation that defines a number for each state, such as its value or the length of play from it:
/// *here* = `constant` + `factor` · mean, over the outcomes, of *there*.
/// *Here* is the number of the state, *there* that of the node after the move. In each outcome, the move with the greatest `factor` · *there* is taken.
pub(crate) struct Equation {
    pub(crate) constant: f64,
    pub(crate) factor: f64,
    /// Number of earlier sweeps that the extrapolation uses.
    pub(crate) memory: Memory,
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
    /// Number of sweeps before the iteration gave up, each over one block.
    pub sweeps: usize,
    /// Largest residual after the last sweep.
    pub residual: f64,
}

/// A choice is closed if its move is better than every other by more than this multiple of the largest change of the
/// last sweep. All choices are opened again at the end.
const CLEAR: f64 = 2.0;
/// Number of sweeps after which a block is divided into its [components](Order), if these are small. (Blocks whose
/// states are in a good order usually converge earlier, and keep their order.)
const MANY_SWEEPS: usize = 256;

impl Equation {
    /// Iterates until the residual is little more than `settled` everywhere. `table` must be made by [`zeros`] and
    /// holds the initial numbers; those of the ends are kept. Returns the mean number of sweeps per state.
    ///
    /// Moves are chosen in parallel, as a choice only reads the table. The sweeps visit one state after another and
    /// always use the newest numbers. So the result does not depend on the number of threads.
    pub(crate) fn iterate(
        &self,
        graph: &Graph,
        table: &mut [f64],
        settled: f64,
        observe: &mut dyn FnMut(SweepProgress),
    ) -> Result<f64, Unsettled> {
        let mut swept = 0;
        for (number, block) in graph.blocks().iter().enumerate() {
            let mut observe = |residual| {
                observe(SweepProgress {
                    block: number,
                    blocks: graph.blocks().len(),
                    residual,
                });
            };
            let mut choices = Choices::new(graph, block.clone(), None);
            let found = self.settle(&mut choices, table, settled, MANY_SWEEPS, &mut observe);
            swept += block.len() * found.unwrap_or(MANY_SWEEPS);
            if found.is_ok() {
                continue;
            }
            let Some(order) = Order::new(graph, block.clone(), STATES_PER_TASK) else {
                let found = self.settle(&mut choices, table, settled, MOST_SWEEPS, &mut observe);
                swept += block.len() * found?;
                continue;
            };
            drop(choices);
            let numbers = order.permuted(&table[block.clone()]);
            table[block.clone()].copy_from_slice(&numbers);
            for part in &order.parts {
                let mut choices = Choices::new(graph, part.clone(), Some(&order));
                let found = self.settle(&mut choices, table, settled, MOST_SWEEPS, &mut observe);
                swept += part.len() * found?;
            }
            order.put_back(&mut table[block.clone()]);
        }
        Ok(swept as f64 / graph.states().max(1) as f64)
    }

    /// Solves one block: sweeps over it until no change exceeds `settled`, at most `most` times, and chooses among the
    /// moves in `choices`. Calls `observe` with the largest change of every sweep. Returns the number of sweeps.
    ///
    /// Before some of the sweeps, moves are chosen anew, except in [closed](Choices::choose) choices. When no change
    /// exceeds `settled`, all choices are [opened](Choices::open) and made anew. If no move is then replaced, or if no
    /// change in the next sweep exceeds `settled`, the block is solved. Otherwise sweeps with the new moves follow, and
    /// extrapolation begins anew.
    pub(crate) fn settle(
        &self,
        choices: &mut Choices,
        table: &mut [f64],
        settled: f64,
        most: usize,
        observe: &mut dyn FnMut(f64),
    ) -> Result<usize, Unsettled> {
        let sweeper = Sweeper::new(self, choices);
        let mut extrapolation = Extrapolation::new(self.memory, choices.block.len());
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
                extrapolation = Extrapolation::new(self.memory, choices.block.len());
            } else if sweeps >= next_choice {
                let gap = match self.memory {
                    Memory::One => CLEAR * residual,
                    Memory::Two => f64::INFINITY,
                };
                next_choice = sweeps + sweeps / self.memory.sweeps_per_choice();
                choices.choose(worth, gap);
            }
            residual = sweeper.sweep(choices, table, extrapolation.acceleration());
            sweeps += 1;
            observe(residual);
            if residual > settled {
                if sweeps >= most {
                    return Err(Unsettled { sweeps, residual });
                }
                extrapolation.apply(sweeps, residual, &mut table[choices.block.clone()]);
            } else if is_settled {
                // Stop even though moves were replaced: rounding may make equal moves replace each other for ever.
                return Ok(sweeps);
            }
        }
    }
}

/// Equation of a block, prepared for sweeps.
struct Sweeper<'a> {
    equation: &'a Equation,
    /// Multiplier of the weighted sum of the numbers after the chosen moves: the `factor` of the equation, divided by
    /// the sum of the weights.
    share: f64,
    /// For each loop, the index of its first state within the block, and the joint changes of its states.
    loops: Vec<(usize, Changes)>,
}

/// Changes of the states of a loop that satisfy all equations of the loop at once. They depend linearly on the
/// residuals *d* of the states.
///
/// Let *q* and *r* be the probabilities of going from the first state to the second and back, each multiplied by the
/// factor of the equation. The first state changes by (*d*₁ + *q d*₂) / (1 − *q r*), the second by (*d*₂ + *r d*₁) / (1
/// − *q r*). A single state that leads to itself changes by *d* / (1 − *q*).
enum Changes {
    Same(f64),
    Pair([[f64; 2]; 2]),
}

impl Changes {
    /// Number of states of the loop.
    fn states(&self) -> usize {
        match self {
            Changes::Same(_) => 1,
            Changes::Pair(_) => 2,
        }
    }

    /// Returns the joint changes of the states, given the residual of each.
    fn of(&self, [one, other]: [f64; 2]) -> impl Iterator<Item = f64> {
        let changes = match self {
            Changes::Same(scale) => [scale * one, 0.0],
            Changes::Pair(scales) => {
                scales.map(|[of_one, of_other]| of_one * one + of_other * other)
            }
        };
        changes.into_iter().take(self.states())
    }
}

impl<'a> Sweeper<'a> {
    fn new(equation: &'a Equation, choices: &Choices) -> Sweeper<'a> {
        let factor = equation.factor;
        let loops = choices.loops.iter().map(|found| {
            let changes = match found.chances {
                LoopChances::Same(chance) => Changes::Same(1.0 / (1.0 - factor * chance)),
                LoopChances::Pair(to, back) => {
                    let (to, back) = (factor * to, factor * back);
                    let scale = 1.0 / (1.0 - to * back);
                    Changes::Pair([[scale, to * scale], [back * scale, scale]])
                }
            };
            (found.first, changes)
        });
        Sweeper {
            share: factor / choices.total,
            loops: loops.collect(),
            equation,
        }
    }

    /// Applies the equation once to every state of the block, in order; the states of a loop are solved together.
    /// Returns the largest change.
    fn sweep(
        &self,
        choices: &Choices,
        table: &mut [f64],
        acceleration: &mut Acceleration<f64>,
    ) -> f64 {
        let chosen = &choices.chosen[..];
        let first = choices.block.start;
        match &choices.weights[..] {
            // The usual case of a single lane has separate code, so that its loop can use all registers.
            [weights] => self.sweep_rows(
                first,
                |states| chosen[states].iter(),
                table,
                acceleration,
                |row, table| sum_of_lane(weights, row, table),
            ),
            weights => {
                let lanes = weights.len();
                self.sweep_rows(
                    first,
                    |states| chosen[states.start * lanes..states.end * lanes].chunks_exact(lanes),
                    table,
                    acceleration,
                    |row, table| {
                        let lanes = weights.iter().zip(row);
                        lanes
                            .map(|(weights, row)| sum_of_lane(weights, row, table))
                            .sum()
                    },
                )
            }
        }
    }

    #[inline(never)]
    fn sweep_rows<R, I: Iterator<Item = R>>(
        &self,
        first: usize,
        rows: impl Fn(Range<usize>) -> I,
        table: &mut [f64],
        acceleration: &mut Acceleration<f64>,
        sum: impl Fn(R, &[f64]) -> f64,
    ) -> f64 {
        let (constant, share) = (self.equation.constant, self.share);
        let equation = |row, table: &[f64]| constant + share * sum(row, table);
        let last = table.len() - 1;
        let mut largest: f64 = 0.0;
        let (changes, mut sums) = acceleration.begin();
        let mut set = |here: f64, there: &mut f64, before: &mut f64| {
            let change = here - *there;
            *there = here;
            // This comparison ignores NaN, but the proof refuses such values.
            if change.abs() > largest {
                largest = change.abs();
            }
            sums.add(before, change);
        };
        let mut done = 0;
        for found in self.loops.iter().map(Some).chain([None]) {
            let end = found.map_or(changes.len(), |&(start, _)| start);
            let befores = changes[done..end].iter_mut();
            for ((row, before), state) in rows(done..end).zip(befores).zip(first + done..) {
                let here = equation(row, table);
                set(here, &mut table[state & last], before);
            }
            done = end;
            let Some((_, found)) = found else { break };
            let mut off = [0.0; 2];
            let states = first + end..first + end + found.states();
            for ((row, off), state) in rows(end..end + found.states()).zip(&mut off).zip(states) {
                *off = equation(row, table) - table[state];
            }
            for (by, place) in found.of(off).zip(end..) {
                let there = &mut table[first + place];
                set(*there + by, there, &mut changes[place]);
                done += 1;
            }
        }
        acceleration.end(sums);
        largest
    }
}

/// Returns a table for sweeps: a 0 for each node, padded to a power of two for [`number_of`]. (The padding is never
/// touched, so it takes hardly any memory.)
pub(crate) fn zeros(nodes: usize) -> Vec<f64> {
    vec![0.0; nodes.next_power_of_two()]
}

/// Returns the entry of a node in a table whose length is a power of two. Clearing the higher bits of the index keeps
/// it within the table. This takes fewer instructions than a comparison with the length. (In the index of a node, these
/// bits are 0.)
#[inline]
fn number_of(node: Node, table: &[f64]) -> f64 {
    let index = node as usize & (table.len() - 1);
    debug_assert_eq!(
        index, node as usize,
        "the table has a number for every node"
    );
    table[index]
}

#[inline]
fn sum_of_lane(weights: &[f64; LANE], chosen: &[Node; LANE], table: &[f64]) -> f64 {
    let term = |outcome: usize| weights[outcome] * number_of(chosen[outcome], table);
    // Keep two sums, because processors can add two pairs of numbers at a time.
    let mut sums = [term(0), term(1)];
    for outcome in 2..LANE {
        sums[outcome % 2] += term(outcome);
    }
    sums[0] + sums[1]
}
