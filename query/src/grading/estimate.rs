//! Estimates from a sample of decisions, for engines too slow to be asked about all.
//!
//! Decisions are drawn as often as two perfect players meet them, with replacement. The estimate is of
//! the mean over the decisions that perfect play meets; an engine whose mistakes lead the game elsewhere
//! meets others, so its exact grade can differ from the estimate by more than chance.

use std::collections::HashSet;

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use tourne_solver::graph::values::Unsettled;

use super::contest::Contest;
use super::rating::rating;
use super::throws::Throws;
use crate::policy::{Arena, Policy, Row, Said};

/// The decisions that perfect play meets, to draw from.
#[derive(Clone, Debug)]
pub struct Population {
    rows: Vec<Row>,
    /// For each row the sum of the mean visits in a game up to it.
    sums: Vec<f64>,
}

/// Decisions drawn at random.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The rows drawn, with repetitions.
    draws: Vec<Row>,
    /// Number of decisions that each of two perfect players meets in a game.
    decisions_per_game: f64,
    seed: u64,
}

/// Estimates from a sample of an engine's answers, with the field names of the JSON. Intervals hold the
/// true value with a probability of about 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Number of decisions drawn.
    pub draws: usize,
    /// Number of draws that were answered, also with moves that are not legal.
    pub answered: usize,
    /// Number of draws that were answered with moves that are not legal.
    pub illegal: usize,
    /// Seed of the random sample.
    pub seed: u64,
    /// The share of decisions met in which a best move is played.
    pub agreement: Interval,
    /// Loss in a decision met.
    pub loss_per_decision: Interval,
    /// Loss in a game, in the decisions that perfect play meets.
    pub loss_per_game: Interval,
    /// The rating: 1000 times the loss of winning probability in a decision met.
    pub rating: Interval,
}

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

/// Half the width of an interval of 95 %, in standard errors.
const WIDTH: f64 = 1.96;

impl Population {
    /// Finds how often perfect play meets each decision.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if games go on for too long.
    pub fn new(arena: &Arena) -> Result<Population, Unsettled> {
        let perfect = Throws::perfect(arena);
        let visits = Contest::new(arena, &perfect, &perfect).row_visits()?;
        // What a seed draws depends on the rules alone, not on the order in which the solver has the states.
        let mut rows: Vec<Row> = arena.decisions().collect();
        rows.sort_unstable_by_key(|&row| arena.position_of(row));
        let add = |sum: &mut f64, row: &Row| {
            *sum += visits[row.index()];
            Some(*sum)
        };
        let sums = rows.iter().scan(0.0, add).collect();
        Ok(Population { rows, sums })
    }

    /// Draws `count` decisions, by how often they are met.
    #[must_use]
    pub fn draw(&self, count: usize, seed: u64) -> Sample {
        let sum = self.sums.last().copied().unwrap_or(0.0);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let draws = (0..count).map(|_| {
            let drawn = random.random::<f64>() * sum;
            let at = self.sums.partition_point(|&sum| sum <= drawn);
            self.rows[at.min(self.rows.len() - 1)]
        });
        Sample {
            draws: draws.collect(),
            decisions_per_game: sum,
            seed,
        }
    }
}

impl Sample {
    /// Draws `count` decisions, by how often perfect play meets them. For many samples, draw from one [`Population`].
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if games go on for too long.
    pub fn new(arena: &Arena, count: usize, seed: u64) -> Result<Sample, Unsettled> {
        Ok(Population::new(arena)?.draw(count, seed))
    }

    /// The number of decisions drawn.
    #[must_use]
    pub fn draws(&self) -> usize {
        self.draws.len()
    }

    /// Seed of the random sample.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The rows drawn, each once, in the order of the draws: the first of them are a sample too.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        let mut seen = HashSet::new();
        let mut rows = self.draws.clone();
        rows.retain(|&row| seen.insert(row));
        rows
    }

    /// The estimates from the answers to the sample; `None` if no answer is a legal move. Where an answer
    /// is not legal, the loss of the worst legal move is charged.
    #[must_use]
    pub fn estimate(&self, arena: &Arena, policy: &Policy) -> Option<Estimate> {
        let unit = arena.unit();
        let worst_of = |row: Row| {
            let losses = arena.losses(row).iter().copied();
            losses.fold(0.0, f64::max)
        };
        let mut losses = Vec::new();
        let mut illegal = 0;
        for &row in &self.draws {
            match policy.said(row) {
                Said::Missing => (),
                Said::Illegal => {
                    illegal += 1;
                    losses.push((worst_of(row), false));
                }
                Said::Given => {
                    let loss = arena.expected_loss(policy, row);
                    losses.push((loss, loss == 0.0));
                }
            }
        }
        if losses.len() == illegal {
            return None;
        }
        let right = losses.iter().filter(|&&(_, is_right)| is_right).count();
        let agreement = share(right, losses.len());
        let mut points = mean(losses.iter().map(|&(loss, _)| loss));
        if right == losses.len() {
            // No mistake was seen: there may be as many as the interval allows, each the worst there is.
            let worst = arena.decisions().map(worst_of).fold(0.0, f64::max);
            points.high = (1.0 - agreement.low) * worst;
        }
        Some(Estimate {
            draws: self.draws.len(),
            answered: losses.len(),
            illegal,
            seed: self.seed,
            agreement,
            loss_per_decision: points.times(unit.difference(1.0)),
            loss_per_game: points.times(unit.difference(self.decisions_per_game)),
            rating: points.times(rating(1.0, 1.0)),
        })
    }
}

impl Interval {
    fn times(self, factor: f64) -> Interval {
        Interval {
            estimate: self.estimate * factor,
            low: self.low * factor,
            high: self.high * factor,
        }
    }
}

/// The interval of a share (Wilson 1927): also valid if all or none are seen.
fn share(seen: usize, count: usize) -> Interval {
    let (count, share) = (count as f64, seen as f64 / count as f64);
    let square = WIDTH * WIDTH / count;
    let middle = share + square / 2.0;
    let half = WIDTH * (share * (1.0 - share) / count + square / (4.0 * count)).sqrt();
    Interval {
        estimate: share,
        // Rounding must not leave the estimate outside.
        low: ((middle - half) / (1.0 + square)).clamp(0.0, share),
        high: ((middle + half) / (1.0 + square)).clamp(share, 1.0),
    }
}

/// The interval of a mean, by the standard error.
fn mean(amounts: impl ExactSizeIterator<Item = f64> + Clone) -> Interval {
    let count = amounts.len() as f64;
    let mean = amounts.clone().sum::<f64>() / count;
    let squares: f64 = amounts.map(|amount| (amount - mean).powi(2)).sum();
    let half = WIDTH * (squares / count / (count - 1.0).max(1.0)).sqrt();
    Interval {
        estimate: mean,
        low: (mean - half).max(0.0),
        high: mean + half,
    }
}
