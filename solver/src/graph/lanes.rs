//! One game under several payoffs at once: all are solved together, each in a *lane* of its own.
//!
//! The seats are told apart, as in [`seats`](super::seats), but the graph is not doubled: the table has for
//! each node the values of all lanes with either player on roll, and a move leads from the values of one seat to those
//! of the other. So each move is read once for all lanes and both seats, and the lanes are computed side by side by
//! the vector instructions of the processor. The best move is found anew in every sweep. That costs a minimum for
//! each move, so it pays to leave out moves that are not nearly best, and to [check](Good::bounds) with all of them.
//!
//! # The bounds
//!
//! The moves that are kept are *good*, and a good move is a *return* if it leads to the state itself or to a later one of its
//! block. Let *w*(*s*) be at least the mean of the largest *w* after a good move, plus 1 if the move is a return, plus a
//! small amount *a*: a bound on the number of returns. It is found once for all payoffs, and checked at every state.
//!
//! A sweep takes the states in turn. Let the last one change no value by more than *c*, *V* be the values after
//! it, and *δ* = *c* + *r*, where *r* makes up for rounding. Then, if play always ends, the true values lie between
//! *L* = *V* − *δ·w* and *U* = *V* + *δ·w*, by the argument in [`proof`](super::proof). It needs at every state and with all
//! moves:
//!
//! ```text
//! L(s) ≤ Σ p · max over moves m of −U(after m)
//! U(s) ≥ Σ p · max over moves m of −L(after m)
//! ```
//!
//! With good moves only, both hold. For the sweep computed *V*(*s*) from the values *V′* of that moment, which differ from
//! *V* after returns only, and there by *c* at most. So −*L* after a good move is at most −*V′* + *δ* · (*w* + 1 if it is a
//! return). The mean of the greatest is at most that of the greatest −*V′*, which is *V*(*s*), plus *δ* · (*w*(*s*) − *a*), and that is
//! *U*(*s*) − *δ·a*. The same holds for *L* with signs changed. With all moves the first line holds all the more. The second does
//! if −*L* after any other move is at most that after some good one. It is, because this is checked: *V* after any other move is
//! greater than the least after a good one by more than *δ* times the largest *w* of all.
//!
//! A mean of *n* numbers of at most *x* points, computed as a sum of products with whole weights, is off by less than
//! (*n* + 4) · *x* · 2^-53 points. *δ·a* is twice that for the largest *x* there can be, and more: enough for the
//! rounding of *c*, of the checks, and of *δ·w* as well.

use std::ops::Range;

use super::acceleration::{Acceleration, Numbers};
use super::sweeps::Unsettled;
use super::{GRAIN, Graph, LARGEST_PAYOFF, Node};

/// A number for each lane.
pub type Lanes<const N: usize> = [f64; N];

/// The values of a node to the player on roll: for each seat that may be on roll, those of all lanes.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub struct Row<const N: usize>(pub [Lanes<N>; 2]);

impl<const N: usize> Row<N> {
    /// The same value for each seat and lane.
    #[must_use]
    pub const fn all(value: f64) -> Row<N> {
        Row([[value; N]; 2])
    }

    /// Combines the numbers of both seats in each lane.
    fn by_lane(&self, combine: impl Fn(f64, f64) -> f64) -> Lanes<N> {
        std::array::from_fn(|lane| combine(self.0[0][lane], self.0[1][lane]))
    }

    /// The least of the differences from the numbers in the same places of another row.
    #[inline]
    fn least_above(self, other: Row<N>) -> f64 {
        let differences = self.with(other, |one, other| one - other);
        let of_lanes = differences.by_lane(smaller);
        of_lanes.into_iter().fold(f64::INFINITY, smaller)
    }
}

impl<const N: usize> Numbers for Row<N> {
    const ZERO: Row<N> = Row::all(0.0);

    #[inline]
    fn with(mut self, other: Row<N>, mut combine: impl FnMut(f64, f64) -> f64) -> Row<N> {
        for (mine, others) in self.0.iter_mut().zip(&other.0) {
            for (mine, other) in mine.iter_mut().zip(others) {
                *mine = combine(*mine, *other);
            }
        }
        self
    }

    /// Both seats of a lane share a step.
    fn sums(self) -> Row<N> {
        Row([self.by_lane(|one, other| one + other); 2])
    }
}

/// The smaller number. Unlike [`f64::min`] this is a single instruction: it does not look after NaN.
#[inline]
fn smaller(one: f64, other: f64) -> f64 {
    if other < one { other } else { one }
}

/// The greater number, in a single instruction.
#[inline]
fn greater(one: f64, other: f64) -> f64 {
    if other > one { other } else { one }
}

