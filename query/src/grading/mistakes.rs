//! Mistakes of a policy: wrong moves that it plays with a positive probability, with their costs and kinds.

use std::cell::LazyCell;
use std::cmp::Ordering;
use std::convert::Infallible;

use serde::Serialize;
use tourne_solver::{Die, Move, Plays, Position, Rules};

use super::exchange::{Branch, Branches, Calm, Course, Parts, calm, parts};
use super::groups::{Group, or_nulls};
use super::mistake_kind::{Counts, Kind};
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// Mean number of times that the policy makes the mistakes in a game.
    pub visits: f64,
    /// Mean loss from the mistakes in a game.
    pub cost: f64,
}

impl Group for Cost {
    const FIELDS: &'static [&'static str] = &["visits", "cost"];
}

/// Wrong move that is played with a positive probability.
#[derive(Clone, Copy)]
struct WrongMove {
    row: Row,
    rank: usize,
    probability: f64,
    /// Loss of the move, in points.
    loss: f64,
    visits: f64,
    /// Cost of the move in a game, in points; 0 if the visits are unknown.
    cost: f64,
}

/// Calculator of the [`Parts`] of every move of an arena, and of the kinds of mistakes.
pub struct Exchanges<'a> {
    arena: &'a Arena,
    /// Calm play in each state, in which the player on roll may not hit with this throw.
    calm: Vec<Calm<usize>>,
}

impl Course for Exchanges<'_> {
    type Node = usize;
    type Error = Infallible;

    fn rules(&self) -> Rules {
        self.arena.rules()
    }

    fn is_over(&self, node: usize) -> bool {
        node >= self.arena.graph().states()
    }

    fn value(&self, node: usize) -> f64 {
        self.arena.points(node)
    }

    fn steps(&self, node: usize, die: Die) -> Result<Branches<usize>, Infallible> {
        let positions = self.arena.states().positions();
        let before = positions[node].on_roll().home();
        let places = self.arena.places(Row::new(node, die));
        let steps = places.map(|place| {
            let next = self.arena.graph().all_moves()[place] as usize;
            let after = positions.get(next).map(|next| next.opponent().home());
            Branch {
                next,
                hits: self.arena.hits_at(place),
                homes: after != Some(before),
            }
        });
        Ok(steps.collect())
    }

    fn passed(&self, node: usize) -> Result<usize, Infallible> {
        let states = self.arena.states();
        let passed = states.state(states.positions()[node].flipped());
        Ok(passed.unwrap_or(node))
    }
}

impl Exchanges<'_> {
    /// Computes calm play in every state of the arena.
    #[must_use]
    pub fn new(arena: &Arena) -> Exchanges<'_> {
        let mut exchanges = Exchanges {
            arena,
            calm: Vec::new(),
        };
        let states = 0..arena.graph().states();
        let all = states.map(|state| {
            let Ok(calm) = calm(&exchanges, state);
            calm
        });
        exchanges.calm = all.collect();
        exchanges
    }

    /// Compares the move with the rank `rank` among the moves of `row` with the best move. Returns the move, the best
    /// move, and the kind of mistake.
    ///
    /// # Panics
    ///
    /// If the row has no move of this rank.
    #[must_use]
    pub fn mistake(&self, row: Row, rank: usize) -> (Move, Move, Kind) {
        let arena = self.arena;
        let best_rank = first_best(arena.losses(row));
        let plays: Plays = arena.plays(row).collect();
        let (played, best) = (plays[rank].action, plays[best_rank].action);
        let first = arena.places(row).start;
        let charges = self.parts(first + best_rank).less(self.parts(first + rank));
        let counts = || [rank, best_rank].map(|rank| self.counts(first + rank));
        (played, best, Kind::of(played, best, charges, counts))
    }

    /// Counts the throws that can hit or bring a man home after the move with the [move index](Arena) `place`.
    fn counts(&self, place: usize) -> Counts {
        let rules = self.rules();
        let after = self.arena.graph().all_moves()[place] as usize;
        let throws_with = |node: usize, is_such: fn(&Branch<usize>) -> bool| -> u32 {
            let has_one = |die: &Die| {
                let Ok(steps) = self.steps(node, *die);
                steps.iter().any(is_such)
            };
            let dice = Die::ALL.into_iter().filter(has_one);
            dice.map(|die| rules.chances(die)).sum()
        };
        let mut counts = Counts {
            hit_by: 0,
            home_by: 0,
            throws: rules.throws(),
        };
        if !self.is_over(after) {
            let Ok(own) = self.passed(after);
            counts.hit_by = throws_with(after, |step| step.hits);
            counts.home_by = throws_with(own, |step| step.homes);
        }
        counts
    }

    /// Computes the parts, in points, of the move with the [move index](Arena) `place`.
    fn parts(&self, place: usize) -> Parts {
        let after = self.arena.graph().all_moves()[place] as usize;
        let calm_values = |node: usize| {
            let of_state = self.calm.get(node).map(|calm| calm.values);
            Ok(of_state.unwrap_or_else(|| [self.value(node); 2]))
        };
        let replies = self.calm.get(after).map(|calm| &calm.replies[..]);
        let Ok(parts) = parts(self, after, replies.unwrap_or_default(), calm_values);
        parts
    }
}

