//! The mistakes of a policy: wrong moves with a chance to be played, their costs and kinds.

use std::cmp::Ordering;

use serde::Serialize;
use tourne_solver::game::{Die, Move, Plays, Position};

use super::groups::{Group, or_nulls};
use super::mistake_kind::Kind;
use crate::policy::{Arena, Policy, Row, Said, first_best};

/// A wrong move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mistake {
    /// The position.
    pub position: Position,
    /// The die that is played.
    pub die: Die,
    /// The move that is played.
    pub played: Move,
    /// The best move.
    pub best: Move,
    /// Kind of the mistake.
    pub kind: Kind,
    /// The probability with which the policy plays it there.
    pub probability: f64,
    /// Its loss.
    pub loss: f64,
    /// Its cost, if the policy's games against perfect play are known.
    #[serde(flatten, serialize_with = "or_nulls")]
    pub per_game: Option<Cost>,
}

/// All mistakes of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct KindSum {
    /// The kind.
    pub kind: Kind,
    /// Number of mistakes.
    pub mistakes: usize,
    /// Their cost, if the policy's games against perfect play are known.
    #[serde(flatten, serialize_with = "or_nulls")]
    pub per_game: Option<Cost>,
}

/// Cost of mistakes in a game against perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// Mean number of these mistakes in a game.
    pub visits: f64,
    /// Mean loss by them in a game.
    pub cost: f64,
}

impl Group for Cost {
    const FIELDS: &'static [&'static str] = &["visits", "cost"];
}

/// A wrong move that has a chance to be played.
#[derive(Clone, Copy)]
struct WrongMove {
    row: Row,
    rank: usize,
    probability: f64,
    /// In points.
    loss: f64,
    visits: f64,
    /// In points; 0 if visits are not known.
    cost: f64,
}

/// The move of this rank in a row, the best move, and the kind of the mistake of playing that instead.
pub(crate) fn mistake(arena: &Arena, row: Row, rank: usize) -> (Move, Move, Kind) {
    let best_rank = first_best(arena.losses(row));
    let plays: Plays = arena.plays(row).collect();
    let (played, best) = (plays[rank].action, plays[best_rank].action);
    let first = arena.places(row).start;
    let hit_by = |rank: usize| arena.hit_by(first + rank);
    let kind = Kind::of(played, best, || (hit_by(rank), hit_by(best_rank)));
    (played, best, kind)
}

impl WrongMove {
    fn costliest_first(&self, other: &WrongMove) -> Ordering {
        let by_cost = other.cost.total_cmp(&self.cost);
        let by_loss = || other.loss.total_cmp(&self.loss);
        let by_place = || (self.row, self.rank).cmp(&(other.row, other.rank));
        by_cost.then_with(by_loss).then_with(by_place)
    }
}

/// The mistakes of a policy.
pub(super) struct MistakeList {
    mistakes: Vec<WrongMove>,
    has_visits: bool,
}

impl MistakeList {
    /// `visits` are the mean visits in a game to each state with the policy on roll, if they are known.
    pub(super) fn new(arena: &Arena, policy: &Policy, visits: Option<&[f64]>) -> MistakeList {
        let dice = arena.chances();
        let mut mistakes = Vec::new();
        for row in arena.decisions() {
            if policy.said(row) != Said::Given {
                continue;
            }
            let moves = policy
                .chances(arena.places(row))
                .iter()
                .zip(arena.losses(row));
            for (rank, (&probability, &loss)) in moves.enumerate() {
                if probability > 0.0 && loss > 0.0 {
                    let visits = visits.map_or(0.0, |visits| visits[row.state()]);
                    let visits = visits * dice[row.die().index()] * probability;
                    mistakes.push(WrongMove {
                        row,
                        rank,
                        probability,
                        loss,
                        visits,
                        cost: visits * loss,
                    });
                }
            }
        }
        MistakeList {
            mistakes,
            has_visits: visits.is_some(),
        }
    }

    /// The number of mistakes.
    pub(super) fn count(&self) -> usize {
        self.mistakes.len()
    }

    /// A number of visits and a cost in points, if they are known.
    fn per_game(&self, arena: &Arena, visits: f64, cost: f64) -> Option<Cost> {
        self.has_visits.then(|| Cost {
            visits,
            cost: arena.unit().difference(cost),
        })
    }

    /// The costliest mistakes, the costliest first.
    pub(super) fn costliest(&self, arena: &Arena, count: usize) -> Vec<Mistake> {
        let unit = arena.unit();
        let mut mistakes: Vec<&WrongMove> = self.mistakes.iter().collect();
        if count < mistakes.len() {
            mistakes.select_nth_unstable_by(count, |one, other| one.costliest_first(other));
            mistakes.truncate(count);
        }
        mistakes.sort_unstable_by(|one, other| one.costliest_first(other));
        let mistakes = mistakes.into_iter().map(|wrong| {
            let (position, die) = arena.position_of(wrong.row);
            let (played, best, kind) = mistake(arena, wrong.row, wrong.rank);
            Mistake {
                position,
                die,
                played,
                best,
                kind,
                probability: wrong.probability,
                loss: unit.difference(wrong.loss),
                per_game: self.per_game(arena, wrong.visits, wrong.cost),
            }
        });
        mistakes.collect()
    }

    pub(super) fn kinds(&self, arena: &Arena) -> Vec<KindSum> {
        let mut sums = Kind::ALL.map(|kind| (kind, 0, 0.0, 0.0));
        for wrong in &self.mistakes {
            let (_, _, kind) = mistake(arena, wrong.row, wrong.rank);
            let (_, mistakes, visits, cost) = &mut sums[kind as usize];
            *mistakes += 1;
            *visits += wrong.visits;
            *cost += wrong.cost;
        }
        let mut sums: Vec<_> = sums
            .into_iter()
            .filter(|&(_, mistakes, ..)| mistakes > 0)
            .collect();
        sums.sort_by(|one, other| other.3.total_cmp(&one.3));
        let sums = sums
            .into_iter()
            .map(|(kind, mistakes, visits, cost)| KindSum {
                kind,
                mistakes,
                per_game: self.per_game(arena, visits, cost),
            });
        sums.collect()
    }
}
