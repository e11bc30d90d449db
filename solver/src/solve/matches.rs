//! Matches: the probability of winning at every score, and best play for a match.
//!
//! In a match to *N* points, players maximise the probability of winning the match. If a win can count two points, the
//! value of the second point depends on the score, and so does best play. The game is then solved anew for each score.
//! A position has two values: with the player on roll, and with the opponent on roll. The payoff of an end of the game
//! is the probability of winning the match at the next score.

mod at_score;
mod games;
pub mod payoffs;
mod seats;

use std::sync::Arc;

pub use at_score::AtScore;
use games::{Games, Payoffs, SolvedGame};
pub use seats::{Seat, doubled};

use super::{SolveError, unproven};
use crate::game::Rules;
use crate::solution::Solution;
use crate::states::{States, win_points};
use tourne_graph::ending::always_ends;
use tourne_graph::{GRAIN, ProofError, bound, values};

/// The player who throws first in the second and later games of a match. In the first game, dice decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FirstThrow {
    /// Dice decide before each game: each player begins with probability one half.
    Dice,
    /// The loser of the previous game throws first.
    Loser,
    /// The winner of the previous game throws first.
    Winner,
    /// The player who did not begin the previous game throws first.
    Alternate,
}

/// Rules of a match: the rule set of its games, its length, and who throws first in the second and later games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchRules {
    /// Rule set of every game of the match.
    pub rules: Rules,
    /// Number of points that win the match; 1 to [`LONGEST_MATCH`].
    pub length: usize,
    /// The player who throws first in the second and later games.
    pub first: FirstThrow,
}

/// Maximum length of a match, in points.
pub const LONGEST_MATCH: usize = 25;

/// Score of a match: the points that each player still needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Points that the player needs; 1 or more.
    pub own: usize,
    /// Points that the opponent needs; 1 or more.
    pub other: usize,
}

impl Needs {
    /// Returns the score from the view of the opponent.
    fn mirrored(self) -> Needs {
        Needs {
            own: self.other,
            other: self.own,
        }
    }
}

/// Probabilities of winning a match, at every score or only at the scores that can follow a given score.
#[derive(Clone, Debug)]
pub struct SolvedMatch {
    of: MatchRules,
    part: Part,
    states: Arc<States>,
    /// For each score, the probability that the player who throws first in the next game wins the match. There is a row
    /// for each number of points that this player needs, with an entry for each number that the opponent needs.
    chances: Vec<f64>,
    error_bound: f64,
}

/// The set of scores that a [`SolvedMatch`] covers.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Maximum for the smaller of the two numbers of points needed.
    least: usize,
    /// Maximum for the larger of the two numbers of points needed.
    most: usize,
    /// Maximum for the sum of the two numbers of points needed.
    total: usize,
}

impl Part {
    fn has(self, needs: Needs) -> bool {
        let (least, most) = (needs.own.min(needs.other), needs.own.max(needs.other));
        least >= 1 && least <= self.least && most <= self.most && least + most <= self.total
    }

    /// Groups the scores by the number of points that both players together need, beginning with the smallest number.
    /// No game leads from a score to another score of the same group.
    fn tiers(self) -> impl Iterator<Item = Vec<Needs>> {
        (2..=self.total).map(move |total| {
            let scores = (1..total).map(|own| Needs {
                own,
                other: total - own,
            });
            scores.filter(|&needs| self.has(needs)).collect()
        })
    }
}

impl SolvedMatch {
    /// Solves a match. If every win counts one point, one solution of the game is enough. Otherwise the game is solved
    /// for every score, on all threads. `observe` receives the number of scores solved so far and the number of all
    /// scores.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if a game cannot be solved.
    ///
    /// # Panics
    ///
    /// If the length is 0 or more than [`LONGEST_MATCH`].
    ///
    /// ```
    /// use tourne_solver::Rules;
    /// use tourne_solver::matches::{FirstThrow, MatchRules, SolvedMatch, Needs};
    ///
    /// let rules = MatchRules { rules: Rules::STANDARD, length: 2, first: FirstThrow::Loser };
    /// let solved = SolvedMatch::new(rules, &mut |_, _| ())?;
    /// // The first to throw wins a game with probability p; the player throws first, and the loser of a game throws
    /// // first in the next. Two wins are needed: at once, or with a loss in the second or in the first game.
    /// let p = 0.515_094_810_490;
    /// let q = 1.0 - p;
    /// let expected = p * (q + p * p) + q * (p * q);
    /// let first = solved.chance(Needs { own: 2, other: 2 }, true);
    /// assert!((first - expected).abs() < 1e-10);
    /// # Ok::<(), tourne_solver::SolveError>(())
    /// ```
    pub fn new(
        of: MatchRules,
        observe: &mut dyn FnMut(usize, usize),
    ) -> Result<SolvedMatch, SolveError> {
        let all = Needs {
            own: of.length,
            other: of.length,
        };
        SolvedMatch::within(of, None, all, 2 * of.length, observe)
    }

