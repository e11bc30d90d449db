//! The proof: bounds on every value and the best moves, checked in exact integer arithmetic.
//!
//! Values *V* come from anywhere. Two things are checked at every state, in integers:
//!
//! 1. The equation, applied to *V* once, is nowhere off by more than *δ*:
//!    |*V*(*s*) · total + Σ weight · least *V* after a move| ≤ *δ* · total.
//! 2. The *slack* *e* bounds how far that may add up while best play goes on:
//!    *e*(*s*) · total ≥ *δ* · total + Σ weight · greatest *e* after a move near the best.
//!
//! A move is *near* the best if *V* after it exceeds the least by a certain distance at most; no slack is more than half
//! of that. Where the slack comes from does not matter. (It is *δ* times a bound on the length of best play.)
//!
//! Then *L* = *V* − *e* and *U* = *V* + *e* satisfy at every state
//!
//! ```text
//! L(s) · total ≤ Σ weight · max over moves m of −U(after m)
//! U(s) · total ≥ Σ weight · max over moves m of −L(after m)
//! ```
//!
//! by 1 and 2 added up: the first line with the move after which *V* is least; the second because no move has a
//! greater −*L* than minus the least *V* plus the greatest *e* after a near move. (After any other, *V* exceeds the
//! least by more than its slack.)
//!
//! A player who always takes the move with the greatest −*U* then expects at least *L*: by the
//! first line when on roll, by the second when not, nothing that the opponent does lowers the
//! expected bound; and as play ends ([`Ending`]), what is expected is the payoff. The same holds
//! for the opponent and *U*, so the true value lies between the two.
//!
//! A move whose −*L* is less than the greatest −*U* is not best. Where that leaves several, they
//! must be exactly equal, which [`ties`](super::ties) establishes.
//!
//! If values satisfy the equation exactly, but play with the moves that are best by them need not end, then no values are
//! proven by any others. For let *V* satisfy it, and let *W* satisfy it with best moves by which play ends as soon as one
//! player keeps to them. Let that player do so, and the opponent keep to the moves that are best by *V*. In terms of *W* the
//! player then expects no less from throw to throw, in terms of *V* no more; and at the end both are the payoff. So *W* is at most
//! *V* with the player on roll, and at least *V* with the opponent on roll: they are the same.

use rayon::prelude::*;

use super::best::Best;
use super::choices::{Choices, Keep, LANE, STATES_PER_TASK};
use super::ending::{Ending, always_ends, ending_against};
use super::ties::Classes;
use super::{Game, Graph, Node, is_exact, lengths};

/// Ticks of fixed point in one point.
const TICKS: f64 = (1_u64 << 60) as f64;
/// Moves whose values are within this many ticks of the best may be best: about 1e-9 points. More are taken where
/// bounds turn out wider, and fewer where those within this distance could prolong play too much.
const NEAR: i64 = 1 << 30;
/// Maximum slack, in ticks: half a point. Wider bounds would be of no use.
const LARGEST_SLACK: i64 = 1 << 59;
/// Relative accuracy required of *w*.
const LENGTH_RESIDUAL: f64 = 1.0 / 8.0;

/// Proven facts about the values of a graph.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Maximum error of each state's value, in ticks.
    slack: Vec<i64>,
    /// The best moves: where there are several, they are exactly equal.
    pub best: Best,
    /// Conditions under which play ends.
    pub ending: Ending,
    /// Classes that prove these equal; `None` if there are none.
    pub classes: Option<Classes>,
    /// The smallest difference between a best move and one that is not; `None` if there is no such
    /// move.
    pub margin: Option<Margin>,
}

/// Difference between a best move and the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    /// The difference of their values, in points; right to within twice the bound and a rounding.
    pub points: f64,
    /// The state.
    pub state: usize,
    /// The outcome.
    pub outcome: usize,
}

/// The largest amount by which the equation is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Residual {
    ticks: i64,
    /// A state where it is off by that amount.
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
    /// Maximum error of any value, in points.
    #[must_use]
    pub fn bound(&self) -> f64 {
        in_points(self.slack.iter().copied().max().unwrap_or(0))
    }

    /// Maximum error of this state's value, in points.
    #[must_use]
    pub fn bound_of(&self, state: usize) -> f64 {
        in_points(self.slack[state])
    }
}

