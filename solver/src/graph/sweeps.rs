//! Iteration of an equation over a game, in floating point: block by block, and in each block in
//! turn choosing moves and sweeping the states with these moves kept.

use std::ops::Range;

use rayon::prelude::*;

use super::acceleration::Acceleration;
use super::{Game, Node};

/// An equation that every state satisfies, for a table of values, chances or lengths:
/// *here* = `constant` + `factor` · mean over the outcomes of *there*, after the chosen move.
pub(super) struct Equation<C> {
    pub(super) constant: f64,
    pub(super) factor: f64,
    pub(super) choice: C,
}

/// Progress of an iteration, reported whenever the moves of a block were chosen anew.
#[derive(Clone, Copy, Debug)]
pub struct SweepProgress {
    /// Index of the block that is being solved, from 0.
    pub block: usize,
    /// Number of blocks.
    pub blocks: usize,
    /// The largest amount by which the equation is off in the block.
    pub residual: f64,
}

/// Error of an iteration that does not converge.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "after {sweeps} sweeps over a block the values still change by {residual:e}: \
     play may never end"
)]
pub struct Unsettled {
    /// Number of sweeps made.
    pub sweeps: usize,
    /// Largest amount by which the equation is still off.
    pub residual: f64,
}

/// Number of first sweeps that each choose moves anew.
const SWEEPS_OF_CHOICE: usize = 4;
/// Part of the residual of the last choice at which moves are chosen anew.
const CALMED: f64 = 1e-3;
/// Maximum number of sweeps between two choices of moves.
const SWEEPS_PER_CHOICE: usize = 40;
/// Maximum number of sweeps over a block; by then play is taken to be endless.
const MOST_SWEEPS: usize = 100_000;
/// Number of states that are worth a task of their own.
pub(super) const STATES_PER_TASK: usize = 1024;
/// Number of outcomes added up at a time, that of a die: a constant, so that the compiler can unroll
/// the loop.
const LANE: usize = 6;

/// Chooses one of the moves of an outcome, given the moves, the one chosen last, and the table.
pub(super) trait Choose: Sync {
    /// The chosen move. The last one is kept unless another is better.
    fn choose(&self, moves: &[Node], last: Option<Node>, table: &[f64]) -> Node;
}

/// Chooses the move with the greatest multiple of *there*.
pub(super) struct Greatest {
    factor: f64,
}

impl Choose for Greatest {
    #[inline]
    fn choose(&self, moves: &[Node], last: Option<Node>, table: &[f64]) -> Node {
        let mut chosen = last.unwrap_or(moves[0]);
        let mut most = self.factor * table[chosen as usize];
        for &node in moves {
            let there = self.factor * table[node as usize];
            if there > most {
                (chosen, most) = (node, there);
            }
        }
        chosen
    }
}

impl Equation<Greatest> {
    /// The equation in which the move with the greatest `factor` · *there* is chosen.
    pub(super) const fn of_greatest(constant: f64, factor: f64) -> Self {
        Equation {
            constant,
            factor,
            choice: Greatest { factor },
        }
    }
}

impl<C: Choose> Equation<C> {
    /// Iterates until the equation is off by hardly more than `settled` anywhere. The table has a
    /// place for every node; those of the ends are kept. Returns the number of sweeps over all states that
    /// it took.
    ///
    /// Moves are chosen in parallel: a choice reads only the table. The sweeps go from state to
    /// state, each using the newest values. So the result does not depend on the number of threads.
    pub(super) fn iterate(
        &self,
        game: &impl Game,
        table: &mut [f64],
        settled: f64,
        observe: &mut dyn FnMut(SweepProgress),
    ) -> Result<f64, Unsettled> {
        let mut swept = 0;
        for (number, block) in game.blocks().iter().enumerate() {
            let mut policy = Policy::new(self, game, block, table);
            let mut acceleration = Acceleration::new(block.len());
            let (mut sweeps, mut residual) = (0, f64::INFINITY);
            let (mut calm, mut next_choice) = (f64::INFINITY, 1);
            loop {
                let chooses = sweeps >= next_choice;
                if chooses && !policy.choose(game, table) && residual <= settled {
                    break;
                }
                residual = policy.sweep(table, &mut acceleration.changes);
                sweeps += 1;
                if chooses {
                    observe(SweepProgress {
                        block: number,
                        blocks: game.blocks().len(),
                        residual,
                    });
                    // Equal moves may take turns for ever, for the sake of a rounding.
                    if residual <= settled {
                        break;
                    }
                    if sweeps >= MOST_SWEEPS {
                        return Err(Unsettled { sweeps, residual });
                    }
                    calm = residual * CALMED;
                    next_choice = sweeps + SWEEPS_PER_CHOICE;
                }
                if sweeps < SWEEPS_OF_CHOICE || residual <= settled.max(calm) {
                    next_choice = sweeps;
                }
                if residual > settled {
                    acceleration.apply(&mut table[block.clone()]);
                }
            }
            swept += sweeps * block.len();
        }
        Ok(swept as f64 / game.states().max(1) as f64)
    }
}

