//! Best play for a match at one score.

use std::sync::Arc;

use super::super::{SolveError, States, unproven};
use super::{MatchTable, Needs};
use crate::game::{Die, Play, Position};
use crate::graph::seats::{self, Seat};
use crate::graph::{GRAIN, Graph, proof, values};

/// Best play for the match at one score. Values are proven to within [`error_bound`](AtScore::error_bound). Best
/// moves are proven for the payoffs that the table of scores, as computed, gives to the ends of this game. The table is
/// right to within its own bound: moves that differ by less than four times that bound could be in the other order.
pub struct AtScore {
    states: Arc<States>,
    /// State 2*s* is state *s* with the player on roll, 2*s* + 1 with the opponent.
    graph: Graph,
    points: Vec<f64>,
    /// The game with best moves only.
    best: Graph,
    error_bound: f64,
}

impl AtScore {
    /// Solves the game at a score, for the player on roll, who needs `needs.own` points. `began` states
    /// whether that player began the game, which matters only if the players begin in turn.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game cannot be solved and proven.
    pub fn new(table: &MatchTable, needs: Needs, began: bool) -> Result<AtScore, SolveError> {
        let states = Arc::clone(&table.states);
        let payoffs = table.payoffs(needs, began);
        let graph = seats::doubled(&states.graph, &payoffs);
        let values = values::iterate(&graph, &mut |_| ())?;
        let proof =
            proof::prove(&graph, &values.points).map_err(|source| unproven(source, &states))?;
        let best = proof.best.graph(&graph);
        let error_bound = proof.bound() / 2.0 + table.error_bound + GRAIN;
        Ok(AtScore {
            states,
            graph,
            points: values.points,
            best,
            error_bound,
        })
    }

    /// Maximum error of any of the probabilities.
    #[must_use]
    pub fn error_bound(&self) -> f64 {
        self.error_bound
    }

    /// The probability that the player on roll wins the match; `None` if the position is not one of
    /// the rules.
    #[must_use]
    pub fn value(&self, position: Position) -> Option<f64> {
        let state = self.states.state(position)?;
        Some(f64::midpoint(self.points[Seat::One.state(state)], 1.0))
    }

    /// The probability that the player who makes this play wins the match.
    #[must_use]
    pub fn value_after(&self, play: &Play, die: Die, position: Position) -> Option<f64> {
        let node = self.node(play, die, position)?;
        let points = match self.points.get(node) {
            Some(points) => -points,
            None => self.best.payoffs()[node - self.points.len()],
        };
        Some(f64::midpoint(points, 1.0))
    }

    /// Returns whether this play is best with that die.
    #[must_use]
    pub fn is_best(&self, play: &Play, die: Die, position: Position) -> bool {
        let Some(state) = self.states.state(position) else {
            return false;
        };
        let state = Seat::One.state(state);
        let best = self.best.moves(state, die.index());
        self.node(play, die, position)
            .is_some_and(|node| best.contains(&(node as u32)))
    }

    /// Node of the graph that a play leads to.
    fn node(&self, play: &Play, die: Die, position: Position) -> Option<usize> {
        let states = &self.states;
        let state = states.state(position)?;
        let outcome = die.index();
        let rank = states.rank(state, die, play.man);
        let state = Seat::One.state(state);
        self.graph
            .moves(state, outcome)
            .get(rank)
            .map(|&node| node as usize)
    }
}
