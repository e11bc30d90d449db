//! Values by value iteration, in floating point. Nothing here is proof: see [`super::bounds`].

use rayon::prelude::*;

use super::{GRAIN, Graph, LARGEST_PAYOFF, Node};

/// Values found by iteration.
#[derive(Clone, Debug)]
pub struct Values {
    /// For each state the points that the player on roll can expect; multiples of
    /// [`GRAIN`].
    pub points: Vec<f64>,
    /// How often all states of a block were gone through, summed over the blocks and weighted by
    /// their sizes.
    pub sweeps: f64,
}

/// What is known after the moves of a block were chosen anew.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Which block is being solved, from 0.
    pub block: usize,
    /// How many blocks there are.
    pub blocks: usize,
    /// The largest amount by which the equation is off in the block, in points.
    pub residual: f64,
}

/// The iteration came to no end.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "after {sweeps} sweeps over a block the values still change by {residual:e} points: play may never end"
)]
pub struct Unsettled {
    /// How many sweeps were made.
    pub sweeps: usize,
    /// By how much the equation is still off.
    pub residual: f64,
}

/// The equation holds when it is off by no more than this: a few roundings of the largest payoff.
const SETTLED: f64 = 1.5 * GRAIN * LARGEST_PAYOFF;
/// While the moves are kept, sweeps go on until the change is this part of what it was.
const CALMED: f64 = 0.05;
/// While the moves are kept, there are at most so many sweeps.
const SWEEPS_PER_CHOICE: usize = 40;
/// No block is gone through more often.
const MOST_SWEEPS: usize = 200_000;
/// So many states are worth a task of their own.
const STATES_PER_TASK: usize = 1024;

/// Solves the equation block by block. In turn, the best moves are chosen for the present values
/// (in parallel: a choice reads only the values), and the values are swept with these moves kept
/// (one state after the other, each using the newest values). The result does not depend on the
/// number of threads.
///
/// # Errors
///
/// [`Unsettled`] if the values do not come to rest.
///
/// # Panics
///
/// Never: a graph has a move for every outcome.
pub fn iterate(graph: &Graph, observe: &mut dyn FnMut(Progress)) -> Result<Values, Unsettled> {
    let outcomes = graph.outcomes();
    let mut values = graph.node_table(0.0);
    let mut swept = 0;
    for (number, block) in graph.blocks().iter().enumerate() {
        let mut chosen: Vec<Node> = vec![0; block.len() * outcomes];
        let mut sweeps = 0;
        loop {
            let residual = choose(graph, block.start, &values, &mut chosen);
            observe(Progress {
                block: number,
                blocks: graph.blocks().len(),
                residual,
            });
            if residual <= SETTLED {
                break;
            }
            if sweeps >= MOST_SWEEPS {
                return Err(Unsettled { sweeps, residual });
            }
            for _ in 0..SWEEPS_PER_CHOICE {
                sweeps += 1;
                let change = sweep(graph, block.start, &chosen, &mut values);
                if change <= SETTLED.max(residual * CALMED) {
                    break;
                }
            }
        }
        swept += sweeps * block.len();
    }
    values.truncate(graph.states());
    for value in &mut values {
        *value = (*value / GRAIN).round() * GRAIN;
    }
    Ok(Values {
        points: values,
        sweeps: swept as f64 / graph.states().max(1) as f64,
    })
}

/// Chooses for every state of the block that begins with `first`, and every outcome, the first
/// move to the least value; returns by how much the equation is off at most.
fn choose(graph: &Graph, first: usize, values: &[f64], chosen: &mut [Node]) -> f64 {
    let outcomes = graph.outcomes();
    chosen
        .par_chunks_mut(outcomes * STATES_PER_TASK)
        .enumerate()
        .map(|(task, chosen)| {
            let first = first + task * STATES_PER_TASK;
            let mut residual: f64 = 0.0;
            for (state, chosen) in (first..).zip(chosen.chunks_exact_mut(outcomes)) {
                let mut sum = 0.0;
                for ((weight, moves), chosen) in graph.rolls(state).zip(chosen) {
                    let (mut best, mut least) = (moves[0], values[moves[0] as usize]);
                    for &node in &moves[1..] {
                        let value = values[node as usize];
                        if value < least {
                            (best, least) = (node, value);
                        }
                    }
                    *chosen = best;
                    sum -= f64::from(weight) * least;
                }
                residual = residual.max((sum / f64::from(graph.total()) - values[state]).abs());
            }
            residual
        })
        .reduce(|| 0.0, f64::max)
}

/// Applies the equation once to every state of a block, in order, with the chosen moves; returns
/// the largest change.
fn sweep(graph: &Graph, first: usize, chosen: &[Node], values: &mut [f64]) -> f64 {
    let share = 1.0 / f64::from(graph.total());
    let mut change: f64 = 0.0;
    for (state, chosen) in (first..).zip(chosen.chunks_exact(graph.outcomes())) {
        let mut sum = 0.0;
        for (&weight, &node) in graph.weights().iter().zip(chosen) {
            sum -= f64::from(weight) * values[node as usize];
        }
        let value = sum * share;
        change = change.max((value - values[state]).abs());
        values[state] = value;
    }
    change
}
