//! Matches: the probability of winning a match at every score, and best play for it.
//!
//! In a match to *N* points a game is played for the probability of winning the match. If a win can
//! count two points, the value of the second point depends on the score, and so does best play:
//! the game is solved anew for each score. The graph then has two states for each position, one for
//! either player on roll, and the ends pay the value of the match at the score that they lead to.

use rayon::prelude::*;

use super::states::{States, win_points};
use super::{SolveError, unproven};
use crate::game::{Die, Play, Position, Rules};
use crate::graph::ending::{Ending, ending};
use crate::graph::proof::{self, ProofError};
use crate::graph::seats::{self, Seat};
use crate::graph::{GRAIN, Graph, Node, values};

/// The player who throws first in a game of a match. In the first game dice decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FirstThrow {
    /// Dice decide before each game, so that either player begins with probability one half.
    Dice,
    /// The loser of the last game.
    Loser,
    /// The winner of the last game.
    Winner,
    /// The player who did not begin the last game.
    Alternate,
}

/// A match: its rules, its length, and the player who throws first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchRules {
    /// The rules of each game.
    pub rules: Rules,
    /// Number of points that win the match; 1 to [`LONGEST_MATCH`].
    pub length: usize,
    /// The player who throws first.
    pub first: FirstThrow,
}

/// Maximum length of a match, in points.
pub const LONGEST_MATCH: usize = 25;

/// Points that two players still need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Points that the player needs; 1 or more.
    pub own: usize,
    /// Points that the opponent needs; 1 or more.
    pub other: usize,
}

impl Needs {
    /// The same score, seen by the opponent.
    fn mirrored(self) -> Needs {
        Needs {
            own: self.other,
            other: self.own,
        }
    }
}

/// The probability of winning a match at every score.
#[derive(Clone, Debug)]
pub struct MatchTable {
    of: MatchRules,
    /// For all needs of the player who throws first and of the other, the probability that the
    /// first wins the match.
    chances: Vec<f64>,
    error_bound: f64,
}

/// A rule set as a graph in which the players are told apart.
struct SeatGraph {
    states: States,
    /// State 2*s* is state *s* with the player on roll, 2*s* + 1 with the opponent.
    graph: Graph,
    /// Chance of each end from each state under best play for points: with other payoffs best
    /// play is nearly the same, so these give close initial values.
    chances: Vec<Vec<f64>>,
}

/// Tolerance of the equation for a match, in points: what
/// is left adds up to less than a millionth of a percent.
const SETTLED: f64 = 1e-12;

impl MatchTable {
    /// Solves a match. With stakes of one point one solution of the game is enough; otherwise the
    /// game is solved for every score, on all threads. `observe` receives the number of scores done
    /// and the number of all.
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
    /// use tourne_solver::game::Rules;
    /// use tourne_solver::solve::matches::{FirstThrow, MatchRules, MatchTable, Needs};
    ///
    /// let rules = MatchRules { rules: Rules::STANDARD, length: 2, first: FirstThrow::Loser };
    /// let table = MatchTable::new(rules, &mut |_, _| ())?;
    /// // The first to throw wins a game with probability p. Ahead after it, the player throws second,
    /// // and first if that is lost; behind, the player throws first, then second.
    /// let p = 0.515_094_810_490;
    /// let q = 1.0 - p;
    /// let expected = p * (q + p * p) + q * (p * q);
    /// let first = table.chance(Needs { own: 2, other: 2 }, true);
    /// assert!((first - expected).abs() < 1e-10);
    /// # Ok::<(), tourne_solver::solve::SolveError>(())
    /// ```
    pub fn new(
        of: MatchRules,
        observe: &mut dyn FnMut(usize, usize),
    ) -> Result<MatchTable, SolveError> {
        assert!(
            (1..=LONGEST_MATCH).contains(&of.length),
            "a match is to 1 to {LONGEST_MATCH} points"
        );
        let mut table = MatchTable {
            of,
            chances: vec![0.5; of.length * of.length],
            error_bound: 0.0,
        };
        let seats = SeatGraph::new(of.rules)?;
        let scores = of.length * of.length;
        let mut done = 0;
        if of.rules.largest_win() < 2.0 {
            // A game is won or lost, whatever the score.
            let (points, bound) = seats.solve(&[1.0, 1.0])?;
            table.error_bound = (bound / 2.0 + 4.0 * GRAIN) * scores as f64;
            let won = f64::midpoint(points[seats.start(Seat::One)], 1.0);
            for needs in scores_by_total(of.length).flatten() {
                let [if_won, if_lost] = Seat::ALL.map(|winner| table.after(needs, true, winner, 1));
                table.set(needs, won * if_won + (1.0 - won) * if_lost);
            }
            observe(scores, scores);
            return Ok(table);
        }
        for tier in scores_by_total(of.length) {
            // One graph has both players' games at a score, unless the player who began this one matters.
            let is_mirrored = of.first != FirstThrow::Alternate;
            let games: Vec<Needs> = tier
                .filter(|needs| !is_mirrored || needs.own <= needs.other)
                .collect();
            let solved: Vec<(Vec<f64>, f64)> = games
                .par_iter()
                .map(|&needs| seats.solve(&table.payoffs(needs, true)))
                .collect::<Result<_, SolveError>>()?;
            // Each game adds its bound, and its payoffs bring those of the scores after it.
            let bound = solved
                .iter()
                .map(|(_, bound)| bound / 2.0)
                .fold(0.0, f64::max);
            table.error_bound += bound + GRAIN;
            for (&needs, (points, _)) in games.iter().zip(&solved) {
                let chance = |seat| f64::midpoint(points[seats.start(seat)], 1.0);
                table.set(needs, chance(Seat::One));
                done += 1;
                if is_mirrored && needs.own != needs.other {
                    table.set(needs.mirrored(), chance(Seat::Other));
                    done += 1;
                }
            }
            observe(done, scores);
        }
        Ok(table)
    }