/// Error of proving values.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum ProofError {
    /// There is not one value for each state.
    #[error("{found} values were given for {states} states")]
    Count { found: usize, states: usize },
    /// A value is outside the range of payoffs, or not a multiple of [`GRAIN`](super::GRAIN).
    #[error("the value {value} of state {state} is not a multiple of 2^-52 between -2 and 2")]
    Value { state: usize, value: f64 },
    /// A payoff is out of range, or not a multiple of [`GRAIN`](super::GRAIN).
    #[error("the payoff {0} is not a multiple of 2^-52 between -2 and 2")]
    Payoff(f64),
    /// The values satisfy the equation exactly, and with the moves that are best by them play need not end. (No other values
    /// are proven then either: see the [module](self).)
    #[error(
        "play need not end even if one player keeps to best moves, so the values are not defined"
    )]
    Endless,
    /// Two players together can go on for ever, so that what is known of values alone proves nothing.
    #[error(
        "two players together can go on for ever, but bounds alone are only proven where play always ends"
    )]
    CanGoOn,
    /// The equation is off by too much for the length of play with moves that may be best. That may be because values
    /// are wrong, because play goes on for too long, or because it never ends: which, is not known.
    #[error(
        "no bounds follow from these values: the equation is off by up to {0:e} points, too much for how long play with moves that may be best goes on"
    )]
    NoBounds(f64),
    /// Moves are too close to tell which is best, and not shown to be equal.
    #[error(
        "in state {state} with outcome {outcome} two moves are too close to tell which is better"
    )]
    Undecided { state: usize, outcome: usize },
}

