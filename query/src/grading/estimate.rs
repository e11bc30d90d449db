//! Estimates of the grade of a policy from a sample of its games, for engines too slow to be asked about all decisions.
//!
//! In these games the policy plays against perfect play. The mean loss of the policy in each decision is known exactly.
//! The expected sum of these losses in a game is the loss per game, because only mistakes change the expected result.

use serde::Serialize;

use super::interval::Interval;
use super::rating::rating;
use super::sample::{GameTally, SampleGames};
use crate::policy::Arena;

/// Estimates from a sample of a policy's games. Each interval contains the true value with a probability of about 95 %.
/// The fields have the same names in the JSON output.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Number of games that the policy finished; the intervals are computed from these games alone.
    pub games: usize,
    /// Number of games that ended early, at a decision for which the policy has no answer.
    pub unfinished: usize,
    /// Number of decisions that the policy met in all games. A decision that is met several times counts each time.
    pub draws: usize,
    /// Number of sampled decisions that were answered, including illegal answers.
    pub answered: usize,
    /// Number of sampled decisions that were answered with an illegal move.
    pub illegal: usize,
    /// Seed of the random sample.
    pub seed: u64,
    /// Share of sampled decisions in which the policy plays a best move, 0 to 1.
    pub agreement: Interval,
    /// Mean loss in a sampled decision, in the unit of the rule set.
    pub loss_per_decision: Interval,
    /// Mean loss in a game, in the unit of the rule set.
    pub loss_per_game: Interval,
    /// Rating of the policy: 1000 times the mean loss of winning probability in a sampled decision.
    pub rating: Interval,
}

impl Estimate {
    /// Returns whether each decision in the sample has a legal answer: otherwise the loss is unknown.
    pub fn is_whole(&self) -> bool {
        self.answered == self.draws && self.illegal == 0
    }
}

impl SampleGames {
    /// Estimates the grade of the policy. Returns `None` if no finished game has a decision, or if no answer is a legal
    /// move. An illegal answer counts as the worst legal move.
    pub fn estimate(&self, arena: &Arena) -> Option<Estimate> {
        let all = self.games.iter();
        let answered = all.clone().map(|(tally, _)| tally.decisions).sum();
        let illegal = all.clone().map(|(tally, _)| tally.illegal).sum();
        let finished: Vec<GameTally> = all
            .filter(|(_, is_over)| *is_over)
            .map(|&(tally, _)| tally)
            .collect();
        if answered == illegal || finished.iter().all(|tally| tally.decisions == 0) {
            return None;
        }
        let unfinished = self.games.len() - finished.len();

        let by = |amounts: fn(&GameTally) -> (f64, f64), reach| {
            let games: Vec<(f64, f64)> = finished.iter().map(amounts).collect();
            Interval::of_ratio(&games, reach)
        };
        let agreement = by(|it| (it.right, it.decisions as f64), [1.0, 1.0]);
        let worst = arena.all_losses().iter().copied().fold(0.0, f64::max);
        let reach = [0.0, worst];
        let per_decision = by(|it| (it.loss, it.decisions as f64), reach);
        let per_game = by(|it| (it.loss, 1.0), reach);
        let unit = arena.unit();
        Some(Estimate {
            games: finished.len(),
            unfinished,
            // Each unfinished game ends at an unanswered decision. These decisions are in the sample too.
            draws: answered + unfinished,
            answered,
            illegal,
            seed: self.sample.seed,
            agreement: agreement.map(|share| share.min(1.0)),
            loss_per_decision: per_decision.map(|loss| unit.difference(loss)),
            loss_per_game: per_game.map(|loss| unit.difference(loss)),
            rating: per_decision.map(|loss| rating(loss, 1.0)),
        })
    }
}
