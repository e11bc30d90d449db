//! The games of a match: one game under the payoffs of many scores.
//!
//! Only two things about the payoffs of a score matter for best play: how much more a double win is worth than a single
//! one to each player, compared with the difference between winning and losing. These two numbers are the
//! [`Shape`] of a score. At scores of similar shape best play is nearly the same, and as long as it is
//! the same, values are linear in the payoffs. So the initial values at a score are a combination of the values at scores
//! that were solved before.

use std::sync::Arc;

use rayon::prelude::*;

use super::super::{SolveError, States, unproven};
use crate::graph::lanes::{self, LANES, Lanes, Row};
use crate::graph::proof::ProofError;
use crate::graph::seats::Seat;
use crate::graph::{GRAIN, Graph};

/// Tolerance of the equation for a match, in points: what
/// is left adds up to less than a millionth of a percent.
const SETTLED: f64 = 1e-12;
/// Heuristic: a move that is worse than the best by no more than this at one of the [examples](EXAMPLES) may be best at a score.
/// If another one is, the check of the bounds fails, and the game is solved with all moves.
const NEAR: f64 = 0.03;
/// Heuristic: a move that is worse than the best by no more than this may be best where values are known.
const CLOSE: f64 = 1e-6;
/// Payoffs between and around which those of the scores lie: the second point of a double win counts nothing to either
/// player, or as much as the first, or more to one of them; it counts most to a player whose opponent needs a
/// single point.
const EXAMPLES: [Payoffs; LANES] = [
    [0.5, 0.5, 0.5, 0.5],
    [0.5, 1.0, 0.5, 1.0],
    [0.5, 0.75, 0.5, 1.25],
    [0.5, 0.5, 0.5, 1.5],
];
/// Maximum number of solved games that initial values are made of.
const MOST_NEIGHBOURS: usize = 6;

/// The payoffs of the four ends to the player who brings them about: a single and a double win of the player, then of the
/// opponent.
pub(super) type Payoffs = [f64; 4];

/// A rule set in which a win may count two points, ready to be solved under different payoffs.
pub(super) struct Games<'a> {
    states: &'a States,
    /// Moves that are nearly best at an example.
    near: Near,
    examples: Vec<Game>,
}

/// The moves that are nearly best, and bounds on the number of [returns](lanes::returns) with them.
#[derive(Clone, Debug)]
struct Near {
    graph: Graph,
    returns: Vec<f64>,
}

impl Near {
    /// The moves that are within `distance` of the best in a lane.
    fn new(graph: &Graph, table: &[Row], distance: f64) -> Result<Near, SolveError> {
        let graph = Graph::keeping(graph, |moves, kept| {
            if let [only] = moves {
                return kept.push(*only);
            }
            let values = |node: u32| table[node as usize].0.as_flattened();
            let mut limits = [f64::INFINITY; 2 * LANES];
            for &node in moves {
                for (limit, value) in limits.iter_mut().zip(values(node)) {
                    *limit = limit.min(value + distance);
                }
            }
            let is_near = |&node: &u32| {
                let mut pairs = values(node).iter().zip(&limits);
                pairs.any(|(value, limit)| value <= limit)
            };
            kept.extend(moves.iter().copied().filter(is_near));
        });
        let returns = lanes::returns(&graph)?;
        Ok(Near { graph, returns })
    }
}

/// A solved game: a lane of a table.
#[derive(Clone, Debug)]
pub(super) struct Game {
    shape: Shape,
    table: Arc<Vec<Row>>,
    lane: usize,
    /// Maximum error of any value, in points.
    pub(super) bound: f64,
}

impl Game {
    /// The value of a state to this player on roll, in points.
    pub(super) fn value(&self, seat: Seat, state: usize) -> f64 {
        self.table[state].0[seat as usize][self.lane]
    }
}

