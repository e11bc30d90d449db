//! Strength of a player from choices that were made: the rating and the level, each with its confidence interval.
//!
//! For each level the distribution of the losses in given choices is known, because the level's probabilities of all moves
//! are known. The interval holds the levels for which the player's loss in exactly these choices is not unusual: such a
//! level loses less with a probability of at least 2.5 %, and more with a probability of at least 2.5 %. Nothing is assumed
//! about how the choices arose. They may come from games, from a quiz, or from a list of mistakes.

use serde::{Deserialize, Serialize};
use tourne_solver::MOST_MOVES;

use super::interval::{DEVIATIONS, Interval};
use super::rating::rating;
use crate::policy::{Level, weigh};

/// Number of strengths that a player is compared with: one who always makes the worst move, one who moves at random, and
/// the ten levels. They stand at -1, 0 and 1 to 10 on the scale of levels.
const STRENGTHS: usize = 12;
/// Ends of the scale of levels.
const SCALE: [f64; 2] = [-1.0, 10.0];
/// Width in levels of an interval that tells the level within two levels: once its ends are rounded, an interval of this
/// width spans two levels as often as three.
const TOLD: f64 = 2.5;
/// Smallest and largest number of further choices that is named. Half of the players of a level are told within two levels
/// after 12 choices (level 10) to 400 (level 3), in games of the standard rules.
const MORE: [f64; 2] = [10.0, 500.0];

/// Losses of a player in choices, and what each level loses in the same choices. All losses are in points.
///
/// ```
/// use tourne::grading::Evidence;
///
/// let mut evidence = Evidence::default();
/// // In each of 30 choices, the other move loses 0.1 points. The player makes 12 mistakes.
/// for choice in 0..30 {
///     let loss = if choice < 12 { 0.1 } else { 0.0 };
///     evidence.add(&[0.0, 0.1], &[0.0, 0.1], loss);
/// }
/// let strength = evidence.strength().unwrap();
/// assert!((strength.rating.estimate - 20.0).abs() < 1e-9);
/// assert_eq!(strength.levels(), [0, 6]);
/// assert!(strength.more.is_some());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// Number of choices of moves.
    choices: usize,
    /// Sum of the losses in these choices.
    lost: f64,
    /// Number of games that the player gave up.
    resigned: usize,
    /// Sum of the losses from giving up. No level gives up a game, so this says nothing about the level.
    #[serde(alias = "givenUp")]
    given_up: f64,
    /// Losses of each strength in the choices of moves.
    strengths: [LossSum; STRENGTHS],
}

/// Distribution of the sum of a strength's losses in some choices. The numbers of several choices add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "[f64; 4]", into = "[f64; 4]")]
struct LossSum {
    mean: f64,
    variance: f64,
    /// Third central moment.
    third: f64,
    /// Natural logarithm of the probability of no loss at all, with the sign changed.
    rarity: f64,
}

impl From<[f64; 4]> for LossSum {
    fn from([mean, variance, third, rarity]: [f64; 4]) -> LossSum {
        LossSum {
            mean,
            variance,
            third,
            rarity,
        }
    }
}

impl From<LossSum> for [f64; 4] {
    fn from(sum: LossSum) -> [f64; 4] {
        [sum.mean, sum.variance, sum.third, sum.rarity]
    }
}

/// Rating and level of a player. Each interval contains the true one with a probability of about 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Strength {
    /// Number of choices of moves.
    pub choices: usize,
    /// `true` if the player lost nothing, neither by moves nor by giving up.
    pub is_perfect: bool,
    /// Rating in these choices, and the interval of the ratings that the player can expect in choices like these.
    pub rating: Interval,
    /// Level, from 0 for random moves or worse to 10 for perfect play. The estimate is the level whose expected loss in
    /// these choices is the loss of the player.
    pub level: Interval,
    /// Approximate number of further choices after which the level is told within two levels; `None` if it is.
    pub more: Option<usize>,
}

