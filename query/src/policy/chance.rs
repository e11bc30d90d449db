//! Probabilities: validation of numbers, and random draws.

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

/// Largest accepted difference of a sum of probabilities from 1; probabilities are often rounded.
const SUM_TOLERANCE: f64 = 1e-6;

/// Fault of numbers given as the probabilities of the moves of a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NotProbabilities {
    /// A number is less than 0 or greater than 1.
    Number(f64),
    /// The sum of the numbers differs from 1 by more than the tolerance.
    Sum(f64),
}

/// Returns whether a number is a probability, 0 to 1.
pub(super) fn is_probability(number: f64) -> bool {
    (0.0..=1.0).contains(&number)
}

/// Sum of the probabilities, if it is within the [tolerance](SUM_TOLERANCE) of 1, otherwise the fault. A policy divides
/// the probabilities by their sum.
pub(super) fn sum_of(
    numbers: impl IntoIterator<Item = f64> + Clone,
) -> Result<f64, NotProbabilities> {
    let mut all = numbers.clone().into_iter();
    if let Some(number) = all.find(|&number| !is_probability(number)) {
        return Err(NotProbabilities::Number(number));
    }
    // Starts from 0, since the sum of an empty list would be -0.
    let sum = numbers.into_iter().fold(0.0, |sum, number| sum + number);
    if (sum - 1.0).abs() > SUM_TOLERANCE {
        return Err(NotProbabilities::Sum(sum));
    }
    Ok(sum)
}

/// Draws an index with these probabilities; returns `None` if no probability is positive.
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
    // The chances may sum to slightly less than 1: then the last positive one is drawn.
    last
}
