//! The proof: bounds on every value and the best moves, checked in exact integer arithmetic.
//!
//! Values *V* come from anywhere. If the equation, applied to *V* once, is nowhere off by more
//! than *δ*, and if *w*(*s*) is at least 1 plus the mean of the largest *w* after a best move (so
//! *w* bounds how long best play goes on), then *V* ± *δ·w* should be bounds. Whether they are is
//! not argued but checked, at every state and in integers:
//!
//! ```text
//! L(s) · total ≤ Σ weight · max over moves m of −U(after m)
//! U(s) · total ≥ Σ weight · max over moves m of −L(after m)
//! ```
//!
//! A player who always takes the move with the greatest −*U* then expects at least *L*: by the
//! first line when on roll, by the second when not, nothing that the opponent does lowers the
//! expected bound; and as play ends ([`Ending`]), what is expected is the payoff. The same holds
//! for the opponent and *U*, so the true value lies between the two.
//!
//! A move whose −*L* is less than the greatest −*U* is not best. Where that leaves several, they
//! must be exactly equal, which [`ties`](super::ties) establishes.

use rayon::prelude::*;

use super::ending::{Ending, ending};
use super::lengths;
use super::sweeps::STATES_PER_TASK;
use super::ties::Classes;
use super::{Graph, Node, is_exact};

/// Fixed point: a value of one point is this many ticks.
const TICKS: f64 = (1_u64 << 60) as f64;
/// Moves within this many points of the best may be best; only a guess, of what to bound *w* for.
const NEAR: f64 = 1e-9;
/// More slack, half a point, proves nothing worth having.
const LARGEST_SLACK: i64 = 1 << 59;
/// *w* need not be better than to this part of it.
const LENGTH_RESIDUAL: f64 = 1.0 / 64.0;

/// What is proven about the values of a graph.
#[derive(Clone, Debug)]
pub struct Proof {
    /// How far from the true value each state's value can be, in ticks.
    slack: Vec<i64>,
    /// The graph with best moves only: where there are several, they are exactly equal.
    pub best: Graph,
    /// How sure it is that play ends.
    pub ending: Ending,
    /// How many pairs of state and outcome have several best moves.
    pub ties: usize,
    /// What shows that these are equal; `None` if there are none.
    pub classes: Option<Classes>,
    /// The closest that a move comes to being best without being so; `None` if there is no such
    /// move.
    pub margin: Option<Margin>,
}

/// By how much a best move is better than the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    /// The difference of their values, in points; right to within twice the bound and a rounding.
    pub points: f64,
    /// Where.
    pub state: usize,
    /// With which outcome.
    pub outcome: usize,
}

/// The largest amount by which the equation is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Residual {
    ticks: i64,
    /// Where it is off by that amount.
    pub state: usize,
}

impl Residual {
    /// The amount, in points.
    #[must_use]
    pub fn points(self) -> f64 {
        in_points(self.ticks)
    }
}

impl Proof {
    /// How far any value can be from the true one, in points.
    #[must_use]
    pub fn bound(&self) -> f64 {
        in_points(self.slack.iter().copied().max().unwrap_or(0))
    }

    /// How far this state's value can be from the true one, in points.
    #[must_use]
    pub fn bound_of(&self, state: usize) -> f64 {
        in_points(self.slack[state])
    }
}

/// Values that cannot be proven.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ProofError {
    /// There is not one value for each state.
    #[error("{found} values were given for {states} states")]
    Count {
        /// How many values there are.
        found: usize,
        /// How many states there are.
        states: usize,
    },
    /// A value is outside the range of payoffs, or not a multiple of [`GRAIN`](super::GRAIN).
    #[error("the value {value} of state {state} is not a multiple of 2^-52 between -2 and 2")]
    Value {
        /// The state.
        state: usize,
        /// Its value.
        value: f64,
    },
    /// Play with best moves cannot be shown to end.
    #[error("play need not end even if one player keeps to best moves, so values mean nothing")]
    Endless,
    /// The lengths of play under best moves grow without end, or the equation is off by so much
    /// that no bounds come of it.
    #[error("no bounds follow from these values, which are off by up to {0:e} points")]
    NoBounds(f64),
    /// Moves are too close to tell which is best, and not shown to be equal.
    #[error(
        "in state {state} with outcome {outcome} two moves are too close to tell which is better"
    )]
    Undecided {
        /// The state.
        state: usize,
        /// The outcome.
        outcome: usize,
    },
}

