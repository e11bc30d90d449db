//! Mistakes of a policy: wrong moves that it plays with a positive probability, with their costs and kinds.

use std::cell::{LazyCell, OnceCell};
use std::convert::Infallible;

use serde::Serialize;
use tourne_solver::{Die, Men, Move, Plays, Position, Side};

use super::exchange::{Calm, Outlook, Parts, Standing, ThrowCounts};
use super::groups::or_nulls;
use super::mistake_kind::Kind;
use crate::policy::{Arena, Policy, Row, Said, first_best};

/// Wrong move of a policy in one position with one die.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mistake {
    /// Position before the throw.
    pub position: Position,
    /// Die that is played, 1 to 6.
    pub die: Die,
    /// Move that the policy plays.
    pub played: Move,
    /// Best move in the position with this die.
    pub best: Move,
    /// Kind of the mistake: the difference from the best move that explains most of the loss.
    pub kind: Kind,
    /// Probability with which the policy plays the move in this position with this die.
    pub probability: f64,
    /// Loss of the move played: the value of the best move minus the value of this move.
    pub loss: f64,
    /// Cost of the mistake in a game; `None` if the policy's games against perfect play are unknown.
    #[serde(flatten, serialize_with = "or_nulls")]
    pub per_game: Option<Cost>,
}

/// Number and cost of all mistakes of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct KindSum {
    /// Kind of the mistakes.
    pub kind: Kind,
    /// Number of mistakes of this kind.
    pub mistakes: usize,
    /// Cost of the mistakes of this kind in a game; `None` if the policy's games against perfect play are unknown.
    #[serde(flatten, serialize_with = "or_nulls")]
    pub per_game: Option<Cost>,
}

/// Cost of mistakes in a game against perfect play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Cost {
    /// Mean number of times that the policy makes the mistakes in a game.
    pub visits: f64,
    /// Mean loss from the mistakes in a game.
    pub cost: f64,
}

/// Calculator of the kinds of mistakes, for every wrong move of an arena.
pub struct Exchanges<'a> {
    arena: &'a Arena,
    /// Calm play in each state, in which the player on roll may not hit with this throw.
    calm: Vec<Calm>,
    /// Throws that hit or bring a man home after a move to each state. They are counted when they are first asked for.
    counts: Vec<OnceCell<ThrowCounts>>,
}

/// Value of a position that is in the arena for certain, in points.
type Known = Result<f64, Infallible>;

/// Returns the game of an arena, in which both players have the same values.
fn outlook(arena: &Arena) -> Outlook<impl Fn(Side, Die) -> Men, impl Fn(Position, bool) -> Known> {
    let index = arena.solution().index();
    Outlook {
        rules: arena.rules(),
        movers: |side, die| index.movers(side, die),
        points: |position, _| Ok(arena.points(arena.node(position))),
    }
}

impl Exchanges<'_> {
    /// Computes calm play in every state of the arena.
    pub fn new(arena: &Arena) -> Exchanges<'_> {
        let outlook = outlook(arena);
        let positions = arena.states().positions().iter();
        let calm = positions.enumerate().map(|(state, &position)| {
            let Ok(calm) = outlook.calm(Standing {
                position,
                is_own: true,
                points: arena.points(state),
            });
            calm
        });
        Exchanges {
            arena,
            calm: calm.collect(),
            counts: vec![OnceCell::new(); arena.graph().states()],
        }
    }

    /// Compares the move at the index `rank` of the [`plays`](Arena::plays) of a row with the best move. Returns the move,
    /// the best move, and the kind of mistake.
    ///
    /// # Panics
    ///
    /// If the row has no move of this rank.
    pub fn mistake(&self, row: Row, rank: usize) -> (Move, Move, Kind) {
        let plays: Plays = self.arena.plays(row).collect();
        let (played, best) = (plays[rank], plays[first_best(self.arena.losses(row))]);
        let charges = self.parts(best.next).less(self.parts(played.next));
        let counts = || [played, best].map(|play| self.counts(play.next));
        let kind = Kind::of(played.action, best.action, charges, counts);
        (played.action, best.action, kind)
    }

    /// Returns the throws that hit or bring a man home after a move to the position `next`.
    fn counts(&self, next: Position) -> ThrowCounts {
        let count = || outlook(self.arena).counts_after(next);
        let state = self.arena.states().state(next);
        state.map_or_else(count, |state| *self.counts[state].get_or_init(count))
    }

    /// Computes the parts, in points, of a move to the position `next`.
    fn parts(&self, next: Position) -> Parts {
        let calm_in = |position| {
            let state = self.arena.states().state(position);
            state.map(|state| &self.calm[state])
        };
        let calm_values =
            |at: Standing| Ok(calm_in(at.position).map_or([at.points; 2], |calm| calm.values));
        let replies = calm_in(next).map_or(&[][..], |calm| &calm.replies);
        let outlook = outlook(self.arena);
        let Ok(points) = (outlook.points)(next, false);
        let after = Standing {
            position: next,
            is_own: false,
            points,
        };
        let Ok(parts) = outlook.parts(after, replies, calm_values);
        parts
    }
}

/// Finds the mistakes of a policy in the decisions `rows`. Returns the sums of each kind, the costliest kind first, and all
/// mistakes, the costliest first. `visits` has the mean number of visits in a game to each state with the policy on roll;
/// `None` if unknown.
pub(super) fn mistakes(
    arena: &Arena,
    policy: &Policy,
    rows: &[Row],
    visits: Option<&[f64]>,
) -> (Vec<KindSum>, Vec<Mistake>) {
    let (unit, dice_chances) = (arena.unit(), arena.die_probabilities());
    let exchanges = LazyCell::new(|| Exchanges::new(arena));
    let mut mistakes = Vec::new();
    let mut kinds = Kind::ALL.map(|kind| KindSum {
        kind,
        mistakes: 0,
        per_game: visits.map(|_| Cost::default()),
    });
    for &row in rows {
        if policy.said(row) != Said::Given {
            continue;
        }
        let (position, die) = arena.position_of(row);
        let probabilities = policy.probabilities(arena.places(row));
        for (rank, (&probability, &loss)) in probabilities.iter().zip(arena.losses(row)).enumerate()
        {
            if probability == 0.0 || loss == 0.0 {
                continue;
            }
            let (played, best, kind) = exchanges.mistake(row, rank);
            let per_game = visits.map(|visits| {
                let visits = visits[row.state()] * dice_chances[die.index()] * probability;
                let cost = unit.difference(visits * loss);
                Cost { visits, cost }
            });
            let of_kind = &mut kinds[kind as usize];
            of_kind.mistakes += 1;
            if let (Some(sum), Some(one)) = (&mut of_kind.per_game, per_game) {
                sum.visits += one.visits;
                sum.cost += one.cost;
            }
            mistakes.push(Mistake {
                position,
                die,
                played,
                best,
                kind,
                probability,
                loss: unit.difference(loss),
                per_game,
            });
        }
    }
    let cost = |per_game: Option<Cost>| per_game.map_or(0.0, |it| it.cost);
    // Both sorts are stable: among equals, kinds and rows keep their order.
    let mut kinds = kinds.to_vec();
    kinds.retain(|sum| sum.mistakes > 0);
    kinds.sort_by(|one, other| cost(other.per_game).total_cmp(&cost(one.per_game)));
    mistakes.sort_by(|one, other| {
        let by_cost = cost(other.per_game).total_cmp(&cost(one.per_game));
        by_cost.then_with(|| other.loss.total_cmp(&one.loss))
    });
    (kinds, mistakes)
}
