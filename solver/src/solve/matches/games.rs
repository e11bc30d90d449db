//! The games of a match: solves one game for the payoffs of many scores.
//!
//! Best play at a score depends on only two numbers, one for each player: the worth of the second point of a double
//! win, relative to the difference between winning and losing a single point. The [`Shape`] of the payoffs contains
//! these numbers. At scores of similar shape, best play is nearly the same. While best play stays the same, values are
//! linear in the payoffs. So the initial values at a score are linear combinations of the values at scores that are
//! already solved.

use std::sync::Arc;

use rayon::prelude::*;

use super::super::{SolveError, unproven};
use super::payoffs::Prepared;
use crate::states::States;
use tourne_graph::{GRAIN, Graph, bound, values};

/// Tolerance of the residual for a match, in points. The resulting errors add up to less than a millionth of a percent.
const MATCH_RESIDUAL: f64 = 1.5e-12;
/// Tolerance of the residual for the [examples](EXAMPLES), in points. The values of the examples are needed only to
/// choose moves and to begin iterations.
const EXAMPLE_RESIDUAL: f64 = 1e-6;
/// Maximum loss, in points, at which a move counts as nearly best in one of the [examples](EXAMPLES). This is a
/// heuristic: if another move is best at a score, the check of the bounds fails, and the game is solved with all moves.
const SMALL_LOSS: f64 = 0.005;
/// Sample payoffs that cover the range of the payoffs at all scores. They differ in the worth of the second point of a
/// double win: 0 for both players, the same as that of the first point, or greater for one player than for the other.
/// (The second point is worth most to a player whose opponent needs a single point.)
const EXAMPLES: [Payoffs; 4] = [
    [0.5, 0.5, 0.5, 0.5],
    [0.5, 1.0, 0.5, 1.0],
    [0.5, 0.75, 0.5, 1.25],
    [0.5, 0.5, 0.5, 1.5],
];
/// Maximum number of solved games that are combined for initial values.
const MOST_NEIGHBOURS: usize = 6;

/// Payoff of each end to the winner of the game: a single and a double win of the player, then of the opponent.
pub(super) type Payoffs = [f64; 4];

/// A rule set in which a win may count two points, ready to be solved under different payoffs.
pub(super) struct Games<'a> {
    states: &'a States,
    /// Doubled graph of the game, in which the player on roll is part of the state.
    graph: &'a Graph,
    /// The doubled game with only those moves that are nearly best in one of the [examples](EXAMPLES).
    near: Prepared,
    examples: Vec<SolvedGame>,
}

/// Values of the game under certain payoffs, with their error bound.
#[derive(Clone, Debug)]
pub(super) struct SolvedGame {
    shape: Shape,
    /// Values of the states and ends of the doubled game, in points.
    pub(super) values: Arc<Vec<f64>>,
    /// Maximum error of any value, in points.
    pub(super) bound: f64,
}

/// Payoffs of a game, converted to numbers of which only `seconds` affects best play: payoffs that differ only in
/// `middle` and `half` have the same best play.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// Mean of the player's payoffs for a single win and a single loss, in points.
    middle: f64,
    /// Half the difference between the player's payoffs for a single win and for a single loss, in points.
    half: f64,
    /// For each player, the worth of the second point of a double win, as a multiple of `half`.
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

    /// Returns for each player the entry of `seconds` in the other shape minus the entry in this shape.
    fn differences(&self, other: &Shape) -> [f64; 2] {
        std::array::from_fn(|player| other.seconds[player] - self.seconds[player])
    }
}

impl<'a> Games<'a> {
    /// Prepares a rule set for solving. `graph` is the [doubled](super::doubled) graph of `states`.
    pub(super) fn new(states: &'a States, graph: &'a Graph) -> Result<Games<'a>, SolveError> {
        let examples = EXAMPLES.par_iter().map(|payoffs| {
            let graph = graph.with_payoffs(payoffs);
            let table = graph.node_table(0.0);
            let mut values = values::iterate_from(&graph, &table, EXAMPLE_RESIDUAL)?.points;
            values.extend(payoffs.map(|payoff| -payoff));
            Ok(SolvedGame {
                shape: Shape::of(*payoffs),
                values: Arc::new(values),
                bound: EXAMPLE_RESIDUAL,
            })
        });
        let examples = examples.collect::<Result<Vec<SolvedGame>, SolveError>>()?;
        let tables: Vec<&[f64]> = examples.iter().map(|game| &game.values[..]).collect();
        Ok(Games {
            states,
            graph,
            near: Prepared::new(graph, &tables, SMALL_LOSS),
            examples,
        })
    }

    /// Solves the game for each of these payoffs. Initial values are combined from the games in `solved` and from the
    /// examples. The result does not depend on the number of threads.
    pub(super) fn solve(
        &self,
        payoffs: &[Payoffs],
        solved: &[SolvedGame],
    ) -> Result<Vec<SolvedGame>, SolveError> {
        let solved = [&self.examples, solved].concat();
        let games = payoffs.par_iter();
        games
            .map(|payoffs| self.solve_one(payoffs, &solved))
            .collect()
    }

    fn solve_one(
        &self,
        payoffs: &Payoffs,
        solved: &[SolvedGame],
    ) -> Result<SolvedGame, SolveError> {
        let shape = Shape::of(*payoffs);
        let mut values = initial(&shape, payoffs, solved);
        let bound = match self.near.improve(&mut values, MATCH_RESIDUAL)? {
            Some(bound) => bound,
            None => {
                let graph = self.graph.with_payoffs(payoffs);
                values = values::iterate_from(&graph, &values, MATCH_RESIDUAL)?.points;
                // Each state is there twice.
                let position = |state: usize| self.states.positions()[state / 2];
                bound(&graph, &values).map_err(|source| unproven(source, position))?
            }
        };
        Ok(SolvedGame {
            shape,
            values: Arc::new(values),
            bound,
        })
    }
}

/// Returns initial values for the game with these payoffs, combined from solved games.
fn initial(shape: &Shape, payoffs: &Payoffs, solved: &[SolvedGame]) -> Vec<f64> {
    let mut constant = shape.middle;
    let mut values = vec![0.0; solved[0].values.len()];
    for (place, part) in combination(shape, solved) {
        let other = &solved[place];
        let factor = part * shape.half / other.shape.half;
        constant -= factor * other.shape.middle;
        for (value, other) in values.iter_mut().zip(&other.values[..]) {
            *value += factor * other;
        }
    }
    let states = values.len() - payoffs.len();
    // States with the player on roll alternate with states with the opponent on roll.
    for both in values[..states].chunks_exact_mut(2) {
        both[0] += constant;
        both[1] -= constant;
    }
    values.truncate(states);
    values.extend(payoffs.map(|payoff| -payoff));
    values
}

/// Returns the indices of the solved games with the nearest shapes, and their coefficients (*parts*) in a linear
/// combination. The parts add up to 1, and the combined shape is close to `shape`. Among such parts, those with the
/// least weighted sum of squares are taken. The weight of a game is the squared distance of its shape from `shape`.
fn combination(shape: &Shape, solved: &[SolvedGame]) -> Vec<(usize, f64)> {
    /// Regularization: this fraction of the largest squared distance is added to each squared distance. It avoids a
    /// division by 0 for a solved game of exactly this shape.
    const APART: f64 = 1e-9;
    /// Regularization: added to the diagonal of the last two equations. It keeps the parts small if the shapes are
    /// nearly collinear.
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

/// Solves three linear equations with a symmetric, positive definite matrix.
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
