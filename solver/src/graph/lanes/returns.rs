//! A bound on the number of returns in a game; see the [module above](super).

use std::ops::Range;

use super::super::sweeps::{MOST_SWEEPS, Unsettled};
use super::super::{Graph, Node};
use super::row::greater;

/// Part of a return that every move counts as, so that bounds keep a distance everywhere.
pub(super) const PART: f64 = 1.0 / 16.0;

/// A bound on the number of returns from any state if both players prolong the game; see the [module](self).
///
/// # Errors
///
/// [`Unsettled`] if play goes on for too long.
pub(super) fn returns(graph: &Graph) -> Result<f64, Unsettled> {
    let mut table = vec![0.0; graph.states() + graph.payoffs().len()];
    for block in graph.blocks() {
        for sweeps in 1.. {
            let mut residual: f64 = 0.0;
            for state in block.clone() {
                let here = PART + mean_returns(graph, &table, block, state);
                residual = residual.max(here - table[state]);
                table[state] = here;
            }
            if residual <= PART / 4.0 {
                break;
            }
            if sweeps >= MOST_SWEEPS {
                return Err(Unsettled { sweeps, residual });
            }
        }
        let mut states = block.clone();
        let holds = states
            .all(|state| table[state] >= PART / 2.0 + mean_returns(graph, &table, block, state));
        if !holds {
            return Ok(f64::INFINITY);
        }
    }
    Ok(table.into_iter().fold(0.0, greater))
}

/// The mean of the largest number of returns after a move of a state, with the move itself.
#[inline]
fn mean_returns(graph: &Graph, table: &[f64], block: &Range<usize>, state: usize) -> f64 {
    let after = |&node: &Node| {
        let node = node as usize;
        table[node] + f64::from(u8::from((state..block.end).contains(&node)))
    };
    let rolls = graph.rolls(state);
    let sum: f64 = rolls
        .map(|(weight, moves)| f64::from(weight) * moves.iter().map(after).fold(0.0, greater))
        .sum();
    sum / f64::from(graph.total())
}