/// Maximum error that bounds may show, in points. Wider bounds would be of no use.
const LARGEST_SLACK: f64 = 0.5;
/// Maximum number of sweeps over a block; by then play is taken to be endless.
const MOST_SWEEPS: usize = 100_000;
/// One state in this number is looked at to find the step of the extrapolation, and whether values are settled.
const SAMPLE: usize = 8;

/// Improves the values until the last sweep over each block changes none by more than `settled`, of those states that are looked at:
/// one in eight. [`Good::bounds`] tells how far off any is. The table has a row for every node; those of the ends are kept.
///
/// # Errors
///
/// [`Unsettled`] if the values do not converge.
pub fn iterate<const N: usize>(
    graph: &Graph,
    table: &mut [Row<N>],
    settled: f64,
) -> Result<(), Unsettled> {
    for block in graph.blocks() {
        let mut acceleration = Acceleration::new(block.len().div_ceil(SAMPLE));
        for sweeps in 1.. {
            let changes = sweep(graph, block, table, SAMPLE, &mut acceleration);
            let residual = changes.into_iter().fold(0.0, f64::max);
            if residual <= settled {
                break;
            }
            if sweeps >= MOST_SWEEPS {
                return Err(Unsettled { sweeps, residual });
            }
            acceleration.apply(&mut table[block.clone()]);
        }
    }
    Ok(())
}

/// Applies the equation once to every state of a block, in order; returns the largest change in each lane among those of
/// one state in `sample`, all others being left out for speed.
#[inline(never)]
fn sweep<const N: usize>(
    graph: &Graph,
    block: &Range<usize>,
    table: &mut [Row<N>],
    sample: usize,
    acceleration: &mut Acceleration<Row<N>>,
) -> Lanes<N> {
    let equation = Equation::new(graph);
    let mut largest = Row::all(0.0);
    acceleration.sweep(block.clone().step_by(sample), |first| {
        let mut change = Row::ZERO;
        for state in first..block.end.min(first + sample) {
            change = equation.apply(table, state);
        }
        largest = largest.with(change, |largest, change| greater(largest, change.abs()));
        change
    });
    largest.by_lane(f64::max)
}

/// The equation that values satisfy.
struct Equation<'a> {
    graph: &'a Graph,
    /// The weights of the outcomes: whole numbers.
    weights: Vec<f64>,
    /// −1 divided by their sum.
    share: f64,
}

impl Equation<'_> {
    fn new(graph: &Graph) -> Equation<'_> {
        let weights = graph.weights().iter().copied();
        Equation {
            graph,
            weights: weights.map(f64::from).collect(),
            share: -1.0 / f64::from(graph.total()),
        }
    }

    /// Replaces the values of a state by the right side, and returns the changes.
    #[inline]
    fn apply<const N: usize>(&self, table: &mut [Row<N>], state: usize) -> Row<N> {
        let here = self.mean(table, state);
        let change = here.with(table[state], |here, old| here - old);
        table[state] = here;
        change
    }

    /// The right side of the equation at a state.
    #[inline]
    fn mean<const N: usize>(&self, table: &[Row<N>], state: usize) -> Row<N> {
        let mut sum = Row::all(0.0);
        let mut add = |weight: f64, least: Row<N>| {
            sum = sum.with(least, |sum, least| sum + weight * least);
        };
        let all = moves(self.graph, state);
        if all.len() == self.weights.len() {
            // The usual case, on its own because it is fast: no choice.
            for (&weight, &node) in self.weights.iter().zip(all) {
                add(weight, table[node as usize]);
            }
        } else {
            for ((_, moves), &weight) in self.graph.rolls(state).zip(&self.weights) {
                add(weight, least(table, moves));
            }
        }
        let [one, other] = sum.0;
        Row([other, one]).with(Row::all(self.share), |sum, share| sum * share)
    }
}

/// The moves of all outcomes of a state.
#[inline]
fn moves(graph: &Graph, state: usize) -> &[Node] {
    let outcomes = graph.outcomes();
    let [first, end] = [state, state + 1].map(|state| graph.firsts[state * outcomes] as usize);
    &graph.targets[first..end]
}

/// The least values after any of these moves, which are the best for the player who moves.
#[inline]
fn least<const N: usize>(table: &[Row<N>], moves: &[Node]) -> Row<N> {
    let mut least = table[moves[0] as usize];
    for &node in &moves[1..] {
        least = least.with(table[node as usize], smaller);
    }
    least
}

/// The moves that may be best under several payoffs, with a bound on the number of returns; see the [module](self).
#[derive(Clone, Debug)]
pub struct Good {
    graph: Graph,
    /// The largest *w* of any state.
    returns: f64,
}