/// The values in ticks, of states and ends.
fn in_ticks(graph: &Graph, values: &[f64]) -> Result<Vec<i64>, ProofError> {
    if values.len() != graph.states() {
        return Err(ProofError::Count {
            found: values.len(),
            states: graph.states(),
        });
    }
    if let Some(state) = values.iter().position(|&value| !is_exact(value)) {
        return Err(ProofError::Value {
            state,
            value: values[state],
        });
    }
    let ends = graph.payoffs().iter().map(|payoff| -payoff);
    Ok(values
        .iter()
        .copied()
        .chain(ends)
        .map(|value| (value * TICKS) as i64)
        .collect())
}

/// Ticks in points, rounded up.
fn in_points(ticks: i64) -> f64 {
    let rounded = ticks as f64;
    let at_least = if (rounded as i64) < ticks {
        rounded.next_up()
    } else {
        rounded
    };
    at_least / TICKS
}

/// By how much the equation is off, at most, when it is applied once to these values.
///
/// # Errors
///
/// [`ProofError::Count`] or [`ProofError::Value`] if the values are none of this graph.
pub fn residual(graph: &Graph, values: &[f64]) -> Result<Residual, ProofError> {
    Ok(residual_of(graph, &in_ticks(graph, values)?))
}

fn residual_of(graph: &Graph, values: &[i64]) -> Residual {
    let total = i128::from(graph.total());
    let residuals = (0..graph.states())
        .into_par_iter()
        .with_min_len(STATES_PER_TASK)
        .map(|state| {
            let off = expected(graph, state, |node| -values[node as usize])
                - i128::from(values[state]) * total;
            let ticks = (off.abs() + total - 1) / total;
            Residual {
                ticks: ticks as i64,
                state,
            }
        });
    residuals.reduce(|| Residual { ticks: 0, state: 0 }, Residual::max)
}

/// The sum over the outcomes of their weight times the greatest worth of a move.
#[inline]
fn expected(graph: &Graph, state: usize, worth: impl Fn(Node) -> i64) -> i128 {
    graph
        .rolls(state)
        .map(|(weight, moves)| {
            let greatest = moves.iter().map(|&node| worth(node)).max();
            i128::from(weight) * i128::from(greatest.unwrap_or(i64::MIN))
        })
        .sum()
}

/// Proves values, and with them the best moves.
///
/// # Errors
///
/// [`ProofError`] says what could not be shown. Values that are right to within a few
/// [`GRAIN`](super::GRAIN)s are proven for every graph in which play ends soon enough, also with moves
/// that are within 1e-9 points of the best.
pub fn prove(graph: &Graph, values: &[f64]) -> Result<Proof, ProofError> {
    let bounds = Bounds::new(graph, values)?;
    let best = graph.with_moves(|moves, kept| {
        let least_upper = moves.iter().map(|&node| bounds.upper(node)).min();
        let least_upper = least_upper.unwrap_or(i64::MAX);
        kept.extend(
            moves
                .iter()
                .copied()
                .filter(|&node| bounds.lower(node) <= least_upper),
        );
    });
    let ending = ending(graph, &best);
    if ending == Ending::Never {
        return Err(ProofError::Endless);
    }
    let (ties, classes) = check_ties(&best, &bounds)?;
    let margin = margin(graph, &best, &bounds.values);
    let mut slack = bounds.slack;
    slack.truncate(graph.states());
    Ok(Proof {
        slack,
        best,
        ending,
        ties,
        classes,
        margin,
    })
}

/// How far any of these values can be from the true one, in points, for a graph of which it is known
/// that play always ends. It takes less than a [proof](prove), but says nothing of best moves.
///
/// # Errors
///
/// [`ProofError`] if no bounds follow from the values.
pub fn bound(graph: &Graph, values: &[f64]) -> Result<f64, ProofError> {
    let bounds = Bounds::new(graph, values)?;
    Ok(in_points(bounds.slack.into_iter().max().unwrap_or(0)))
}

/// Bounds that were checked: values in ticks, and how far the true ones can be from them.
struct Bounds {
    values: Vec<i64>,
    slack: Vec<i64>,
}

impl Bounds {
    fn new(graph: &Graph, values: &[f64]) -> Result<Bounds, ProofError> {
        let values = in_ticks(graph, values)?;
        let residual = residual_of(graph, &values);
        let near = graph.with_moves(|moves, kept| {
            let least = moves.iter().map(|&node| values[node as usize]).min();
            let limit = least
                .unwrap_or(i64::MAX)
                .saturating_add((NEAR * TICKS) as i64);
            kept.extend(
                moves
                    .iter()
                    .copied()
                    .filter(|&node| values[node as usize] <= limit),
            );
        });
        let lengths = lengths::at_least(&near, LENGTH_RESIDUAL).ok();
        let bounds = lengths.map(|lengths| Bounds {
            slack: slack(graph, residual, &lengths),
            values,
        });
        let bounds = bounds.filter(|bounds| are_bounds(graph, &bounds.values, &bounds.slack));
        bounds.ok_or_else(|| match ending(graph, &near) {
            Ending::Never if residual.points() <= NEAR => ProofError::Endless,
            _ => ProofError::NoBounds(residual.points()),
        })
    }

