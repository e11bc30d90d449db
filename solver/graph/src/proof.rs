//! The proof: bounds on every value and the best moves, checked in exact integer arithmetic.
//!
//! Every value gets a *slack*, a bound on its error: no more than the *residual* of the equation, summed up over the rest of
//! best play. A move is *near* the best if the value after it exceeds the least by at most a fixed distance. `PROOF.md` in
//! the folder of the crate has the inequalities that are checked, and the argument.

use std::ops::Range;

use crate::block::{Block, Place};
use crate::checked::{Checked, table};
use crate::ending::{Ending, Moves, can_go_on};
use crate::game::Move;
use crate::sweeps::{Equation, ValueEquation, sums};
use crate::{Graph, LARGEST_PAYOFF, is_exact};

/// Number of ticks in one point. Values in fixed point are whole numbers of ticks.
pub(crate) const TICKS: f64 = (1_u64 << 60) as f64;
/// Maximum slack, in ticks: half a point. Wider bounds would be useless.
const LARGEST_SLACK: i64 = 1 << 59;
/// Difference in value between the best move of a choice and the best of the worse moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    /// The difference, in points. Its error is at most twice the error bound of values, plus a rounding error.
    pub points: f64,
    /// Index of the state in which the choice arises.
    pub state: usize,
    /// Index of the outcome, in the order of the weights.
    pub outcome: usize,
}

/// Largest residual of any state. The residual of a state is the absolute difference between its value and the value
/// that follows from the values after its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Residual {
    pub(crate) ticks: i64,
    /// A state with this residual.
    pub state: usize,
}

impl Residual {
    /// The residual, in points, rounded up.
    pub fn points(self) -> f64 {
        in_points(self.ticks)
    }
}

/// Error of proving values.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what each error means")]
pub enum ProofError {
    #[error(
        "the number of values must equal the number of states: values {found}, states {states}"
    )]
    Count { found: usize, states: usize },
    #[error(
        "the value {value} of state {state} is not a multiple of 2^-52 between -{LARGEST_PAYOFF} and {LARGEST_PAYOFF}"
    )]
    Value { state: usize, value: f64 },
    /// The values satisfy the equation exactly, but play with the best moves by these values need not end. Then no other
    /// values can be proven either (see `PROOF.md`), whether the game has values or not.
    #[error(
        "play with best moves by these values may go on for ever, which is beyond this method: it proves values only if play ends as soon as one player keeps to best moves"
    )]
    MayGoOn,
    #[error(
        "both players together can prolong play for ever, but bounds without best moves are proven only for games that always end"
    )]
    CanGoOn,
    /// No bounds follow from the values: the bound on an error is the residual times the length of play with moves that
    /// may be best, and this is too wide. Either the values are wrong, or play goes on for too long, or it never ends;
    /// the check cannot tell which.
    #[error(
        "no bounds follow from these values: their residual of {0:e} points, times the length of play with moves that may be best, is too large"
    )]
    NoBounds(f64),
    #[error(
        "in state {state} with outcome {outcome} two moves are too close to tell which is better"
    )]
    Undecided { state: usize, outcome: usize },
}

/// Converts ticks to points, rounding up.
fn in_points(ticks: i64) -> f64 {
    let rounded = ticks as f64;
    let at_least = if (rounded as i64) < ticks {
        rounded.next_up()
    } else {
        rounded
    };
    at_least / TICKS
}

/// Values and slacks of all nodes, proven block by block.
pub(crate) struct Bounds {
    /// Value of each node, in points: multiples of [`GRAIN`](crate::GRAIN).
    pub(crate) values: Vec<f64>,
    /// Upper bound on the error of each value, in ticks: whole numbers.
    pub(crate) slack: Vec<f64>,
    /// The greatest slack of any block so far.
    widest: i64,
    /// Whether the values satisfy the equation exactly in all blocks so far.
    are_exact: bool,
}

/// Findings of a pass over all moves of a block.
pub(crate) struct Survey {
    residual: Residual,
    /// Number of rows with several moves.
    pub(crate) choices: usize,
    /// Rows with several moves near the best; in the end, with several that may be best.
    pub(crate) open: Vec<Place>,
    /// The least difference between the best of the other moves and the best in any row, and the first such row.
    closest: (i64, Place),
}