/// Payoffs without what does not matter for best play.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// The mean of a single win and a single loss, to the player.
    middle: f64,
    /// Half the difference between them.
    half: f64,
    /// For each player the worth of the second point of a double win, as a part of `half`.
    seconds: [f64; 2],
}

impl Shape {
    fn of([win, double, loss, double_loss]: Payoffs) -> Shape {
        let middle = (win - loss) / 2.0;
        let half = f64::midpoint(win, loss).max(GRAIN);
        let seconds = [double - win, double_loss - loss].map(|second| second / half);
        Shape {
            middle,
            half,
            seconds,
        }
    }

    /// How much the second points of two shapes differ.
    fn differences(&self, other: &Shape) -> [f64; 2] {
        std::array::from_fn(|player| other.seconds[player] - self.seconds[player])
    }
}

impl Games<'_> {
    pub(super) fn new(states: &States) -> Result<Games<'_>, SolveError> {
        let graph = &states.graph;
        let mut table = initial(graph, &EXAMPLES, &[]);
        lanes::iterate(graph, &mut table, CLOSE)?;
        let near = Near::new(graph, &table, NEAR)?;
        let table = Arc::new(table);
        let examples = EXAMPLES.iter().enumerate().map(|(lane, &payoffs)| Game {
            shape: Shape::of(payoffs),
            table: Arc::clone(&table),
            lane,
            bound: CLOSE,
        });
        Ok(Games {
            states,
            near,
            examples: examples.collect(),
        })
    }

    /// Solves the game under each of these payoffs. `solved` are games to start from. The
    /// result does not depend on the number of threads.
    pub(super) fn solve(
        &self,
        payoffs: &[Payoffs],
        solved: &[Game],
    ) -> Result<Vec<Game>, SolveError> {
        let solved = [&self.examples, solved].concat();
        let groups: Vec<Vec<Game>> = payoffs
            .par_chunks(LANES)
            .map(|group| self.solve_group(group, &solved))
            .collect::<Result<_, SolveError>>()?;
        Ok(groups.concat())
    }

    /// Solves as many games as there are lanes; lanes to spare solve the last game again.
    fn solve_group(&self, payoffs: &[Payoffs], solved: &[Game]) -> Result<Vec<Game>, SolveError> {
        let in_lanes: [Payoffs; LANES] =
            std::array::from_fn(|lane| payoffs[lane.min(payoffs.len() - 1)]);
        let mut table = initial(&self.states.graph, &in_lanes, solved);
        let bounds = self.improve(&mut table)?;
        let table = Arc::new(table);
        let games = payoffs.iter().zip(bounds).enumerate();
        Ok(games
            .map(|(lane, (&payoffs, bound))| Game {
                shape: Shape::of(payoffs),
                table: Arc::clone(&table),
                lane,
                bound,
            })
            .collect())
    }

    /// Finds the values in all lanes, and their maximum errors.
    fn improve(&self, table: &mut [Row]) -> Result<Lanes, SolveError> {
        let graph = &self.states.graph;
        let changes = lanes::iterate(&self.near.graph, table, SETTLED)?;
        if let Some(bounds) = lanes::bounds(graph, table, &changes, &self.near.returns) {
            return Ok(bounds);
        }
        let changes = lanes::iterate(graph, table, SETTLED)?;
        let close = Near::new(graph, table, CLOSE)?;
        lanes::bounds(graph, table, &changes, &close.returns).ok_or_else(|| {
            let off = changes.into_iter().fold(0.0, f64::max);
            unproven(ProofError::NoBounds(off), self.states)
        })
    }
}

