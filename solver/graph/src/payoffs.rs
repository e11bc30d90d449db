//! Solves one game under many payoffs. Everything that does not depend on the payoffs is computed only once.
//!
//! Under similar payoffs, only a few moves can be best. Before the payoffs are known, these moves are laid out for
//! sweeps, and lengths of play with them are computed. Once the payoffs are known, values are computed with these moves
//! only, and a check shows that no other move is best.

use crate::choices::Choices;
use crate::proof::Few;
use crate::sweeps::Unsettled;
use crate::{Graph, Node, values};

/// A game in which play always ends, ready to be solved under different payoffs.
///
/// In this example, two players toss a coin in turn. The first to get heads chooses between payoffs of 1 and ½:
///
/// ```
/// use tourne_graph::payoffs::Prepared;
/// use tourne_graph::{Graph, Rows, Target, values};
///
/// let mut rows = Rows::default();
/// rows.push([Target::End(0), Target::End(1)]);
/// rows.push([Target::State(0)]);
/// let graph = Graph::new(&[1, 1], &[1.0, 0.5], vec![rows], &[1])?;
/// let mut table = graph.node_table(0.0);
/// let prepared = Prepared::new(&graph, &[&table], 0.25);
///
/// let bound = prepared.improve(&mut table, 1e-15)?;
/// assert!((table[0] - 1.0 / 3.0).abs() <= bound.unwrap());
/// // Had the second end paid more than the first, the move that was left out would have been best.
/// table[2] = -1.5;
/// assert_eq!(prepared.improve(&mut table, 1e-15)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Prepared {
    /// The moves that may be best.
    few: Few,
    /// The same moves, laid out for sweeps block by block.
    choices: Vec<Choices>,
}

impl Prepared {
    /// Prepares `graph` with the moves that are within `distance` points of the best in at least one of the `examples`.
    /// Each example is a table with the value of every node, in points. There must be at least one example.
    #[must_use]
    pub fn new(graph: &Graph, examples: &[&[f64]], distance: f64) -> Prepared {
        let moves = graph.keeping(|_, moves, kept| {
            let is_near = |node: Node, values: &[f64]| {
                let value = |node: Node| values[node as usize];
                let limit = value(node) - distance;
                moves.iter().all(|&other| value(other) >= limit)
            };
            let is_near = |&node: &Node| examples.iter().any(|values| is_near(node, values));
            kept.extend(moves.iter().copied().filter(is_near));
        });
        let few = Few::new(graph, moves);
        let blocks = graph.blocks().iter();
        let choices = blocks.map(|block| Choices::new(few.moves(), block.clone()));
        let mut choices: Vec<Choices> = choices.collect();
        for choices in &mut choices {
            choices.choose(|node| -examples[0][node as usize], f64::INFINITY);
        }
        Prepared { few, choices }
    }

    /// Improves the values in `table` until the residual is little more than `settled`. Returns an upper bound on their
    /// error, in points, or `None` if no bound is proven: for example, because a move that was left out may be best.
    /// `table` has an entry for every node; those of the ends are kept.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the values do not converge.
    pub fn improve(&self, table: &mut Vec<f64>, settled: f64) -> Result<Option<f64>, Unsettled> {
        values::settle(&mut self.choices.clone(), table, settled)?;
        Ok(self.few.bound(table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GRAIN, Rows, Target};

    /// Builds a game: two players toss a coin in turn, and the first to get heads chooses between payoffs of 1 and
    /// `second` points. Returns the graph and an initial table for its nodes.
    fn coin(second: f64) -> (Graph, Vec<f64>) {
        let mut rows = Rows::default();
        rows.push([Target::End(0), Target::End(1)]);
        rows.push([Target::State(0)]);
        let graph = Graph::new(&[1, 1], &[1.0, second], vec![rows], &[1]);
        let graph = graph.expect("it is well formed");
        let table = graph.node_table(0.0);
        (graph, table)
    }

    /// Prepares the coin game so that only the move to the first payoff is kept.
    fn prepared() -> Prepared {
        let (graph, example) = coin(0.5);
        Prepared::new(&graph, &[&example], 0.25)
    }

    #[test]
    fn a_better_move_that_was_left_out_is_found() {
        for (second, is_found) in [
            (0.875, false),
            (1.0 - 1e6 * GRAIN, false),
            (1.0, true),
            (1.0 + GRAIN, true),
            (1.5, true),
        ] {
            let (_, mut table) = coin(second);
            let bound = prepared().improve(&mut table, 1e-15).expect("it settles");
            assert_eq!(bound.is_none(), is_found, "{second}");
            assert!((table[0] - 1.0 / 3.0).abs() < 1e-14);
            assert!(bound.is_none_or(|bound| bound < 1e-13), "{bound:?}");
        }
    }

    #[test]
    fn bounds_are_as_wide_as_values_are_off() {
        let Prepared { few, .. } = prepared();
        for power in [10, 20, 30, 40, 46] {
            for off in [1.0, -1.0].map(|sign| sign * GRAIN * f64::from(2).powi(power)) {
                let bound = few.bound(&[1.0 / 3.0 + off, -1.0, -0.5]);
                let bound = bound.expect("other moves are worse");
                // The residual is 3/2 of `off`, and play goes on for 2 tosses on average.
                assert!(
                    (3.0 * off.abs()..4.0 * off.abs()).contains(&bound),
                    "{off} {bound}"
                );
            }
        }
        // Errors of both moves may add up.
        let value = 1.0 / 3.0 + 1e-6;
        let bound = few.bound(&[value, -1.0, 2.0]).expect("it is close");
        for (apart, is_bound) in [(1.5, false), (2.5, true)] {
            let second = ((-1.0 + apart * bound) / GRAIN).round() * GRAIN;
            assert_eq!(few.bound(&[value, -1.0, second]).is_some(), is_bound);
        }
        // Bounds of half a point or more are useless, and no value can lie beyond the largest payoff.
        for wrong in [0.6, -0.1, 2.5, -2.5, f64::NAN, f64::INFINITY] {
            assert_eq!(few.bound(&[wrong, -1.0, 2.0]), None, "{wrong}");
        }
        for (payoff, is_bound) in [
            (0.5, true),
            (2.0, true),
            (2.5, false),
            (0.1, false),
            (f64::NAN, false),
        ] {
            let bound = few.bound(&[1.0 / 3.0, -1.0, payoff]);
            assert_eq!(bound.is_some(), is_bound, "{payoff}");
        }
    }

    #[test]
    fn moves_near_the_best_of_any_example_are_among_those_to_choose_from() {
        let (graph, one) = coin(0.5);
        let (_, other) = coin(1.5);
        let both = Prepared::new(&graph, &[&one, &other], 0.25);
        for (second, value) in [(0.5, 1.0 / 3.0), (1.0, 1.0 / 3.0), (1.5, 0.5)] {
            let (_, mut table) = coin(second);
            let bound = both.improve(&mut table, 1e-15).expect("it settles");
            assert!(bound.expect("no move is left out") < 1e-13);
            assert!((table[0] - value).abs() < 1e-14, "{second}");
        }
    }
}
