//! Games with the player on roll as part of the state: each state is split in two, one for each player.
//!
//! Each end is also split in two, one for each player who can bring it about. The result is called the *doubled* game;
//! the stakes are not doubled.

use tourne_graph::{Frame, Graph, Node, Rows, Target};

/// One of the two players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// First of the two players, called the player.
    One,
    /// Second of the two players, called the opponent.
    Other,
}

impl Seat {
    /// Both players, in the order in which the doubled game has them.
    pub const ALL: [Seat; 2] = [Seat::One, Seat::Other];

    /// Returns the opponent of this player.
    #[must_use]
    pub const fn opponent(self) -> Seat {
        match self {
            Seat::One => Seat::Other,
            Seat::Other => Seat::One,
        }
    }

    /// Returns the index, in the doubled game, of a state of the single game with this player on roll.
    #[inline]
    pub const fn state(self, state: usize) -> usize {
        2 * state + self as usize
    }

    /// Returns the index, in the doubled game, of an end of the single game that this player brings about. `ends` is
    /// the number of ends of the single game.
    pub const fn end(self, end: usize, ends: usize) -> usize {
        self as usize * ends + end
    }

    /// Returns the target, in the doubled game, of a move by this player, at this index in all moves of the single game.
    #[inline]
    fn target(self, graph: &Graph, place: usize) -> Target {
        let node = graph.all_moves()[place] as usize;
        match node.checked_sub(graph.states()) {
            None if graph.is_again(place) => Target::Again(self.state(node) as Node),
            None => Target::State(self.opponent().state(node) as Node),
            Some(end) => Target::End(self.end(end, graph.payoffs().len()) as u16),
        }
    }
}

/// Returns the doubled game. `payoffs` lists first the payoffs of the ends that the player brings about, then those of
/// the ends that the opponent brings about. Each payoff goes to the player who brings the end about.
///
/// # Panics
///
/// If the number of payoffs is not twice the number of ends, if a payoff is not [exact](tourne_graph::GRAIN), or if the
/// doubled game is too large.
pub fn doubled(graph: &Graph, payoffs: &[f64]) -> Graph {
    assert_eq!(
        payoffs.len(),
        2 * graph.payoffs().len(),
        "there must be two payoffs for each end"
    );
    let mut rows = Rows::default();
    for state in 0..graph.states() {
        for seat in Seat::ALL {
            for outcome in 0..graph.outcomes() {
                let places = graph.places(state, outcome);
                rows.push(places.map(|place| seat.target(graph, place)));
            }
        }
    }
    let frame = Frame {
        weights: graph.weights().to_vec(),
        payoffs: payoffs.to_vec(),
        blocks: graph.blocks().iter().map(|block| 2 * block.len()).collect(),
    };
    let doubled = Graph::new(frame, rows);
    doubled.expect("it has the shape of the graph that it comes from")
}
