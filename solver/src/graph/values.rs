//! Values by value iteration, in floating point. Nothing here is proof: see [`super::bounds`].

pub use super::sweeps::{Progress, Unsettled};

use super::sweeps::Equation;
use super::{GRAIN, Graph, LARGEST_PAYOFF};

/// Values found by iteration.
#[derive(Clone, Debug)]
pub struct Values {
    /// For each state the points that the player on roll can expect; multiples of
    /// [`GRAIN`].
    pub points: Vec<f64>,
    /// How often all states were gone through.
    pub sweeps: f64,
}

/// The equation holds when it is off by no more than this: a few roundings of the largest payoff.
const SETTLED: f64 = 1.5 * GRAIN * LARGEST_PAYOFF;

/// What a move is worth is the opposite of what the position after it is worth to the opponent.
const VALUE: Equation = Equation {
    constant: 0.0,
    factor: -1.0,
};

/// Finds values that satisfy the equation but for rounding. The result does not depend on the
/// number of threads.
///
/// # Errors
///
/// [`Unsettled`] if the values do not come to rest.
pub fn iterate(graph: &Graph, observe: &mut dyn FnMut(Progress)) -> Result<Values, Unsettled> {
    let mut points = graph.node_table(0.0);
    let sweeps = VALUE.iterate(graph, &mut points, SETTLED, observe)?;
    points.truncate(graph.states());
    for value in &mut points {
        *value = (*value / GRAIN).round() * GRAIN;
    }
    Ok(Values { points, sweeps })
}
