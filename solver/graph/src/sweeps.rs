//! Iterative solution of an equation for the states of a block, in floating point.
//!
//! A sweep applies the equation to every state of the block once, in order, always with the newest numbers
//! (Gauss-Seidel). Between sweeps, [`Acceleration`] extrapolates.

use std::cell::Cell;

use crate::acceleration::{Acceleration, Change};
use crate::block::{Block, Place};
use crate::game::Move;

/// Equation that defines a number for each state: *here* = constant + factor · mean, over the outcomes, of *after*, the
/// number after the move for which factor · *after* is greatest.
pub(crate) trait Equation {
    /// 1 or −1.
    const FACTOR: f64;
    /// A choice is closed, and not looked at again before all numbers have settled, if the next move is worse by more than
    /// this multiple of the largest change of the last sweep. (With 32, standard takes 4 % more instructions.)
    const CLOSING: f64;

    /// Number after a move to a node whose number is `there`.
    fn after(step: Move, there: f64) -> f64;

    /// Whether the move may be chosen.
    fn allows(step: Move) -> bool;
}

/// Values of states. If `AGAIN` is `false`, no move may leave the same player on roll: this takes fewer instructions.
pub(crate) struct ValueEquation<const AGAIN: bool>;

impl<const AGAIN: bool> Equation for ValueEquation<AGAIN> {
    const FACTOR: f64 = -1.0;
    const CLOSING: f64 = 4.0;

    #[inline]
    fn after(step: Move, there: f64) -> f64 {
        // The number after a move is the value to the player who did not move. The mark of the move becomes its sign.
        let sign = if AGAIN { step.0 & Move::AGAIN } else { 0 };
        f64::from_bits(there.to_bits() ^ u64::from(sign) << 32)
    }

    #[inline]
    fn allows(_: Move) -> bool {
        true
    }
}

/// Sums over the rest of play, such as its length, if both players make the sum as large as they can with the marked
/// moves.
struct Sums;

impl Equation for Sums {
    const FACTOR: f64 = 1.0;
    const CLOSING: f64 = f64::INFINITY;

    #[inline]
    fn after(_: Move, there: f64) -> f64 {
        there
    }

    #[inline]
    fn allows(step: Move) -> bool {
        step.is_marked()
    }
}

/// Error of an iteration that does not converge.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "after {sweeps} sweeps over a block of states the numbers still change by {residual:e}: \
     play goes on for too long, or states near its end do not come first"
)]
pub struct Unsettled {
    /// Number of sweeps over the block before the iteration gave up.
    pub sweeps: usize,
    /// Smallest of the largest changes of all sweeps.
    pub residual: f64,
}

/// Returns the maximum number of sweeps over a block with this number of states, after which an iteration gives up.
pub fn most_sweeps(states: usize) -> usize {
    // Between the limits, the product with the number of states takes about five seconds.
    ((1 << 29) / states.max(1)).clamp(1000, 100_000)
}

/// One state with forced moves to itself, or two neighbours with forced moves to each other, as when both players pass.
/// Sweeps solve their equations jointly, since plain sweeps converge slowly there: without this, the solver takes six
/// times as long for entry-first.
#[derive(Clone, Copy)]
struct Joint {
    /// Index within the block of the first state.
    first: usize,
    /// Number of states, 1 or 2.
    states: usize,
    /// Matrix that turns the changes by the single equations into changes that satisfy both.
    changes: [[f64; 2]; 2],
}

/// Minimum probability of coming back to a state by forced moves, for its equation to be solved jointly. Between 0.02 and
/// 0.3, the number of sweeps hardly changes.
const LEAST_CHANCE: f64 = 0.06;

/// After this share of all sweeps so far, and at least one sweep, moves are chosen again. With a half, the rule sets take a
/// fifth more sweeps, with an eighth a third more choices.
const SWEEPS_PER_CHOICE: usize = 4;

