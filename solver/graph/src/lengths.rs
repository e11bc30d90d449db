//! Expected length of play if both players do all they can to prolong it.

use crate::chain::Chain;
use crate::extrapolation::MOST_SWEEPS;
use crate::linear::LARGEST;
use crate::response::Exploited;
use crate::sweeps::{Equation, Unsettled, zeros};
use crate::{Graph, Node};

/// Equation of lengths: the length of play is 1 + the mean, over the outcomes, of the greatest length after a move.
const LENGTH: Equation = Equation {
    constant: 1.0,
    factor: 1.0,
};

/// Tolerance of the residual of lengths that need only be upper bounds, in moves.
pub(crate) const RESIDUAL: f64 = 1.0 / 8.0;

/// Returns for each state the expected number of moves to the end of play, if both players prolong it as far as they
/// can. The relative error is below 10⁻⁷, even for lengths of millions of moves.
///
/// # Errors
///
/// [`Unsettled`] if play goes on for too long.
///
/// ```
/// use tourne_graph::Target::{End, State};
/// use tourne_graph::{Graph, Rows, lengths};
///
/// // On heads the player may end the game or pass the coin to the opponent. On tails the game ends.
/// let mut rows = Rows::default();
/// rows.push([End(0), State(0)]);
/// rows.push([End(0)]);
/// let graph = Graph::new(&[1, 1], &[1.0], vec![rows], &[1])?;
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
/// with the moves of this graph. `residual`, at most 1/2, is the tolerance in moves: the bound is too large by a factor of
/// at most about 1 + 2 · `residual`. The bounds are computed in floating point, so a proof must check them.
pub(crate) fn at_least(graph: &Graph, residual: f64) -> Result<Vec<f64>, Unsettled> {
    let mut lengths = zeros(graph.nodes());
    LENGTH.iterate(graph, &mut lengths, residual, &mut |_| ())?;
    lengths.truncate(graph.nodes());
    // Every length is at least 1 − r + the mean of the lengths after the next move, where r is the residual. If all
    // lengths are divided by 1 − r, each is then at least 1 + the mean of the lengths after the next move. The factor
    // used here, 1 + 2 r, is no less than 1 / (1 − r) for r up to 1/2.
    for length in &mut lengths[..graph.states()] {
        *length *= 1.0 + 2.0 * residual;
        // Where play never ends, lengths grow until rounding hides the addition of a single move.
        if !(1.0..LARGEST).contains(length) {
            return Err(Unsettled {
                sweeps: MOST_SWEEPS,
                residual,
            });
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
    // The theorems claim bounds of play that are not much more than twice its length.
    let lengths = at_least(graph, RESIDUAL / 8.0)?;
    // Doubling leaves at least one spare move in each inequality, and rounding up adds less than one to the mean.
    Ok(lengths
        .into_iter()
        .map(|length| (2.0 * length).ceil() as i64)
        .collect())
}