/// The values in ticks, of states and ends.
fn in_ticks(game: &impl Game, values: &[f64]) -> Result<Vec<i64>, ProofError> {
    if values.len() != game.states() {
        return Err(ProofError::Count {
            found: values.len(),
            states: game.states(),
        });
    }
    if let Some(state) = values.iter().position(|&value| !is_exact(value)) {
        return Err(ProofError::Value {
            state,
            value: values[state],
        });
    }
    if let Some(&payoff) = game.payoffs().iter().find(|&&payoff| !is_exact(payoff)) {
        return Err(ProofError::Payoff(payoff));
    }
    let mut ticks = Vec::with_capacity(game.nodes());
    ticks.extend(values.iter().map(|value| (value * TICKS) as i64));
    let ends = game.payoffs().iter();
    ticks.extend(ends.map(|payoff| (-payoff * TICKS) as i64));
    Ok(ticks)
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

/// Largest amount by which the equation is off when it is applied once to these values.
///
/// # Errors
///
/// [`ProofError::Count`] or [`ProofError::Value`] if they are not values of this graph.
pub fn residual(game: &impl Game, values: &[f64]) -> Result<Residual, ProofError> {
    let values = in_ticks(game, values)?;
    Ok(Candidates::new(game, &values, 0).residual(game, &values))
}

/// Proves values, and with them the best moves.
///
/// # Errors
///
/// [`ProofError`] if something cannot be shown. Values that are right to within a few
/// [`GRAIN`](super::GRAIN)s are proven for every game in which play ends soon enough, also with moves
/// that are within 1e-9 points of the best.
pub fn prove(game: &impl Game, values: &[f64]) -> Result<Proof, ProofError> {
    let always_ends = always_ends(game);
    let (bounds, candidates) = Bounds::new(game, values, always_ends)?;
    let (best, margin) = candidates.best_moves(game, &bounds);
    let ending = if always_ends {
        Ending::Always
    } else {
        ending_against(game, &best.graph(game))
    };
    if ending == Ending::Never {
        return Err(unending(game, &bounds.values, residual(game, values)?));
    }
    let mut classes = None;
    if best.ties() > 0 {
        classes = Some(check_ties(&best.graph(game), &bounds)?);
    }
    let mut slack = bounds.slack;
    slack.truncate(game.states());
    Ok(Proof {
        slack,
        best,
        ending,
        classes,
        margin,
    })
}

/// Maximum error of these values, in points, for a game of which it is known
/// that play always ends. Unlike a [proof](prove), it says nothing of best moves.
///
/// # Errors
///
/// [`ProofError`] if no bounds follow from the values.
pub fn bound(game: &impl Game, values: &[f64]) -> Result<f64, ProofError> {
    let (bounds, _) = Bounds::new(game, values, true)?;
    Ok(in_points(bounds.slack.into_iter().max().unwrap_or(0)))
}

/// Bounds that were checked, for each node.
struct Bounds {
    /// The values, in ticks.
    values: Vec<i64>,
    /// Their maximum errors.
    slack: Vec<i64>,
}

/// A value in ticks, and its maximum error.
#[derive(Clone, Copy)]
struct Bound {
    value: i64,
    slack: i64,
}

impl Bound {
    fn lower(self) -> i64 {
        self.value - self.slack
    }

    fn upper(self) -> i64 {
        self.value + self.slack
    }
}

impl Bounds {
    /// Bounds around these values, and the moves that may be best by the values. `always_ends` may be `true` if play
    /// always ends.
    fn new(
        game: &impl Game,
        values: &[f64],
        always_ends: bool,
    ) -> Result<(Bounds, Candidates), ProofError> {
        let values = in_ticks(game, values)?;
        let mut near = NEAR;
        let mut is_narrowed = false;
        loop {
            let mut candidates = Candidates::new(game, &values, near);
            let residual = candidates.residual(game, &values);
            let lengths = candidates.lengths(game, &values, near, always_ends);
            let slack = lengths.map(|lengths| slack(game.states(), residual, lengths));
            let widest = slack.iter().flatten().copied().max().unwrap_or(0);
            let Some(slack) = slack.filter(|_| widest <= LARGEST_SLACK) else {
                if is_narrowed {
                    return Err(unending(game, &values, residual));
                }
                // Fewer moves may not prolong play as much. From the best by the values alone, the distance is widened as far as
                // it must be.
                (near, is_narrowed) = (0, true);
                continue;
            };
            if near / 2 < widest {
                // An eighth more than it must be: slack that grows with the distance little by little is soon overtaken.
                near = widest * 9 / 4 + 1;
                continue;
            }
            let bounds = Bounds { values, slack };
            if !bounds.hold(game, &mut candidates.choices, residual, near) {
                return Err(ProofError::NoBounds(residual.points()));
            }
            return Ok((bounds, candidates));
        }
    }

    #[inline]
    fn of(&self, node: Node) -> Bound {
        Bound {
            value: self.values[node as usize],
            slack: self.slack[node as usize],
        }
    }

    /// Returns whether these are bounds, by the second check of the [module](self), given the moves whose values are
    /// within `near` ticks of the best, and the amount by which the equation is off. If no slack is more than half of
    /// `near`, any other move is worth less than the best by more than the slacks of both, and so not best.
    fn hold(
        &self,
        game: &impl Game,
        choices: &mut [Choices],
        residual: Residual,
        near: i64,
    ) -> bool {
        let allowed = 0..=LARGEST_SLACK.min(near / 2);
        if !self.slack.iter().all(|slack| allowed.contains(slack)) {
            return false;
        }
        let weights = Weights::new(game);
        let slack = &self.slack[..];
        choices.iter_mut().all(|choices| {
            choices.open();
            let there = move |node: Node| slack[node as usize];
            choices.choose(there, i64::MAX);
            let here = |node: Node| residual.ticks - slack[node as usize];
            weights.sums(choices, here, there).all(|sum| sum <= 0)
        })
    }
}

/// The game with only those moves whose values are within `near` ticks of the best.
fn near_best(game: &impl Game, values: &[i64], near: i64) -> Graph {
    Graph::keeping(game, |moves, kept| {
        let value = |node: &Node| values[*node as usize];
        let least = moves.iter().map(value).min().unwrap_or(i64::MAX);
        kept.extend(moves.iter().filter(|node| value(node) - near <= least));
    })
}

/// The error if play with moves that may be best may not end. That it does not is only claimed of values that satisfy the
/// equation exactly, with the moves that are best by them.
fn unending(game: &impl Game, values: &[i64], residual: Residual) -> ProofError {
    let is_never = || ending_against(game, &near_best(game, values, 0)) == Ending::Never;
    if residual.ticks == 0 && is_never() {
        ProofError::Endless
    } else {
        ProofError::NoBounds(residual.points())
    }
}

/// The weights of the outcomes, in lanes filled up with zeros.
struct Weights {
    lanes: Vec<[i64; LANE]>,
    total: i64,
}

impl Weights {
    fn new(game: &impl Game) -> Weights {
        let weights = game.weights();
        let mut lanes = vec![[0; LANE]; weights.len().div_ceil(LANE)];
        for (place, &weight) in lanes.as_flattened_mut().iter_mut().zip(weights) {
            *place = i64::from(weight);
        }
        let total = i64::from(game.total());
        Weights { lanes, total }
    }

    /// For each state of a block *here* · total + Σ weight · *there* after the chosen moves.
    fn sums(
        &self,
        choices: &Choices,
        here: impl Fn(Node) -> i64 + Send + Sync,
        there: impl Fn(Node) -> i64 + Send + Sync,
    ) -> impl IndexedParallelIterator<Item = i128> {
        let rows = choices.chosen.par_chunks_exact(self.lanes.len());
        let rows = rows
            .zip(choices.block.clone())
            .with_min_len(STATES_PER_TASK);
        rows.map(move |(row, state)| {
            let mut sum = i128::from(here(state as Node)) * i128::from(self.total);
            for (weights, row) in self.lanes.iter().zip(row) {
                for outcome in 0..LANE {
                    sum += i128::from(weights[outcome]) * i128::from(there(row[outcome]));
                }
            }
            sum
        })
    }
}

/// The moves that may be best by their values.
struct Candidates {
    /// Of each block the moves near the best; at first the best are chosen.
    choices: Vec<Choices>,
    /// For each part of the states, in order.
    near: Vec<Near>,
}

/// The moves near the best of some states.
#[derive(Default)]
struct Near {
    best: Best,
    /// State and outcome of the choices with several moves near the best.
    several: Vec<(usize, usize)>,
    closest: Closest,
}

/// The smallest difference between a best move and another, in ticks, with its state and outcome.
#[derive(Clone, Copy, Default)]
struct Closest(Option<(i64, usize, usize)>);

impl Closest {
    /// Takes this difference if it is smaller.
    #[inline]
    fn take(&mut self, gap: i64, state: usize, outcome: usize) {
        if self.0.is_none_or(|(closest, ..)| gap < closest) {
            self.0 = Some((gap, state, outcome));
        }
    }
}

/// Decides which moves are near the best.
struct Nearest<'a> {
    values: &'a [i64],
    /// Maximum difference from the best, in ticks.
    near: i64,
    found: Near,
}

