//! Coverage of a policy: the share of decisions that the policy answers, and the quality of these answers.

use serde::Serialize;
use tourne_graph::Unsettled;

use super::contest::{Contest, expected_loss, rightness};
use super::throws::Throws;
use crate::policy::{Arena, Policy, Said};

/// Computes the mean number of times that a perfect player meets each row in a game against another perfect player, by
/// row index. The first mover is drawn by lot.
///
/// # Errors
///
/// [`Unsettled`] if games go on for too long.
pub fn frequencies(arena: &Arena) -> Result<Vec<f64>, Unsettled> {
    let perfect = Throws::perfect(arena);
    Contest::new(arena, &perfect, &perfect).row_visits()
}

/// Coverage of a policy: the share of decisions that the policy answers, and the quality of these answers. Each
/// decision is weighted by its frequency in games of two perfect players. The fields have the same names in the JSON
/// output.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Coverage {
    /// Share of decisions that the policy answers, 0 to 1.
    pub share: f64,
    /// Share of answered decisions in which the policy plays a best move, 0 to 1; `None` if no decision is answered.
    pub agreement: Option<f64>,
    /// Mean loss in an answered decision, in the unit of the rule set; `None` if no decision is answered. An illegal
    /// answer counts as the worst legal move.
    pub mean_loss: Option<f64>,
}

impl Coverage {
    /// Computes the coverage of a policy. `often` are the [`frequencies`] of the arena.
    pub fn of(arena: &Arena, policy: &Policy, often: &[f64]) -> Coverage {
        let charged = policy.clone().charged(arena);
        let (mut all, mut answered, mut right, mut lost) = (0.0, 0.0, 0.0, 0.0);
        for row in arena.decisions() {
            let met = often[row.index()];
            all += met;
            let said = policy.said(row);
            if said == Said::Missing {
                continue;
            }
            answered += met;
            let losses = arena.losses(row);
            lost += met * expected_loss(losses, charged.probabilities(arena.places(row)));
            if said == Said::Given {
                right += met * rightness(losses, policy.probabilities(arena.places(row)));
            }
        }
        let of_answered = |sum: f64| (answered > 0.0).then(|| sum / answered);
        Coverage {
            share: answered / all,
            agreement: of_answered(right),
            mean_loss: of_answered(arena.unit().difference(lost)),
        }
    }
}
