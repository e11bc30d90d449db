//! Iteration of an equation over a graph, in floating point: block by block, and in each block in
//! turn choosing moves and sweeping the states with these moves kept.

use std::ops::Range;

use rayon::prelude::*;

use super::acceleration::Acceleration;
use super::{Graph, Node};

/// An equation that every state satisfies, for a table of values, chances or lengths:
/// *here* = `constant` + `factor` · mean over the outcomes of *there*, after the move whose
/// `factor` · *there* is greatest.
pub(super) struct Equation {
    pub(super) constant: f64,
    pub(super) factor: f64,
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
const SWEEPS_OF_CHOICE: usize = 8;
/// Part of the residual of the last choice at which moves are chosen anew.
const CALMED: f64 = 0.1;
/// Maximum number of sweeps between two choices of moves.
const SWEEPS_PER_CHOICE: usize = 40;
/// Maximum number of sweeps over a block; by then play is taken to be endless.
const MOST_SWEEPS: usize = 100_000;
/// Number of states that are worth a task of their own.
pub(super) const STATES_PER_TASK: usize = 1024;
/// Number of outcomes added up at a time, that of a die: a constant, so that the compiler can unroll
/// the loop.
const LANE: usize = 6;

impl Equation {
    /// Iterates until the equation is off by hardly more than `settled` anywhere. The table has a
    /// place for every node; those of the ends are kept. Returns the number of sweeps over all states that
    /// it took.
    ///
    /// Moves are chosen in parallel: a choice reads only the table. The sweeps go from state to
    /// state, each using the newest values. So the result does not depend on the number of threads.
    pub(super) fn iterate(
        &self,
        graph: &Graph,
        table: &mut [f64],
        settled: f64,
        observe: &mut dyn FnMut(SweepProgress),
    ) -> Result<f64, Unsettled> {
        let all = |moves: &[Node], kept: &mut Vec<Node>| kept.extend_from_slice(moves);
        self.iterate_among(graph, &all, table, settled, observe)
    }

    /// The same with only those moves that `keep` keeps, given the moves of one outcome.
    pub(super) fn iterate_among(
        &self,
        graph: &Graph,
        keep: &Keep,
        table: &mut [f64],
        settled: f64,
        observe: &mut dyn FnMut(SweepProgress),
    ) -> Result<f64, Unsettled> {
        let mut swept = 0;
        for (number, block) in graph.blocks().iter().enumerate() {
            let mut policy = Policy::new(self, graph, keep, block);
            let mut acceleration = Acceleration::new(block.len());
            let mut sweeps = 0;
            let (mut calm, mut next_choice) = (f64::INFINITY, 0);
            loop {
                let chooses = sweeps >= next_choice;
                if chooses {
                    policy.choose(table);
                }
                let residual = policy.sweep(table, &mut acceleration.changes);
                sweeps += 1;
                if chooses {
                    observe(SweepProgress {
                        block: number,
                        blocks: graph.blocks().len(),
                        residual,
                    });
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
        Ok(swept as f64 / graph.states().max(1) as f64)
    }
}

/// Keeps some of the moves of one outcome, at least one.
pub(super) type Keep<'a> = dyn Fn(&[Node], &mut Vec<Node>) + Sync + 'a;

/// The moves that are chosen in a block, with the equation that they are chosen for.
struct Policy {
    constant: f64,
    factor: f64,
    /// The weights of the outcomes in lanes, the last filled up with zeros. They are whole numbers, so
    /// that a value equal after every move, such as that of a sure win, is not rounded.
    weights: Vec<[f64; LANE]>,
    /// Factor of a weighted sum.
    share: f64,
    /// The first state of the block.
    first: usize,
    /// Nodes that the chosen moves lead to, for each state and lane.
    chosen: Vec<[Node; LANE]>,
    /// For each task the moves of rows with several moves.
    rivals: Vec<Vec<Rival>>,
}

/// A move that may be chosen.
struct Rival {
    /// The place of its row among the chosen moves of the task.
    place: u32,
    node: Node,
}

impl Policy {
    /// The first move of every state and outcome of a block.
    fn new(equation: &Equation, graph: &Graph, keep: &Keep, block: &Range<usize>) -> Policy {
        let outcomes = graph.outcomes();
        let lanes = outcomes.div_ceil(LANE);
        let mut weights = vec![[0.0; LANE]; lanes];
        for (place, &weight) in weights.as_flattened_mut().iter_mut().zip(graph.weights()) {
            *place = f64::from(weight);
        }
        // The nodes that fill up a lane are multiplied by 0, but must exist.
        let mut chosen = vec![[block.start as Node; LANE]; block.len() * lanes];
        let mut rivals = Vec::new();
        let mut kept = Vec::new();
        let tasks = chosen.chunks_mut(STATES_PER_TASK * lanes);
        for (chosen, first) in tasks.zip(block.clone().step_by(STATES_PER_TASK)) {
            let mut rivals_here = Vec::new();
            for (at, chosen) in chosen.chunks_mut(lanes).enumerate() {
                let chosen = chosen.as_flattened_mut();
                for (outcome, (_, moves)) in graph.rolls(first + at).enumerate() {
                    chosen[outcome] = moves[0];
                    if moves.len() > 1 {
                        kept.clear();
                        keep(moves, &mut kept);
                        chosen[outcome] = kept[0];
                        if kept.len() > 1 {
                            let place = (at * lanes * LANE + outcome) as u32;
                            rivals_here.extend(kept.iter().map(|&node| Rival { place, node }));
                        }
                    }
                }
            }
            rivals.push(rivals_here);
        }
        Policy {
            constant: equation.constant,
            factor: equation.factor,
            weights,
            share: equation.factor / f64::from(graph.total()),
            first: block.start,
            chosen,
            rivals,
        }
    }

    /// Chooses moves anew: a move is kept unless another is better.
    fn choose(&mut self, table: &[f64]) {
        let factor = self.factor;
        let states = STATES_PER_TASK * self.weights.len();
        let tasks = self.chosen.par_chunks_mut(states);
        tasks.zip(&self.rivals).for_each(|(chosen, rivals)| {
            let chosen = chosen.as_flattened_mut();
            for rival in rivals {
                let chosen = &mut chosen[rival.place as usize];
                let gain = table[rival.node as usize] - table[*chosen as usize];
                if gain * factor > 0.0 {
                    *chosen = rival.node;
                }
            }
        });
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
            let here = self.constant + self.share * sum(row, table);
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
