//! Best play in one game of a match, at a given score.

use std::sync::Arc;

use super::super::{Census, SolveError, unproven};
use super::seats::{Seat, doubled};
use super::{FirstThrow, MatchRules, Needs, SolvedMatch};
use crate::game::{Die, Men, Position, Rules, Unit};
use crate::solution::{NotHeld, Value};
use crate::states::States;
use tourne_graph::GRAIN;

/// Best play in one game of a match, at a given score. Values are within [`error_bound`](AtScore::error_bound) of the
/// true values. Best moves are proven for the payoffs in the computed [`SolvedMatch`]. Since the payoffs may be off by
/// the error bound of the match, two moves may be ranked wrongly if their values differ by less than four times that
/// bound.
#[derive(Clone)]
pub struct AtScore {
    rules: Rules,
    census: Arc<Census>,
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
    /// Solves all scores that can follow the score `needs` in a match, and then the game at this score. `began` must be
    /// `true` if the player on roll began the game; this matters only under [`FirstThrow::Alternate`]. `observe` receives
    /// the number of scores solved so far, and the total number of scores to solve.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if a game cannot be solved and proven.
    pub fn solve(
        rules: Rules,
        first: FirstThrow,
        needs: Needs,
        began: bool,
        observe: &mut dyn FnMut(usize, usize),
    ) -> Result<AtScore, SolveError> {
        // Later in the match no player needs more points than now, so a match of this length has all scores that
        // matter.
        let length = needs.own.max(needs.other);
        let of = MatchRules {
            rules,
            length,
            first,
        };
        AtScore::new(&SolvedMatch::after_game(of, needs, observe)?, needs, began)
    }

    /// Solves the game at a score, for the player on roll, who needs `needs.own` points and, if `began`, began the game.
    /// `solved` must have the scores that can follow this game.
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
        let position = |state: usize| states.positions()[state / 2];
        let game = game.map_err(|source| unproven(source, position))?;
        let decided = game.proven.all_decided();
        decided.map_err(|source| unproven(source, position))?;
        let error_bound = game.proven.bound() / 2.0 + solved.error_bound + GRAIN;
        let best = (0..graph.states()).map(|doubled| {
            let flags = |die: Die| &game.best[graph.places(doubled, die.index())];
            states.best(doubled / 2, flags)
        });
        let rules = solved.of.rules;
        Ok(AtScore {
            rules,
            census: Arc::new(Census::new(rules)),
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
    /// assert!(score.value(rules.start())?.number() > 0.7);
    /// assert!(score.opponent().value(rules.start())?.number() < 0.3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn opponent(&self) -> AtScore {
        AtScore {
            seat: self.seat.opponent(),
            ..self.clone()
        }
    }

    /// Returns the rule set of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the maximum error of a probability that [`value`](AtScore::value) returns.
    pub fn error_bound(&self) -> f64 {
        self.error_bound
    }

    /// Returns the probability that the player on roll wins the match. If the game is over, that player has lost the game.
    ///
    /// # Errors
    ///
    /// [`NotHeld`] if the position is not legal under the rules of the match.
    pub fn value(&self, position: Position) -> Result<Value, NotHeld> {
        match self.rules.points_won(position) {
            Some(points) => Ok(self.lost(points)),
            None => Ok(self.chance(self.points[self.seat.state(self.state(position)?)])),
        }
    }

    /// Returns the probability that the player wins the match after losing this number of points in the game.
    ///
    /// # Panics
    ///
    /// If a loss cannot cost this number of points.
    pub fn lost(&self, points: u8) -> Value {
        let (end, ends) = (usize::from(points) - 1, self.payoffs.len() / 2);
        assert!(end < ends, "a loss costs at most {ends} points");
        self.chance(-self.payoffs[self.seat.opponent().end(end, ends)])
    }

    /// Returns whether the position can arise from the start.
    ///
    /// # Errors
    ///
    /// [`NotHeld`] if the game is over or the position is not legal under the rules of the match.
    pub fn is_reachable(&self, position: Position) -> Result<bool, NotHeld> {
        self.state(position)?;
        Ok(self.census.contains(position))
    }

    /// Returns the men whose moves are best in this position with this die.
    ///
    /// # Errors
    ///
    /// [`NotHeld`] if the game is over or the position is not legal under the rules of the match.
    pub fn best(&self, position: Position, die: Die) -> Result<Men, NotHeld> {
        Ok(self.best[self.seat.state(self.state(position)?)][die.index()])
    }

    fn state(&self, position: Position) -> Result<usize, NotHeld> {
        let rules = self.rules;
        let state = self.states.state(position);
        state.ok_or(NotHeld { position, rules })
    }

    fn chance(&self, points: f64) -> Value {
        let chance = f64::midpoint(points, 1.0);
        Value::new(chance, Unit::WinProbability, self.error_bound)
    }
}
