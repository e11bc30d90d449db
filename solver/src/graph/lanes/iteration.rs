//! Iteration of the equation until values are settled.

use super::super::Graph;
use super::super::acceleration::Acceleration;
use super::super::sweeps::{MOST_SWEEPS, Unsettled};
use super::equation::Equation;
use super::row::Row;

/// One state in this number is looked at to find the step of the extrapolation, and whether values are settled.
const SAMPLE: usize = 8;

/// Improves the values until the last sweep over each block changes none by more than `settled`, of those states that
/// are looked at: one in eight. [`Good::bounds`](super::Good::bounds) tells how far off any is. The table has a row for
/// every node; those of the ends are kept.
///
/// # Errors
///
/// [`Unsettled`] if the values do not converge.
///
/// # Panics
///
/// If the table has not a row for every node.
pub fn iterate<const N: usize>(
    graph: &Graph,
    table: &mut Vec<Row<N>>,
    settled: f64,
) -> Result<(), Unsettled> {
    iterate_equation(graph, &Equation::new(graph), table, settled)
}

/// The same, with the equation of the graph.
pub(super) fn iterate_equation<const N: usize>(
    graph: &Graph,
    equation: &Equation,
    table: &mut Vec<Row<N>>,
    settled: f64,
) -> Result<(), Unsettled> {
    equation.with_zeros(table, |table| {
        for block in graph.blocks() {
            let mut acceleration = Acceleration::new(block.len().div_ceil(SAMPLE));
            for sweeps in 1.. {
                let changes = equation.sweep(block, table, SAMPLE, &mut acceleration);
                let residual = changes.into_iter().fold(0.0, f64::max);
                if residual <= settled {
                    break;
                }
                if sweeps >= MOST_SWEEPS {
                    return Err(Unsettled { sweeps, residual });
                }
                acceleration.apply(&mut table[block.clone()]);
            }
        }
        Ok(())
    })
}
