//! Lengths of games: the probability that a game is over after each number of throws.

use serde::Serialize;
use tourne_solver::policies::chain::Chain;

/// Tolerance: the computation stops when the probability of a longer game falls below this value.
const TAIL: f64 = 1e-12;

/// Maximum number of throws for which probabilities are computed, which takes a few seconds. For games of perfect
/// players, the computation stops after fewer than 400 throws in each of the named rule sets.
const MOST_THROWS: usize = 10_000;

/// Error for games that are too long to be computed.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "games go on for too long: after {MOST_THROWS} throws, {:.3e} of them are not over", .unfinished
)]
pub struct TooLong {
    /// Probability that a game is not over after the maximum number of throws.
    pub unfinished: f64,
}

/// Lengths of games, in throws. The fields have the same names in the JSON output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lengths {
    /// Mean number of throws until the game is over.
    pub mean: f64,
    /// Quantiles of the number of throws.
    pub quantiles: Quantiles,
    /// Index *n* has the probability that the game is over after *n* throws. The first entry is 0. The last entry, and
    /// no other, differs from 1 by less than 10⁻¹².
    pub over_after: Vec<f64>,
}

/// Quantiles of the number of throws: the smallest numbers of throws after which at least 5, 25, 50, 75 and 95 % of the
/// games are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the sentence above names each field")]
pub struct Quantiles {
    pub p5: usize,
    pub p25: usize,
    pub p50: usize,
    pub p75: usize,
    pub p95: usize,
}

/// Returns the probability that a game is over after each number of throws, as in [`Lengths`]. Games begin in the state
/// `start`. `players` are the Markov chains of the two players' turns; `players[0]` moves first.
///
/// # Errors
///
/// [`TooLong`] if the probability of more than 10,000 throws is 10⁻¹² or more.
pub fn over_after(players: [&Chain; 2], start: usize) -> Result<Vec<f64>, TooLong> {
    let states = players[0].states();
    let mut here = vec![0.0; states];
    let mut next = vec![0.0; states];
    here[start] = 1.0;
    let mut over_after = vec![0.0];
    let (mut over, mut going_on, mut share) = (0.0, 1.0, 0.0_f64);
    for throws in 0..MOST_THROWS {
        // Numbers of one size are added up first: a small number that is added to one near 1 is rounded.
        let mut ended = 0.0;
        going_on = 0.0;
        for (state, chance) in here.iter_mut().enumerate() {
            let chance = std::mem::take(chance);
            if chance == 0.0 {
                continue;
            }
            for &(node, share) in players[throws % 2].row(state) {
                let share = chance * share;
                if let Some(there) = next.get_mut(node as usize) {
                    *there += share;
                    going_on += share;
                } else {
                    ended += share;
                }
            }
        }
        std::mem::swap(&mut here, &mut next);
        over += ended;
        // The two sum to 1 but for rounding errors, which would otherwise outweigh the last games that go on. Rounding
        // must not make the share fall either.
        share = share.max(over / (over + going_on));
        over_after.push(share);
        if 1.0 - share < TAIL {
            return Ok(over_after);
        }
    }
    Err(TooLong {
        unfinished: going_on,
    })
}

impl Lengths {
    /// Returns the lengths of games with this mean, and with these probabilities of being over after each number of
    /// throws.
    pub(super) fn new(mean: f64, over_after: Vec<f64>) -> Lengths {
        let quantile = |share: f64| over_after.partition_point(|&over| over < share);
        Lengths {
            mean,
            quantiles: Quantiles {
                p5: quantile(0.05),
                p25: quantile(0.25),
                p50: quantile(0.5),
                p75: quantile(0.75),
                p95: quantile(0.95),
            },
            over_after,
        }
    }
}