impl Keep for Nearest<'_> {
    #[inline]
    fn keep<'k>(
        &mut self,
        state: usize,
        outcome: usize,
        moves: &'k [Node],
        kept: &'k mut Vec<Node>,
    ) -> &'k [Node] {
        let (mut least, mut next, mut front) = (i64::MAX, i64::MAX, 0);
        for (rank, &node) in moves.iter().enumerate() {
            let value = self.values[node as usize];
            if value < least {
                (least, next, front) = (value, least, rank);
            } else {
                next = next.min(value);
            }
        }
        let limit = least.saturating_add(self.near);
        if next > limit {
            self.found.best.push([front as u8]);
            self.found.closest.take(next - least, state, outcome);
            return &moves[front..=front];
        }
        self.found.several.push((state, outcome));
        let is_near = |node: Node| self.values[node as usize] <= limit;
        kept.extend(moves.iter().filter(|&&node| is_near(node)));
        let front = kept.iter().position(|&node| node == moves[front]);
        kept.swap(0, front.unwrap_or(0));
        let ranks = moves.iter().zip(0..).filter(|&(&node, _)| is_near(node));
        self.found.best.push(ranks.map(|(_, rank)| rank));
        kept
    }
}

impl Candidates {
    fn new(game: &impl Game, values: &[i64], near: i64) -> Candidates {
        let nearest = || Nearest {
            values,
            near,
            found: Near::default(),
        };
        let mut candidates = Candidates {
            choices: Vec::new(),
            near: Vec::new(),
        };
        for block in game.blocks() {
            let (choices, found) = Choices::among(game, block.clone(), &nearest);
            candidates.choices.push(choices);
            candidates
                .near
                .extend(found.into_iter().map(|nearest| nearest.found));
        }
        candidates
    }

    /// Bounds on the length of play with these moves, whose values are within `near` ticks of the best; `None` if it is too
    /// long, or need not end.
    fn lengths(
        &mut self,
        game: &impl Game,
        values: &[i64],
        near: i64,
        always_ends: bool,
    ) -> Option<Vec<f64>> {
        let moves = || near_best(game, values, near);
        if !always_ends && !super::ending::always_ends(&moves()) {
            return None;
        }
        let lengths = lengths::at_least_among(game, &mut self.choices, LENGTH_RESIDUAL);
        let lengths = lengths.or_else(|_| lengths::at_least(&moves(), LENGTH_RESIDUAL));
        lengths.ok()
    }

