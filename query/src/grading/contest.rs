//! Two policies against each other, exactly: a chain of chance in which nothing is left to choose.
//!
//! What a game brings a player differs from what perfect play by both would bring by what both give
//! away on the way: *V*(start) − Σ own losses + Σ the opponent's losses, in expectation. (Values
//! satisfy the equation of the game, so before and after each throw the expected value is the same, and
//! only moves that give something away change it.) So the expected losses are what is solved for:
//! they are small where play is good, and exactly 0 where it is perfect.

use tourne_solver::graph::Node;
use tourne_solver::graph::chain::{Chain, SETTLED};
use tourne_solver::graph::values::Unsettled;

use crate::policy::arena::DICE;
use crate::policy::builtin::Builtin;
use crate::policy::{Arena, Policy, Row};

/// Two policies in one game. A node of the chain is 2 · state with the one on roll, and 2 · state + 1
/// with the other.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    arena: &'a Arena,
    one: &'a Policy,
    other: &'a Policy,
    chain: Chain,
}

/// What a player gets from the start, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points {
    /// Moving first.
    pub first: f64,
    /// Moving second.
    pub second: f64,
}

impl Points {
    /// What the one gets, by what is given away in a [`Contest`].
    pub(crate) fn from_gains(arena: &Arena, gains: &[f64]) -> Points {
        let start = arena.states().start();
        let value = arena.points(start);
        Points {
            first: value + gains[Seat::One.node(start)],
            second: gains[Seat::Other.node(start)] - value,
        }
    }

    /// On average: who moves first is decided by lot.
    #[must_use]
    pub fn average(self) -> f64 {
        // Adding 0 makes a plain 0 of -0.
        f64::midpoint(self.first, self.second) + 0.0
    }
}

/// Who is on roll in a node of the chain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seat {
    One,
    Other,
}

impl Seat {
    const ALL: [Seat; 2] = [Seat::One, Seat::Other];

    pub(crate) fn node(self, state: usize) -> usize {
        2 * state + self as usize
    }

    fn next(self) -> Seat {
        match self {
            Seat::One => Seat::Other,
            Seat::Other => Seat::One,
        }
    }

    fn of(node: usize) -> Seat {
        Seat::ALL[node % 2]
    }
}

impl<'a> Contest<'a> {
    /// Has two policies play. Rows that a policy does not give count as if it played the rearmost
    /// man; [`unknown`](Contest::unknown) says whether that matters.
    #[must_use]
    pub fn new(arena: &'a Arena, one: &'a Policy, other: &'a Policy) -> Contest<'a> {
        let graph = arena.graph();
        let states = graph.states();
        let chances = arena.chances();
        let blocks = Chain::blocks_of(graph, 2);
        let chain = Chain::new(blocks, 2 * graph.payoffs().len(), |node, next| {
            let (state, seat) = (node / 2, Seat::of(node));
            let policy = if seat == Seat::One { one } else { other };
            for (outcome, die) in chances.iter().enumerate() {
                let places = graph.places(state, outcome);
                let moves = &graph.all_moves()[places.clone()];
                for (&target, chance) in moves.iter().zip(policy.chances(places)) {
                    let target = target as usize;
                    let node = if target < states {
                        seat.next().node(target)
                    } else {
                        // The ends of the one, then those of the other.
                        2 * states + graph.payoffs().len() * seat as usize + target - states
                    };
                    next.push((node as Node, die * chance));
                }
            }
        });
        Contest {
            arena,
            one,
            other,
            chain,
        }
    }

    fn policy(&self, seat: Seat) -> &'a Policy {
        match seat {
            Seat::One => self.one,
            Seat::Other => self.other,
        }
    }

    /// What the one expects in each node to be given away from there on: by the other, less by the
    /// one, in points. `table` is what the iteration starts from,
    /// and `settled` how far it goes.
    pub(crate) fn gains(&self, mut table: Vec<f64>, settled: f64) -> Result<Vec<f64>, Unsettled> {
        let graph = self.arena.graph();
        let mut given = vec![0.0; self.chain.states()];
        for (node, given) in given.iter_mut().enumerate() {
            let (state, seat) = (node / 2, Seat::of(node));
            let sign = if seat == Seat::One { -1.0 } else { 1.0 };
            for (outcome, die) in self.arena.chances().iter().enumerate() {
                let places = graph.places(state, outcome);
                if places.len() > 1 {
                    let loss = expected_loss(self.arena, self.policy(seat), places);
                    *given += sign * die * loss;
                }
            }
        }
        table.resize(self.chain.states() + 2 * graph.payoffs().len(), 0.0);
        self.chain
            .expect(&mut table, 1.0, |node| given[node], settled)?;
        Ok(table)
    }

    /// What the one gets.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the games go on for too long.
    pub fn points(&self) -> Result<Points, Unsettled> {
        let gains = self.gains(Vec::new(), SETTLED)?;
        Ok(Points::from_gains(self.arena, &gains))
    }

    /// What the one gets, found in another way: from the ends back, without the solution's values.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the games go on for too long.
    pub fn points_by_outcome(&self) -> Result<Points, Unsettled> {
        let payoffs = self.arena.graph().payoffs();
        let mut table = vec![0.0; self.chain.states()];
        table.extend(payoffs);
        table.extend(payoffs.iter().map(|payoff| -payoff));
        self.chain.expect(&mut table, 1.0, |_| 0.0, SETTLED)?;
        let start = self.arena.states().start();
        Ok(Points {
            first: table[Seat::One.node(start)],
            second: table[Seat::Other.node(start)],
        })
    }