impl Survey {
    /// Returns the smallest margin of any choice.
    pub(crate) fn margin(&self, block: &Block) -> Option<Margin> {
        let (ticks, place) = self.closest;
        let (state, outcome) = block.state_and_outcome(place);
        let points = ticks as f64 / TICKS;
        (ticks < i64::MAX).then_some(Margin {
            points,
            state,
            outcome,
        })
    }
}

impl Bounds {
    /// Returns bounds for a game with these values of its nodes, in a [`table`]. No block is proven yet.
    pub(crate) fn new(game: &Checked, values: Vec<f64>) -> Bounds {
        Bounds {
            values,
            slack: table(game.nodes()),
            widest: 0,
            are_exact: true,
        }
    }

    /// Returns bounds around these values of the states.
    pub(crate) fn around(game: &Checked, values: &[f64]) -> Result<Bounds, ProofError> {
        let states = game.states();
        if values.len() != states {
            return Err(ProofError::Count {
                found: values.len(),
                states,
            });
        }
        check_values(values, 0..states)?;
        let mut all = game.zeros();
        all[..states].copy_from_slice(values);
        Ok(Bounds::new(game, all))
    }

    /// Returns the lower and the upper bound of the value of a node, in ticks.
    pub(crate) fn interval(&self, node: usize) -> [i64; 2] {
        let (value, slack) = ((self.values[node] * TICKS) as i64, self.slack[node] as i64);
        [value - slack, value + slack]
    }

    /// Slack of the node after a move, in ticks.
    #[inline]
    fn slack_after(&self, step: Move) -> i64 {
        self.slack[step.node()] as i64
    }

    /// Marks the moves within `distance` ticks of the best, and finds what one pass over all moves shows. In every row, the
    /// first of the best moves is chosen: then what follows does not depend on how the values were found.
    fn survey(&self, block: &mut Block, distance: i64) -> Survey {
        let (mut choices, mut open, mut closest) = (0, Vec::new(), (i64::MAX, Place::default()));
        block.visit(|place, mut row| {
            if !row.rivals.is_empty() {
                choices += 1;
                let gap = row.choose_first(|step| -after_in_points(&self.values, step));
                // This is exact up to 2 points. (No distance is greater.)
                let gap = ((gap * TICKS) as i64).min(i64::MAX - 1);
                let limit = after(&self.values, *row.chosen).saturating_add(distance);
                for rival in row.rivals {
                    rival.mark(gap <= distance && after(&self.values, *rival) <= limit);
                }
                if gap <= distance {
                    open.push(place);
                } else if gap < closest.0 {
                    closest = (gap, place);
                }
            }
            row.chosen.mark(true);
        });
        let residual = residual_of(block, &self.values);
        Survey {
            residual,
            choices,
            open,
            closest,
        }
    }

    /// Finds slacks for the states of a block, checks them, and marks the moves near the best. `always_ends` may be
    /// `true` only if play in the block always ends; if it is `false`, the function itself checks whether play with the
    /// moves near the best always ends.
    fn bound(
        &mut self,
        block: &mut Block,
        always_ends: bool,
        observe: &mut dyn FnMut(usize, f64),
    ) -> Result<Survey, ProofError> {
        // Sweeps, too, may find what is no number: as an integer it would be 0, and could be proven.
        check_values(&self.values, block.states.clone())?;
        // About 1e-9 points. The distance is widened if the slacks require it, and narrowed if the near moves could prolong
        // play too much.
        let mut distance = 1 << 30;
        let mut is_narrowed = false;
        loop {
            // The check requires that no slack after a move is more than half of the distance.
            distance = distance.max(2 * self.widest);
            let survey = self.survey(block, distance);
            let ends = always_ends || !can_go_on(block, &[Moves::Marked]);
            let found = ends && self.find_slack(block, &survey, observe);
            let slack = self.slack[block.states.clone()].iter();
            let widest = slack.copied().fold(0.0, f64::max) as i64;
            if !found || widest > LARGEST_SLACK {
                if is_narrowed {
                    return Err(self.unending(block));
                }
                // With fewer moves, play may be shorter. Begin with the moves that are best by the values alone, and
                // widen the distance as far as necessary.
                (distance, is_narrowed) = (0, true);
                continue;
            }
            if distance / 2 < widest {
                // Make the distance an eighth larger than necessary. The slack grows a little with the distance, and
                // could otherwise exceed half of the distance again in every round.
                distance = widest * 9 / 4 + 1;
                continue;
            }
            if !self.hold(block, &survey, distance) {
                return Err(ProofError::NoBounds(survey.residual.points()));
            }
            self.are_exact &= survey.residual.ticks == 0;
            self.widest = self.widest.max(widest);
            return Ok(survey);
        }
    }