    /// Solves a match whose games have this solution. If every win counts one point, the values of the solution decide the
    /// chances at every score. Otherwise the game is solved for every score, as [`new`](SolvedMatch::new) does.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if a game cannot be solved.
    ///
    /// # Panics
    ///
    /// If the length is 0 or more than [`LONGEST_MATCH`].
    pub fn of_game(
        game: &Solution,
        length: usize,
        first: FirstThrow,
        observe: &mut dyn FnMut(usize, usize),
    ) -> Result<SolvedMatch, SolveError> {
        let rules = game.rules();
        let of = MatchRules {
            rules,
            length,
            first,
        };
        let all = Needs {
            own: length,
            other: length,
        };
        SolvedMatch::within(of, Some(game), all, 2 * length, observe)
    }

    /// Solves only the scores that can follow a game at this score. [`AtScore`] needs no other scores.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if a game cannot be solved.
    ///
    /// # Panics
    ///
    /// If the length is 0 or more than [`LONGEST_MATCH`], or if a player needs no points, or more points than the match
    /// has.
    pub fn after_game(
        of: MatchRules,
        needs: Needs,
        observe: &mut dyn FnMut(usize, usize),
    ) -> Result<SolvedMatch, SolveError> {
        SolvedMatch::within(of, None, needs, needs.own + needs.other - 1, observe)
    }

    /// Solves the scores that meet three limits. The smaller number of points needed is at most the smaller number in
    /// `needs`; the larger number is at most the larger one in `needs`; the sum of both numbers is at most `total`.
    fn within(
        of: MatchRules,
        game: Option<&Solution>,
        needs: Needs,
        total: usize,
        observe: &mut dyn FnMut(usize, usize),
    ) -> Result<SolvedMatch, SolveError> {
        assert!(
            (1..=LONGEST_MATCH).contains(&of.length),
            "the length of a match must be 1 to {LONGEST_MATCH} points"
        );
        assert!(
            [needs.own, needs.other]
                .iter()
                .all(|points| (1..=of.length).contains(points)),
            "each player must need at least 1 point, and at most the length of the match"
        );
        let part = Part {
            least: needs.own.min(needs.other),
            most: needs.own.max(needs.other),
            total,
        };
        let states = States::new(of.rules);
        // The proofs of values in a match require that play always ends.
        if !always_ends(states.graph()) {
            return Err(unproven(ProofError::CanGoOn, |state| {
                states.positions()[state]
            }));
        }
        let mut solved = SolvedMatch {
            of,
            part,
            states: Arc::new(states),
            chances: vec![0.5; of.length * of.length],
            error_bound: 0.0,
        };
        if total < 2 {
            // Both players need one point: the next game ends the match, so no score can follow.
        } else if of.rules.largest_win() < 2.0 {
            solved.solve_once(game, observe)?;
        } else {
            solved.solve_each(observe)?;
        }
        Ok(solved)
    }

    /// Computes the probabilities at all scores from one solution of the game, in which every win counts one point. The
    /// game is solved unless it is given.
    fn solve_once(
        &mut self,
        game: Option<&Solution>,
        observe: &mut dyn FnMut(usize, usize),
    ) -> Result<(), SolveError> {
        let states = &self.states;
        let points = match game {
            Some(game) => game.points(),
            None => values::iterate(states.graph())?.points,
        };
        let bound = bound(states.graph(), &points)
            .map_err(|source| unproven(source, |state| states.positions()[state]))?;
        let won = f64::midpoint(points[states.start()], 1.0);
        let scores: Vec<Needs> = self.part.tiers().flatten().collect();
        self.error_bound = (bound / 2.0 + 4.0 * GRAIN) * scores.len() as f64;
        for &needs in &scores {
            let [if_won, if_lost] = Seat::ALL.map(|winner| self.after(needs, true, winner, 1));
            self.set(needs, won * if_won + (1.0 - won) * if_lost);
        }
        observe(scores.len(), scores.len());
        Ok(())
    }

