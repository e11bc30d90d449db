//! Values by value iteration, in floating point. Nothing here is proof: see [`super::proof`].

use super::extrapolation::Memory;
use super::sweeps::{Equation, zeros};
pub use super::sweeps::{SweepProgress, Unsettled};
use super::{GRAIN, Game, LARGEST_PAYOFF};

/// Values found by iteration.
#[derive(Clone, Debug)]
pub struct Values {
    /// Expected points of the player on roll, for each state; multiples of
    /// [`GRAIN`].
    pub points: Vec<f64>,
    /// Number of sweeps over all states.
    pub sweeps: f64,
}

/// Tolerance of the equation, in points: a few roundings of the largest payoff.
const SETTLED: f64 = 1.5 * GRAIN * LARGEST_PAYOFF;

/// Equation of values: a move is worth the opposite of the opponent's value after it.
const VALUE: Equation = Equation {
    constant: 0.0,
    factor: -1.0,
    memory: Memory::One,
};

/// Equation of chances: that of an end is the mean of its chances after the moves.
const CHANCE: Equation = Equation {
    constant: 0.0,
    factor: 1.0,
    memory: Memory::One,
};

/// Finds values that satisfy the equation but for rounding. The result does not depend on the
/// number of threads.
///
/// # Errors
///
/// [`Unsettled`] if the values do not converge.
pub fn iterate(
    game: &impl Game,
    observe: &mut dyn FnMut(SweepProgress),
) -> Result<Values, Unsettled> {
    iterate_from(game, game.node_table(0.0), SETTLED, observe)
}

/// The same, but from values that are already close, and until the equation is off by
/// no more than `settled`. The table is a [`node_table`](Game::node_table).
///
/// # Errors
///
/// [`Unsettled`] if the values do not converge.
pub fn iterate_from(
    game: &impl Game,
    table: Vec<f64>,
    settled: f64,
    observe: &mut dyn FnMut(SweepProgress),
) -> Result<Values, Unsettled> {
    let mut values = zeros(game.nodes());
    values[..game.nodes()].copy_from_slice(&table);
    drop(table);
    let sweeps = VALUE.iterate(game, &mut values, settled.max(SETTLED), observe)?;
    values.truncate(game.states());
    let payoffs = game.payoffs().iter();
    let largest = payoffs.map(|payoff| payoff.abs()).fold(0.0, f64::max);
    for value in &mut values {
        // Extrapolation may overshoot by a rounding; adding 0 makes a zero positive.
        *value = (*value / GRAIN)
            .round()
            .clamp(-largest / GRAIN, largest / GRAIN)
            * GRAIN
            + 0.0;
    }
    Ok(Values {
        points: values,
        sweeps,
    })
}

/// The chance, for each state, that play ends in this end, if only one move is left in
/// each state and for each outcome; of several the likelier is taken.
///
/// # Errors
///
/// [`Unsettled`] if play goes on for too long.
pub fn chances_of(game: &impl Game, end: usize) -> Result<Vec<f64>, Unsettled> {
    let mut chances = zeros(game.nodes());
    chances[game.states() + end] = 1.0;
    CHANCE.iterate(game, &mut chances, SETTLED, &mut |_| ())?;
    chances.truncate(game.nodes());
    Ok(chances)
}
