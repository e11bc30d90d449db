//! Probabilities: validation of numbers, and random draws.

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;
use tourne_solver::Move;

/// Maximum accepted difference between a sum of probabilities and 1. Files and programs often give rounded
/// probabilities.
const SUM_TOLERANCE: f64 = 1e-6;

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

/// Returns whether a number is from 0 to 1.
pub(super) fn is_probability(number: f64) -> bool {
    (0.0..=1.0).contains(&number)
}

/// Returns the sum of the numbers. Returns an error if a number is not a probability, or if the sum differs from 1 by
/// more than the [tolerance](SUM_TOLERANCE). Callers divide the numbers by the sum.
pub(super) fn sum_of(
    numbers: impl IntoIterator<Item = f64> + Clone,
) -> Result<f64, NotProbabilities> {
    let mut all = numbers.clone().into_iter();
    if let Some(number) = all.find(|&number| !is_probability(number)) {
        return Err(NotProbabilities::Number(number));
    }
    // Start from 0, because `sum` returns -0 for an empty list.
    let sum = numbers.into_iter().fold(0.0, |sum, number| sum + number);
    if (sum - 1.0).abs() > SUM_TOLERANCE {
        return Err(NotProbabilities::Sum(sum));
    }
    Ok(sum)
}

/// Draws a random index with the given probabilities; returns `None` if no probability is positive.
pub fn drawn(random: &mut ChaCha8Rng, chances: &[f64]) -> Option<usize> {
    let mut drawn: f64 = random.random();
    let mut last = None;
    for (at, &chance) in chances.iter().enumerate() {
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
