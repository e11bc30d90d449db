//! Probabilities: validation of numbers, and random draws.

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

/// Maximum accepted difference between a sum of probabilities and 1. Files often give rounded probabilities, and learners
/// compute them in single precision.
const SUM_TOLERANCE: f64 = 1e-5;
/// Maximum accepted distance of a probability from the range of 0 to 1, for the same reasons.
const ENTRY_TOLERANCE: f64 = 1e-6;
/// Largest error of a sum of three probabilities that comes from rounding alone.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Returns the probability that a number stands for: the number itself or, up to 1e-6 outside the range of 0 to 1, the
/// nearer of the two. Returns `None` if the number is not a probability.
pub(super) fn probability(number: f64) -> Option<f64> {
    let tolerance = ENTRY_TOLERANCE + ROUNDING;
    let is_near = (-tolerance..=1.0 + tolerance).contains(&number);
    is_near.then(|| number.clamp(0.0, 1.0))
}

/// Returns the number by which to divide probabilities with this sum, so that they sum to 1. A sum that differs from 1 only
/// by rounding leaves exact probabilities as they are: the number is then 1. Returns `None` if the sum differs from 1 by
/// more than 1e-5.
pub(super) fn divisor(sum: f64) -> Option<f64> {
    let difference = (sum - 1.0).abs();
    let divisor = if difference <= ROUNDING { 1.0 } else { sum };
    (difference <= SUM_TOLERANCE + ROUNDING).then_some(divisor)
}

/// Draws a random index with the given probabilities; returns `None` if no probability is positive.
pub(crate) fn drawn(random: &mut ChaCha8Rng, probabilities: &[f64]) -> Option<usize> {
    let mut drawn: f64 = random.random();
    let mut last = None;
    for (at, &chance) in probabilities.iter().enumerate() {
        if chance > 0.0 {
            last = Some(at);
        }
        drawn -= chance;
        if drawn < 0.0 {
            break;
        }
    }
    // If the probabilities sum to slightly less than 1, the loop may end without a draw. The last index with a positive
    // probability then counts as drawn.
    last
}