    /// Computes the probabilities at all scores: solves the game anew for each score.
    fn solve_each(&mut self, observe: &mut dyn FnMut(usize, usize)) -> Result<(), SolveError> {
        let states = Arc::clone(&self.states);
        let graph = doubled(states.graph(), &[1.0; 4]);
        let games = Games::new(&states, &graph)?;
        // Initial values are combined from the solved games of the last two tiers.
        let mut before: [Vec<SolvedGame>; 2] = [Vec::new(), Vec::new()];
        let scores = self.part.tiers().map(|tier| tier.len()).sum();
        let mut done = 0;
        for tier in self.part.tiers() {
            // One solved game gives the probabilities at a score and at its mirror image, unless the payoffs depend on
            // who began the game.
            let is_mirrored = self.of.first != FirstThrow::Alternate;
            let mut unlike = tier.clone();
            unlike.retain(|needs| !is_mirrored || needs.own <= needs.other);
            let payoffs_at = |&needs: &Needs| -> Payoffs {
                let payoffs = self.payoffs(needs, true).try_into();
                payoffs.expect("each player's win counts one point or two")
            };
            let payoffs: Vec<Payoffs> = unlike.iter().map(payoffs_at).collect();
            let [one, other] = &before;
            let solved = games.solve(&payoffs, &[&one[..], other].concat())?;
            // The payoffs have the errors of the probabilities at later scores. Each game adds its own bound to them.
            let bounds = solved.iter().map(|game| game.bound / 2.0);
            self.error_bound += bounds.fold(0.0, f64::max) + GRAIN;
            for (&needs, game) in unlike.iter().zip(&solved) {
                let chance =
                    |seat: Seat| f64::midpoint(game.values[seat.state(states.start())], 1.0);
                self.set(needs, chance(Seat::One));
                if is_mirrored && needs.own != needs.other {
                    self.set(needs.mirrored(), chance(Seat::Other));
                }
            }
            before.rotate_left(1);
            before[1] = solved;
            done += tier.len();
            observe(done, scores);
        }
        Ok(())
    }

    /// Returns the rule set, the length and the rule for the first throw of this match.
    pub fn rules(&self) -> MatchRules {
        self.of
    }

    /// Returns the maximum error of a probability at a score.
    pub fn error_bound(&self) -> f64 {
        self.error_bound
    }

    /// Returns the probability that the player wins the match, before a game at this score. If `throws_first` is
    /// `true`, the player throws first in that game, otherwise the opponent.
    ///
    /// # Panics
    ///
    /// If a player needs no points, or more points than the match has, or if the score was not solved.
    pub fn chance(&self, needs: Needs, throws_first: bool) -> f64 {
        if throws_first {
            self.chances[self.slot(needs)]
        } else {
            1.0 - self.chances[self.slot(needs.mirrored())]
        }
    }

    /// Returns the probability that the player wins the match if dice decide who throws first in the next game.
    ///
    /// # Panics
    ///
    /// If a player needs no points, or more points than the match has, or if the score was not solved.
    pub fn chance_before_draw(&self, needs: Needs) -> f64 {
        f64::midpoint(self.chance(needs, true), self.chance(needs, false))
    }

    fn set(&mut self, needs: Needs, chance: f64) {
        let slot = self.slot(needs);
        self.chances[slot] = chance;
    }

    fn slot(&self, needs: Needs) -> usize {
        assert!(
            self.part.has(needs),
            "this score of the match was not solved"
        );
        (needs.own - 1) * self.of.length + needs.other - 1
    }

    /// Returns the probability that the player wins the match after a game at this score. `began` is `true` if the
    /// player began the game; `winner` is the winner of the game, and `points` is the number of points won.
    fn after(&self, mut needs: Needs, began: bool, winner: Seat, points: usize) -> f64 {
        let won = winner == Seat::One;
        let winners = if won {
            &mut needs.own
        } else {
            &mut needs.other
        };
        *winners = winners.saturating_sub(points);
        if *winners == 0 {
            return f64::from(won);
        }
        match self.of.first {
            FirstThrow::Dice => self.chance_before_draw(needs),
            FirstThrow::Loser => self.chance(needs, !won),
            FirstThrow::Winner => self.chance(needs, won),
            FirstThrow::Alternate => self.chance(needs, !began),
        }
    }

    /// Returns the payoff of each end of the game to the winner of the game: 2 *p* − 1, where *p* is this player's
    /// probability of winning the match. Each payoff is computed from the winner's view, so that symmetric scores get
    /// bit-identical payoffs.
    fn payoffs(&self, needs: Needs, began: bool) -> Vec<f64> {
        let sides = [(needs, began), (needs.mirrored(), !began)];
        let chances = sides.into_iter().flat_map(|(needs, began)| {
            win_points(self.of.rules)
                .map(move |points| self.after(needs, began, Seat::One, usize::from(points)))
        });
        chances
            .map(|chance| ((2.0 * chance - 1.0) / GRAIN).round() * GRAIN)
            .collect()
    }
}
