//! Iteration of an equation over a graph, in floating point: block by block, and in each block in
//! turn choosing moves and sweeping the states with these moves kept.

use std::ops::Range;

use rayon::prelude::*;

use super::{Graph, Node};

/// An equation that every state satisfies, whatever is kept in the table:
/// *here* = `constant` + `factor` · mean over the outcomes of *there*, after the move whose
/// `factor` · *there* is greatest.
pub(super) struct Equation {
    pub(super) constant: f64,
    pub(super) factor: f64,
}

/// What is known after the moves of a block were chosen anew.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Which block is being solved, from 0.
    pub block: usize,
    /// How many blocks there are.
    pub blocks: usize,
    /// The largest amount by which the equation is off in the block.
    pub residual: f64,
}

/// The iteration came to no end.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "after {sweeps} sweeps over a block the values still change by {residual:e}: \
     play may never end"
)]
pub struct Unsettled {
    /// How many sweeps were made.
    pub sweeps: usize,
    /// By how much the equation is still off.
    pub residual: f64,
}

/// While the moves are kept, sweeps go on until the change is this part of what it was.
const CALMED: f64 = 0.1;
/// Changes that shrink less than this from sweep to sweep say nothing of where they lead.
const STEADIEST: f64 = 1.0 - 1e-9;
/// While the moves are kept, there are at most so many sweeps.
const SWEEPS_PER_CHOICE: usize = 40;
/// No block is gone through more often.
const MOST_SWEEPS: usize = 100_000;
/// So many states are worth a task of their own.
pub(super) const STATES_PER_TASK: usize = 1024;

impl Equation {
    /// Iterates until the equation is off by no more than `settled` anywhere. The table has a
    /// place for every node; the ends keep what they have. Returns how many sweeps over all states
    /// it took.
    ///
    /// Moves are chosen in parallel: a choice reads only the table. The sweeps go from state to
    /// state, each using the newest values. So the result does not depend on the number of threads.
    pub(super) fn iterate(
        &self,
        graph: &Graph,
        table: &mut [f64],
        settled: f64,
        observe: &mut dyn FnMut(Progress),
    ) -> Result<f64, Unsettled> {
        let weights: Vec<f64> = graph.weights().iter().copied().map(f64::from).collect();
        let weighted = Weighted {
            equation: self,
            graph,
            weights: &weights,
        };
        let mut swept = 0;
        for (number, block) in graph.blocks().iter().enumerate() {
            let mut choices = Choices::new(graph, block);
            let mut changes = [vec![0.0; block.len()], vec![0.0; block.len()]];
            let mut sweeps = 0;
            loop {
                let residual = weighted.choose(table, &mut choices);
                observe(Progress {
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
                for _ in 0..SWEEPS_PER_CHOICE {
                    sweeps += 1;
                    changes.swap(0, 1);
                    let change = weighted.sweep(&choices, table, &mut changes[1]);
                    if change <= settled.max(residual * CALMED) {
                        break;
                    }
                }
                extrapolate(&mut table[block.clone()], &changes);
            }
            swept += sweeps * block.len();
        }
        Ok(swept as f64 / graph.states().max(1) as f64)
    }
}

/// Goes on from two successive changes as if each further change were the same part of the one
/// before (Aitken's method, along the direction of the changes). Where play can be prolonged for
/// very long that saves most sweeps.
pub(super) fn extrapolate(block: &mut [f64], changes: &[Vec<f64>; 2]) {
    let product = |one: &[f64], other: &[f64]| -> f64 {
        one.iter().zip(other).map(|(one, other)| one * other).sum()
    };
    let ratio = product(&changes[0], &changes[1]) / product(&changes[0], &changes[0]);
    if ratio.abs() < STEADIEST {
        for (value, change) in block.iter_mut().zip(&changes[1]) {
            *value += change * ratio / (1.0 - ratio);
        }
    }
}

/// The moves that are chosen in a block.
struct Choices {
    /// The first state of the block.
    first: usize,
    /// For each state and outcome where the chosen move leads.
    chosen: Vec<Node>,
    /// For each task the rows of the graph that have more than one move.
    open: Vec<Vec<usize>>,
}

impl Choices {
    /// The first move of every state and outcome of a block.
    fn new(graph: &Graph, block: &Range<usize>) -> Choices {
        let outcomes = graph.outcomes();
        let rows = block.start * outcomes..block.end * outcomes;
        let chosen = rows.clone().map(|row| graph.moves_of_row(row)[0]).collect();
        let tasks = rows.clone().step_by(outcomes * STATES_PER_TASK);
        let open = tasks.map(|first| {
            let rows = first..rows.end.min(first + outcomes * STATES_PER_TASK);
            rows.filter(|&row| graph.moves_of_row(row).len() > 1)
                .collect()
        });
        Choices {
            first: block.start,
            chosen,
            open: open.collect(),
        }
    }
}

/// An equation with the graph it is about.
struct Weighted<'a> {
    equation: &'a Equation,
    graph: &'a Graph,
    weights: &'a [f64],
}

impl Weighted<'_> {
    /// Chooses moves anew, of several equally good ones the first; returns by how much the equation
    /// is off at most.
    fn choose(&self, table: &[f64], choices: &mut Choices) -> f64 {
        let outcomes = self.graph.outcomes();
        let tasks = choices.chosen.par_chunks_mut(outcomes * STATES_PER_TASK);
        let residuals = tasks
            .zip(&choices.open)
            .enumerate()
            .map(|(task, (chosen, open))| {
                let first = choices.first + task * STATES_PER_TASK;
                for &row in open {
                    chosen[row - first * outcomes] =
                        self.best_of(self.graph.moves_of_row(row), table);
                }
                let states = (first..).zip(chosen.chunks_exact(outcomes));
                let off =
                    states.map(|(state, chosen)| (self.here(chosen, table) - table[state]).abs());
                off.fold(0.0, f64::max)
            });
        residuals.reduce(|| 0.0, f64::max)
    }

    #[inline]
    fn best_of(&self, moves: &[Node], table: &[f64]) -> Node {
        let mut best = moves[0];
        for &node in &moves[1..] {
            let gain = table[node as usize] - table[best as usize];
            if gain * self.equation.factor > 0.0 {
                best = node;
            }
        }
        best
    }

    /// Applies the equation once to every state of a block, in order; notes the changes, and returns
    /// the largest.
    fn sweep(&self, choices: &Choices, table: &mut [f64], changes: &mut [f64]) -> f64 {
        let mut largest: f64 = 0.0;
        let rows = choices.chosen.chunks_exact(self.weights.len());
        for ((state, chosen), change) in (choices.first..).zip(rows).zip(changes) {
            let here = self.here(chosen, table);
            *change = here - table[state];
            largest = largest.max(change.abs());
            table[state] = here;
        }
        largest
    }

    #[inline]
    fn here(&self, chosen: &[Node], table: &[f64]) -> f64 {
        let there = self.weights.iter().zip(chosen);
        let sum: f64 = there
            .map(|(weight, &node)| weight * table[node as usize])
            .sum();
        let share = self.equation.factor / f64::from(self.graph.total());
        self.equation.constant + share * sum
    }
}
