//! Mistakes of a policy: wrong moves that it plays with a positive probability, with their costs and kinds.

use std::cell::LazyCell;
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Cost {
    /// Mean number of times that the policy makes the mistakes in a game.
    pub visits: f64,
    /// Mean loss from the mistakes in a game.
    pub cost: f64,
}

impl Group for Cost {
    const FIELDS: &'static [&'static str] = &["visits", "cost"];
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

/// Finds the mistakes of a policy. Returns the sums of each kind, the costliest kind first, and all mistakes, the
/// costliest first. `visits` has the mean number of visits in a game to each state with the policy on roll; `None` if
/// unknown.
pub(super) fn mistakes(
    arena: &Arena,
    policy: &Policy,
    visits: Option<&[f64]>,
) -> (Vec<KindSum>, Vec<Mistake>) {
    let (unit, dice_chances) = (arena.unit(), arena.chances());
    let exchanges = LazyCell::new(|| Exchanges::new(arena));
    let mut mistakes = Vec::new();
    let mut kinds = Kind::ALL.map(|kind| KindSum {
        kind,
        mistakes: 0,
        per_game: visits.map(|_| Cost::default()),
    });
    for row in arena.decisions() {
        if policy.said(row) != Said::Given {
            continue;
        }
        let (position, die) = arena.position_of(row);
        let chances = policy.chances(arena.places(row));
        for (rank, (&probability, &loss)) in chances.iter().zip(arena.losses(row)).enumerate() {
            if probability == 0.0 || loss == 0.0 {
                continue;
            }
            let (played, best, kind) = exchanges.mistake(row, rank);
            let per_game = visits.map(|visits| {
                let visits = visits[row.state()] * dice_chances[die.index()] * probability;
                let cost = unit.difference(visits * loss);
                Cost { visits, cost }
            });
            let sum = &mut kinds[kind as usize];
            sum.mistakes += 1;
            if let (Some(sum), Some(one)) = (&mut sum.per_game, per_game) {
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