    /// How often in a game each state comes up with the one on roll; who moves first is decided by
    /// lot.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the games go on for too long.
    pub fn visits(&self) -> Result<Vec<f64>, Unsettled> {
        let start = self.arena.states().start();
        let starts = Seat::ALL.map(|seat| (seat.node(start), 0.5));
        let visits = self.chain.visits(&starts)?;
        Ok(visits.into_iter().step_by(2).collect())
    }

    /// The chances that the one wins, from each state with the one on roll and with the other: all
    /// wins against a player with no man home, or all others.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the games go on for too long.
    pub fn wins(&self, no_man_home: bool) -> Result<Vec<[f64; 2]>, Unsettled> {
        let states = self.chain.states();
        let positions = self.arena.states().positions();
        let wins_now = |node: usize| {
            let loser = positions[node / 2].opponent();
            if Seat::of(node) == Seat::Other || (loser.home() == 0) != no_man_home {
                return 0.0;
            }
            let ends = self
                .chain
                .row(node)
                .filter(|&(next, _)| next as usize >= states);
            ends.map(|(_, chance)| chance).sum()
        };
        let wins: Vec<f64> = (0..states).map(wins_now).collect();
        let mut table = vec![0.0; states + 2 * self.arena.graph().payoffs().len()];
        self.chain
            .expect(&mut table, 1.0, |node| wins[node], SETTLED)?;
        let seats = table[..states].chunks_exact(2);
        Ok(seats.map(|seats| [seats[0], seats[1]]).collect())
    }

    /// The rows that games come to where the policy on roll does not say what it plays: of the one,
    /// and of the other.
    #[must_use]
    pub fn unknown(&self) -> [Vec<usize>; 2] {
        let start = self.arena.states().start();
        let mut met = vec![false; self.chain.states()];
        let mut open: Vec<usize> = Seat::ALL.map(|seat| seat.node(start)).to_vec();
        let mut unknown = [Vec::new(), Vec::new()];
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut met[node], true) {
                continue;
            }
            let (state, seat) = (node / 2, Seat::of(node));
            let rows = state * DICE..(state + 1) * DICE;
            unknown[seat as usize]
                .extend(rows.filter(|&row| self.policy(seat).row(row) != Row::Given));
            let next = self.chain.row(node).map(|(next, _)| next as usize);
            open.extend(next.filter(|&next| next < met.len() && !met[next]));
        }
        for rows in &mut unknown {
            rows.sort_unstable();
        }
        unknown
    }
}

/// What a policy gives away on average in a row, in points.
pub(crate) fn expected_loss(arena: &Arena, policy: &Policy, places: std::ops::Range<usize>) -> f64 {
    let chances = policy.chances(places.clone());
    let losses = arena.losses(places);
    losses
        .iter()
        .zip(chances)
        .map(|(loss, chance)| loss * chance)
        .sum()
}

/// The policy that gets the most against another, and what the two make of it.
#[derive(Clone, Debug)]
pub struct Exploiter {
    /// The best response.
    pub policy: Policy,
    /// What it gets.
    pub points: Points,
}

/// How far values are settled while better responses are found, and by how many points a move must be
/// better to replace another: first roughly, as long as there are such moves, then exactly, but for what
/// may be rounding.
const PHASES: [(f64, f64); 2] = [(1e-7, 1e-5), (SETTLED, 1e-12)];
/// Better responses are found so many times at most.
const MOST_ROUNDS: usize = 1000;

/// Finds the best response to a policy, or `None` if games with some opponent come to a row that the
/// policy does not give.
///
/// It starts from perfect play and goes over to better moves, all over the board, until there are
/// none (policy iteration).
///
/// # Errors
///
/// [`Unsettled`] if games go on for too long.
pub fn exploit(arena: &Arena, policy: &Policy) -> Result<Option<Exploiter>, Unsettled> {
    // Against an opponent who may play anything, every position comes up that can.
    let anything = Builtin::Random.policy(arena);
    let [_, unknown] = Contest::new(arena, &anything, policy).unknown();
    if !unknown.is_empty() {
        return Ok(None);
    }
    let mut response = Builtin::Perfect.policy(arena);
    let mut gains = Vec::new();
    for (settled, enough) in PHASES {
        let mut rounds = 0;
        loop {
            gains = Contest::new(arena, &response, policy).gains(gains, settled)?;
            let better = better_moves(arena, &response, &gains, enough);
            if better.is_empty() {
                break;
            }
            for (row, place) in better {
                response.give(arena, row, place);
            }
            rounds += 1;
            if rounds >= MOST_ROUNDS {
                return Err(Unsettled {
                    sweeps: rounds,
                    residual: enough,
                });
            }
        }
    }
    let points = Points::from_gains(arena, &gains);
    Ok(Some(Exploiter {
        policy: response,
        points,
    }))
}

/// The rows in which a response has a move that is better by more than `enough` points, with the place
/// of the best move.
fn better_moves(
    arena: &Arena,
    response: &Policy,
    gains: &[f64],
    enough: f64,
) -> Vec<(usize, usize)> {
    let graph = arena.graph();
    let worth = |place: usize| {
        let target = graph.all_moves()[place] as usize;
        let then = if target < graph.states() {
            gains[Seat::Other.node(target)]
        } else {
            0.0
        };
        then - arena.losses(place..place + 1)[0]
    };
    let decisions = arena.rows().filter(|(_, places)| places.len() > 1);
    let better = decisions.filter_map(|(row, places)| {
        let chances = response.chances(places.clone());
        let now = chances.iter().position(|&chance| chance > 0.0);
        let now = places.start + now.unwrap_or(0);
        let best = places.fold(now, |best, place| {
            if worth(place) > worth(best) {
                place
            } else {
                best
            }
        });
        (worth(best) > worth(now) + enough).then_some((row, best))
    });
    better.collect()
}
