//! Expected length of play if both players do all they can to prolong it.

use super::chain::Chain;
use super::response::Exploited;
use tourne_graph::lengths::at_least;
use tourne_graph::{Graph, Node, Unsettled};

/// Tolerance of the bounds on lengths, in moves. The theorems claim bounds that are not much more than twice the length.
const TOLERANCE: f64 = 1.0 / 64.0;

/// Returns for each state the expected number of moves to the end of play, if both players prolong it as far as they
/// can. The relative error is below 10⁻⁷, even for lengths of millions of moves.
///
/// # Errors
///
/// [`Unsettled`] if play goes on for too long.
///
/// ```
/// use tourne_graph::Target::{End, State};
/// use tourne_graph::{Frame, Graph, Rows};
/// use tourne_solver::policies;
///
/// // On heads the player may end the game or pass the coin to the opponent. On tails the game ends.
/// let mut rows = Rows::default();
/// rows.push([End(0), State(0)]);
/// rows.push([End(0)]);
/// let frame = Frame { weights: vec![1, 1], payoffs: vec![1.0], blocks: vec![1] };
/// let graph = Graph::new(frame, rows)?;
/// assert!((policies::lengths::longest(&graph)?[0] - 2.0).abs() < 1e-12);
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

/// Returns bounds on the length of play in whole moves, as input to a proof. The bound of a state is at least 1 + the
/// mean, over the outcomes, of the greatest bound after a move. The bounds are about twice as large as necessary. They
/// are found in floating point, so a proof must check them.
///
/// # Errors
///
/// [`Unsettled`] if play goes on for too long.
pub fn whole(graph: &Graph) -> Result<Vec<i64>, Unsettled> {
    let lengths = at_least(graph, TOLERANCE)?;
    // Doubling leaves at least one spare move in each inequality, and rounding up adds less than one to the mean.
    Ok(lengths
        .into_iter()
        .map(|length| (2.0 * length).ceil() as i64)
        .collect())
}
