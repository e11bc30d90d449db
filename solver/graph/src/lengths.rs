//! Bounds on the expected length of play.

use crate::Graph;
use crate::checked::table;
use crate::sweeps::{Unsettled, sums};

/// Returns for each node an upper bound on the expected number of moves to the end of play, if both players prolong it
/// with the moves of this graph. The bound of a state is greater than 1 + the mean, over the outcomes, of the greatest
/// bound after a move, by this `tolerance` in moves at most. The bounds are computed in floating point, so a proof must
/// check them.
///
/// # Errors
///
/// [`Unsettled`] if play goes on for too long.
pub fn at_least(graph: &Graph, tolerance: f64) -> Result<Vec<f64>, Unsettled> {
    let mut lengths = table(graph.nodes());
    for number in 0..graph.blocks().len() {
        let mut block = graph.block(number).clone();
        block.mark_all();
        let sweeps = sums(
            &mut block,
            None,
            1.0,
            tolerance,
            &mut lengths,
            &mut |_, _| (),
        )?;
        let mut found = lengths[block.states.clone()].iter();
        // Where play never ends, lengths grow until rounding hides the addition of a single move, at about 1e16 moves; the
        // longest game that is solved in the tests lasts 1e6.
        if !found.all(|length| (1.0..1e9).contains(length)) {
            return Err(Unsettled {
                sweeps,
                residual: tolerance,
            });
        }
    }
    lengths.truncate(graph.nodes());
    Ok(lengths)
}
