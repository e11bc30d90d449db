//! The throws of a policy: where each leads with which chance, and what it loses on average.

use tourne_solver::graph::chain::Chain;

use crate::policy::{Arena, Builtin, Policy, Row};

/// The throws of a policy, laid out as a [`Chain`] for [contests](super::Contest) with others.
#[derive(Clone, Debug)]
pub struct Throws {
    pub(super) chain: Chain,
    /// Mean loss of a throw in each state, in points.
    pub(super) losses: Vec<f64>,
    /// The decisions that can arise but that the policy does not give; in order.
    pub(super) lacking: Vec<Row>,
}

impl Throws {
    /// The throws of a policy. Rows that it does not give count as if it played the rearmost man.
    #[must_use]
    pub fn of(arena: &Arena, policy: &Policy) -> Throws {
        let (graph, dice) = (arena.graph(), arena.chances());
        let mut losses = Vec::with_capacity(graph.states());
        let blocks = graph.blocks().to_vec();
        let chain = Chain::new(blocks, graph.payoffs().len(), |state, next| {
            let mut of_state = 0.0;
            for (row, die) in Row::of_state(state).zip(dice) {
                let places = arena.places(row);
                let chances = policy.chances(places.clone());
                let mut loss = 0.0;
                for (place, &chance) in places.zip(chances).filter(|(_, chance)| **chance > 0.0) {
                    next.push((graph.all_moves()[place], die * chance));
                    loss += arena.loss_at(place) * chance;
                }
                of_state += die * loss;
            }
            losses.push(of_state);
        });
        Throws {
            chain,
            losses,
            lacking: policy.lacking(arena).collect(),
        }
    }

    /// The throws of [perfect play](Builtin::Perfect).
    #[must_use]
    pub fn perfect(arena: &Arena) -> Throws {
        Throws::of(arena, &Builtin::Perfect.policy(arena))
    }

    /// Where the throws lead, with their chances.
    #[must_use]
    pub fn chain(&self) -> &Chain {
        &self.chain
    }
}
