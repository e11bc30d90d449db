//! Exact contests of two policies: Markov chains, in which no choice is left.
//!
//! Expected points of a player differ from perfect play only by losses: *V*(start) − Σ own losses + Σ the opponent's
//! losses, in expectation. Values satisfy the equation of the game, so a throw does not change the expected value; only
//! a move with a loss does. The expected losses in a state are the mean loss of its throws times the mean number of
//! visits: small where play is good, and exactly 0 where play is perfect.

use tourne_solver::Position;
use tourne_solver::graph::chain::{SETTLED, Seats, Turns};
use tourne_solver::graph::seats::Seat;
use tourne_solver::graph::values::Unsettled;

use super::throws::Throws;
use crate::policy::{Arena, Policy, Row};

/// Maximum number of points that both players together may lose in a game if expected points are computed from the
/// losses, whose rounding errors grow with their size. Chosen: players who prolong play to millions of throws lose a
/// million points each; all others lose fewer than 10.
const MOST_LOST: f64 = 1_000.0;

/// Contest of two policies, which take turns in one game.
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
    /// Computes the expected points of the first policy from its gains in points: the expected losses of the opponent
    /// minus the expected losses of the policy, when the policy moves first and when it moves second.
    pub(super) fn from_gains(arena: &Arena, [first, second]: [f64; 2]) -> Points {
        let value = arena.points(arena.states().start());
        Points {
            first: value + first,
            second: second - value,
        }
    }

    /// Mean of `first` and `second`: expected points of the player if the first mover is drawn by lot.
    #[must_use]
    pub fn average(self) -> f64 {
        // Adding 0 turns -0 into 0.
        f64::midpoint(self.first, self.second) + 0.0
    }
}

impl<'a> Contest<'a> {
    /// Creates the contest of two policies. In a row that a policy does not give, it plays the rearmost man;
    /// [`unknown`](Contest::unknown) lists such rows that games come to.
    #[must_use]
    pub fn new(arena: &'a Arena, one: &'a Throws, other: &'a Throws) -> Contest<'a> {
        Contest {
            arena,
            throws: [one, other],
            turns: Turns::new([&one.chain, &other.chain]),
        }
    }

    /// Table with an entry for each node of the graph and each policy on roll, all 0.
    fn table<const LANES: usize>(&self) -> Vec<Seats<2, LANES>> {
        let graph = self.arena.graph();
        vec![[[0.0; LANES]; 2]; graph.states() + graph.payoffs().len()]
    }

    /// Expected points of the first policy, from the losses of both policies; if the losses are too large for that,
    /// from the ends of games.
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

    /// Expected number of points that both players together lose in a game, averaged over both first movers.
    fn lost(&self, visits: &[Seats<2, 2>]) -> f64 {
        let losses = self.throws[0].losses.iter().zip(&self.throws[1].losses);
        let visits = visits.iter().zip(losses);
        let lost = visits.map(|([one, other], (of_one, of_other))| {
            f64::midpoint(one[0], one[1]) * of_one + f64::midpoint(other[0], other[1]) * of_other
        });
        lost.sum()
    }

    /// Expected points of the first policy, from the mean losses of the throws in each state and the visits to the
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

    /// Expected points of the first policy, computed backwards from the ends of games, without the values of the
    /// solution. A check of [`points`](Contest::points).
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the games go on for too long.
    pub fn points_by_outcome(&self) -> Result<Points, Unsettled> {
        let graph = self.arena.graph();
        let mut points = self.table();
        for (end, payoff) in points[graph.states()..].iter_mut().zip(graph.payoffs()) {
            // The player on roll at an end did not make the last move.
            *end = [[-payoff], [*payoff]];
        }
        self.turns.expect(&mut points, |_| [[0.0]; 2], SETTLED)?;
        let [[first], [second]] = points[self.arena.states().start()];
        Ok(Points { first, second })
    }

    /// Mean number of visits in a game to each state with each policy on roll, when the first policy moves first and
    /// when it moves second.
    pub(super) fn visits_by_first(&self) -> Result<Vec<Seats<2, 2>>, Unsettled> {
        let start = self.arena.states().start();
        self.turns.visits(&[(start, [[1.0, 0.0], [0.0, 1.0]])])
    }

    /// Mean number of visits in a game to each state with the first policy on roll; the first mover is drawn by lot.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the games go on for too long.
    pub fn visits(&self) -> Result<Vec<f64>, Unsettled> {
        let start = self.arena.states().start();
        let visits = self.turns.visits(&[(start, [[0.5]; 2])])?;
        Ok(visits.into_iter().map(|[[one], _]| one).collect())
    }

    /// Mean number of visits in a game to each row with the first policy on roll, by its [index](Row::index).
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the games go on for too long.
    pub fn row_visits(&self) -> Result<Vec<f64>, Unsettled> {
        let chances = self.arena.chances();
        let states = self.visits()?.into_iter();
        let rows = states.flat_map(|visits| chances.map(|chance| visits * chance));
        Ok(rows.collect())
    }

    /// Probabilities that the first policy wins from each state: first with the first policy on roll, then with the
    /// second. Each pair has the probability of winning against a player with a man home, then against a player with
    /// none.
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

    /// Rows that games come to although the policy on roll does not give them: the rows of the first policy, then the
    /// rows of the second.
    #[must_use]
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
            let nexts = self.throws[seat as usize].chain.row(state).iter();
            let nexts = nexts.map(|&(next, _)| (next as usize, seat.opponent()));
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

impl Arena {
    /// Mean loss of a policy in a row, in points.
    pub(super) fn expected_loss(&self, policy: &Policy, row: Row) -> f64 {
        let chances = policy.chances(self.places(row));
        let losses = self.losses(row).iter();
        losses
            .zip(chances)
            .map(|(loss, chance)| loss * chance)
            .sum()
    }
}
