//! Two policies against each other, exactly: a chain of chance in which nothing is left to choose.
//!
//! A player's expected points differ from those under perfect play by both by the losses of both
//! on the way: *V*(start) − Σ own losses + Σ the opponent's losses, in expectation. (Values
//! satisfy the equation of the game, so before and after each throw the expected value is the same, and
//! only moves that give something away change it.) So the equations are solved for expected losses:
//! they are small where play is good, and exactly 0 where it is perfect.

use std::borrow::Cow;

use tourne_solver::graph::Node;
use tourne_solver::graph::chain::{Chain, SETTLED};
use tourne_solver::graph::seats::{self, Seat};
use tourne_solver::graph::values::Unsettled;

use crate::policy::{Arena, Policy, Row, Said};

/// Two policies in one game, whose states are [doubled](seats): one policy has each seat.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    arena: &'a Arena,
    one: Cow<'a, Policy>,
    other: &'a Policy,
    chain: Chain,
    /// Expected loss of the player on roll in each doubled state, in points; negative if it has the first policy.
    losses: Vec<f64>,
}

/// Expected points of a player from the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points {
    /// Moving first.
    pub first: f64,
    /// Moving second.
    pub second: f64,
}

impl Points {
    /// Expected points of the first policy, from the expected losses in a [`Contest`].
    pub(crate) fn from_gains(arena: &Arena, gains: &[f64]) -> Points {
        let start = arena.states().start();
        let value = arena.points(start);
        Points {
            first: value + gains[Seat::One.state(start)],
            second: gains[Seat::Other.state(start)] - value,
        }
    }

    /// The mean: the player who moves first is drawn by lot.
    #[must_use]
    pub fn average(self) -> f64 {
        // Adding 0 turns -0 into 0.
        f64::midpoint(self.first, self.second) + 0.0
    }
}

impl<'a> Contest<'a> {
    /// A contest of two policies. Rows that a policy does not give count as if it played the rearmost
    /// man; [`unknown`](Contest::unknown) lists those that games come to.
    #[must_use]
    pub fn new(arena: &'a Arena, one: &'a Policy, other: &'a Policy) -> Contest<'a> {
        Contest::between(arena, Cow::Borrowed(one), other)
    }

    /// The same; the first policy may be one that is [improved](Contest::improve).
    pub(crate) fn between(
        arena: &'a Arena,
        one: Cow<'a, Policy>,
        other: &'a Policy,
    ) -> Contest<'a> {
        let graph = arena.graph();
        let ends = 2 * graph.payoffs().len();
        let mut losses = Vec::with_capacity(2 * graph.states());
        let chain = Chain::new(seats::blocks(graph), ends, |node, next| {
            let (state, seat) = Seat::of(node);
            losses.push(match seat {
                Seat::One => -throw(arena, &one, seat, state, next),
                Seat::Other => throw(arena, other, seat, state, next),
            });
        });
        Contest {
            arena,
            one,
            other,
            chain,
            losses,
        }
    }

    /// The first policy.
    pub(crate) fn one(&self) -> &Policy {
        &self.one
    }

    /// The first policy, without the contest.
    pub(crate) fn into_one(self) -> Policy {
        self.one.into_owned()
    }

    /// Has the first policy always play the moves at these places of rows, which are in order.
    pub(crate) fn improve(&mut self, moves: &[(Row, usize)]) {
        let one = self.one.to_mut();
        let mut next = Vec::new();
        for moves in moves.chunk_by(|(row, _), (next, _)| row.state() == next.state()) {
            let state = moves[0].0.state();
            for &(row, place) in moves {
                one.give(self.arena, row, place);
            }
            next.clear();
            let loss = throw(self.arena, one, Seat::One, state, &mut next);
            let node = Seat::One.state(state);
            self.losses[node] = -loss;
            self.chain.replace(node, &next);
        }
    }

    fn policy(&self, seat: Seat) -> &Policy {
        match seat {
            Seat::One => &self.one,
            Seat::Other => self.other,
        }
    }

