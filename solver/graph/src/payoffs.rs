//! Solves one game under many payoffs. Everything that does not depend on the payoffs is computed only once.
//!
//! Under similar payoffs, only a few moves can be best. Before the payoffs are known, these moves are laid out for
//! sweeps, and the length of play with them is bounded. Once the payoffs are known, values are computed with these
//! moves only, and a check shows that no other move is best.

use std::ops::Range;

use crate::block::Block;
use crate::proof::{LARGEST_SLACK, SLACK_TOLERANCE, TICKS, covers, in_points, residual_of};
use crate::sweeps::{self, Unsettled, settle};
use crate::{Graph, LARGEST_PAYOFF, Node, is_exact, lengths};

/// Number of units of length in one move. Lengths of play are rounded up to whole units.
const PARTS: i64 = 1 << 20;

/// A game in which play always ends, ready to be solved under different payoffs.
///
/// In this example, two players toss a coin in turn. The first to get heads chooses between payoffs of 1 and ½:
///
/// ```
/// use tourne_graph::payoffs::Prepared;
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
    /// The blocks of `few`, with all moves marked.
    blocks: Vec<Block>,
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
        let mut blocks: Vec<Block> = (0..few.blocks().len())
            .map(|block| few.block(block))
            .collect();
        for block in &mut blocks {
            block.mark_all();
        }
        let in_moves = lengths::at_least(&few, SLACK_TOLERANCE).unwrap_or_default();
        let in_parts = |length: &f64| (length * PARTS as f64).ceil();
        let lengths: Vec<f64> = in_moves.iter().map(in_parts).collect();
        let are_proven = !lengths.is_empty()
            && lengths.iter().all(|&length| length >= 0.0)
            && blocks.iter().all(|block| covers(block, &lengths, PARTS));
        let longest = lengths.into_iter().fold(0.0, f64::max);
        Prepared {
            few,
            omitted,
            blocks,
            // Without a bound on lengths, `improve` proves no bound on values, and callers solve the game with all
            // moves.
            longest: are_proven.then_some(longest as i64),
        }
    }

    /// Improves the values in `table` until the residual is little more than `settled`. Returns an upper bound on their
    /// error, in points, or `None` if no bound is proven: for example, because a move that was left out may be best.
    /// `table` has an entry for every node; the entries of the ends are kept.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the values do not converge.
    pub fn improve(&self, table: &mut Vec<f64>, settled: f64) -> Result<Option<f64>, Unsettled> {
        let nodes = table.len();
        table.resize(nodes.next_power_of_two(), 0.0);
        for block in &mut self.blocks.clone() {
            settle::<sweeps::ValueEquation<false>>(block, 0.0, table, settled, &mut |_, _| ())?;
        }
        table.truncate(nodes);
        Ok(self.bound(table))
    }

    /// Returns an upper bound on the error of these values of the nodes, in points. Returns `None` if no bound is
    /// proven: for example, because an omitted move may be best, or because a payoff is not [exact](crate::GRAIN).
    pub fn bound(&self, values: &[f64]) -> Option<f64> {
        let longest = self.longest?;
        let (states, ends) = values.split_at(self.few.states());
        let are_in_range = states.iter().all(|value| value.abs() <= LARGEST_PAYOFF);
        if !(are_in_range && ends.iter().all(|&payoff| is_exact(payoff))) {
            return None;
        }
        let blocks = self.blocks.iter();
        let residuals = blocks.map(|block| residual_of(block, values).ticks);
        let residual = residuals.max().unwrap_or(0);
        // Rounding up adds less than a tick to each slack. An extra tick of residual compensates for the rounding of
        // the slacks after the next move.
        let in_parts = i128::from(longest) * (i128::from(residual) + 1);
        let slack = i64::try_from(in_parts / i128::from(PARTS) + 1).ok()?;
        if slack > LARGEST_SLACK {
            return None;
        }
        // No move that was left out may be near the best.
        let values: Vec<i64> = values.iter().map(|value| (value * TICKS) as i64).collect();
        let value = |node: Node| values[node as usize];
        let are_far = self.omitted.iter().all(|omitted| {
            let kept = self.few.all_moves()[omitted.kept.clone()].iter();
            let least = kept.map(|&node| value(node)).min();
            least.is_some_and(|least| value(omitted.node) > least + 2 * slack)
        });
        // The extra tick covers the error of converting the values to ticks.
        are_far.then(|| in_points(slack + 1))
    }
}
