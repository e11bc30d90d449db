//! Solves one game under many payoffs. Everything that does not depend on the payoffs is computed only once.
//!
//! Under similar payoffs, only a few moves can be best. Before the payoffs are known, these moves are laid out for
//! sweeps, and the length of play with them is bounded. Once the payoffs are known, values are computed with these
//! moves only, and a check shows that no other move is best.

use std::ops::Range;

use tourne_graph::lengths::at_least;
use tourne_graph::values::iterate_from;
use tourne_graph::{Graph, Node, Unsettled, is_exact, residual};

/// Number of ticks in one point. Values and bounds are compared as whole numbers of ticks.
const TICKS: f64 = (1_u64 << 60) as f64;
/// Maximum bound, in ticks: half a point. Wider bounds would be useless.
const LARGEST_BOUND: i64 = 1 << 59;
/// Tolerance of the lengths of play, in moves: bounds are wider than necessary by about this share.
const TOLERANCE: f64 = 1.0 / 8.0;
/// Number of units of length in one move. Lengths of play are rounded up to whole units.
const PARTS: i64 = 1 << 20;

/// A game in which play always ends, ready to be solved under different payoffs.
///
/// In this example, two players toss a coin in turn. The first to get heads chooses between payoffs of 1 and ½:
///
/// ```
/// use tourne_solver::matches::payoffs::Prepared;
/// use tourne_graph::{Frame, Graph, Rows, Target};
///
/// let mut rows = Rows::default();
/// rows.push([Target::End(0), Target::End(1)]);
/// rows.push([Target::State(0)]);
/// let frame = Frame { weights: vec![1, 1], payoffs: vec![1.0, 0.5], blocks: vec![1] };
/// let graph = Graph::new(frame, rows)?;
/// let mut table = graph.node_table(0.0);
/// let prepared = Prepared::new(&graph, &[&table], 0.25);
///
/// let bound = prepared.improve(&mut table, 1e-15)?;
/// assert!((table[0] - 1.0 / 3.0).abs() <= bound.unwrap());
/// // If the second end pays more than the first, the move that was left out is best.
/// table[2] = -1.5;
/// assert_eq!(prepared.improve(&mut table, 1e-15)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Prepared {
    /// The game with only the moves that are near the best in at least one example.
    few: Graph,
    /// The moves of the game that are not in `few`.
    omitted: Vec<Omitted>,
    /// Upper bound on the length of play from any state with the moves of `few`, in units of 1/[`PARTS`] move;
    /// `None` if no bound is proven. It is the greatest of the bounds of all states. The bound of each state is at
    /// least 1 move plus the mean, over the outcomes, of the greatest bound after a move.
    longest: Option<i64>,
}

/// A move that is not near the best in any of the examples.
struct Omitted {
    /// Node that the move leads to.
    node: Node,
    /// The moves that are kept in the same state and outcome, as indices in [`Graph::all_moves`] of the smaller game.
    kept: Range<usize>,
}

impl Prepared {
    /// Prepares `graph` with the moves that are within `distance` points of the best in at least one of the `examples`.
    /// Each example is a table with the value of every node, in points. There must be at least one example.
    ///
    /// # Panics
    ///
    /// If a move leaves the same player on roll.
    pub fn new(graph: &Graph, examples: &[&[f64]], distance: f64) -> Prepared {
        assert!(
            !graph.has_again(),
            "every move brings the other player on roll"
        );
        let is_near = |moves: &[Node], node: Node| {
            examples.iter().any(|values| {
                let value = |node: Node| values[node as usize];
                let limit = value(node) - distance;
                moves.iter().all(|&other| value(other) >= limit)
            })
        };
        let mut near = Vec::with_capacity(graph.all_moves().len());
        for state in 0..graph.states() {
            for (_, moves) in graph.rolls(state) {
                near.extend(moves.iter().map(|&node| is_near(moves, node)));
            }
        }
        let few = graph.only(&near);
        let mut omitted = Vec::new();
        for state in 0..graph.states() {
            for outcome in 0..graph.outcomes() {
                let far = graph.places(state, outcome).filter(|&place| !near[place]);
                omitted.extend(far.map(|place| Omitted {
                    node: graph.all_moves()[place],
                    kept: few.places(state, outcome),
                }));
            }
        }
        let lengths: Vec<i64> = at_least(&few, TOLERANCE)
            .unwrap_or_default()
            .iter()
            .map(|length| (length * PARTS as f64).ceil() as i64)
            .collect();
        let are_proven = !lengths.is_empty() && are_lengths(&few, &lengths);
        Prepared {
            few,
            omitted,
            // Without a bound on lengths, `improve` proves no bound on values, and callers solve the game with all
            // moves.
            longest: lengths.into_iter().max().filter(|_| are_proven),
        }
    }