/// Close values for the games with these payoffs, combined from solved games; without such, rough ones.
fn initial(graph: &Graph, payoffs: &[Payoffs; LANES], solved: &[Game]) -> Vec<Row> {
    // For each solved game, its factor in each lane; then what is to be added for the player.
    let mut factors = vec![[0.0; LANES]; solved.len()];
    let mut constants = [0.0; LANES];
    for (lane, &payoffs) in payoffs.iter().enumerate() {
        let shape = Shape::of(payoffs);
        constants[lane] = shape.middle;
        for (place, part) in combination(&shape, solved) {
            let factor = part * shape.half / solved[place].shape.half;
            factors[place][lane] = factor;
            constants[lane] -= factor * solved[place].shape.middle;
        }
    }
    let used: Vec<(&Game, Lanes)> = solved.iter().zip(factors).collect();
    let used: Vec<_> = used
        .into_iter()
        .filter(|(_, factors)| factors.iter().any(|factor| factor.abs() > 0.0))
        .collect();
    let states = graph.states();
    let values = (0..states).map(|state| {
        let mut row = Row([constants, constants.map(|constant| -constant)]);
        for (game, factors) in &used {
            let of_seats = &game.table[state].0;
            for (sums, of_lanes) in row.0.iter_mut().zip(of_seats) {
                let value = of_lanes[game.lane];
                for (sum, factor) in sums.iter_mut().zip(factors) {
                    *sum += factor * value;
                }
            }
        }
        row
    });
    let ends = graph.payoffs().len();
    let of_ends = (0..ends).map(|end| {
        Row(Seat::ALL.map(|seat| payoffs.map(|it| -it[seat.opponent().end(end, ends)])))
    });
    values.chain(of_ends).collect()
}

/// Parts of solved games, by their places, whose sum is 1 and whose shapes have this shape as their mean, as nearly as the
/// nearest of them allow: those with the least sum of squares, each divided by the distance.
fn combination(shape: &Shape, solved: &[Game]) -> Vec<(usize, f64)> {
    /// Part of the largest squared distance that is added to each: games of the same shape are at no distance.
    const APART: f64 = 1e-9;
    /// Keeps factors small where the shapes are nearly on a line.
    const DAMPING: f64 = 1e-4;
    let mut nearest: Vec<(f64, usize)> = solved
        .iter()
        .map(|game| {
            shape
                .differences(&game.shape)
                .map(|it| it * it)
                .iter()
                .sum()
        })
        .zip(0..)
        .collect();
    nearest.sort_by(|(one, place), (other, after)| one.total_cmp(other).then(place.cmp(after)));
    nearest.truncate(MOST_NEIGHBOURS);
    let farthest = nearest.last().map_or(0.0, |&(square, _)| square);
    let scale = farthest.max(f64::MIN_POSITIVE);
    let terms: Vec<([f64; 3], f64)> = nearest
        .iter()
        .map(|&(square, place)| {
            let [one, other] = shape.differences(&solved[place].shape);
            let weight = 1.0 / (square / scale + APART);
            ([1.0, one / scale.sqrt(), other / scale.sqrt()], weight)
        })
        .collect();
    let mut equations = [[0.0; 4]; 3];
    for (row, equation) in equations.iter_mut().enumerate() {
        for column in 0..3 {
            equation[column] = terms
                .iter()
                .map(|(term, weight)| weight * term[row] * term[column])
                .sum();
        }
        equation[row] += if row == 0 { 0.0 } else { DAMPING };
        equation[3] = if row == 0 { 1.0 } else { 0.0 };
    }
    let factors = solution(equations);
    let parts = terms.iter().map(|(term, weight)| {
        let sum: f64 = term
            .iter()
            .zip(factors)
            .map(|(term, factor)| term * factor)
            .sum();
        weight * sum
    });
    nearest.iter().map(|&(_, place)| place).zip(parts).collect()
}

/// The solution of three linear equations with a symmetric, positive matrix.
fn solution(mut equations: [[f64; 4]; 3]) -> [f64; 3] {
    for pivot in 0..3 {
        let divided = equations[pivot].map(|it| it / equations[pivot][pivot]);
        for equation in &mut equations {
            let factor = equation[pivot];
            for (number, by) in equation.iter_mut().zip(divided) {
                *number -= factor * by;
            }
        }
        equations[pivot] = divided;
    }
    equations.map(|equation| equation[3])
}
