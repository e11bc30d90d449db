//! Best play in one game of a match, at a given score.

use std::sync::Arc;

use super::super::{SolveError, unproven};
use super::seats::{Seat, doubled};
use super::{Needs, SolvedMatch};
use crate::game::{Die, Men, Play, Position};
use crate::states::States;
use tourne_graph::GRAIN;

/// Best play in one game of a match, at a given score. Values are within [`error_bound`](AtScore::error_bound) of the
/// true values. Best moves are proven for the payoffs in the computed [`SolvedMatch`]. Since the payoffs may be off by
/// the error bound of the match, two moves may be ranked wrongly if their values differ by less than four times that
/// bound.
#[derive(Clone)]
pub struct AtScore {
    states: Arc<States>,
    /// Value of each state of the [doubled] game, in points: entry 2*s* is for state *s* with the
    /// player on roll, and the next entry is for state *s* with the opponent on roll.
    points: Arc<Vec<f64>>,
    /// For each state of the doubled game and each die, the men whose moves are best.
    best: Arc<[[Men; 6]]>,
    /// Payoffs of the ends of the doubled game.
    payoffs: Arc<[f64]>,
    error_bound: f64,
    /// Player who is on roll in the positions passed to the methods.
    seat: Seat,
}

impl AtScore {
    /// Solves the game at a score, for the player on roll, who needs `needs.own` points. `began` is `true` if that
    /// player began the game; it matters only under [`FirstThrow::Alternate`](super::FirstThrow::Alternate).
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game cannot be solved and proven.
    pub fn new(solved: &SolvedMatch, needs: Needs, began: bool) -> Result<AtScore, SolveError> {
        let states = Arc::clone(&solved.states);
        let payoffs = solved.payoffs(needs, began);
        let graph = doubled(states.graph(), &payoffs);
        let game = graph.solve(&mut |_| ());
        // Each state is there twice.
        let game =
            game.map_err(|source| unproven(source, |state| states.positions()[state / 2]))?;
        let error_bound = game.proven.bound() / 2.0 + solved.error_bound + GRAIN;
        let best = (0..graph.states()).map(|doubled| {
            let flags = |die: Die| &game.best[graph.places(doubled, die.index())];
            states.best(doubled / 2, flags)
        });
        Ok(AtScore {
            best: best.collect(),
            states,
            points: Arc::new(game.proven.values),
            payoffs: payoffs.into(),
            error_bound,
            seat: Seat::One,
        })
    }

    /// Returns best play at the same score for positions with the opponent on roll.
    ///
    /// ```
    /// use tourne_solver::Rules;
    /// use tourne_solver::matches::{AtScore, FirstThrow, MatchRules, SolvedMatch, Needs};
    ///
    /// let rules = Rules::STANDARD;
    /// let of = MatchRules { rules, length: 2, first: FirstThrow::Dice };
    /// let solved = SolvedMatch::new(of, &mut |_, _| ())?;
    /// let score = AtScore::new(&solved, Needs { own: 1, other: 2 }, true)?;
    /// // With either player on roll, the player who needs one point is ahead of the player who needs two.
    /// assert!(score.value(rules.start()) > Some(0.7));
    /// assert!(score.opponent().value(rules.start()) < Some(0.3));
    /// # Ok::<(), tourne_solver::SolveError>(())
    /// ```
    #[must_use]
    pub fn opponent(&self) -> AtScore {
        AtScore {
            seat: self.seat.opponent(),
            ..self.clone()
        }
    }

    /// Returns the maximum error of a probability that [`value`](AtScore::value) returns.
    pub fn error_bound(&self) -> f64 {
        self.error_bound
    }

    /// Returns the probability that the player on roll wins the match; `None` if the game is over or the position is
    /// not legal under the rules of the match.
    pub fn value(&self, position: Position) -> Option<f64> {
        let state = self.states.state(position)?;
        Some(f64::midpoint(self.points[self.seat.state(state)], 1.0))
    }

    /// Returns the probability that the player wins the match after losing this number of points in the game; `None` if
    /// a loss cannot cost this number of points.
    pub fn value_lost(&self, points: u8) -> Option<f64> {
        let ends = self.payoffs.len() / 2;
        let end = usize::from(points).checked_sub(1)?;
        if end >= ends {
            return None;
        }
        let payoff = self.payoffs[self.seat.opponent().end(end, ends)];
        Some(f64::midpoint(-payoff, 1.0))
    }

    /// Returns `true` if this legal move is best in this position with this die.
    pub fn is_best(&self, position: Position, die: Die, play: &Play) -> bool {
        let state = self.states.state(position);
        state.is_some_and(|state| play.is_by_one_of(self.best[self.seat.state(state)][die.index()]))
    }
}
