//! Values to any precision, as integers of any width, refined by corrections that are found in floating point.
//!
//! Once the best moves are known, the values solve a system of linear equations. The residual is computed exactly. The
//! correction solves the same system with the residual on its right-hand side. Floating point gives about ten digits of
//! the correction, so each round gains about ten digits. The result is not a proof, but accurate enough to prove bounds
//! from it.

use num_bigint::BigInt;

use crate::policies::chain::{Chain, SETTLED, Turns};
use tourne_graph::{Graph, Node, Unsettled};

/// Values to many digits, with a bound on their residual.
#[derive(Clone, Debug)]
pub(super) struct Refined {
    /// Value of each state to the player on roll, in units of 2^-`bits` points.
    pub(super) values: Vec<BigInt>,
    /// Upper bound on the residual of any state, in the same units.
    pub(super) residual: BigInt,
}

/// Refines `points` until rounding stops the residual from shrinking. Returns values in units of 2^-`bits` points.
/// `best` is the graph of best moves; if an outcome has several best moves, the first is used.
///
/// # Errors
///
/// [`Unsettled`] if play with these moves goes on for too long.
pub(super) fn values(best: &Graph, points: &[f64], bits: u64) -> Result<Refined, Unsettled> {
    let in_units = |points: f64| BigInt::from((points * (1_u64 << 60) as f64) as i64) << bits >> 60;
    let mut values: Vec<BigInt> = points.iter().map(|&points| in_units(points)).collect();
    // The mover gets the payoff, so an end is worth the negative payoff to the player who would be on roll next.
    values.extend(best.payoffs().iter().map(|&payoff| in_units(-payoff)));
    let (total, ends) = (f64::from(best.total()), best.payoffs().len());
    let play = Chain::new(best.blocks().to_vec(), ends, |state, next| {
        next.extend(moves(best, state).map(|(weight, node)| (node, f64::from(weight) / total)));
    });
    let mut last = None;
    let residual = loop {
        let residuals = residuals(best, &values);
        let sizes = residuals.iter().map(BigInt::magnitude);
        let largest = sizes.max().cloned().unwrap_or_default();
        // `residuals` are multiplied by the total weight. Once all of them are less than the total weight, every true
        // residual is less than one unit, and rounding soon stops them from shrinking.
        if last.is_some_and(|last| largest >= last) {
            break BigInt::from(largest) / best.total() + 1;
        }
        // A correction takes as many leading bits of a residual into account as an `i64` holds.
        let shift = largest.bits().saturating_sub(u64::from(i64::BITS - 1));
        last = Some(largest);
        // `Turns` adds the mean of the next corrections, but the equation subtracts it: negate the opponent's numbers.
        let known = |state: usize| {
            let residual = i64::try_from(&residuals[state] >> shift).unwrap_or(0) as f64 / total;
            [[residual], [-residual]]
        };
        let mut corrections = vec![[[0.0]; 2]; best.nodes()];
        Turns::new([&play; 2]).expect(&mut corrections, known, SETTLED)?;
        for (value, [[correction], _]) in values.iter_mut().zip(corrections) {
            *value += BigInt::from(correction.round() as i128) << shift;
        }
    };
    values.truncate(best.states());
    Ok(Refined { values, residual })
}

/// Returns for each outcome of a state its weight and the first of its best moves.
fn moves(best: &Graph, state: usize) -> impl Iterator<Item = (u32, Node)> {
    best.rolls(state).map(|(weight, moves)| (weight, moves[0]))
}

/// Returns the residual of each state, multiplied by the total weight.
fn residuals(best: &Graph, values: &[BigInt]) -> Vec<BigInt> {
    let total = best.total();
    let residual = |state: usize| {
        let after = moves(best, state).map(|(weight, node)| &values[node as usize] * weight);
        -(after.sum::<BigInt>() + &values[state] * total)
    };
    (0..best.states()).map(residual).collect()
}
