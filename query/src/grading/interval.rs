//! Confidence intervals from a sample of games.
//!
//! Most losses are small, a few are large, and a sample may lack the largest. An interval computed from the standard
//! error of the mean is then too narrow. The intervals here add one extreme game to the sample, and give all games
//! random weights. This is the interval of Gaffke (2005): a Bayesian bootstrap (Rubin 1981) with one additional
//! observation.

use serde::Serialize;

/// Estimate with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Estimated value: at least `low`, at most `high`.
    pub estimate: f64,
    /// Lower end of the 95 % confidence interval.
    pub low: f64,
    /// Upper end of the 95 % confidence interval.
    pub high: f64,
}

/// 97.5th percentile of the standard normal distribution: an interval of 95 % leaves out 2.5 % at each end.
pub(super) const DEVIATIONS: f64 = 1.96;

impl Interval {
    /// Computes the confidence interval of a ratio of two means, such as losses per decision. `games` has two amounts
    /// for each game, such as its losses and its decisions.
    ///
    /// The deviation of a game is (first amount − ratio · second amount) / mean second amount. For each end of the
    /// interval, one more deviation is added: the most extreme deviation in the sample or, if it is more extreme, the
    /// deviation that one extreme decision can cause in a game. `reach` has the largest such deviations, downwards and
    /// upwards: both are 0 or more, in the unit of the first amount. The games then get random weights, drawn uniformly
    /// from all weights that sum to 1. The distance of the end from the ratio is a percentile of the weighted mean
    /// deviation.
    pub(super) fn of_ratio(games: &[(f64, f64)], reach: [f64; 2]) -> Interval {
        let count = games.len() as f64;
        let amounts: f64 = games.iter().map(|(amount, _)| amount).sum();
        let sizes: f64 = games.iter().map(|(_, size)| size).sum();
        let (estimate, size) = (amounts / sizes, sizes / count);
        let deviation = |(amount, of): &(f64, f64)| (amount - estimate * of) / size;
        let mut deviations: Vec<f64> = games.iter().map(deviation).collect();
        let [below, above] = reach.map(|reach| reach / size);
        let lowest = deviations.iter().copied().fold(-below, f64::min);
        let highest = deviations.iter().copied().fold(above, f64::max);
        deviations.push(lowest);
        let low = estimate + percentile(&deviations, -DEVIATIONS).min(0.0);
        deviations.pop();
        deviations.push(highest);
        let high = estimate + percentile(&deviations, DEVIATIONS).max(0.0);
        Interval {
            estimate,
            low: low.max(0.0),
            high,
        }
    }

    /// Applies an increasing function to the estimate and to both ends.
    pub(super) fn map(self, function: impl Fn(f64) -> f64) -> Interval {
        Interval {
            estimate: function(self.estimate),
            low: function(self.low),
            high: function(self.high),
        }
    }
}

/// Returns a percentile of the weighted mean of `numbers`, for random weights that sum to 1. `width` selects the
/// percentile: in a normal distribution, it lies `width` standard deviations above the mean. The result is approximated
/// from the first three moments, which are known exactly, by the expansion of Cornish and Fisher (1938).
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
