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
use crate::graph::lanes::{self, Good, Lanes, Row};
use crate::graph::proof::ProofError;
use crate::graph::seats::Seat;
use crate::graph::{GRAIN, Graph};

/// Maximum number of games that are solved together.
const LANES: usize = 4;
/// Tolerance of the equation for a match, in points: what
/// is left adds up to less than a millionth of a percent.
const SETTLED: f64 = 1.5e-12;
/// Tolerance of the equation for the [examples](EXAMPLES), whose values are only to start from.
const ROUGH: f64 = 1e-6;
/// Heuristic: a move that is worse than the best by no more than this at one of the [examples](EXAMPLES) may be best at a
/// score. If another one is, the check of the bounds fails, and the game is solved with all moves.
const NEAR: f64 = 0.005;
/// Heuristic: a move that is worse than the best by no more than this by the initial values may be best. If another one
/// is, the check of the bounds fails, and the values found are the next initial values. (Measured in a match to 9: that
/// happens once with this distance, three times with 2e-5, never with 3e-4, which takes more instructions.)
const CLOSE: f64 = 1e-4;
/// Number of times that moves are left out in this way, before the game is solved with all.
const ATTEMPTS: usize = 3;
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
    near: Good<'a>,
    examples: Vec<Game>,
}

/// A solved game.
#[derive(Clone, Debug)]
pub(super) struct Game {
    shape: Shape,
    /// The values of each state to either player on roll.
    values: Arc<Vec<[f64; 2]>>,
    /// Maximum error of any value, in points.
    pub(super) bound: f64,
}

impl Game {
    /// The value of a state to this player on roll, in points.
    pub(super) fn value(&self, seat: Seat, state: usize) -> f64 {
        self.values[state][seat as usize]
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
        lanes::iterate(graph, &mut table, ROUGH)?;
        Ok(Games {
            states,
            near: Good::new(graph, &table, NEAR)?,
            examples: games(&EXAMPLES, &table, [ROUGH; LANES]),
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
        let groups = payoffs.len().div_ceil(LANES);
        let groups: Vec<Vec<Game>> = payoffs
            .par_chunks(payoffs.len().div_ceil(groups))
            .map(|group| match *group {
                [a] => self.solve_group([a], &solved),
                [a, b] => self.solve_group([a, b], &solved),
                [a, b, c] => self.solve_group([a, b, c], &solved),
                [a, b, c, d] => self.solve_group([a, b, c, d], &solved),
                _ => unreachable!("a group has one game for each lane"),
            })
            .collect::<Result<_, SolveError>>()?;
        Ok(groups.concat())
    }

    /// Solves games together, each in a lane of its own.
    fn solve_group<const N: usize>(
        &self,
        payoffs: [Payoffs; N],
        solved: &[Game],
    ) -> Result<Vec<Game>, SolveError> {
        let mut table = initial(&self.states.graph, &payoffs, solved);
        let bounds = self.improve(&mut table)?;
        Ok(games(&payoffs, &table, bounds))
    }

    /// Finds the values in all lanes, and their maximum errors.
    fn improve<const N: usize>(&self, table: &mut Vec<Row<N>>) -> Result<Lanes<N>, SolveError> {
        let graph = &self.states.graph;
        for _ in 0..ATTEMPTS {
            let close = self.near.narrowed(table, CLOSE);
            close.iterate(table, SETTLED)?;
            if let Ok(bounds) = close.bounds(table) {
                return Ok(bounds);
            }
        }
        lanes::iterate(graph, table, SETTLED)?;
        let close = Good::new(graph, table, CLOSE)?;
        let bounds = close.bounds(table);
        bounds.map_err(|off| unproven(ProofError::NoBounds(off), self.states))
    }
}

/// The games with these payoffs, of which the table has the values.
fn games<const N: usize>(payoffs: &[Payoffs; N], table: &[Row<N>], bounds: Lanes<N>) -> Vec<Game> {
    let lanes = payoffs.iter().zip(bounds).enumerate();
    let games = lanes.map(|(lane, (&payoffs, bound))| Game {
        shape: Shape::of(payoffs),
        values: Arc::new(
            table
                .iter()
                .map(|row| row.0.map(|lanes| lanes[lane]))
                .collect(),
        ),
        bound,
    });
    games.collect()
}

/// Close values for the games with these payoffs, combined from solved games; without such, rough ones.
fn initial<const N: usize>(graph: &Graph, payoffs: &[Payoffs; N], solved: &[Game]) -> Vec<Row<N>> {
    // For each solved game, its factor in each lane; then what is to be added for the player.
    let mut factors = vec![[0.0; N]; solved.len()];
    let mut constants = [0.0; N];
    for (lane, &payoffs) in payoffs.iter().enumerate() {
        let shape = Shape::of(payoffs);
        constants[lane] = shape.middle;
        for (place, part) in combination(&shape, solved) {
            let factor = part * shape.half / solved[place].shape.half;
            factors[place][lane] = factor;
            constants[lane] -= factor * solved[place].shape.middle;
        }
    }
    let used: Vec<(&Game, Lanes<N>)> = solved.iter().zip(factors).collect();
    let used: Vec<_> = used
        .into_iter()
        .filter(|(_, factors)| factors.iter().any(|factor| factor.abs() > 0.0))
        .collect();
    let states = graph.states();
    let values = (0..states).map(|state| {
        let mut row = Row([constants, constants.map(|constant| -constant)]);
        for (game, factors) in &used {
            for (sums, value) in row.0.iter_mut().zip(game.values[state]) {
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
    // With room for the row that sweeps add.
    let mut table = Vec::with_capacity(states + ends + 1);
    table.extend(values.chain(of_ends));
    table
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
