//! Good moves, and bounds that follow from a sweep with them.

use super::super::acceleration::{Acceleration, Numbers};
use super::super::sweeps::Unsettled;
use super::super::{GRAIN, Graph, LARGEST_PAYOFF, Node};
use super::equation::{Equation, least};
use super::iteration::iterate_equation;
use super::returns::{PART, returns};
use super::row::{Lanes, Row, greater};

/// Maximum error that bounds may show, in points. Wider bounds would be of no use.
const LARGEST_SLACK: f64 = 0.5;

/// The moves that may be best under several payoffs, with a bound on the number of returns; see the [module](super).
#[derive(Clone, Debug)]
pub struct Good<'a> {
    /// The game with all moves.
    all: &'a Graph,
    /// The game with only the good ones.
    kept: Graph,
    equation: Equation,
    /// The largest *w* of any state.
    returns: f64,
}

impl<'a> Good<'a> {
    /// The moves that are within `distance` of the best in a lane. Of `all` moves it must be known that play with them
    /// always ends.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if play with the good moves goes on for too long.
    pub fn new<const N: usize>(
        all: &'a Graph,
        table: &[Row<N>],
        distance: f64,
    ) -> Result<Good<'a>, Unsettled> {
        let kept = within(all, table, distance);
        let returns = returns(&kept)?;
        Ok(Good {
            all,
            equation: Equation::new(&kept),
            kept,
            returns,
        })
    }

    /// Those of these moves that are within `distance` of the best in a lane. They allow no more returns.
    #[must_use]
    pub fn narrowed<const N: usize>(&self, table: &[Row<N>], distance: f64) -> Good<'a> {
        let kept = within(&self.kept, table, distance);
        Good {
            all: self.all,
            equation: Equation::new(&kept),
            kept,
            returns: self.returns,
        }
    }

    /// Improves the values with only these moves, as [`iterate`](super::iterate) does.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the values do not converge.
    ///
    /// # Panics
    ///
    /// If the table has not a row for every node.
    pub fn iterate<const N: usize>(
        &self,
        table: &mut Vec<Row<N>>,
        settled: f64,
    ) -> Result<(), Unsettled> {
        iterate_equation(&self.kept, &self.equation, table, settled)
    }

    /// Sweeps once over all states, and returns the maximum error of any value after that in each lane, in points.
    /// The rows of the ends are the payoffs.
    ///
    /// # Errors
    ///
    /// The largest change, in points, if no bounds can be shown.
    ///
    /// # Panics
    ///
    /// If the table has not a row for every node.
    pub fn bounds<const N: usize>(&self, table: &mut Vec<Row<N>>) -> Result<Lanes<N>, f64> {
        if !table.iter().all(|row| row.is_within(LARGEST_PAYOFF)) {
            return Err(f64::INFINITY);
        }
        let mut changes = [0.0; N];
        self.equation.with_zeros(table, |table| {
            for block in self.kept.blocks() {
                let mut none = Acceleration::new(block.len());
                let of_block = self.equation.sweep(block, table, 1, &mut none);
                changes = std::array::from_fn(|lane| greater(changes[lane], of_block[lane]));
            }
        });
        let rounding = (self.all.outcomes() + 4) as f64 * LARGEST_PAYOFF * GRAIN;
        let errors = changes.map(|change| (change + 2.0 * rounding / PART) * self.returns);
        let margins = Row([errors.map(|error| error + rounding); 2]);
        let holds = errors.iter().all(|&error| error <= LARGEST_SLACK)
            && self.are_others_worse(table, margins);
        holds
            .then_some(errors)
            .ok_or(changes.into_iter().fold(0.0, greater))
    }

    /// Returns whether in each lane all moves that are not good are worse than the best good one by more than a margin.
    fn are_others_worse<const N: usize>(&self, table: &[Row<N>], margins: Row<N>) -> bool {
        let [all, good] = [self.all, &self.kept].map(|graph| graph.firsts.windows(2));
        let mut rows = all.zip(good);
        rows.all(|(all, good)| {
            all[1] - all[0] == good[1] - good[0] || {
                let all = &self.all.targets[all[0] as usize..all[1] as usize];
                let good = &self.kept.targets[good[0] as usize..good[1] as usize];
                let limits = least(table, good).with(margins, |least, margin| least + margin);
                // Moves keep their order where some are left out.
                let mut good = good.iter().peekable();
                let mut others = all.iter().filter(|node| good.next_if_eq(node).is_none());
                others.all(|&node| table[node as usize].least_above(limits) > 0.0)
            }
        })
    }
}

/// The game with only the moves that are within `distance` of the best in a lane.
fn within<const N: usize>(graph: &Graph, table: &[Row<N>], distance: f64) -> Graph {
    Graph::keeping(graph, |moves, kept| {
        if let [only] = moves {
            return kept.push(*only);
        }
        let before = kept.len();
        let least = least(table, moves);
        let is_near = |&node: &Node| table[node as usize].least_above(least) <= distance;
        kept.extend(moves.iter().copied().filter(is_near));
        if kept.len() == before {
            // NaN is near nothing. No bounds can be shown with it.
            kept.extend(moves);
        }
    })
}
