//! Intervals of confidence, from a sample of games.
//!
//! Losses are mostly small and sometimes large, and the largest may be missing in a sample. A mean with its standard error
//! promises too much then. These intervals add one game to the sample that it might have had, and let all games count by
//! random weights: the interval of Gaffke (2005), which is the Bayesian bootstrap of Rubin (1981) with one observation
//! more.

use serde::Serialize;

/// An estimate with its interval of confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The estimate.
    pub estimate: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How far a game can be from the others if it has one decision that is as unlike the rest as possible.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    pub(super) below: f64,
    pub(super) above: f64,
}

/// The 97.5th percentile of the standard normal distribution: 2.5 % are left out at each end.
const WIDTH: f64 = 1.96;

impl Interval {
    /// The interval of a ratio of two means, from the amounts of both in each game: for example of the losses in a game, and
    /// the number of its decisions.
    ///
    /// The deviation of a game is its first amount minus what the ratio expects from its second. At each end there is one
    /// deviation more: the greatest of the sample, or that of a game with one extreme decision, whichever is greater. The
    /// end is then a percentile of the mean of all deviations under weights that are uniformly distributed among those that
    /// sum to 1.
    pub(super) fn of_ratio(games: &[(f64, f64)], reach: Reach) -> Interval {
        let count = games.len() as f64;
        let amounts: f64 = games.iter().map(|(amount, _)| amount).sum();
        let sizes: f64 = games.iter().map(|(_, size)| size).sum();
        let (estimate, size) = (amounts / sizes, sizes / count);
        let deviations = games.iter();
        let mut deviations: Vec<f64> = deviations
            .map(|(amount, of)| (amount - estimate * of) / size)
            .collect();
        let lowest = deviations
            .iter()
            .copied()
            .fold(-reach.below / size, f64::min);
        let highest = deviations
            .iter()
            .copied()
            .fold(reach.above / size, f64::max);
        deviations.push(lowest);
        let low = estimate + percentile(&deviations, -WIDTH).min(0.0);
        deviations.pop();
        deviations.push(highest);
        let high = estimate + percentile(&deviations, WIDTH).max(0.0);
        Interval {
            estimate,
            low: low.max(0.0),
            high,
        }
    }

    /// The interval of a share, which is at most 1.
    pub(super) fn at_most_one(self) -> Interval {
        let [estimate, low, high] = [self.estimate, self.low, self.high].map(|end| end.min(1.0));
        Interval {
            estimate,
            low,
            high,
        }
    }

    pub(super) fn times(self, factor: f64) -> Interval {
        Interval {
            estimate: self.estimate * factor,
            low: self.low * factor,
            high: self.high * factor,
        }
    }
}

/// The percentile at so many standard deviations of a normal distribution, of the mean of some numbers under random weights
/// that sum to 1. By the first three moments of that mean, which are known exactly (Cornish and Fisher 1938).
fn percentile(numbers: &[f64], width: f64) -> f64 {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let moment = |power| {
        let powers = numbers.iter().map(|number| (number - mean).powi(power));
        powers.sum::<f64>() / count
    };
    let deviation = (moment(2) / (count + 1.0)).sqrt();
    if deviation == 0.0 {
        return mean;
    }
    let third = 2.0 * moment(3) / ((count + 1.0) * (count + 2.0));
    let skewness = third / deviation.powi(3);
    mean + deviation * (width + (width * width - 1.0) * skewness / 6.0)
}
