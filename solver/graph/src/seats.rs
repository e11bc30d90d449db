//! A game in which the two seats are told apart: the player on roll becomes part of the state.
//!
//! A state of the doubled game is a state of the game with one of the two players on roll, and an end is an end brought
//! about by one of them.

use crate::{Graph, Node, Rows, Target};

/// One of the two players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The player.
    One,
    /// The opponent of that player.
    Other,
}

impl Seat {
    /// Both seats.
    pub const ALL: [Seat; 2] = [Seat::One, Seat::Other];

    /// The opponent of this player.
    #[must_use]
    pub const fn opponent(self) -> Seat {
        match self {
            Seat::One => Seat::Other,
            Seat::Other => Seat::One,
        }
    }

    /// The doubled state in which this player is on roll.
    #[must_use]
    #[inline]
    pub const fn state(self, state: usize) -> usize {
        2 * state + self as usize
    }

    /// The doubled end that this player brings about.
    #[must_use]
    pub const fn end(self, end: usize, ends: usize) -> usize {
        self as usize * ends + end
    }

    /// The state or the end of the doubled game that a move of this player leads to.
    #[inline]
    fn target(self, graph: &Graph, node: Node) -> Target {
        match (node as usize).checked_sub(graph.states()) {
            None => Target::State(self.opponent().state(node as usize) as Node),
            Some(end) => Target::End(self.end(end, graph.payoffs().len()) as u16),
        }
    }
}

/// Returns the doubled game. `payoffs` has first the payoffs of the ends that the player brings about, then of those
/// that the opponent brings about.
///
/// # Panics
///
/// If the number of payoffs is not twice that of the game, if a payoff is not [exact](crate::GRAIN), or if the doubled
/// game is too large.
#[must_use]
pub fn doubled(graph: &Graph, payoffs: &[f64]) -> Graph {
    assert_eq!(payoffs.len(), 2 * graph.payoffs().len(), "two for each end");
    let mut rows = Rows::default();
    for state in 0..graph.states() {
        for seat in Seat::ALL {
            for (_, moves) in graph.rolls(state) {
                rows.push(moves.iter().map(|&node| seat.target(graph, node)));
            }
        }
    }
    let blocks = graph.blocks().iter();
    let sizes: Vec<usize> = blocks.map(|block| 2 * block.len()).collect();
    let doubled = Graph::new(graph.weights(), payoffs, vec![rows], &sizes);
    doubled.expect("it has the shape of the graph that it comes from")
}