    /// The match that is solved.
    #[must_use]
    pub fn rules(&self) -> MatchRules {
        self.of
    }

    /// Maximum error of any of the probabilities.
    #[must_use]
    pub fn error_bound(&self) -> f64 {
        self.error_bound
    }

    /// The probability of winning the match before a game in which the player throws first, or the opponent.
    ///
    /// # Panics
    ///
    /// If a player needs more points than the match has, or none.
    #[must_use]
    pub fn chance(&self, needs: Needs, throws_first: bool) -> f64 {
        if throws_first {
            self.chances[self.slot(needs)]
        } else {
            1.0 - self.chances[self.slot(needs.mirrored())]
        }
    }

    /// The probability of winning the match before dice decide who throws first.
    ///
    /// # Panics
    ///
    /// As for [`chance`](MatchTable::chance).
    #[must_use]
    pub fn chance_before_draw(&self, needs: Needs) -> f64 {
        f64::midpoint(self.chance(needs, true), self.chance(needs, false))
    }

    fn set(&mut self, needs: Needs, chance: f64) {
        let slot = self.slot(needs);
        self.chances[slot] = chance;
    }

    fn slot(&self, needs: Needs) -> usize {
        assert!(
            (1..=self.of.length).contains(&needs.own),
            "points needed are those of the match"
        );
        assert!(
            (1..=self.of.length).contains(&needs.other),
            "points needed are those of the match"
        );
        (needs.own - 1) * self.of.length + needs.other - 1
    }

    /// The probability of winning the match after a game at this score in which `winner` won these points.
    fn after(&self, needs: Needs, began: bool, winner: Seat, points: usize) -> f64 {
        let won = winner == Seat::One;
        let left = |needs: usize, wins: bool| {
            if wins {
                needs.saturating_sub(points)
            } else {
                needs
            }
        };
        let needs = Needs {
            own: left(needs.own, won),
            other: left(needs.other, !won),
        };
        if needs.own == 0 {
            return 1.0;
        }
        if needs.other == 0 {
            return 0.0;
        }
        match self.of.first {
            FirstThrow::Dice => self.chance_before_draw(needs),
            FirstThrow::Loser => self.chance(needs, !won),
            FirstThrow::Winner => self.chance(needs, won),
            FirstThrow::Alternate => self.chance(needs, !began),
        }
    }