/// Solves the equation for the states of a block: sweeps until no number changes by more than `settled`. `table` has a
/// number for each node, the initial one for the states of the block; it is made by [`table`](crate::checked::table). Calls `observe` with the
/// number of each sweep and its largest change. Returns the number of sweeps.
///
/// Sweeps follow the chosen moves, and moves are chosen again between sweeps. When no number changes by more than
/// `settled` and no other move is better, the block is solved.
pub(crate) fn settle<E: Equation>(
    block: &mut Block,
    near: Option<&Vec<Place>>,
    constant: f64,
    table: &mut [f64],
    settled: f64,
    observe: &mut dyn FnMut(usize, f64),
) -> Result<usize, Unsettled> {
    let (states, mask) = (block.states.clone(), table.len() - 1);
    let joints = joints::<E>(block);
    // If the number of outcomes is a constant, the compiler unrolls the loop over them, and a sweep takes half the time.
    let swept = match block.outcomes() {
        5 => swept::<E, 5>,
        6 => swept::<E, 6>,
        21 => swept::<E, 21>,
        _ => swept::<E, 0>,
    };
    let choose = |block: &mut Block, open: &mut Option<Vec<Place>>, table: &[f64], closing| {
        block.choose(open, closing, |step| {
            if E::allows(step) {
                E::FACTOR * E::after(step, table[step.0 as usize & mask])
            } else {
                f64::NEG_INFINITY
            }
        })
    };
    // Rows that are looked at when moves are chosen.
    let mut open = near.cloned();
    let mut latest = f64::INFINITY;
    let mut acceleration = Acceleration::new(states.len());
    let (mut next_choice, mut was_settled) = (0, false);
    for sweep in 1..=most_sweeps(states.len()) {
        if sweep > next_choice {
            choose(block, &mut open, table, E::CLOSING * latest);
            next_choice = sweep + sweep / SWEEPS_PER_CHOICE;
        }
        let change = swept(block, &joints, constant, table, &mut acceleration.changes);
        observe(sweep, change.largest);
        latest = change.largest;
        let numbers = &mut table[states.clone()];
        if change.largest <= settled || acceleration.is_stuck(sweep) && is_rounding(change, numbers)
        {
            open = near.cloned();
            // The second time, stop although moves were replaced: rounding may make equal moves replace each other for
            // ever.
            if !choose(block, &mut open, table, f64::INFINITY) || was_settled {
                return Ok(sweep);
            }
            acceleration = Acceleration::new(states.len());
            was_settled = true;
        } else {
            acceleration.apply(sweep, change, numbers);
            was_settled = false;
        }
    }
    Err(Unsettled {
        sweeps: most_sweeps(states.len()),
        residual: acceleration.least(),
    })
}

/// Finds sums over the rest of play, as [`Sums`], for the states of a block whose table entries are 0: each is greater than
/// `constant` + the mean, over the outcomes, of the greatest sum after a marked move, by `tolerance` at most. Returns the
/// number of sweeps.
pub(crate) fn sums(
    block: &mut Block,
    near: Option<&Vec<Place>>,
    constant: f64,
    tolerance: f64,
    table: &mut [f64],
    observe: &mut dyn FnMut(usize, f64),
) -> Result<usize, Unsettled> {
    // The tolerance is added: when no sum changes by more than it, each is at least as large as without it.
    settle::<Sums>(block, near, constant + tolerance, table, tolerance, observe)
}

/// Returns `true` if a change is small enough to come from rounding, which may keep changes from shrinking.
fn is_rounding(change: Change, numbers: &[f64]) -> bool {
    let sizes = numbers.iter().map(|number| number.abs());
    change.largest <= 16.0 * f64::EPSILON * sizes.fold(0.0, f64::max)
}

