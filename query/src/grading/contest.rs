//! Exact contests of two policies. When both policies are fixed, the game is a Markov chain.
//!
//! The expected points of the first mover are *V*(start) − own losses + losses of the opponent, where *V*(start) is the
//! value of the start, and losses are expected sums over a game. For the second mover, −*V*(start) takes the place of
//! *V*(start). The reason: throws do not change the expected value, and moves change it only by their losses. The
//! expected losses in a state are the mean loss of a throw times the mean number of visits. Losses are small where play
//! is good, and exactly 0 where play is perfect.

use tourne_graph::Unsettled;
use tourne_solver::Position;
use tourne_solver::matches::Seat;
use tourne_solver::policies::chain::{SETTLED, Seats, Turns};

use super::throws::Throws;
use crate::policy::{Arena, Row};

/// Maximum sum of the expected losses of both players, in points per game, for computing expected points from losses.
/// Rounding errors grow with the losses. Players who prolong games to millions of throws lose a million points each,
/// far above the limit; all other players lose fewer than 10.
const MOST_LOST: f64 = 1_000.0;

/// Contest of two policies, called `one` and `other`, which take turns in one game.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'a> {
    arena: &'a Arena,
    throws: [&'a Throws; 2],
    turns: Turns<'a, 2>,
}

/// Expected points of a player in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points {
    /// Expected points of the player when moving first.
    pub first: f64,
    /// Expected points of the player when moving second.
    pub second: f64,
}

impl Points {
    /// Computes the expected points of a player from two gains, one for moving first and one for moving second. A gain
    /// is the expected losses of the opponent minus the expected losses of the player, in points.
    pub(super) fn from_gains(arena: &Arena, [first, second]: [f64; 2]) -> Points {
        let value = arena.points(arena.states().start());
        Points {
            first: value + first,
            second: second - value,
        }
    }

    /// Returns the mean of `first` and `second`: the expected points of the player if the first mover is drawn by lot.
    pub fn average(self) -> f64 {
        // Adding 0 turns -0 into 0.
        f64::midpoint(self.first, self.second) + 0.0
    }
}

