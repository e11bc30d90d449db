//! Expected length of play if both players do all they can to prolong it.

use crate::Graph;
use crate::extrapolation::MOST_SWEEPS;
use crate::sweeps::{Equation, Unsettled, zeros};

/// Equation of lengths: 1 + the mean, over the outcomes, of the greatest length after a move.
const LENGTH: Equation = Equation {
    constant: 1.0,
    factor: 1.0,
};

/// Maximum length, in moves. Up to this length, floating point resolves an eighth of a move.
const LONGEST: f64 = (1_u64 << 49) as f64;

/// Relative tolerance of the lengths in [`whole`]. An error of a few per cent matters little there, as the lengths are
/// doubled.
const WHOLE_RESIDUAL: f64 = 1.0 / 64.0;

/// Returns for each node an upper bound on the expected number of moves to the end of play, if both players prolong it
/// with the moves of this graph. The bound is too large by a factor of at most about 1 + 2 · `residual`; `residual`
/// must be at most 1/2. The bounds are computed in floating point. They are accurate enough for reports and as input to
/// a proof, but are not proven.
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
    let mut lengths = zeros(graph.nodes());
    LENGTH.iterate(graph, &mut lengths, residual, &mut |_| ())?;
    lengths.truncate(graph.nodes());
    // Every length is at least 1 − r + the mean of the lengths after the next move, where r is the residual. If all
    // lengths are divided by 1 − r, each is then at least 1 + the mean of the lengths after the next move. The factor
    // used here, 1 + 2 r, is no less than 1 / (1 − r) for r up to 1/2.
    for length in &mut lengths[..graph.states()] {
        *length *= 1.0 + 2.0 * residual;
        // Where play never ends, lengths grow until rounding hides the addition of a single move.
        if !(1.0..LONGEST).contains(length) {
            let sweeps = MOST_SWEEPS;
            return Err(Unsettled { sweeps, residual });
        }
    }
    Ok(lengths)
}

/// Returns bounds on the length of play in whole moves, as input to a proof. The bound of a state is at least 1 + the
/// mean, over the outcomes, of the greatest bound after a move. The bounds are about twice as large as necessary. They
/// are found in floating point, so a proof must check them.
///
/// # Errors
///
/// [`Unsettled`] if play goes on for too long.
pub fn whole(graph: &Graph) -> Result<Vec<i64>, Unsettled> {
    let lengths = at_least(graph, WHOLE_RESIDUAL)?;
    // Doubling leaves at least one spare move in each inequality, and rounding up adds less than one to the mean.
    Ok(lengths
        .into_iter()
        .map(|length| (2.0 * length).ceil() as i64)
        .collect())
}