/// Applies the equation once to every state, and sets `changes` to the changes of the states. `OUTCOMES` is the number of
/// outcomes, or 0 for any number.
#[inline(never)]
fn swept<E: Equation, const OUTCOMES: usize>(
    block: &Block,
    joints: &[Joint],
    constant: f64,
    table: &mut [f64],
    changes: &mut [f64],
) -> Change {
    let outcomes = if OUTCOMES == 0 {
        block.outcomes()
    } else {
        OUTCOMES
    };
    let mask = table.len() - 1;
    // With cells, a number can be replaced through `states` and read through `table`.
    let table = Cell::from_mut(table).as_slice_of_cells();
    let states = &table[block.states.clone()];
    let share = E::FACTOR / block.total;
    let weights = &block.weights[..outcomes];
    let mut rows = block.chosen.chunks_exact(outcomes);
    let mut equation = || {
        // Keep two sums, because processors can add two pairs of numbers at a time.
        let mut sums = [0.0; 2];
        if let Some(row) = rows.next() {
            for at in 0..outcomes {
                let there = table[row[at].0 as usize & mask].get();
                sums[at % 2] += weights[at] * E::after(row[at], there);
            }
        }
        constant + share * (sums[0] + sums[1])
    };
    let mut total = Change::default();
    let mut done = 0;
    for joint in joints.iter().map(Some).chain([None]) {
        let end = joint.map_or(states.len(), |joint| joint.first);
        let mut sums = total;
        for (there, before) in states[done..end].iter().zip(&mut changes[done..end]) {
            let here = equation();
            sums.add(before, here - there.replace(here));
        }
        total = sums;
        let Some(joint) = joint else { break };
        done = end + joint.states;
        let mut off = [0.0; 2];
        for (off, there) in off.iter_mut().zip(&states[end..done]) {
            *off = equation() - there.get();
        }
        for (place, [one, other]) in (end..done).zip(joint.changes) {
            let change = one * off[0] + other * off[1];
            let there = &states[place];
            there.set(there.get() + change);
            total.add(&mut changes[place], change);
        }
    }
    total
}

/// Finds the states to be solved jointly.
///
/// Let *q* and *r* be the worths of a 1 in the second state to the first and the other way round, times the
/// probabilities of the forced moves, and *d*₁ and *d*₂ the changes by the single equations. The first state changes by
/// (*d*₁ + *q d*₂) / (1 − *q r*), the second by (*d*₂ + *r d*₁) / (1 − *q r*). A single state that leads to itself
/// changes by *d* / (1 − *q*).
fn joints<E: Equation>(block: &Block) -> Vec<Joint> {
    // A probability of 1 is excluded: play would never leave the states, and the equations would have no solution.
    let is_often = |share: f64| (LEAST_CHANCE..1.0).contains(&share.abs());
    let mut joints: Vec<Joint> = Vec::new();
    let mut next_of_last = 0.0;
    let mut rows = block.rows();
    for index in 0..block.states.len() {
        // Shares of the state before, the state itself, and the state after.
        let mut shares = [0.0; 3];
        for (&weight, (only, rivals)) in block.weights.iter().zip(&mut rows) {
            let neighbour = (only.node() + 1).wrapping_sub(block.states.start + index);
            if neighbour < 3 && rivals.is_empty() {
                shares[neighbour] += E::FACTOR * E::after(only, weight / block.total);
            }
        }
        let [back, same, next] = shares;
        let there = std::mem::replace(&mut next_of_last, next);
        let round = there * back;
        if is_often(round) {
            let scale = 1.0 / (1.0 - round);
            joints.pop_if(|joint| joint.first + 1 == index);
            joints.push(Joint {
                first: index - 1,
                states: 2,
                changes: [[scale, there * scale], [back * scale, scale]],
            });
            next_of_last = 0.0;
        } else if is_often(same) {
            joints.push(Joint {
                first: index,
                states: 1,
                changes: [[1.0 / (1.0 - same), 0.0], [0.0; 2]],
            });
        }
    }
    joints
}