    #[inline]
    fn lower(&self, node: Node) -> i64 {
        self.values[node as usize] - self.slack[node as usize]
    }

    #[inline]
    fn upper(&self, node: Node) -> i64 {
        self.values[node as usize] + self.slack[node as usize]
    }
}

/// Residual times length, rounded up: how far from the true values these values are taken to be.
fn slack(graph: &Graph, residual: Residual, lengths: &[f64]) -> Vec<i64> {
    // Two ticks more make up for the rounding of neighbours.
    let per_move = (residual.ticks + 2) as f64;
    let states = graph.states();
    let mut slack: Vec<i64> = lengths[..states]
        .iter()
        .map(|length| (length * per_move).ceil() as i64)
        .collect();
    slack.resize(lengths.len(), 0);
    slack
}

/// Whether values plus and minus slack are bounds, by the two lines of the [module](self).
fn are_bounds(graph: &Graph, values: &[i64], slack: &[i64]) -> bool {
    if slack.iter().any(|&slack| slack > LARGEST_SLACK) {
        return false;
    }
    let total = i128::from(graph.total());
    (0..graph.states())
        .into_par_iter()
        .with_min_len(STATES_PER_TASK)
        .all(|state| {
            let (value, slack_here) = (i128::from(values[state]), i128::from(slack[state]));
            let from_uppers = expected(graph, state, |node| {
                -(values[node as usize] + slack[node as usize])
            });
            let from_lowers = expected(graph, state, |node| {
                -(values[node as usize] - slack[node as usize])
            });
            (value - slack_here) * total <= from_uppers
                && (value + slack_here) * total >= from_lowers
        })
}

/// Counts the pairs of state and outcome with several best moves, after showing them equal.
fn check_ties(best: &Graph, bounds: &Bounds) -> Result<(usize, Option<Classes>), ProofError> {
    let several = |state: usize| {
        (0..best.outcomes()).filter(move |&outcome| best.moves(state, outcome).len() > 1)
    };
    let ties: usize = (0..best.states()).map(|state| several(state).count()).sum();
    if ties == 0 {
        return Ok((0, None));
    }
    let classes = Classes::new(best, &runs(best, bounds));
    for state in 0..best.states() {
        for outcome in several(state) {
            let moves = best.moves(state, outcome);
            if !moves.iter().all(|&node| classes.are_equal(moves[0], node)) {
                return Err(ProofError::Undecided { state, outcome });
            }
        }
    }
    Ok((ties, Some(classes)))
}

/// The nodes and the mirror images of ends, in runs such that the bounds of nodes of different
/// runs do not meet.
fn runs(graph: &Graph, bounds: &Bounds) -> Vec<Vec<Node>> {
    let nodes =
        (0..bounds.values.len() as Node).map(|node| (bounds.lower(node), bounds.upper(node)));
    let mirrors = graph.payoffs().iter().map(|payoff| (payoff * TICKS) as i64);
    let mut all: Vec<((i64, i64), Node)> = nodes
        .chain(mirrors.map(|value| (value, value)))
        .zip(0..)
        .collect();
    all.sort_unstable();
    let mut runs: Vec<Vec<Node>> = Vec::new();
    let mut greatest_upper = i64::MIN;
    for ((lower, upper), node) in all {
        match runs.last_mut() {
            Some(run) if lower <= greatest_upper => run.push(node),
            _ => runs.push(vec![node]),
        }
        greatest_upper = greatest_upper.max(upper);
    }
    runs
}

/// The closest that a move comes to the best without being among them.
fn margin(graph: &Graph, best: &Graph, values: &[i64]) -> Option<Margin> {
    let mut closest: Option<(i64, usize, usize)> = None;
    for state in 0..graph.states() {
        for outcome in 0..graph.outcomes() {
            let kept = best.moves(state, outcome);
            let moves = graph.moves(state, outcome);
            if moves.len() == kept.len() {
                continue;
            }
            let others = moves.iter().filter(|node| !kept.contains(node));
            let next = others.map(|&node| values[node as usize]).min();
            if let Some(next) = next {
                let found = (next - values[kept[0] as usize], state, outcome);
                closest = Some(closest.map_or(found, |closest| closest.min(found)));
            }
        }
    }
    closest.map(|(ticks, state, outcome)| Margin {
        points: ticks as f64 / TICKS,
        state,
        outcome,
    })
}
