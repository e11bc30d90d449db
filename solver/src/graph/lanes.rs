//! One game under several payoffs at once: all are solved together, each in a *lane* of its own.
//!
//! The seats are told apart, as in [`seats`](super::seats), but the graph is not doubled: the table has for
//! each node the values of all lanes with either player on roll, and a move leads from the values of one seat to those
//! of the other. So each move is read once for all lanes and both seats, and the lanes are computed side by side by
//! the vector instructions of the processor. The best move is found anew in every sweep, which costs a minimum for
//! each move: it pays to leave out moves that are far from best, and to [check](bounds) with all of them.
//!
//! # The bounds
//!
//! A sweep takes the states in turn. If it changes no value by more than *c*, the equation is off afterwards only because of moves
//! to the state itself or to later ones of its block, *returns* below, whose values it changed afterwards. Let *w*(*s*) be at least the mean of the
//! largest *w* after a good move, plus 1 if the move is a return, plus a small amount: a bound on the number of returns. Then
//! *V* ± *δ·w* with *δ* a little more than *c* should be bounds. As in [`proof`](super::proof), that
//! is not argued but checked, at every state and with all moves:
//!
//! ```text
//! L(s) ≤ Σ p · max over moves m of −U(after m)
//! U(s) ≥ Σ p · max over moves m of −L(after m)
//! ```
//!
//! If play always ends, the true values lie between *L* and *U*, by the argument there. *L* and *U* are tables of
//! floating point numbers, which are exact as they stand. The right sides are computed with rounding: a mean of *n*
//! numbers of at most *x* points, as a sum of products with whole weights, is off by less than
//! (*n* + 4) · *x* · 2^-53 points. Twice that, for the largest *x* there can be, is required as a distance.

use std::ops::Range;

use super::acceleration::{Acceleration, Numbers};
use super::sweeps::Unsettled;
use super::{GRAIN, Graph, LARGEST_PAYOFF, Node};

/// Number of lanes.
pub const LANES: usize = 4;

/// A number for each lane.
pub type Lanes = [f64; LANES];

/// The values of a node to the player on roll: for each seat that may be on roll, those of all lanes.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Row(pub [Lanes; 2]);

impl Row {
    /// The same value for each seat and lane.
    #[must_use]
    pub const fn all(value: f64) -> Row {
        Row([[value; LANES]; 2])
    }

    /// Combines each number with that of its lane.
    #[inline]
    fn with_lanes(self, lanes: &Lanes, combine: impl FnMut(f64, f64) -> f64) -> Row {
        self.with(Row([*lanes; 2]), combine)
    }

    /// Combines the numbers of both seats in each lane.
    fn by_lane(&self, combine: impl Fn(f64, f64) -> f64) -> Lanes {
        std::array::from_fn(|lane| combine(self.0[0][lane], self.0[1][lane]))
    }
}

impl Numbers for Row {
    const ZERO: Row = Row::all(0.0);

    #[inline]
    fn with(mut self, other: Row, mut combine: impl FnMut(f64, f64) -> f64) -> Row {
        for (mine, others) in self.0.iter_mut().zip(&other.0) {
            for (mine, other) in mine.iter_mut().zip(others) {
                *mine = combine(*mine, *other);
            }
        }
        self
    }