impl Evidence {
    /// Adds a choice. `losses` are the losses of all legal moves in a single game, which decide how likely a level makes
    /// each move. `charged` are the losses of the same moves as they are counted; they differ in a match. `loss` is the
    /// counted loss of the move that the player made.
    ///
    /// # Panics
    ///
    /// If the two lists differ in length, or have more than [`MOST_MOVES`] moves.
    pub fn add(&mut self, losses: &[f64], charged: &[f64], loss: f64) {
        assert_eq!(losses.len(), charged.len(), "each move has two losses");
        self.choices += 1;
        self.lost += loss;
        let [worst, strengths @ ..] = &mut self.strengths;
        worst.mean += charged.iter().copied().fold(0.0, f64::max);
        let levels = Level::ALL.map(Level::tolerance);
        let tolerances = [f64::INFINITY].into_iter().chain(levels);
        for (sums, tolerance) in strengths.iter_mut().zip(tolerances) {
            // Perfect play loses nothing, whatever the losses in a single game are.
            if tolerance > 0.0 {
                let mut chances = [0.0; MOST_MOVES];
                let chances = &mut chances[..losses.len()];
                weigh(tolerance, losses, chances);
                sums.add(LossSum::of_choice(chances, charged));
            }
        }
    }

    /// Adds a game that the player gave up.
    pub fn add_resignation(&mut self, loss: f64) {
        self.resigned += 1;
        self.given_up += loss;
    }

    /// Adds what is known of the same player from other choices.
    pub fn merge(&mut self, other: &Evidence) {
        self.choices += other.choices;
        self.lost += other.lost;
        self.resigned += other.resigned;
        self.given_up += other.given_up;
        for (sums, &others) in self.strengths.iter_mut().zip(&other.strengths) {
            sums.add(others);
        }
    }

    /// Returns the rating and the level; `None` without a choice of moves.
    pub fn strength(&self) -> Option<Strength> {
        if self.choices == 0 {
            return None;
        }
        let lost = self.lost;
        let curve = |of: &dyn Fn(&LossSum) -> f64| self.strengths.each_ref().map(of);
        let mean = curve(&|losses| losses.mean);
        // The percentiles are those of a smooth distribution. The probability of no loss is known without it.
        let low = if lost == 0.0 {
            let [_, strengths @ ..] = curve(&|losses| losses.rarity);
            weakest(&strengths, -(TAIL.ln()))
        } else {
            weakest(&curve(&|losses| losses.percentile(-DEVIATIONS)), lost)
        };
        let level = Interval {
            estimate: weakest(&mean, lost),
            low,
            high: strongest(&curve(&|losses| losses.percentile(DEVIATIONS)), lost),
        };
        let decisions = (self.choices + self.resigned) as f64;
        let rated = |loss: f64| rating(loss + self.given_up, decisions);
        let rating = Interval {
            estimate: rated(lost),
            // Where large losses are rare, the mean lies above a percentile of 97.5 %.
            low: rated(at(&mean, level.high).min(lost)),
            high: rated(at(&mean, level.low).max(lost)),
        };
        let mut strength = Strength {
            choices: self.choices,
            is_perfect: lost == 0.0 && self.given_up == 0.0,
            rating,
            level: level.map(|level| level.max(0.0)),
            more: None,
        };
        let [low, high] = strength.levels();
        strength.more = (high - low > 2).then(|| self.more(level));
        Some(strength)
    }