    /// Computes slacks for a block in floating point. Returns `false` if the computation does not converge.
    fn find_slack(
        &mut self,
        block: &mut Block,
        survey: &Survey,
        observe: &mut dyn FnMut(usize, f64),
    ) -> bool {
        // Two extra ticks compensate for the rounding of the slacks after the next move.
        let constant = survey.residual.ticks.saturating_add(2) as f64;
        // Bounds are wider than necessary by at most an eighth.
        let tolerance = constant / 8.0;
        self.slack[block.states.clone()].fill(0.0);
        let (near, slack) = (Some(&survey.open), &mut self.slack[..]);
        if sums(block, near, constant, tolerance, slack, observe).is_err() {
            return false;
        }
        for slack in &mut slack[block.states.clone()] {
            *slack = slack.ceil();
        }
        true
    }

    /// Returns `true` if the slacks of a block pass the second check of the [module](self). Marked are all moves within
    /// `distance` ticks of the best. No slack may be more than half of it: then any other move is worse than the best by
    /// more than the sum of the slacks after the two moves, and so is not best. Of the moves near the best, the one with the
    /// greatest slack after it is chosen.
    fn hold(&self, block: &mut Block, survey: &Survey, distance: i64) -> bool {
        for &place in &survey.open {
            let there = |step: Move| {
                if step.is_marked() {
                    self.slack[step.node()]
                } else {
                    -1.0
                }
            };
            block.at(place).choose(there);
        }
        // In integers: as a floating-point number, half of a large distance would be rounded, perhaps up.
        let most = LARGEST_SLACK.min(distance / 2);
        let slack = &self.slack[block.states.clone()];
        let (total, off) = (block.total as i128, i128::from(survey.residual.ticks));
        let mut needed = slack.iter().zip(block.sums(|step| self.slack_after(step)));
        2 * self.widest <= distance
            && slack
                .iter()
                .all(|&slack| slack >= 0.0 && slack as i64 <= most)
            && needed.all(|(&slack, sum)| i128::from(slack as i64) * total >= off * total + sum)
    }

    /// Marks the moves that may be best by their bounds, of those near the best.
    fn mark_best(&self, block: &mut Block, survey: &mut Survey) {
        let Survey { open, closest, .. } = survey;
        open.retain(|&place| {
            let mut row = block.at(place);
            let uppers = row
                .moves()
                .map(|step| after(&self.values, *step) + self.slack_after(*step));
            let limit = uppers.min().unwrap_or(i64::MAX);
            let (mut best, mut next, mut marked) = (i64::MAX, i64::MAX, 0);
            for step in row.moves() {
                let value = after(&self.values, *step);
                let is_best = value - self.slack_after(*step) <= limit;
                step.mark(is_best);
                marked += usize::from(is_best);
                let least = if is_best { &mut best } else { &mut next };
                *least = value.min(*least);
            }
            if next < i64::MAX {
                let gap = next.saturating_sub(best).min(i64::MAX - 1);
                *closest = (gap, place).min(*closest);
            }
            marked > 1
        });
    }

    /// Marks the moves of a proven block that may be best by their bounds, and returns the rows with several of them.
    pub(crate) fn mark_open(&self, block: &mut Block) -> Vec<Place> {
        let mut survey = self.survey(block, 2 * self.widest);
        self.mark_best(block, &mut survey);
        survey.open
    }

    /// Proves bounds of a block, and marks the moves that may be best.
    pub(crate) fn prove(
        &mut self,
        block: &mut Block,
        observe: &mut dyn FnMut(usize, f64),
    ) -> Result<(Ending, Survey), ProofError> {
        let always_ends = !can_go_on(block, &[Moves::All]);
        let mut survey = self.bound(block, always_ends, observe)?;
        self.mark_best(block, &mut survey);
        if always_ends {
            Ok((Ending::Always, survey))
        } else if can_go_on(block, &[Moves::Marked, Moves::All]) {
            Err(self.unending(block))
        } else {
            Ok((Ending::UnderBestPlay, survey))
        }
    }

