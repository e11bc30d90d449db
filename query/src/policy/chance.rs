//! Probabilities: validation of numbers, and random draws.

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;
use tourne_solver::Move;

/// Maximum accepted difference between a sum of probabilities and 1. Files often give rounded probabilities, and learners
/// compute them in single precision.
const SUM_TOLERANCE: f64 = 1e-5;
/// Maximum accepted distance of a probability from the range of 0 to 1, for the same reasons.
const ENTRY_TOLERANCE: f64 = 1e-6;
/// Largest error of a sum of three probabilities that comes from rounding alone.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Reason why numbers are not the probabilities of the moves in a decision.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum NotProbabilities {
    /// Number that is not between 0 and 1.
    #[error("the probability {0}: give numbers from 0 to 1")]
    Number(f64),
    /// Sum of the numbers, which differs from 1 by more than the tolerance.
    #[error("probabilities that sum to {0}: they must sum to 1")]
    Sum(f64),
    /// Move for which two numbers are given.
    #[error("the move {0} twice: give it once, with its whole probability")]
    Twice(Move),
}

/// Returns the probability that a number stands for: the number itself or, up to 1e-6 outside the range of 0 to 1, the
/// nearer of the two. Returns `None` if the number is not a probability.
///
/// ```
/// use tourne::policy::probability;
///
/// assert_eq!([0.25, -1e-7, 1.1].map(probability), [Some(0.25), Some(0.0), None]);
/// ```
pub fn probability(number: f64) -> Option<f64> {
    let tolerance = ENTRY_TOLERANCE + ROUNDING;
    let is_near = (-tolerance..=1.0 + tolerance).contains(&number);
    is_near.then(|| number.clamp(0.0, 1.0))
}

/// Returns the sum of the [probabilities](probability) that the numbers stand for; callers divide each by the sum. A sum
/// that differs from 1 only by rounding is returned as 1, so that exact probabilities stay as they are.
///
/// # Errors
///
/// If a number is not a probability, or if the sum differs from 1 by more than 1e-5.
///
/// ```
/// use tourne::policy::{NotProbabilities, sum_of};
///
/// assert_eq!(sum_of([0.75, 0.25]), Ok(1.0));
/// assert!(sum_of([0.5, 0.500_001]).is_ok_and(|sum| sum > 1.0));
/// assert_eq!(sum_of([0.5, 0.25]), Err(NotProbabilities::Sum(0.75)));
/// ```
pub fn sum_of(numbers: impl IntoIterator<Item = f64>) -> Result<f64, NotProbabilities> {
    let mut sum = 0.0;
    for number in numbers {
        sum += probability(number).ok_or(NotProbabilities::Number(number))?;
    }
    let difference = (sum - 1.0).abs();
    if difference > SUM_TOLERANCE + ROUNDING {
        return Err(NotProbabilities::Sum(sum));
    }
    Ok(if difference <= ROUNDING { 1.0 } else { sum })
}

/// Draws a random index with the given probabilities; returns `None` if no probability is positive.
pub fn drawn(random: &mut ChaCha8Rng, probabilities: &[f64]) -> Option<usize> {
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