    /// Improves the values in `table` until the residual is little more than `settled`. Returns an upper bound on their
    /// error, in points, or `None` if no bound is proven: for example, because a move that was left out may be best.
    /// `table` has an entry for every node; the entries of the ends are kept.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the values do not converge.
    pub fn improve(&self, table: &mut [f64], settled: f64) -> Result<Option<f64>, Unsettled> {
        let Some(few) = self.under(table) else {
            return Ok(None);
        };
        let found = iterate_from(&few, table, settled)?.points;
        table[..found.len()].copy_from_slice(&found);
        Ok(self.bound_in(&few, table))
    }

    /// Returns an upper bound on the error of these values of the nodes, in points. Returns `None` if no bound is
    /// proven: for example, because an omitted move may be best, or because a number is not [exact](is_exact).
    pub fn bound(&self, values: &[f64]) -> Option<f64> {
        self.bound_in(&self.under(values)?, values)
    }

    /// Returns the smaller game with the payoffs in this table of values of the nodes; `None` if they are not exact.
    fn under(&self, values: &[f64]) -> Option<Graph> {
        let ends = values[self.few.states()..].iter();
        let payoffs: Vec<f64> = ends.map(|value| -value).collect();
        let are_exact = payoffs.iter().all(|&payoff| is_exact(payoff));
        are_exact.then(|| self.few.with_payoffs(&payoffs))
    }

    /// Returns the bound as [`bound`](Prepared::bound) does. `few` is the smaller game with the payoffs in `values`.
    fn bound_in(&self, few: &Graph, values: &[f64]) -> Option<f64> {
        let longest = self.longest?;
        let residual = residual(few, &values[..few.states()]).ok()?;
        let residual = (residual.points() * TICKS).ceil() as i128;
        // Rounding up adds less than a tick to each slack. An extra tick of residual compensates for the rounding of
        // the slacks after the next move.
        let in_parts = i128::from(longest) * (residual + 1);
        let slack = i64::try_from(in_parts / i128::from(PARTS) + 1).ok()?;
        if slack > LARGEST_BOUND {
            return None;
        }
        // No move that was left out may be near the best.
        let value = |node: Node| (values[node as usize] * TICKS) as i64;
        let are_far = self.omitted.iter().all(|omitted| {
            let kept = few.all_moves()[omitted.kept.clone()].iter();
            let least = kept.map(|&node| value(node)).min();
            least.is_some_and(|least| value(omitted.node) > least + 2 * slack)
        });
        are_far.then(|| (slack as f64).next_up() / TICKS)
    }
}

/// Returns `true` if in every state the length, in units of 2^-20 moves, is at least one move plus the mean, over the
/// outcomes, of the greatest length after a move. There is one for each node. The comparison is exact, in integers.
pub fn are_lengths(graph: &Graph, lengths: &[i64]) -> bool {
    let total = i128::from(graph.total());
    let length = |node: Node| i128::from(lengths[node as usize]);
    let after = |(weight, moves): (u32, &[Node])| {
        let greatest = moves.iter().map(|&node| length(node)).max();
        i128::from(weight) * greatest.unwrap_or(0)
    };
    lengths.iter().all(|&length| length >= 0)
        && (0..graph.states()).all(|state| {
            let rest: i128 = graph.rolls(state).map(after).sum();
            length(state as Node) * total >= i128::from(PARTS) * total + rest
        })
}
