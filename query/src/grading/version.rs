//! Version of a policy in a comparison: its figures, and its answers in each decision.

use serde::Serialize;
use tourne_graph::Unsettled;

use super::contest::expected_loss;
use super::grade::{Games, Losses, Tally, games, tally};
use super::groups::or_nulls;
use super::mistake_kind::Kind;
use super::mistakes::Exchanges;
use super::throws::Throws;
use crate::policy::{Arena, Played, Policy, Row, Said};

/// Figures of one version of a policy, as in its grade, but with the worst legal move in place of each illegal answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Version {
    /// Name of the policy.
    pub name: String,
    /// Numbers of answers and of best moves.
    #[serde(flatten)]
    pub tally: Tally,
    /// Statistics of the loss in a decision.
    #[serde(flatten, serialize_with = "or_nulls")]
    pub losses: Option<Losses>,
    /// Values of games against perfect play.
    #[serde(flatten, serialize_with = "or_nulls")]
    pub games: Option<Games>,
}

/// One version of a policy, with what its comparison needs.
pub(super) struct Compared<'a> {
    given: &'a Policy,
    /// Policy with the worst legal move in place of each illegal answer.
    charged: Policy,
    pub(super) version: Version,
    /// Mean number of visits in a game to each state with the policy on roll; `None` if unknown.
    visits: Option<Vec<f64>>,
}

impl<'a> Compared<'a> {
    pub(super) fn new(
        arena: &Arena,
        name: &str,
        given: &'a Policy,
    ) -> Result<Compared<'a>, Unsettled> {
        let charged = given.clone().charged(arena);
        let (games, visits) = games(arena, &Throws::of(arena, &charged))?.unzip();
        let (of_charged, losses) = tally(arena, &charged, arena.decisions());
        let version = Version {
            name: name.to_owned(),
            tally: tally(arena, given, arena.decisions()).0,
            losses: of_charged.spread(losses, arena.unit()),
            games,
        };
        Ok(Compared {
            given,
            charged,
            version,
            visits,
        })
    }

    /// Returns whether the policy answers a row, with a legal move or not.
    pub(super) fn answers(&self, row: Row) -> bool {
        self.given.said(row) != Said::Missing
    }

    /// Returns the expected loss in a row, in points.
    pub(super) fn loss(&self, arena: &Arena, row: Row) -> f64 {
        expected_loss(arena.losses(row), self.probabilities(arena, row))
    }

    pub(super) fn probabilities(&self, arena: &Arena, row: Row) -> &[f64] {
        self.charged.probabilities(arena.places(row))
    }

    /// Returns the mean number of visits in a game to a row; `None` if unknown.
    pub(super) fn visits(&self, arena: &Arena, row: Row) -> Option<f64> {
        let visits = self.visits.as_ref()?;
        Some(visits[row.state()] * arena.die_probabilities()[row.die().index()])
    }

    pub(super) fn played(&self, arena: &Arena, row: Row) -> Played {
        self.given.played(arena, row)
    }

    /// Returns the kind of the costliest mistake in a row; `None` if the answer is illegal.
    pub(super) fn kind(&self, arena: &Arena, row: Row, exchanges: &Exchanges) -> Option<Kind> {
        if self.given.said(row) == Said::Illegal {
            return None;
        }
        let moves = arena.losses(row).iter().zip(self.probabilities(arena, row));
        let costs = moves.map(|(loss, chance)| loss * chance).enumerate();
        let (rank, _) = costs.max_by(|(_, one), (_, other)| one.total_cmp(other))?;
        let (_, _, kind) = exchanges.mistake(row, rank);
        Some(kind)
    }
}
