//! Play of a policy as a Markov chain, with the mean loss of a throw in each state.

use tourne_solver::policies::chain::Chain;

use crate::policy::{Arena, Builtin, Policy, Row};

/// Throws of a policy as a Markov [`Chain`], for [contests](super::Contest) with other policies. A transition is a
/// throw together with the move that the policy plays.
#[derive(Clone, Debug)]
pub struct Throws {
    /// Transitions from each state, with their probabilities.
    pub chain: Chain,
    /// Mean loss of a throw in each state, in points.
    pub(super) losses: Vec<f64>,
    /// [Decisions](Arena::decisions) for which the policy has no legal move, in ascending order.
    pub(super) lacking: Vec<Row>,
}

impl Throws {
    /// Computes the throws of a policy. In a row for which the policy has no legal move, it plays the rearmost man that
    /// can move.
    ///
    /// # Panics
    ///
    /// If the policy plays other rules than the arena has.
    pub fn of(arena: &Arena, policy: &Policy) -> Throws {
        policy.assert_plays(arena);
        let (graph, dice) = (arena.graph(), arena.die_probabilities());
        let losses_of_moves = arena.all_losses();
        let mut losses = Vec::with_capacity(graph.states());
        let blocks = graph.blocks().to_vec();
        let chain = Chain::new(blocks, graph.payoffs().len(), |state, next| {
            let mut of_state = 0.0;
            for (row, die) in Row::of_state(state).zip(dice) {
                let places = arena.places(row);
                let probabilities = policy.probabilities(places.clone());
                let mut loss = 0.0;
                for (place, &chance) in places
                    .zip(probabilities)
                    .filter(|(_, chance)| **chance > 0.0)
                {
                    next.push((graph.all_moves()[place], die * chance));
                    loss += losses_of_moves[place] * chance;
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

    /// Computes the throws of [perfect play](Builtin::Perfect).
    pub fn perfect(arena: &Arena) -> Throws {
        Throws::of(arena, &Builtin::Perfect.policy(arena))
    }
}
