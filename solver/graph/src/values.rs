//! Values by value iteration, in floating point. [`prove`](crate::prove) proves them.
//!
//! The values found satisfy the equation of the game, except for rounding. Where play always ends, only the true values
//! satisfy it exactly, and the error of the values found is at most the residual times the length of play. Where play
//! need not end, other values may satisfy the equation as well, and the game may have no values at all. Only
//! [`prove`](crate::prove) can tell these cases apart.

use crate::block::Block;
use crate::checked::{Checked, table as zeros};
use crate::sweeps::{self, Unsettled, settle};
use crate::{GRAIN, Graph};

/// Values found by iteration: candidates for [`prove`](crate::prove).
#[derive(Clone, Debug)]
pub struct Values {
    /// Value of each state to the player on roll, in points: a multiple of [`GRAIN`].
    pub points: Vec<f64>,
    /// Number of times that a state was swept, averaged over all states.
    pub sweeps: f64,
}

/// Finds values within the range of payoffs that satisfy the equation except for rounding: their
/// [`residual`](crate::residual()) is at most 16 [`GRAIN`]s plus one for each outcome. Where play need not end,
/// the values may nevertheless be wrong: see the [module](self). The result does not depend on the number of threads.
///
/// # Errors
///
/// [`Unsettled`] if the values do not converge.
pub fn iterate(graph: &Graph) -> Result<Values, Unsettled> {
    iterate_from(graph, &graph.node_table(0.0), 0.0)
}

/// Finds values from a [`node_table`](Graph::node_table) of first guesses. Iterates until the residual is little more than
/// `settled`, or than rounding errors if these are larger.
///
/// # Errors
///
/// [`Unsettled`] if the values do not converge.
///
/// # Panics
///
/// If the table does not have an entry for every node.
pub fn iterate_from(graph: &Graph, table: &[f64], settled: f64) -> Result<Values, Unsettled> {
    assert_eq!(table.len(), graph.nodes(), "every node has a first guess");
    let mut values = zeros(table.len());
    values[..table.len()].copy_from_slice(table);
    let mut swept = 0;
    for (number, states) in graph.blocks().iter().enumerate() {
        let mut block = graph.block(number).clone();
        let ignore = &mut |_, _| ();
        swept += states.len() * find(graph.game(), &mut block, &mut values, settled, ignore)?;
    }
    values.truncate(graph.states());
    Ok(Values {
        points: values,
        sweeps: swept as f64 / graph.states().max(1) as f64,
    })
}

/// Finds the values of a block, as [`iterate_from`] does, and returns the number of sweeps.
pub(crate) fn find(
    game: &Checked,
    block: &mut Block,
    values: &mut [f64],
    settled: f64,
    observe: &mut dyn FnMut(usize, f64),
) -> Result<usize, Unsettled> {
    let largest = game.largest_payoff();
    // Iteration cannot get below a few rounding errors of the largest payoff.
    let settled = settled.max(2.0 * GRAIN * largest.max(1.0));
    let mut sweeps = 0;
    loop {
        sweeps += if block.has_again {
            settle::<sweeps::ValueEquation<true>>(block, None, 0.0, values, settled, observe)?
        } else {
            settle::<sweeps::ValueEquation<false>>(block, None, 0.0, values, settled, observe)?
        };
        // Where play need not end, values beyond all payoffs may satisfy the equation, and extrapolation may find them.
        // They are clamped to the range of payoffs, and the iteration is repeated.
        let mut beyond: f64 = 0.0;
        for value in &mut values[block.states.clone()] {
            beyond = beyond.max(value.abs() - largest);
            *value = value.clamp(-largest, largest);
        }
        if beyond <= settled {
            break;
        }
        if sweeps >= sweeps::most_sweeps(block.states.len()) {
            return Err(Unsettled {
                sweeps,
                residual: beyond,
            });
        }
    }
    for value in &mut values[block.states.clone()] {
        // Adding 0.0 turns −0.0 into 0.0.
        *value = (*value / GRAIN).round() * GRAIN + 0.0;
    }
    Ok(sweeps)
}
