//! Expected length of play if both players do all they can to prolong it.

use crate::chain::Chain;
use crate::checked::table;
use crate::linear::LARGEST;
use crate::proof::SLACK_TOLERANCE;
use crate::response::Exploited;
use crate::sweeps::{Sums, Unsettled, settle};
use crate::{Graph, Node};

/// Returns for each state the expected number of moves to the end of play, if both players prolong it as far as they
/// can. The relative error is below 10⁻⁷, even for lengths of millions of moves.
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
/// assert!((lengths::longest(&graph)?[0] - 2.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn longest(graph: &Graph) -> Result<Vec<f64>, Unsettled> {
    // Let the opponent always pass, so that one player makes every move, and pay this player 1 for each move.
    let passes = Chain::new(
        graph.blocks().to_vec(),
        graph.payoffs().len(),
        |state, next| next.push((state as Node, 1.0)),
    );
    let game = Exploited {
        graph,
        prices: &vec![-1.0; graph.all_moves().len()],
        opponent: &passes,
        gifts: &vec![0.0; graph.states()],
    };
    let amounts = game.respond(0.0)?.amounts;
    Ok(amounts.into_iter().map(|[length, _]| length).collect())
}

/// Returns for each node an upper bound on the expected number of moves to the end of play, if both players prolong it
/// with the moves of this graph. The bound is too large by at most this `tolerance`, a share of it. The bounds are
/// computed in floating point, so a proof must check them.
pub(crate) fn at_least(graph: &Graph, tolerance: f64) -> Result<Vec<f64>, Unsettled> {
    let mut lengths = table(graph.nodes());
    for number in 0..graph.blocks().len() {
        let mut block = graph.block(number);
        block.mark_all();
        // When no number changes by more than the tolerance, each is at least 1 + the mean of those after the next move.
        let settled = tolerance;
        let sweeps = settle::<Sums>(
            &mut block,
            1.0 + tolerance,
            &mut lengths,
            settled,
            &mut |_, _| (),
        )?;
        // Where play never ends, lengths grow until rounding hides the addition of a single move.
        let mut found = lengths[block.states.clone()].iter();
        if !found.all(|length| (1.0..LARGEST).contains(length)) {
            return Err(Unsettled {
                sweeps,
                residual: settled,
            });
        }
    }
    lengths.truncate(graph.nodes());
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
    // The theorems claim bounds of play that are not much more than twice its length.
    let lengths = at_least(graph, SLACK_TOLERANCE / 8.0)?;
    // Doubling leaves at least one spare move in each inequality, and rounding up adds less than one to the mean.
    Ok(lengths
        .into_iter()
        .map(|length| (2.0 * length).ceil() as i64)
        .collect())
}