impl Good {
    /// The moves that are within `distance` of the best in a lane.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if play with these moves goes on for too long.
    pub fn new<const N: usize>(
        graph: &Graph,
        table: &[Row<N>],
        distance: f64,
    ) -> Result<Good, Unsettled> {
        let graph = within(graph, table, distance);
        let returns = returns(&graph)?;
        Ok(Good { graph, returns })
    }

    /// Those of these moves that are within `distance` of the best in a lane. They allow no more returns.
    #[must_use]
    pub fn narrowed<const N: usize>(&self, table: &[Row<N>], distance: f64) -> Good {
        Good {
            graph: within(&self.graph, table, distance),
            returns: self.returns,
        }
    }

    /// The game with only these moves.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Sweeps once over all states, and returns the maximum error of any value after that in each lane, in points.
    /// `graph` is the game with all moves, of which it is known that play always ends; the rows of the ends are the
    /// payoffs.
    ///
    /// # Errors
    ///
    /// The largest change, in points, if no bounds can be shown.
    pub fn bounds<const N: usize>(
        &self,
        graph: &Graph,
        table: &mut [Row<N>],
    ) -> Result<Lanes<N>, f64> {
        // Counted in each place: NaN, which later comparisons would not notice, and what is out of range.
        let wrong = table.iter().fold(Row::ZERO, |wrong: Row<N>, &row| {
            wrong.with(row, |wrong, value| {
                wrong
                    + if value.abs() <= LARGEST_PAYOFF {
                        0.0
                    } else {
                        1.0
                    }
            })
        });
        if wrong.0 != Row::ZERO.0 {
            return Err(f64::INFINITY);
        }
        let mut changes = [0.0; N];
        for block in self.graph.blocks() {
            let of_block = sweep(
                &self.graph,
                block,
                table,
                1,
                &mut Acceleration::new(block.len()),
            );
            changes = std::array::from_fn(|lane| greater(changes[lane], of_block[lane]));
        }
        let rounding = (graph.outcomes() + 4) as f64 * LARGEST_PAYOFF * GRAIN;
        let errors = changes.map(|change| (change + 2.0 * rounding / PART) * self.returns);
        let margins = Row([errors.map(|error| error + rounding); 2]);
        let mut rows = 0..graph.states() * graph.outcomes();
        let holds = errors.iter().all(|&error| error <= LARGEST_SLACK)
            && rows.all(|row| {
                let [all, good] = [graph, &self.graph].map(|graph| graph.moves_of_row(row));
                all.len() == good.len() || are_others_worse(table, all, good, margins)
            });
        holds
            .then_some(errors)
            .ok_or(changes.into_iter().fold(0.0, greater))
    }
}

/// Returns whether in each lane all moves that are not good are worse than the best good one by more than a margin.
fn are_others_worse<const N: usize>(
    table: &[Row<N>],
    all: &[Node],
    good: &[Node],
    margins: Row<N>,
) -> bool {
    let limits = least(table, good).with(margins, |least, margin| least + margin);
    let mut others = all.iter().filter(|node| !good.contains(node));
    others.all(|&node| table[node as usize].least_above(limits) > 0.0)
}

/// The game with only the moves that are within `distance` of the best in a lane.
fn within<const N: usize>(graph: &Graph, table: &[Row<N>], distance: f64) -> Graph {
    Graph::keeping(graph, |moves, kept| {
        if let [only] = moves {
            return kept.push(*only);
        }
        let least = least(table, moves);
        let is_near = |&node: &Node| table[node as usize].least_above(least) <= distance;
        kept.extend(moves.iter().copied().filter(is_near));
    })
}

/// Part of a return that every move counts as, so that bounds keep a distance everywhere.
const PART: f64 = 1.0 / 16.0;

/// A bound on the number of returns from any state if both players prolong the game; see the [module](self).
///
/// # Errors
///
/// [`Unsettled`] if play goes on for too long.
fn returns(graph: &Graph) -> Result<f64, Unsettled> {
    let mut table = vec![0.0; graph.states() + graph.payoffs().len()];
    for block in graph.blocks() {
        for sweeps in 1.. {
            let mut residual: f64 = 0.0;
            for state in block.clone() {
                let here = PART + mean_returns(graph, &table, block, state);
                residual = residual.max(here - table[state]);
                table[state] = here;
            }
            if residual <= PART / 4.0 {
                break;
            }
            if sweeps >= MOST_SWEEPS {
                return Err(Unsettled { sweeps, residual });
            }
        }
        let mut states = block.clone();
        let holds = states
            .all(|state| table[state] >= PART / 2.0 + mean_returns(graph, &table, block, state));
        if !holds {
            return Ok(f64::INFINITY);
        }
    }
    Ok(table.into_iter().fold(0.0, greater))
}

