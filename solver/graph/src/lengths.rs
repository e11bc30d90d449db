//! Bounds on the expected length of play.

use crate::Graph;
use crate::checked::table;
use crate::sweeps::{Unsettled, sums};

/// Largest length, in moves, that counts as found. Where play never ends, lengths grow until rounding hides the addition
/// of a single move, at about 1e16 moves; the longest game that is solved in the tests lasts 1e6.
const LARGEST: f64 = 1e9;

/// Returns for each node an upper bound on the expected number of moves to the end of play, if both players prolong it
/// with the moves of this graph. The bound of a state is greater than 1 + the mean, over the outcomes, of the greatest
/// bound after a move, by this `tolerance` in moves at most. The bounds are computed in floating point, so a proof must
/// check them.
///
/// # Errors
///
/// [`Unsettled`] if play goes on for too long.
///
/// ```
/// use tourne_graph::Target::{End, State};
/// use tourne_graph::{Frame, Graph, Rows, lengths};
///
/// // On heads the player may end the game or pass the coin to the opponent. On tails the game ends.
/// let mut rows = Rows::default();
/// rows.push([End(0), State(0)]);
/// rows.push([End(0)]);
/// let frame = Frame { weights: vec![1, 1], payoffs: vec![1.0], blocks: vec![1] };
/// let graph = Graph::new(frame, rows)?;
/// let length = lengths::at_least(&graph, 0.125)?[0];
/// assert!((2.0..2.5).contains(&length));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn at_least(graph: &Graph, tolerance: f64) -> Result<Vec<f64>, Unsettled> {
    let mut lengths = table(graph.nodes());
    for number in 0..graph.blocks().len() {
        let mut block = graph.block(number);
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
        if !found.all(|length| (1.0..LARGEST).contains(length)) {
            return Err(Unsettled {
                sweeps,
                residual: tolerance,
            });
        }
    }
    lengths.truncate(graph.nodes());
    Ok(lengths)
}