/// The moves that are chosen in a block, with the equation that they are chosen for.
struct Policy<'a, C> {
    equation: &'a Equation<C>,
    /// The weights of the outcomes in lanes, the last filled up with zeros. They are whole numbers, so
    /// that a value equal after every move, such as that of a sure win, is not rounded.
    weights: Vec<[f64; LANE]>,
    /// Factor of a weighted sum.
    share: f64,
    /// The first state of the block.
    first: usize,
    /// Nodes that the chosen moves lead to, for each state and lane.
    chosen: Vec<[Node; LANE]>,
    /// For each task the rows with several moves, as places among the chosen moves of the task.
    choices: Vec<Vec<u32>>,
}

impl<'a, C: Choose> Policy<'a, C> {
    /// A move of every state and outcome of a block.
    fn new(
        equation: &'a Equation<C>,
        game: &impl Game,
        block: &Range<usize>,
        table: &[f64],
    ) -> Policy<'a, C> {
        let outcomes = game.weights().len();
        let lanes = outcomes.div_ceil(LANE);
        let mut weights = vec![[0.0; LANE]; lanes];
        for (place, &weight) in weights.as_flattened_mut().iter_mut().zip(game.weights()) {
            *place = f64::from(weight);
        }
        // The nodes that fill up a lane are multiplied by 0, but must exist.
        let mut chosen = vec![[block.start as Node; LANE]; block.len() * lanes];
        let tasks = chosen.par_chunks_mut(STATES_PER_TASK * lanes);
        let choices = tasks.enumerate().map(|(task, chosen)| {
            let first = block.start + task * STATES_PER_TASK;
            let mut choices = Vec::new();
            for (at, chosen) in chosen.chunks_exact_mut(lanes).enumerate() {
                let chosen = chosen.as_flattened_mut();
                for (outcome, chosen) in chosen[..outcomes].iter_mut().enumerate() {
                    game.with_moves(first + at, outcome, |moves| {
                        *chosen = moves[0];
                        if moves.len() > 1 {
                            *chosen = equation.choice.choose(moves, None, table);
                            choices.push((at * lanes * LANE + outcome) as u32);
                        }
                    });
                }
            }
            choices
        });
        Policy {
            share: equation.factor / f64::from(game.total()),
            first: block.start,
            choices: choices.collect(),
            equation,
            weights,
            chosen,
        }
    }

    /// Chooses moves anew; returns whether any choice differs from the last.
    fn choose(&mut self, game: &impl Game, table: &[f64]) -> bool {
        let lanes = self.weights.len();
        let choice = &self.equation.choice;
        let tasks = self.chosen.par_chunks_mut(STATES_PER_TASK * lanes);
        let tasks = tasks.zip(&self.choices).enumerate();
        let changed = tasks.map(|(task, (chosen, choices))| {
            let first = self.first + task * STATES_PER_TASK;
            let chosen = chosen.as_flattened_mut();
            let mut changed = false;
            for &place in choices {
                let chosen = &mut chosen[place as usize];
                let place = place as usize;
                let (at, outcome) = (place / (lanes * LANE), place % (lanes * LANE));
                let last = *chosen;
                *chosen = game.with_moves(first + at, outcome, |moves| {
                    choice.choose(moves, Some(last), table)
                });
                changed |= *chosen != last;
            }
            changed
        });
        changed.reduce(|| false, |one, other| one | other)
    }

    /// Applies the equation once to every state of the block, in order; notes the changes, and returns
    /// the largest.
    fn sweep(&self, table: &mut [f64], changes: &mut [f64]) -> f64 {
        match &self.weights[..] {
            // The usual case, on its own so that the loop gets all registers.
            [weights] => self.sweep_rows(self.chosen.iter(), table, changes, |chosen, table| {
                sum_of_lane(weights, chosen, table)
            }),
            weights => {
                let rows = self.chosen.chunks_exact(weights.len());
                self.sweep_rows(rows, table, changes, |chosen, table| {
                    let lanes = weights.iter().zip(chosen);
                    let sums = lanes.map(|(weights, chosen)| sum_of_lane(weights, chosen, table));
                    sums.sum()
                })
            }
        }
    }

    #[inline(never)]
    fn sweep_rows<R>(
        &self,
        rows: impl Iterator<Item = R>,
        table: &mut [f64],
        changes: &mut [f64],
        sum: impl Fn(R, &[f64]) -> f64,
    ) -> f64 {
        let mut largest: f64 = 0.0;
        for (at, (row, change)) in rows.zip(changes).enumerate() {
            let here = self.equation.constant + self.share * sum(row, table);
            let old = &mut table[self.first + at];
            *change = here - *old;
            *old = here;
            if change.abs() > largest {
                largest = change.abs();
            }
        }
        largest
    }
}

#[inline]
fn sum_of_lane(weights: &[f64; LANE], chosen: &[Node; LANE], table: &[f64]) -> f64 {
    let mut sum = 0.0;
    for outcome in 0..LANE {
        sum += weights[outcome] * table[chosen[outcome] as usize];
    }
    sum
}