    /// The largest amount by which the equation is off, while the best moves are chosen.
    fn residual(&self, game: &impl Game, values: &[i64]) -> Residual {
        let weights = Weights::new(game);
        let value = |node: Node| values[node as usize];
        let largest = self.choices.iter().filter_map(|choices| {
            let sums = weights.sums(choices, value, value).map(i128::unsigned_abs);
            sums.zip(choices.block.clone()).max()
        });
        let (off, state) = largest.max().unwrap_or((0, 0));
        Residual {
            ticks: off.div_ceil(u128::from(game.total())) as i64,
            state,
        }
    }

    /// The moves that may be best by their bounds, and the margin to the closest other.
    fn best_moves(self, game: &impl Game, bounds: &Bounds) -> (Best, Option<Margin>) {
        let mut all = Best::default();
        let mut closest = Closest::default();
        for near in self.near {
            if let Some((gap, state, outcome)) = near.closest.0 {
                closest.take(gap, state, outcome);
            }
            let mut several = near.several.iter();
            all.append(near.best.refined(|ranks| {
                let &(state, outcome) = several.next().expect("each is listed");
                game.with_moves(state, outcome, |moves| {
                    let uppers = moves.iter().map(|&node| bounds.of(node).upper());
                    let limit = uppers.min().unwrap_or(i64::MAX);
                    let (mut best, mut next) = (i64::MAX, i64::MAX);
                    for (&node, rank) in moves.iter().zip(0..) {
                        let bound = bounds.of(node);
                        let may_be_best = bound.lower() <= limit;
                        let least = if may_be_best { &mut best } else { &mut next };
                        *least = bound.value.min(*least);
                        if may_be_best {
                            ranks.push(rank);
                        }
                    }
                    if next < i64::MAX {
                        closest.take(next - best, state, outcome);
                    }
                });
            }));
        }
        let margin = closest.0.map(|(ticks, state, outcome)| Margin {
            points: ticks as f64 / TICKS,
            state,
            outcome,
        });
        (all, margin)
    }
}

/// Residual times length, rounded up: the maximum errors to be checked.
fn slack(states: usize, residual: Residual, lengths: Vec<f64>) -> Vec<i64> {
    // Two ticks more make up for the rounding of neighbours.
    let per_move = (residual.ticks + 2) as f64;
    let mut slack: Vec<i64> = lengths
        .into_iter()
        .map(|length| (length * per_move).ceil() as i64)
        .collect();
    slack[states..].fill(0);
    slack
}

/// Shows that the best moves of each state and outcome are equal, by classes of states.
fn check_ties(best: &Graph, bounds: &Bounds) -> Result<Classes, ProofError> {
    let classes = Classes::new(best, &runs(best, bounds));
    for state in 0..best.states() {
        for outcome in 0..best.outcomes() {
            let moves = best.moves(state, outcome);
            if !moves.iter().all(|&node| classes.are_equal(moves[0], node)) {
                return Err(ProofError::Undecided { state, outcome });
            }
        }
    }
    Ok(classes)
}