impl WrongMove {
    fn costliest_first(&self, other: &WrongMove) -> Ordering {
        let by_cost = other.cost.total_cmp(&self.cost);
        let by_loss = || other.loss.total_cmp(&self.loss);
        let by_place = || (self.row, self.rank).cmp(&(other.row, other.rank));
        by_cost.then_with(by_loss).then_with(by_place)
    }
}

/// All mistakes of a policy, from which the costliest are selected.
pub(super) struct MistakeList<'a> {
    arena: &'a Arena,
    mistakes: Vec<WrongMove>,
    /// Exchanges of the arena, computed when a kind is needed for the first time.
    exchanges: LazyCell<Exchanges<'a>, Box<dyn FnOnce() -> Exchanges<'a> + Send + 'a>>,
    has_visits: bool,
}

impl<'a> MistakeList<'a> {
    /// Collects the mistakes of a policy. `visits` has the mean number of visits in a game to each state with the
    /// policy on roll; `None` if unknown.
    pub(super) fn new(
        arena: &'a Arena,
        policy: &Policy,
        visits: Option<&[f64]>,
    ) -> MistakeList<'a> {
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
            arena,
            mistakes,
            exchanges: LazyCell::new(Box::new(move || Exchanges::new(arena))),
            has_visits: visits.is_some(),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.mistakes.len()
    }

    /// Converts a number of visits and a cost in points to the [`Cost`] in a game; `None` if the visits are unknown.
    fn per_game(&self, visits: f64, cost: f64) -> Option<Cost> {
        self.has_visits.then(|| Cost {
            visits,
            cost: self.arena.unit().difference(cost),
        })
    }

    /// Returns the costliest mistakes, at most `count`, the costliest first.
    pub(super) fn costliest(&self, count: usize) -> Vec<Mistake> {
        let unit = self.arena.unit();
        let mut mistakes: Vec<&WrongMove> = self.mistakes.iter().collect();
        if count < mistakes.len() {
            mistakes.select_nth_unstable_by(count, |one, other| one.costliest_first(other));
            mistakes.truncate(count);
        }
        mistakes.sort_unstable_by(|one, other| one.costliest_first(other));
        let mistakes = mistakes.into_iter().map(|wrong| {
            let (position, die) = self.arena.position_of(wrong.row);
            let (played, best, kind) = self.exchanges.mistake(wrong.row, wrong.rank);
            Mistake {
                position,
                die,
                played,
                best,
                kind,
                probability: wrong.probability,
                loss: unit.difference(wrong.loss),
                per_game: self.per_game(wrong.visits, wrong.cost),
            }
        });
        mistakes.collect()
    }

    pub(super) fn kinds(&self) -> Vec<KindSum> {
        let mut sums = Kind::ALL.map(|kind| (kind, 0, 0.0, 0.0));
        for wrong in &self.mistakes {
            let (_, _, kind) = self.exchanges.mistake(wrong.row, wrong.rank);
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
                per_game: self.per_game(visits, cost),
            });
        sums.collect()
    }
}
