//! Length of play if both players do all they can to prolong it.

use super::sweeps::{Choose, Equation, Unsettled};
use super::{Game, Node};

/// Upper bounds, for each state and end, on the mean number of moves to the end of play, with
/// the moves of this graph and both players prolonging it; too large by a factor of at most 1 + 2 · `residual`. In
/// floating point: fit for reports and for proposing bounds, not as a proof.
///
/// # Errors
///
/// [`Unsettled`] if play goes on for too long.
///
/// ```
/// use tourne_solver::graph::{Graph, Rows, Target, lengths};
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
pub fn at_least(game: &impl Game, residual: f64) -> Result<Vec<f64>, Unsettled> {
    solved(game, Equation::of_greatest(1.0, 1.0), residual)
}

/// The same with only those moves after which the opponent's value is within `near` of the least.
/// `values` has a place for every node.
pub(super) fn at_least_near(
    game: &impl Game,
    values: &[i64],
    near: i64,
    residual: f64,
) -> Result<Vec<f64>, Unsettled> {
    let choice = LongestNear { values, near };
    let equation = Equation {
        constant: 1.0,
        factor: 1.0,
        choice,
    };
    solved(game, equation, residual)
}

/// The lengths that satisfy an equation, scaled up such that none falls short of it.
fn solved<C: Choose>(
    game: &impl Game,
    equation: Equation<C>,
    residual: f64,
) -> Result<Vec<f64>, Unsettled> {
    let mut lengths = vec![0.0; game.nodes()];
    equation.iterate(game, &mut lengths, residual, &mut |_| ())?;
    // If no length falls short of 1 + the mean of those after it by more than r, then none does
    // at all after division by 1 - r.
    for length in &mut lengths {
        *length *= 1.0 + 2.0 * residual;
    }
    Ok(lengths)
}

/// Chooses the longest of the moves that may be best.
struct LongestNear<'a> {
    values: &'a [i64],
    near: i64,
}

impl Choose for LongestNear<'_> {
    #[inline]
    fn choose(&self, moves: &[Node], last: Option<Node>, lengths: &[f64]) -> Node {
        let value = |node: Node| self.values[node as usize];
        let limit = moves.iter().map(|&node| value(node)).min();
        let limit = limit.map_or(i64::MAX, |least| least.saturating_add(self.near));
        let near = moves.iter().copied().filter(|&node| value(node) <= limit);
        // The last of equally long moves wins, so the one chosen before comes last.
        near.chain(last)
            .max_by(|&one, &other| lengths[one as usize].total_cmp(&lengths[other as usize]))
            .unwrap_or(moves[0])
    }
}