    /// Both seats of a lane share a step.
    fn sums(self) -> Row {
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

/// Improves the values until the last sweep over each block changes none by more than `settled`. Returns
/// the largest changes of these last sweeps, for [`bounds`]. The table has a row for every node; those of the ends are
/// kept.
///
/// # Errors
///
/// [`Unsettled`] if the values do not converge.
pub fn iterate(graph: &Graph, table: &mut [Row], settled: f64) -> Result<Lanes, Unsettled> {
    let mut largest: Lanes = [0.0; LANES];
    for block in graph.blocks() {
        let mut acceleration = Acceleration::new(block.len());
        let mut sweeps = 0;
        loop {
            let changes = sweep(graph, block, table, &mut acceleration);
            sweeps += 1;
            let residual = changes.into_iter().fold(0.0, f64::max);
            if residual <= settled {
                largest = std::array::from_fn(|lane| largest[lane].max(changes[lane]));
                break;
            }
            if sweeps >= MOST_SWEEPS {
                return Err(Unsettled { sweeps, residual });
            }
            acceleration.apply(&mut table[block.clone()]);
        }
    }
    Ok(largest)
}

/// Applies the equation once to every state of a block, in order; returns the largest change in each lane.
#[inline(never)]
fn sweep(
    graph: &Graph,
    block: &Range<usize>,
    table: &mut [Row],
    acceleration: &mut Acceleration<Row>,
) -> Lanes {
    let share = -1.0 / f64::from(graph.total());
    let mut largest = Row::all(0.0);
    acceleration.sweep(block.clone(), |state| {
        let here = mean(graph, share, table, state);
        let change = here.with(table[state], |here, old| here - old);
        table[state] = here;
        largest = largest.with(change, |largest, change| greater(largest, change.abs()));
        change
    });
    largest.by_lane(f64::max)
}

/// The right side of the equation at a state; `share` is −1 divided by the total weight.
#[inline]
fn mean(graph: &Graph, share: f64, table: &[Row], state: usize) -> Row {
    let mut sum = Row::all(0.0);
    for (weight, moves) in graph.rolls(state) {
        let mut least = table[moves[0] as usize];
        for &node in &moves[1..] {
            let row = table[node as usize];
            least = least.with(row, smaller);
        }
        let weight = f64::from(weight);
        sum = sum.with(least, |sum, least| sum + weight * least);
    }
    let [one, other] = sum.0;
    Row([other, one]).with(Row::all(share), |sum, share| sum * share)
}

/// Part of a return that every move counts as, so that bounds keep a distance everywhere.
const PART: f64 = 1.0 / 16.0;

/// Bounds on the number of returns from each state and end if both players prolong the game, every move counted as
/// `PART` more: see the [module](self). In floating point, to propose [`bounds`].
///
/// # Errors
///
/// [`Unsettled`] if play goes on for too long.
pub fn returns(graph: &Graph) -> Result<Vec<f64>, Unsettled> {
    /// Largest change in the last sweep, as a part of [`PART`].
    const RESIDUAL: f64 = 1.0 / 8.0;
    let mut table = vec![0.0; graph.states() + graph.payoffs().len()];
    for block in graph.blocks() {
        let mut sweeps = 0;
        loop {
            let mut residual: f64 = 0.0;
            for state in block.clone() {
                let is_return = |node: usize| node >= state && node < block.end;
                let after = |&node: &Node| {
                    let node = node as usize;
                    table[node] + f64::from(u8::from(is_return(node)))
                };
                let sum: f64 = graph
                    .rolls(state)
                    .map(|(weight, moves)| {
                        f64::from(weight) * moves.iter().map(after).fold(0.0, greater)
                    })
                    .sum();
                let here = PART + sum / f64::from(graph.total());
                residual = residual.max(here - table[state]);
                table[state] = here;
            }
            sweeps += 1;
            if residual <= RESIDUAL * PART {
                break;
            }
            if sweeps >= MOST_SWEEPS {
                return Err(Unsettled { sweeps, residual });
            }
        }
    }
    // Where the number falls short, it does by less than a part of what each move counts.
    for number in &mut table {
        *number *= 1.0 + 2.0 * RESIDUAL;
    }
    Ok(table)
}

/// The maximum error of any value in each lane, in points, for a graph of which it is known that play always ends;
/// `None` if no bounds can be shown. The rows of the ends are the payoffs. `changes` are those that [`iterate`] returns,
/// perhaps for a graph with fewer moves, and `returns` [those](returns) with the moves that are good in any
/// lane. Neither is trusted.
#[must_use]
pub fn bounds(graph: &Graph, table: &[Row], changes: &Lanes, returns: &[f64]) -> Option<Lanes> {
    let most = returns.iter().copied().fold(0.0, f64::max);
    // Comparisons with NaN are false.
    let is_usable = returns.len() == table.len()
        && returns.iter().all(|number| (0.0..=most).contains(number))
        && returns[graph.states()..]
            .iter()
            .all(|&of_end| of_end == 0.0);
    let mut values = table.iter().flat_map(|row| row.0.as_flattened());
    if !is_usable || !values.all(|value| value.abs() <= LARGEST_PAYOFF) {
        return None;
    }
    let distance = (graph.outcomes() + 4) as f64 * (LARGEST_PAYOFF + LARGEST_SLACK) * GRAIN;
    // The other distance makes up for the rounding of the bounds themselves.
    let slack = changes.map(|change| change + 2.0 * distance / PART);
    let errors = slack.map(|slack| slack * most);
    if !errors.iter().all(|&error| error <= LARGEST_SLACK) {
        return None;
    }
    let share = -1.0 / f64::from(graph.total());
    for side in [1.0, -1.0] {
        let distant = |number: f64, side: f64| slack.map(|slack| side * slack * number);
        let rows = table.iter().zip(returns);
        let bounds: Vec<Row> = rows
            .map(|(row, &number)| row.with_lanes(&distant(number, side), |value, by| value + by))
            .collect();
        let mut least = Row::all(f64::INFINITY);
        for (state, &number) in returns[..graph.states()].iter().enumerate() {
            let opposite = table[state].with_lanes(&distant(number, -side), |value, by| value + by);
            let inside = mean(graph, share, &bounds, state)
                .with(opposite, |mean, opposite| side * (mean - opposite));
            least = least.with(inside, smaller);
        }
        if !least
            .0
            .as_flattened()
            .iter()
            .all(|&least| least >= distance)
        {
            return None;
        }
    }
    // The bounds are rounded.
    Some(errors.map(|error| error + 4.0 * GRAIN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Rows, Target};

    /// A coin is tossed in turn until it shows heads; in lane *k* the player in the first seat wins 2^-k points by it, the
    /// other 1 point.
    fn coin() -> (Graph, Vec<Row>) {
        let mut rows = Rows::default();
        rows.push([Target::End(0)]);
        rows.push([Target::State(0)]);
        let graph = Graph::new(&[1, 1], &[1.0], vec![rows], &[1]);
        let to_one = std::array::from_fn(|lane| 1.0 / f64::from(1 << lane));
        // Who is on roll at the end did not bring it about.
        let end = Row([[-1.0; LANES], to_one.map(|payoff: f64| -payoff)]);
        (graph.expect("it is well formed"), vec![Row::all(0.0), end])
    }

    /// The first seat tosses first: one / 2 - other / 4 + one / 8 and so on.
    fn expected(lane: usize) -> [f64; 2] {
        let one = 1.0 / f64::from(1 << lane);
        [(2.0 * one - 1.0) / 3.0, (2.0 - one) / 3.0]
    }

    #[test]
    fn every_lane_has_its_own_payoffs_and_true_bounds() {
        let (graph, mut table) = coin();
        let changes = iterate(&graph, &mut table, 1e-12).expect("it converges");
        let returns = returns(&graph).expect("play ends");
        let bounds = bounds(&graph, &table, &changes, &returns).expect("these are bounds");
        for (lane, bound) in bounds.into_iter().enumerate() {
            assert!(bound < 1e-11);
            for (seat, expected) in expected(lane).into_iter().enumerate() {
                assert!((table[0].0[seat][lane] - expected).abs() <= bound);
            }
        }
    }

    #[test]
    fn values_that_are_off_by_more_than_stated_have_no_bounds() {
        let (graph, mut table) = coin();
        iterate(&graph, &mut table, 1e-15).expect("it converges");
        let returns = returns(&graph).expect("play ends");
        let changes = [1e-9; LANES];
        // A value that is off by e is 3/2 e off the equation, and each toss returns with probability one half.
        for (off, expected) in [(0.4e-9, true), (3e-9, false), (f64::NAN, false)] {
            for sign in [1.0, -1.0] {
                let mut table = table.clone();
                for seat in &mut table[0].0 {
                    seat[LANES - 1] += sign * off;
                }
                let found = bounds(&graph, &table, &changes, &returns);
                assert_eq!(found.is_some(), expected, "{off} {sign}");
            }
        }
        for wrong in [f64::NAN, -1.0] {
            assert!(bounds(&graph, &table, &changes, &[wrong, 0.0]).is_none());
        }
        assert!(bounds(&graph, &table, &[0.0; LANES], &[0.0, 0.0]).is_none());
    }
}