impl<'a> Contest<'a> {
    /// Creates the contest of two policies. In a row for which a policy has no legal move, that policy plays the
    /// rearmost man that can move. [`unknown`](Contest::unknown) lists such rows if games come to them.
    pub fn new(arena: &'a Arena, one: &'a Throws, other: &'a Throws) -> Contest<'a> {
        Contest {
            arena,
            throws: [one, other],
            turns: Turns::new([&one.chain, &other.chain]),
        }
    }

    /// Creates a table of zeros, with an entry for each node of the graph and each of the two policies on roll.
    fn table<const LANES: usize>(&self) -> Vec<Seats<2, LANES>> {
        let graph = self.arena.graph();
        vec![[[0.0; LANES]; 2]; graph.states() + graph.payoffs().len()]
    }

    /// Computes the expected points of policy `one`: from the losses of both policies or, if these losses are too
    /// large, from the results at the ends of games.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the games go on for too long.
    pub fn points(&self) -> Result<Points, Unsettled> {
        let visits = self.visits_by_first()?;
        if self.lost(&visits) <= MOST_LOST {
            Ok(self.points_by_visits(&visits))
        } else {
            self.points_by_outcome()
        }
    }

    /// Returns the expected losses of both players together in a game, in points. The first mover is drawn by lot.
    fn lost(&self, visits: &[Seats<2, 2>]) -> f64 {
        let losses = self.throws[0].losses.iter().zip(&self.throws[1].losses);
        let visits = visits.iter().zip(losses);
        let lost = visits.map(|([one, other], (of_one, of_other))| {
            f64::midpoint(one[0], one[1]) * of_one + f64::midpoint(other[0], other[1]) * of_other
        });
        lost.sum()
    }

    /// Computes the expected points of policy `one`, from the mean loss of a throw in each state and the visits to that
    /// state.
    pub(super) fn points_by_visits(&self, visits: &[Seats<2, 2>]) -> Points {
        let [one, other] = self.throws.map(|throws| &throws.losses);
        let mut gains = [0.0; 2];
        for (visits, (one, other)) in visits.iter().zip(one.iter().zip(other)) {
            for (first, gain) in gains.iter_mut().enumerate() {
                *gain += visits[1][first] * other - visits[0][first] * one;
            }
        }
        Points::from_gains(self.arena, gains)
    }

    /// Computes the expected points of policy `one` backwards from the ends of games. The values of the solution are
    /// not used, so the result is a check of [`points`](Contest::points).
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the games go on for too long.
    pub fn points_by_outcome(&self) -> Result<Points, Unsettled> {
        let [[first], [second]] = self.points_by_state()?[self.arena.states().start()];
        Ok(Points { first, second })
    }

    /// Computes the expected points of policy `one` from each state, backwards from the ends of games: at index 0 with
    /// policy `one` on roll, at index 1 with the other policy on roll.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the games go on for too long.
    pub fn points_by_state(&self) -> Result<Vec<Seats<2, 1>>, Unsettled> {
        let graph = self.arena.graph();
        let mut points = self.table();
        for (end, payoff) in points[graph.states()..].iter_mut().zip(graph.payoffs()) {
            // The player who made the last move wins; the other player is on roll at the end.
            *end = [[-payoff], [*payoff]];
        }
        self.turns.expect(&mut points, |_| [[0.0]; 2], SETTLED)?;
        points.truncate(graph.states());
        Ok(points)
    }

    /// Computes the mean number of visits in a game to each state, with each policy on roll. In the result, lane 0 is
    /// for games in which policy `one` moves first, lane 1 for games in which it moves second.
    pub(super) fn visits_by_first(&self) -> Result<Vec<Seats<2, 2>>, Unsettled> {
        let start = self.arena.states().start();
        self.turns.visits(&[(start, [[1.0, 0.0], [0.0, 1.0]])])
    }

    /// Computes the mean number of visits in a game to each row with policy `one` on roll, by [row index](Row::index).
    /// The first mover is drawn by lot.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the games go on for too long.
    pub fn row_visits(&self) -> Result<Vec<f64>, Unsettled> {
        let (start, probabilities) = (self.arena.states().start(), self.arena.die_probabilities());
        let visits = self.turns.visits(&[(start, [[0.5]; 2])])?.into_iter();
        let rows = visits.flat_map(|[[one], _]| probabilities.map(|chance| one * chance));
        Ok(rows.collect())
    }

    /// Computes the probabilities that policy `one` wins from each state: at index 0 with policy `one` on roll, at
    /// index 1 with the other policy on roll. Each entry has two probabilities: of a win while the loser has a man
    /// home, and of a win while the loser has none.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the games go on for too long.
    pub fn wins(&self) -> Result<Vec<Seats<2, 2>>, Unsettled> {
        let states = self.arena.graph().states();
        let chain = &self.throws[Seat::One as usize].chain;
        let wins_now = |(state, position): (usize, &Position)| {
            let ways = chain.row(state).iter();
            let ends = ways.filter(|(next, _)| *next as usize >= states);
            let wins: f64 = ends.map(|(_, chance)| chance).sum();
            if position.opponent().has_none_home() {
                [0.0, wins]
            } else {
                [wins, 0.0]
            }
        };
        let positions = self.arena.states().positions().iter();
        let wins_now: Vec<[f64; 2]> = positions.enumerate().map(wins_now).collect();
        let mut wins = self.table();
        self.turns
            .expect(&mut wins, |state| [wins_now[state], [0.0; 2]], SETTLED)?;
        wins.truncate(states);
        Ok(wins)
    }

    /// Returns the rows that games can reach and for which the policy on roll has no legal move: one list for policy
    /// `one`, one list for the other policy.
    pub fn unknown(&self) -> [Vec<Row>; 2] {
        if self.throws.iter().all(|throws| throws.lacking.is_empty()) {
            return [Vec::new(), Vec::new()];
        }
        let states = self.arena.graph().states();
        let mut met = vec![[false; 2]; states];
        let mut open = Seat::ALL
            .map(|seat| (self.arena.states().start(), seat))
            .to_vec();
        while let Some((state, seat)) = open.pop() {
            if std::mem::replace(&mut met[state][seat as usize], true) {
                continue;
            }
            let entries = self.throws[seat as usize].chain.row(state).iter();
            let nexts = entries.map(|&(next, _)| (next as usize, seat.opponent()));
            open.extend(nexts.filter(|&(next, seat)| next < states && !met[next][seat as usize]));
        }
        Seat::ALL.map(|seat| {
            let lacking = self.throws[seat as usize].lacking.iter().copied();
            lacking
                .filter(|row| met[row.state()][seat as usize])
                .collect()
        })
    }
}

/// Returns the mean loss of a choice among moves with these losses, made with these probabilities.
pub(super) fn expected_loss(losses: &[f64], probabilities: &[f64]) -> f64 {
    let moves = losses.iter().zip(probabilities);
    moves.map(|(loss, chance)| loss * chance).sum()
}

/// Returns the probability that a choice among moves with these losses, made with these probabilities, is a best move.
pub(super) fn rightness(losses: &[f64], probabilities: &[f64]) -> f64 {
    let moves = losses.iter().zip(probabilities);
    let wrong = moves.filter(|(loss, _)| **loss > 0.0);
    1.0 - wrong.map(|(_, chance)| chance).sum::<f64>()
}