    /// The payoff of each end of the doubled game to its winner: 1 for the match, -1 for the loss of it. It is computed
    /// from the winner's side, so that symmetric scores get bit-identical payoffs.
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

/// All scores of a match, those at which fewer points are needed first, those with the same total
/// together: no game leads from one of them to another.
fn scores_by_total(length: usize) -> impl Iterator<Item = impl Iterator<Item = Needs>> {
    (2..=2 * length).map(move |total| {
        let owns = 1.max(total.saturating_sub(length))..=length.min(total - 1);
        owns.map(move |own| Needs {
            own,
            other: total - own,
        })
    })
}

impl SeatGraph {
    fn new(rules: Rules) -> Result<SeatGraph, SolveError> {
        let states = States::new(rules);
        let graph = &states.graph;
        // Bounds alone prove nothing where play can go on for ever.
        if ending(graph, graph) != Ending::Always {
            return Err(unproven(ProofError::Endless, &states));
        }
        let payoffs: Vec<f64> = [graph.payoffs(), graph.payoffs()].concat();
        let graph = seats::doubled(graph, &payoffs);
        let mut points = values::iterate(&graph, &mut |_| ())?.points;
        points.extend(graph.payoffs().iter().map(|payoff| -payoff));
        let best = Graph::keeping(&graph, |moves, kept| {
            let value = |node: Node| points[node as usize];
            kept.extend(
                moves
                    .iter()
                    .copied()
                    .min_by(|&one, &other| value(one).total_cmp(&value(other))),
            );
        });
        let chances = (0..payoffs.len()).map(|end| values::chances_of(&best, end));
        let chances = chances.collect::<Result<_, _>>()?;
        Ok(SeatGraph {
            states,
            graph,
            chances,
        })
    }

    /// The state of the start with this player on roll.
    fn start(&self, seat: Seat) -> usize {
        seat.state(self.states.start())
    }

    /// The values for these payoffs, in points, and their maximum error.
    fn solve(&self, payoffs: &[f64]) -> Result<(Vec<f64>, f64), SolveError> {
        let graph = self.graph.with_payoffs(payoffs);
        let values = values::iterate_from(&graph, self.nearly(payoffs), SETTLED, &mut |_| ())?;
        let bound = proof::bound(&graph, &values.points);
        Ok((
            values.points,
            bound.map_err(|source| unproven(source, &self.states))?,
        ))
    }
}

impl SeatGraph {
    /// The value of every node under these payoffs if both keep to best play for points.
    fn nearly(&self, payoffs: &[f64]) -> Vec<f64> {
        let mut table = vec![0.0; self.chances[0].len()];
        for (end, (chances, payoff)) in self.chances.iter().zip(payoffs).enumerate() {
            let is_of_one = end < payoffs.len() / 2;
            let to_one = if is_of_one { *payoff } else { -payoff };
            for (state, (value, chance)) in table.iter_mut().zip(chances).enumerate() {
                let (_, on_roll) = Seat::of(state);
                *value += chance
                    * if on_roll == Seat::One {
                        to_one
                    } else {
                        -to_one
                    };
            }
        }
        let states = self.graph.states();
        for (value, payoff) in table[states..].iter_mut().zip(payoffs) {
            *value = -payoff;
        }
        table
    }
}

/// Best play for the match at one score. Values are proven to within [`error_bound`](AtScore::error_bound). Best
/// moves are proven for the payoffs that the table of scores, as computed, gives to the ends of this game. The table is
/// right to within its own bound: moves that differ by less than four times that bound could be in the other order.
pub struct AtScore {
    seats: SeatGraph,
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
        let seats = SeatGraph::new(table.of.rules)?;
        let graph = seats.graph.with_payoffs(&table.payoffs(needs, began));
        let values = values::iterate(&graph, &mut |_| ())?;
        let proof = proof::prove(&graph, &values.points)
            .map_err(|source| unproven(source, &seats.states))?;
        let error_bound = proof.bound() / 2.0 + table.error_bound + GRAIN;
        Ok(AtScore {
            seats,
            points: values.points,
            best: proof.best.graph(&graph),
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
        let state = self.seats.states.state(position)?;
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
        let Some(state) = self.seats.states.state(position) else {
            return false;
        };
        let state = Seat::One.state(state);
        let best = self.best.moves(state, die.index());
        self.node(play, die, position)
            .is_some_and(|node| best.contains(&(node as u32)))
    }

    /// Node of the graph that a play leads to.
    fn node(&self, play: &Play, die: Die, position: Position) -> Option<usize> {
        let states = &self.seats.states;
        let state = states.state(position)?;
        let outcome = die.index();
        let rank = states.rank(state, die, play.man);
        let state = Seat::One.state(state);
        self.seats
            .graph
            .moves(state, outcome)
            .get(rank)
            .map(|&node| node as usize)
    }
}