/// The mean of the largest number of returns after a move of a state, with the move itself.
#[inline]
fn mean_returns(graph: &Graph, table: &[f64], block: &Range<usize>, state: usize) -> f64 {
    let after = |&node: &Node| {
        let node = node as usize;
        table[node] + f64::from(u8::from((state..block.end).contains(&node)))
    };
    let rolls = graph.rolls(state);
    let sum: f64 = rolls
        .map(|(weight, moves)| f64::from(weight) * moves.iter().map(after).fold(0.0, greater))
        .sum();
    sum / f64::from(graph.total())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Rows, Target};

    const LANES: usize = 4;

    /// In either of two states a coin is tossed in turn until it shows heads; in lane *k* the player in the first seat wins
    /// 2^-k points by it, the other 1 point.
    fn coins() -> (Graph, Vec<Row<LANES>>) {
        let mut rows = Rows::default();
        for state in 0..2 {
            rows.push([Target::End(0)]);
            rows.push([Target::State(state)]);
        }
        let graph = Graph::new(&[1, 1], &[1.0], vec![rows], &[2]);
        let to_one = std::array::from_fn(|lane| 1.0 / f64::from(1 << lane));
        // Who is on roll at the end did not bring it about.
        let end = Row([[-1.0; LANES], to_one.map(|payoff: f64| -payoff)]);
        let table = vec![Row::all(0.0), Row::all(0.0), end];
        (graph.expect("it is well formed"), table)
    }

    /// The first seat tosses first: one / 2 - other / 4 + one / 8 and so on.
    fn expected(lane: usize) -> [f64; 2] {
        let one = 1.0 / f64::from(1 << lane);
        [(2.0 * one - 1.0) / 3.0, (2.0 - one) / 3.0]
    }

    /// The moves that are nearly best.
    fn good<const N: usize>(graph: &Graph, table: &[Row<N>]) -> Good {
        Good::new(graph, table, 1e-6).expect("play ends")
    }

    #[test]
    fn every_lane_has_its_own_payoffs_and_true_bounds() {
        let (graph, mut table) = coins();
        iterate(&graph, &mut table, 1e-12).expect("it converges");
        let bounds = good(&graph, &table).bounds(&graph, &mut table);
        for (lane, bound) in bounds.expect("these are bounds").into_iter().enumerate() {
            assert!(bound < 1e-11);
            for (seat, expected) in expected(lane).into_iter().enumerate() {
                assert!((table[0].0[seat][lane] - expected).abs() <= bound);
            }
        }
    }

    #[test]
    fn bounds_are_as_wide_as_values_are_off() {
        let (graph, mut solved) = coins();
        iterate(&graph, &mut solved, 1e-15).expect("it converges");
        let good = good(&graph, &solved);
        for off in [1e-9, 1e-3] {
            let mut table = solved.clone();
            for seat in &mut table[0].0 {
                seat[LANES - 1] += off;
            }
            let bounds = good.bounds(&graph, &mut table).expect("these are bounds");
            // Each toss returns with probability one half, so a sweep leaves half of an error.
            let left = expected(LANES - 1)[0] - table[0].0[0][LANES - 1];
            assert!((left - off / 2.0).abs() < 1e-14, "{left}");
            assert!((left..4.0 * off).contains(&bounds[LANES - 1]), "{bounds:?}");
            assert!(bounds[0] < 1e-11);
        }
        for wrong in [f64::NAN, 3.0] {
            let mut table = solved.clone();
            table[0].0[1][0] = wrong;
            assert!(good.bounds(&graph, &mut table).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_better_move_that_was_left_out_is_found() {
        let mut rows = Rows::default();
        rows.push([Target::End(0), Target::End(1)]);
        let graph = Graph::new(&[1], &[0.5, 1.0], vec![rows], &[1]).expect("it is well formed");
        // Values of the ends to the loser: the second pays less in the first lane, and in the second lane this.
        for (second, expected) in [(-0.4, true), (-0.5, false), (-0.5 - 1e-9, false)] {
            let mut table = [Row::all(0.0), Row::all(-0.5), Row::all(-0.4)];
            let first_only = Good::new(&graph, &table, 0.0).expect("play ends");
            table[2] = Row([[-0.4, second]; 2]);
            iterate(first_only.graph(), &mut table, 1e-15).expect("it converges");
            let bounds = first_only.bounds(&graph, &mut table);
            assert_eq!(bounds.is_ok(), expected, "{second}");
        }
    }
}