/// The nodes and the mirror images of ends, in runs such that the bounds of nodes of different
/// runs do not meet; without those that are alone.
fn runs(graph: &Graph, bounds: &Bounds) -> Vec<Vec<Node>> {
    let nodes = (0..graph.nodes() as Node).map(|node| bounds.of(node));
    let nodes = nodes.map(|bound| (bound.lower(), bound.upper()));
    let mirrors = graph.payoffs().iter().map(|payoff| (payoff * TICKS) as i64);
    let all: Vec<(i64, i64)> = nodes.chain(mirrors.map(|value| (value, value))).collect();
    let mut sorted: Vec<(i64, Node)> = all.iter().map(|&(lower, _)| lower).zip(0..).collect();
    sorted.sort_unstable();
    let mut greatest_upper = i64::MIN;
    let runs = sorted.chunk_by(|&(_, node), &(next, _)| {
        greatest_upper = greatest_upper.max(all[node as usize].1);
        next <= greatest_upper
    });
    let runs = runs.filter(|run| run.len() > 1);
    runs.map(|run| run.iter().map(|&(_, node)| node).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{GRAIN, Rows, Target, values};

    /// A coin is tossed in turn until it shows heads; who tosses it wins a point. The first expects 1/3.
    fn coin() -> (Graph, i64) {
        let mut rows = Rows::default();
        rows.push([Target::End(0)]);
        rows.push([Target::State(0)]);
        let graph = Graph::new(&[1, 1], &[1.0], vec![rows], &[1]);
        (graph.expect("it is well formed"), (1 << 60) / 3)
    }

    #[test]
    fn bounds_hold_the_value_or_are_refused() {
        let (graph, third) = coin();
        let loss = -(1 << 60);
        // The equation is off by 3/2 of the value's error, and play goes on for 2 tosses on average.
        for (off, slack, expected) in [
            (0, 3, true),
            (0, 0, false),
            (1_000, 2_990, false),
            (1_000, 3_010, true),
            (-1_000, 2_990, false),
            (-1_000, 3_010, true),
            (0, -1, false),
            (0, LARGEST_SLACK + 1, false),
        ] {
            let bounds = [(third + off, slack), (loss, 0)];
            let bounds = Bounds {
                values: bounds.iter().map(|bound| bound.0).collect(),
                slack: bounds.iter().map(|bound| bound.1).collect(),
            };
            let near = i64::MAX;
            let mut candidates = Candidates::new(&graph, &bounds.values, near);
            let residual = candidates.residual(&graph, &bounds.values);
            assert_eq!(
                bounds.hold(&graph, &mut candidates.choices, residual, near),
                expected,
                "off by {off}, slack {slack}"
            );
        }
    }

    #[test]
    fn slack_covers_the_move_near_the_best_after_which_it_is_greatest() {
        // Two states that win a point at once, and a third with a move to each.
        let mut rows = Rows::default();
        rows.push([Target::End(0)]);
        rows.push([Target::End(0)]);
        rows.push([Target::State(0), Target::State(1)]);
        let graph = Graph::new(&[1], &[1.0], vec![rows], &[1, 1, 1]).expect("it is well formed");
        let won = 1 << 60;
        let near = 100;
        let residual = Residual { ticks: 1, state: 0 };
        for (off, slack, expected) in [
            (0, 6, true),
            (0, 5, false),
            (near + 1, 2, true),
            // With a slack of more than half the distance, a best move could be among those that are not near.
            (0, near / 2, true),
            (0, near / 2 + 1, false),
        ] {
            let values = vec![won, won + off, -won, -won];
            let mut candidates = Candidates::new(&graph, &values, near);
            let bounds = Bounds {
                values,
                slack: vec![1, 5, slack, 0],
            };
            let holds = bounds.hold(&graph, &mut candidates.choices, residual, near);
            assert_eq!(holds, expected, "off by {off}, slack {slack}");
        }
    }

    #[test]
    fn bounds_of_any_width_are_proven() {
        let (graph, third) = coin();
        for off in [
            1_i64 << 26,
            1 << 27,
            3 << 26,
            1 << 28,
            3 << 27,
            1 << 29,
            1 << 40,
        ] {
            let [value, off] = [third + off, off].map(|ticks| ticks as f64 / TICKS);
            let value = (value / GRAIN).round() * GRAIN;
            let proof = prove(&graph, &[value]).expect("these bounds hold");
            assert!((off..4.0 * off).contains(&proof.bound()), "off by {off:e}");
        }
    }

    #[test]
    fn sweeps_over_what_is_no_number_end_and_their_values_are_refused() {
        let (graph, _) = coin();
        let found = values::iterate_from(&graph, vec![f64::NAN, -1.0], 0.0, &mut |_| ());
        let points = found.expect("they end").points;
        let refused = prove(&graph, &points).expect_err("there is no value");
        assert!(matches!(refused, ProofError::Value { state: 0, .. }));
    }

    #[test]
    fn ticks_in_points_are_never_fewer() {
        // From 2^53 on an f64 holds every second number; 2^53 + 1 lies between two and is rounded to even.
        for ticks in [1 << 54, (1 << 54) + 1, (1 << 54) + 2, (1 << 54) + 3] {
            let points = in_points(ticks);
            assert!((points * TICKS) as i64 >= ticks, "{ticks}");
            assert!(((points * TICKS) as i64) < ticks + 4, "{ticks}");
        }
    }

    #[test]
    fn slack_is_no_more_than_length_times_what_the_equation_is_off() {
        // Two moves on average; 10 ticks, and 2 for the rounding of neighbours.
        let residual = Residual {
            ticks: 10,
            state: 0,
        };
        assert_eq!(slack(1, residual, vec![2.0, 0.0]), [24, 0]);
    }
}