    /// Expected future losses of the second policy minus those of the first, in points, per doubled state. The iteration
    /// starts from `table`, and goes on until it is [`settled`](SETTLED).
    pub(crate) fn gains(&self, mut table: Vec<f64>, settled: f64) -> Result<Vec<f64>, Unsettled> {
        let ends = 2 * self.arena.graph().payoffs().len();
        table.resize(self.chain.states() + ends, 0.0);
        self.chain
            .expect(&mut table, 1.0, |node| self.losses[node], settled)?;
        Ok(table)
    }

    /// The [gains](Contest::gains) of the same contest with the policies in each other's place.
    pub(crate) fn exchanged(&self, gains: &[f64]) -> Vec<f64> {
        let seats = gains[..self.chain.states()].chunks_exact(2);
        seats.flat_map(|seats| [-seats[1], -seats[0]]).collect()
    }

    /// Expected points of the first policy.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the games go on for too long.
    pub fn points(&self) -> Result<Points, Unsettled> {
        let gains = self.gains(Vec::new(), SETTLED)?;
        Ok(Points::from_gains(self.arena, &gains))
    }

    /// Expected points of the first policy, found in another way: from the ends back, without the solution's values.
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
            first: table[Seat::One.state(start)],
            second: table[Seat::Other.state(start)],
        })
    }

    /// Mean number of visits in a game to each state with the first policy on roll; the first mover is drawn by
    /// lot.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the games go on for too long.
    pub fn visits(&self) -> Result<Vec<f64>, Unsettled> {
        let start = self.arena.states().start();
        let starts = Seat::ALL.map(|seat| (seat.state(start), 0.5));
        let visits = self.chain.visits(&starts)?;
        Ok(visits.into_iter().step_by(2).collect())
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

    /// The chances that the first policy wins, from each state with it on roll and with the second: all
    /// wins against a player with no man home, or all others.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the games go on for too long.
    pub fn wins(&self, no_man_home: bool) -> Result<Vec<[f64; 2]>, Unsettled> {
        let states = self.chain.states();
        let positions = self.arena.states().positions();
        let wins_now = |node: usize| {
            let (state, seat) = Seat::of(node);
            let loser = positions[state].opponent();
            if seat == Seat::Other || (loser.home() == 0) != no_man_home {
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

    /// The rows that games come to but the policy on roll does not give: of the first policy,
    /// and of the second.
    #[must_use]
    pub fn unknown(&self) -> [Vec<Row>; 2] {
        if self.one.is_complete(self.arena) && self.other.is_complete(self.arena) {
            return [Vec::new(), Vec::new()];
        }
        let start = self.arena.states().start();
        let mut met = vec![false; self.chain.states()];
        let mut open: Vec<usize> = Seat::ALL.map(|seat| seat.state(start)).to_vec();
        let mut unknown = [Vec::new(), Vec::new()];
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut met[node], true) {
                continue;
            }
            let (state, seat) = Seat::of(node);
            let rows = Row::of_state(state);
            unknown[seat as usize]
                .extend(rows.filter(|&row| self.policy(seat).said(row) != Said::Given));
            let next = self.chain.row(node).map(|(next, _)| next as usize);
            open.extend(next.filter(|&next| next < met.len() && !met[next]));
        }
        for rows in &mut unknown {
            rows.sort_unstable();
        }
        unknown
    }
}

/// Adds the nodes that a policy leads to with one throw of the player in this seat, and their chances; returns its mean
/// loss, in points.
fn throw(
    arena: &Arena,
    policy: &Policy,
    seat: Seat,
    state: usize,
    next: &mut Vec<(Node, f64)>,
) -> f64 {
    let graph = arena.graph();
    let mut loss = 0.0;
    for (row, die) in Row::of_state(state).zip(arena.chances()) {
        let places = arena.places(row);
        let moves = &graph.all_moves()[places.clone()];
        for (&target, &chance) in moves.iter().zip(policy.chances(places)) {
            if chance > 0.0 {
                next.push((seat.node(graph, target), die * chance));
            }
        }
        if moves.len() > 1 {
            loss += die * arena.expected_loss(policy, row);
        }
    }
    loss
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
