//! Probabilities: numbers checked, and draws by chance.

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

/// Tolerance of a sum of probabilities, since they are often rounded.
const SUM_TOLERANCE: f64 = 1e-6;

/// Fault of numbers that should be the probabilities of the moves of a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NotProbabilities {
    /// A number is not from 0 to 1.
    Number(f64),
    /// They have another sum than 1.
    Sum(f64),
}

/// Returns whether a number is a probability.
pub(super) fn is_probability(number: f64) -> bool {
    (0.0..=1.0).contains(&number)
}

/// The sum of probabilities, 1 but for the [tolerance](SUM_TOLERANCE): divided by it, they are those of a policy.
pub(super) fn sum_of(
    numbers: impl IntoIterator<Item = f64> + Clone,
) -> Result<f64, NotProbabilities> {
    let mut all = numbers.clone().into_iter();
    if let Some(number) = all.find(|&number| !is_probability(number)) {
        return Err(NotProbabilities::Number(number));
    }
    // From 0: the sum of nothing would be -0.
    let sum = numbers.into_iter().fold(0.0, |sum, number| sum + number);
    if (sum - 1.0).abs() > SUM_TOLERANCE {
        return Err(NotProbabilities::Sum(sum));
    }
    Ok(sum)
}

/// Draws one of several things with these chances; `None` if there is none with a chance.
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
    // The chances may sum to slightly less than 1: then the last counts.
    last
}