    /// Returns the error for a block in which play is not shown to end, or lasts too long for useful bounds. The error
    /// is [`ProofError::MayGoOn`] only if the values of this and all earlier blocks satisfy the equation exactly, and play
    /// with the best moves by these values need not end.
    fn unending(&self, block: &mut Block) -> ProofError {
        let Survey { residual, .. } = self.survey(block, 0);
        let are_exact = self.are_exact && residual.ticks == 0;
        if are_exact && can_go_on(block, &[Moves::Marked, Moves::All]) {
            ProofError::MayGoOn
        } else {
            ProofError::NoBounds(residual.points())
        }
    }
}

/// Returns an error if the value of one of these states is not [exact](is_exact).
fn check_values(values: &[f64], mut states: Range<usize>) -> Result<(), ProofError> {
    match states.find(|&state| !is_exact(values[state])) {
        Some(state) => Err(ProofError::Value {
            state,
            value: values[state],
        }),
        None => Ok(()),
    }
}

/// Value after a move to the player who did not move, in ticks. `values` are those of the nodes, in points.
#[inline]
fn after(values: &[f64], step: Move) -> i64 {
    (after_in_points(values, step) * TICKS) as i64
}

/// Value after a move to the player who did not move, in points.
#[inline]
fn after_in_points(values: &[f64], step: Move) -> f64 {
    ValueEquation::<true>::after(step, values[step.node()])
}

/// Returns the largest residual of a block whose best moves are chosen. `values` are those of the nodes, in points.
fn residual_of(block: &Block, values: &[f64]) -> Residual {
    let (total, states) = (block.total as i128, block.states.clone());
    let mut largest = (0, states.start);
    for (state, sum) in states.zip(block.sums(|step| after(values, step))) {
        let here = i128::from((values[state] * TICKS) as i64);
        let off = (here * total + sum).abs();
        if off > largest.0 {
            largest = (off, state);
        }
    }
    Residual {
        ticks: i64::try_from((largest.0 + total - 1) / total).unwrap_or(i64::MAX),
        state: largest.1,
    }
}

/// Returns the smaller of two margins, the first if they are equal.
pub(crate) fn closer(one: Option<Margin>, other: Option<Margin>) -> Option<Margin> {
    match (one, other) {
        (Some(one), Some(other)) if other.points < one.points => Some(other),
        (one, other) => one.or(other),
    }
}

/// Returns the largest [`Residual`] of these values.
///
/// # Errors
///
/// [`ProofError::Count`] if there is not one value for each state; [`ProofError::Value`] if a value is out of range.
pub fn residual(graph: &Graph, values: &[f64]) -> Result<Residual, ProofError> {
    let Bounds { values, .. } = Bounds::around(graph.game(), values)?;
    let residuals = (0..graph.blocks().len()).map(|number| {
        let mut block = graph.block(number).clone();
        block.visit(|_, mut row| {
            if !row.rivals.is_empty() {
                row.choose(|step| -after_in_points(&values, step));
            }
        });
        residual_of(&block, &values)
    });
    Ok(residuals.max().unwrap_or(Residual { ticks: 0, state: 0 }))
}

/// Returns an upper bound on the error of these values, in points. The caller must know that play always ends. Unlike
/// [`solve`](crate::solve()) and [`prove`](crate::prove), this function does not determine the best moves.
///
/// # Errors
///
/// [`ProofError`] if no bounds follow from the values.
pub fn bound(graph: &Graph, values: &[f64]) -> Result<f64, ProofError> {
    let mut bounds = Bounds::around(graph.game(), values)?;
    for number in 0..graph.blocks().len() {
        bounds.bound(&mut graph.block(number).clone(), true, &mut |_, _| ())?;
    }
    Ok(in_points(bounds.widest))
}

// The steps of the proof on their own, beside the other tests; the published package has none of these.
#[cfg(test)]
#[path = "../../../tests/proof/mod.rs"]
mod tests;
