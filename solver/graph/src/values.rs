//! Values by value iteration, in floating point. The module [`proof`](crate::proof) proves them.
//!
//! The values found satisfy the equation of the game, except for rounding. Where play always ends, only the true values
//! satisfy it exactly, and the error of the values found is at most the residual times the length of play. Where play
//! need not end, other values may satisfy the equation as well, and the game may have no values at all. Only
//! [`prove`](crate::proof::prove) can tell these cases apart.

use crate::extrapolation::most_sweeps;
use crate::sweeps::{Equation, zeros};
pub use crate::sweeps::{SweepProgress, Unsettled};
use crate::{GRAIN, Graph, LARGEST_PAYOFF};

/// Values found by iteration: candidates for [`prove`](crate::proof::prove).
#[derive(Clone, Debug)]
pub struct Values {
    /// Value of each state to the player on roll, in points: a multiple of [`GRAIN`].
    pub points: Vec<f64>,
    /// Number of times that a state was swept, averaged over all states.
    pub sweeps: f64,
}

/// Equation of values: a move is worth the negative of the opponent's value after it.
pub(crate) const VALUE: Equation = Equation {
    constant: 0.0,
    factor: -1.0,
};

/// Finds values within the range of payoffs that satisfy the equation except for rounding: their
/// [`residual`](crate::proof::residual) is at most 16 [`GRAIN`]s plus one for each outcome. Where play need not end,
/// the values may nevertheless be wrong: see the [module](self). The result does not depend on the number of threads.
///
/// ```
/// use tourne_graph::Target::{End, State};
/// use tourne_graph::{Graph, Rows, proof, values};
///
/// // The player on roll may end the game, which is worth 0 to both players, or pass. Nobody need end the game.
/// let mut rows = Rows::default();
/// rows.push([End(0), State(0)]);
/// let graph = Graph::new(&[1], &[0.0], vec![rows], &[1])?;
/// let values = values::iterate(&graph)?;
/// assert!(proof::residual(&graph, &values.points)?.points() < 1e-14);
/// assert_eq!(proof::prove(&graph, &values.points).err(), Some(proof::ProofError::Endless));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Unsettled`] if the values do not converge.
pub fn iterate(graph: &Graph) -> Result<Values, Unsettled> {
    iterate_from(graph, graph.node_table(0.0), 0.0, &mut |_| ())
}

/// Finds values from a [`node_table`](Graph::node_table) of first guesses, and calls `observe` after each sweep over a
/// block. Iterates until the residual is little more than `settled`, or than rounding errors if these are larger.
///
/// # Errors
///
/// [`Unsettled`] if the values do not converge.
///
/// # Panics
///
/// If the table does not have an entry for every node.
pub fn iterate_from(
    graph: &Graph,
    table: Vec<f64>,
    settled: f64,
    observe: &mut dyn FnMut(SweepProgress),
) -> Result<Values, Unsettled> {
    let mut values = zeros(graph.nodes());
    values[..graph.nodes()].copy_from_slice(&table);
    drop(table);
    // Iteration cannot get below a few rounding errors of the largest payoff.
    let settled = settled.max(1.5 * GRAIN * LARGEST_PAYOFF);
    let payoffs = graph.payoffs().iter();
    let largest = payoffs.map(|payoff| payoff.abs()).fold(0.0, f64::max);
    let mut sweeps = 0.0;
    loop {
        sweeps += VALUE.iterate(graph, &mut values, settled, observe)?;
        // Where play need not end, values beyond all payoffs may satisfy the equation, and extrapolation may find them.
        // They are clamped to the range of payoffs, and the iteration is repeated.
        let mut beyond: f64 = 0.0;
        for value in &mut values[..graph.states()] {
            beyond = beyond.max(value.abs() - largest);
            *value = value.clamp(-largest, largest);
        }
        if beyond <= settled {
            break;
        }
        let most = most_sweeps(graph.states());
        if sweeps >= most as f64 {
            return Err(Unsettled {
                sweeps: most,
                residual: beyond,
            });
        }
    }
    values.truncate(graph.states());
    for value in &mut values {
        // Adding 0.0 turns −0.0 into 0.0.
        *value = (*value / GRAIN).round() * GRAIN + 0.0;
    }
    Ok(Values {
        points: values,
        sweeps,
    })
}
