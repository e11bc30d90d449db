//! Length of play if both players do all they can to prolong it.

use crate::Graph;
use crate::choices::Choices;
use crate::extrapolation::{MOST_SWEEPS, Memory};
use crate::sweeps::{Equation, Unsettled, zeros};

/// Equation of lengths: one move, and then the longest play after it.
const LENGTH: Equation = Equation {
    constant: 1.0,
    factor: 1.0,
    memory: Memory::One,
};

/// Maximum length, in moves: beside it, floating point still resolves an eighth of a move.
const LONGEST: f64 = (1_u64 << 49) as f64;

/// Relative tolerance of whole lengths. Chosen: a few per cent matter little, as the lengths are doubled.
const WHOLE_RESIDUAL: f64 = 1.0 / 64.0;

/// Returns for each state and end an upper bound on the mean number of moves to the end of play, if both players
/// prolong it with the moves of this graph. The bound is too large by a factor of at most about 1 + 2 · `residual`;
/// `residual` must be at most 1/2. Computed in floating point: fit for reports and for proposing bounds, not as a
/// proof.
///
/// # Errors
///
/// [`Unsettled`] if play goes on for too long.
///
/// ```
/// use tourne_graph::{Graph, Rows, Target, lengths};
///
/// // Tossing a coin until it shows heads takes two tosses on average.
/// let mut rows = Rows::default();
/// rows.push([Target::End(0)]);
/// rows.push([Target::State(0)]);
/// let graph = Graph::new(&[1, 1], &[1.0], vec![rows], &[1])?;
/// let lengths = lengths::at_least(&graph, 1e-6)?;
/// assert!(lengths[0] >= 2.0 && lengths[0] < 2.000_01);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn at_least(graph: &Graph, residual: f64) -> Result<Vec<f64>, Unsettled> {
    // With this memory, lengths of millions of moves take a fraction of the sweeps.
    let equation = Equation {
        memory: Memory::Two,
        ..LENGTH
    };
    iterate(&equation, graph, residual)
}

fn iterate(equation: &Equation, graph: &Graph, residual: f64) -> Result<Vec<f64>, Unsettled> {
    let mut lengths = zeros(graph.nodes());
    equation.iterate(graph, &mut lengths, residual, &mut |_| ())?;
    enlarged(graph, lengths, residual)
}

/// Bounds on the length of play in whole moves, for proofs: each is at least 1 + the mean of the greatest bounds that
/// follow. They are about twice as large as necessary. Found in floating point, so a proof must check them.
///
/// # Errors
///
/// [`Unsettled`] if play goes on for too long.
pub fn whole(graph: &Graph) -> Result<Vec<i64>, Unsettled> {
    let lengths = iterate(&LENGTH, graph, WHOLE_RESIDUAL)?;
    // Doubling leaves at least one move to spare, which is more than rounding up adds to the mean.
    Ok(lengths
        .into_iter()
        .map(|length| (2.0 * length).ceil() as i64)
        .collect())
}

/// Maximum number of sweeps of [`short`] over a block. Where play is long, [`at_least`] takes fewer.
const FEW_SWEEPS: usize = 1_000;

/// Bounds as [`at_least`] gives them, or an error if that takes more than [`FEW_SWEEPS`].
pub(crate) fn short(graph: &Graph, residual: f64) -> Result<Vec<f64>, Unsettled> {
    let mut lengths = zeros(graph.nodes());
    for block in graph.blocks() {
        let mut choices = Choices::new(graph, block.clone(), None);
        LENGTH.settle(
            &mut choices,
            &mut lengths,
            residual,
            FEW_SWEEPS,
            &mut |_| (),
        )?;
    }
    enlarged(graph, lengths, residual)
}

/// Enlarges lengths to upper bounds. If no length falls short of 1 + the mean of those after it by more than r, then
/// after division by 1 − r none does at all; and 1 + 2 r is no less than 1 / (1 − r) for r up to 1/2.
fn enlarged(graph: &Graph, mut lengths: Vec<f64>, residual: f64) -> Result<Vec<f64>, Unsettled> {
    lengths.truncate(graph.nodes());
    for length in &mut lengths[..graph.states()] {
        *length *= 1.0 + 2.0 * residual;
        // Where play never ends, lengths grow until a move more or less is lost in rounding.
        if !(1.0..LONGEST).contains(length) {
            let sweeps = MOST_SWEEPS;
            return Err(Unsettled { sweeps, residual });
        }
    }
    Ok(lengths)
}