    /// Estimates how many further choices tell the level within two levels, if they are like those so far. The width of an
    /// interval falls with the square root of the number of choices. It is computed half way between the estimate and the
    /// middle of the interval: the estimate alone varies much after few choices.
    #[expect(
        clippy::cast_sign_loss,
        reason = "the number is limited to at least 10"
    )]
    fn more(&self, level: Interval) -> usize {
        let place = f64::midpoint(level.estimate, f64::midpoint(level.low, level.high));
        let mean = self.strengths.each_ref().map(|losses| losses.mean);
        let deviation = self
            .strengths
            .each_ref()
            .map(|losses| losses.variance.sqrt());
        let [below, above] = [(place - 1.0).max(SCALE[0]), (place + 1.0).min(SCALE[1])];
        let slope = (at(&mean, below) - at(&mean, above)) / (above - below);
        let choices = self.choices as f64;
        let [least, most] = MORE;
        let more = if slope > 0.0 {
            let width = 2.0 * DEVIATIONS * at(&deviation, place) / slope;
            choices * (width / TOLD).powi(2) - choices
        } else {
            most
        };
        let more = more.clamp(least, most);
        let step = if more < 100.0 { 10.0 } else { 50.0 };
        ((more / step).round() * step) as usize
    }
}

impl Strength {
    /// Returns the lowest and the highest level of the interval, rounded. 0 stands for play weaker than level 1.
    #[expect(clippy::cast_sign_loss, reason = "no level is negative")]
    pub fn levels(&self) -> [u8; 2] {
        [self.level.low, self.level.high].map(|level| level.round() as u8)
    }
}

/// Probability that each end of an interval leaves out.
const TAIL: f64 = 0.025;

impl LossSum {
    fn of_choice(chances: &[f64], losses: &[f64]) -> LossSum {
        let moves = || chances.iter().zip(losses);
        let mean: f64 = moves().map(|(chance, loss)| chance * loss).sum();
        let moment = |power| {
            let powers = moves().map(|(chance, loss)| chance * (loss - mean).powi(power));
            powers.sum()
        };
        let best = moves().filter(|(_, loss)| **loss == 0.0);
        LossSum {
            mean,
            variance: moment(2),
            third: moment(3),
            rarity: -best.map(|(chance, _)| chance).sum::<f64>().ln(),
        }
    }

    fn add(&mut self, other: LossSum) {
        self.mean += other.mean;
        self.variance += other.variance;
        self.third += other.third;
        self.rarity += other.rarity;
    }

    /// Returns a percentile of the sum. `width` selects it: in a normal distribution, it lies `width` standard deviations
    /// above the mean. The sum is taken to have a shifted gamma distribution with the same three moments, whose percentiles
    /// are approximated by the formula of Wilson and Hilferty (1931).
    fn percentile(&self, width: f64) -> f64 {
        let deviation = self.variance.sqrt();
        let skewness = self.third / deviation.powi(3);
        if deviation == 0.0 || skewness.abs() < 1e-6 {
            return self.mean + width * deviation;
        }
        let root = 1.0 + skewness * width / 6.0 - skewness * skewness / 36.0;
        self.mean + 2.0 * deviation / skewness * (root.max(0.0).powi(3) - 1.0)
    }
}

/// Returns the value of a curve over the scale of levels, between two of its points.
#[expect(clippy::cast_sign_loss, reason = "the scale begins at -1")]
fn at(curve: &[f64; STRENGTHS], level: f64) -> f64 {
    let place = level - SCALE[0];
    let below = (place as usize).min(STRENGTHS - 2);
    curve[below] + (curve[below + 1] - curve[below]) * (place - below as f64)
}

/// Returns the lowest level at which a falling curve is at most `value`. The last point of the curve is that of level 10.
fn weakest(curve: &[f64], value: f64) -> f64 {
    let first = SCALE[1] - (curve.len() - 1) as f64;
    match curve.iter().position(|&here| here <= value) {
        None => SCALE[1],
        Some(0) => first,
        Some(place) => {
            let [before, here] = [curve[place - 1], curve[place]];
            first + place as f64 - (value - here) / (before - here)
        }
    }
}

/// Returns the highest level at which a falling curve is at least `value`.
fn strongest(curve: &[f64; STRENGTHS], value: f64) -> f64 {
    let reversed = curve.map(|here| -here);
    let reversed: Vec<f64> = reversed.into_iter().rev().collect();
    SCALE[0] + SCALE[1] - weakest(&reversed, -value)
}
