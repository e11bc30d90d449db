//! Iteration of an equation over a game, in floating point: block by block, and in each block in
//! turn choosing moves and sweeping the states with these moves kept.

use std::ops::Range;

use rayon::prelude::*;

use super::acceleration::Acceleration;
use super::{Game, Node};

/// An equation that every state satisfies, for a table of values, chances or lengths:
/// *here* = `constant` + `factor` · mean over the outcomes of *there*, after the move whose
/// `factor` · *there* is greatest.
pub(super) struct Equation {
    pub(super) constant: f64,
    pub(super) factor: f64,
}

/// Progress of an iteration, reported whenever the moves of a block were chosen anew.
#[derive(Clone, Copy, Debug)]
pub struct SweepProgress {
    /// Index of the block that is being solved, from 0.
    pub block: usize,
    /// Number of blocks.
    pub blocks: usize,
    /// The largest amount by which the equation is off in the block.
    pub residual: f64,
}

/// Error of an iteration that does not converge.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "after {sweeps} sweeps over a block the values still change by {residual:e}: \
     play may never end"
)]
pub struct Unsettled {
    /// Number of sweeps made.
    pub sweeps: usize,
    /// Largest amount by which the equation is still off.
    pub residual: f64,
}

/// After *n* sweeps moves are chosen anew when *n* / `SWEEPS_PER_CHOICE` more have passed: at first before every sweep, later
/// seldom, as fewer and fewer choices change.
const SWEEPS_PER_CHOICE: usize = 5;
/// Maximum number of sweeps over a block; by then play is taken to be endless.
const MOST_SWEEPS: usize = 100_000;
/// Maximum number of states of a block whose choices are stored. They take 50 bytes a state and more; without them each
/// choice has to ask the game for its moves, which costs twice the instructions.
const STATES_WITH_CHOICES: usize = 1 << 20;
/// Number of states that are worth a task of their own.
const STATES_PER_TASK: usize = 1024;
/// Number of outcomes added up at a time, that of a die: a constant, so that the compiler can unroll
/// the loop.
const LANE: usize = 6;

/// The states of a game, in parts that are worth a task of their own.
pub(super) fn tasks(game: &impl Game) -> impl ParallelIterator<Item = Range<usize>> {
    let states = game.states();
    let tasks = (0..states.div_ceil(STATES_PER_TASK)).into_par_iter();
    tasks.map(move |task| {
        let first = task * STATES_PER_TASK;
        first..states.min(first + STATES_PER_TASK)
    })
}

impl Equation {
    /// Iterates until the equation is off by hardly more than `settled` anywhere. The table has a
    /// place for every node; those of the ends are kept. Returns the number of sweeps over all states that
    /// it took.
    ///
    /// Moves are chosen in parallel: a choice reads only the table. The sweeps go from state to
    /// state, each using the newest values. So the result does not depend on the number of threads.
    pub(super) fn iterate(
        &self,
        game: &impl Game,
        table: &mut [f64],
        settled: f64,
        observe: &mut dyn FnMut(SweepProgress),
    ) -> Result<f64, Unsettled> {
        let all = |moves: &[Node], kept: &mut Vec<Node>| kept.extend_from_slice(moves);
        self.iterate_among(game, &all, table, settled, observe)
    }

    /// The same with only those moves that `keep` keeps, given the moves of one outcome.
    pub(super) fn iterate_among(
        &self,
        game: &impl Game,
        keep: &(impl Fn(&[Node], &mut Vec<Node>) + Sync),
        table: &mut [f64],
        settled: f64,
        observe: &mut dyn FnMut(SweepProgress),
    ) -> Result<f64, Unsettled> {
        let mut swept = 0;
        for (number, block) in game.blocks().iter().enumerate() {
            let mut policy = Policy::new(self, game, keep, block);
            let mut acceleration = Acceleration::new(block.len());
            let (mut sweeps, mut residual) = (0, f64::INFINITY);
            let mut next_choice = 0;
            loop {
                let chooses = sweeps >= next_choice;
                if chooses && !policy.choose(table) && residual <= settled {
                    break;
                }
                residual = policy.sweep(table, &mut acceleration.changes);
                sweeps += 1;
                if chooses {
                    observe(SweepProgress {
                        block: number,
                        blocks: game.blocks().len(),
                        residual,
                    });
                    // Equal moves may take turns for ever, for the sake of a rounding.
                    if residual <= settled {
                        break;
                    }
                    if sweeps >= MOST_SWEEPS {
                        return Err(Unsettled { sweeps, residual });
                    }
                    next_choice = sweeps + sweeps / SWEEPS_PER_CHOICE;
                }
                if residual <= settled {
                    next_choice = sweeps;
                }
                if residual > settled {
                    acceleration.apply(&mut table[block.clone()]);
                }
            }
            swept += sweeps * block.len();
        }
        Ok(swept as f64 / game.states().max(1) as f64)
    }
}

/// The moves that are chosen in a block, with the equation that they are chosen for.
struct Policy<'a, G, K> {
    equation: &'a Equation,
    game: &'a G,
    keep: &'a K,
    /// The weights of the outcomes in lanes, the last filled up with zeros. They are whole numbers, so
    /// that a value equal after every move, such as that of a sure win, is not rounded.
    weights: Vec<[f64; LANE]>,
    /// Factor of a weighted sum.
    share: f64,
    /// The first state of the block.
    first: usize,
    /// Nodes that the chosen moves lead to, for each state and lane.
    chosen: Vec<[Node; LANE]>,
    /// For each task the rows with several moves; empty if the block is too large to store them.
    choices: Vec<Choices>,
}

/// The rows of a task that have several moves, those with equally many together: first those with two.
#[derive(Default)]
struct Choices(Vec<Rivals>);

/// Rows that have the same number of moves.
#[derive(Default)]
struct Rivals {
    /// Places of the rows among the chosen moves of the task.
    places: Vec<u32>,
    /// The moves of these rows, one row after the other.
    moves: Vec<Node>,
}

impl<'a, G: Game, K: Fn(&[Node], &mut Vec<Node>) + Sync> Policy<'a, G, K> {
    /// The first move of every state and outcome of a block.
    fn new(equation: &'a Equation, game: &'a G, keep: &'a K, block: &Range<usize>) -> Self {
        let outcomes = game.weights().len();
        let lanes = outcomes.div_ceil(LANE);
        let mut weights = vec![[0.0; LANE]; lanes];
        for (place, &weight) in weights.as_flattened_mut().iter_mut().zip(game.weights()) {
            *place = f64::from(weight);
        }
        // The nodes that fill up a lane are multiplied by 0, but must exist.
        let chosen = vec![[block.start as Node; LANE]; block.len() * lanes];
        let mut policy = Policy {
            share: equation.factor / f64::from(game.total()),
            first: block.start,
            equation,
            game,
            keep,
            weights,
            chosen,
            choices: Vec::new(),
        };
        if block.len() <= STATES_WITH_CHOICES {
            policy.choices = policy.rows_with_choices(|choices, _| choices).collect();
        }
        policy
    }

    /// Goes back to the first moves; hands over the rows with several moves of each task, and the chosen moves.
    fn rows_with_choices<T: Send>(
        &mut self,
        take: impl Fn(Choices, &mut [[Node; LANE]]) -> T + Sync + Send,
    ) -> impl IndexedParallelIterator<Item = T> {
        let (game, keep, first) = (self.game, self.keep, self.first);
        let tasks = self
            .chosen
            .par_chunks_mut(STATES_PER_TASK * self.weights.len());
        tasks.enumerate().map(move |(task, chosen)| {
            let choices = Choices::new(game, keep, first + task * STATES_PER_TASK, chosen);
            take(choices, chosen)
        })
    }

    /// Chooses moves anew. Returns whether any may differ from the last.
    fn choose(&mut self, table: &[f64]) -> bool {
        let factor = self.equation.factor;
        if self.choices.is_empty() {
            let again =
                self.rows_with_choices(|choices, chosen| choices.choose(factor, table, chosen));
            again.for_each(|_| ());
            return true;
        }
        let states = STATES_PER_TASK * self.weights.len();
        let tasks = self.chosen.par_chunks_mut(states).zip(&self.choices);
        let differs = tasks.map(|(chosen, choices)| choices.choose(factor, table, chosen));
        differs.reduce(|| false, |one, other| one | other)
    }

    /// Applies the equation once to every state of the block, in order; notes the changes, and returns
    /// the largest.
    fn sweep(&self, table: &mut [f64], changes: &mut [f64]) -> f64 {
        match &self.weights[..] {
            // The usual case, on its own so that the loop gets all registers.
            [weights] => self.sweep_rows(self.chosen.iter(), table, changes, |chosen, table| {
                sum_of_lane(weights, chosen, table)
            }),
            weights => {
                let rows = self.chosen.chunks_exact(weights.len());
                self.sweep_rows(rows, table, changes, |chosen, table| {
                    let lanes = weights.iter().zip(chosen);
                    let sums = lanes.map(|(weights, chosen)| sum_of_lane(weights, chosen, table));
                    sums.sum()
                })
            }
        }
    }

    #[inline(never)]
    fn sweep_rows<R>(
        &self,
        rows: impl Iterator<Item = R>,
        table: &mut [f64],
        changes: &mut [f64],
        sum: impl Fn(R, &[f64]) -> f64,
    ) -> f64 {
        let mut largest: f64 = 0.0;
        for (at, (row, change)) in rows.zip(changes).enumerate() {
            let here = self.equation.constant + self.share * sum(row, table);
            let old = &mut table[self.first + at];
            *change = here - *old;
            *old = here;
            if change.abs() > largest {
                largest = change.abs();
            }
        }
        largest
    }
}

impl Choices {
    /// Sets `chosen` to the first moves of the states of a task, and notes the rows with several.
    fn new(
        game: &impl Game,
        keep: &impl Fn(&[Node], &mut Vec<Node>),
        first: usize,
        chosen: &mut [[Node; LANE]],
    ) -> Choices {
        let outcomes = game.weights().len();
        let width = outcomes.next_multiple_of(LANE);
        let mut choices = Choices::default();
        let mut kept = Vec::new();
        for (at, chosen) in chosen
            .as_flattened_mut()
            .chunks_exact_mut(width)
            .enumerate()
        {
            for (outcome, chosen) in chosen[..outcomes].iter_mut().enumerate() {
                *chosen = game.with_moves(first + at, outcome, |moves| {
                    if let [only] = moves {
                        return *only;
                    }
                    kept.clear();
                    keep(moves, &mut kept);
                    if kept.len() > 1 {
                        choices.add(at * width + outcome, &kept);
                    }
                    kept[0]
                });
            }
        }
        choices
    }

    fn add(&mut self, place: usize, moves: &[Node]) {
        let kind = moves.len() - 2;
        if self.0.len() <= kind {
            self.0.resize_with(kind + 1, Rivals::default);
        }
        self.0[kind].places.push(place as u32);
        self.0[kind].moves.extend_from_slice(moves);
    }

    /// Chooses the moves of these rows anew: the first of the best. Returns whether any differs from the last.
    fn choose(&self, factor: f64, table: &[f64], chosen: &mut [[Node; LANE]]) -> bool {
        let chosen = chosen.as_flattened_mut();
        let mut differs = false;
        for (rivals, count) in self.0.iter().zip(2..) {
            let places = rivals.places.iter();
            differs |= match count {
                // The usual cases, on their own so that their loops are unrolled.
                2 => choose_rows(
                    places.zip(rivals.moves.as_chunks::<2>().0),
                    factor,
                    table,
                    chosen,
                ),
                3 => choose_rows(
                    places.zip(rivals.moves.as_chunks::<3>().0),
                    factor,
                    table,
                    chosen,
                ),
                _ => choose_rows(
                    places.zip(rivals.moves.chunks_exact(count)),
                    factor,
                    table,
                    chosen,
                ),
            };
        }
        differs
    }
}

#[inline]
fn choose_rows<'a, M: AsRef<[Node]> + ?Sized + 'a>(
    rows: impl Iterator<Item = (&'a u32, &'a M)>,
    factor: f64,
    table: &[f64],
    chosen: &mut [Node],
) -> bool {
    let mut differs = false;
    for (&place, moves) in rows {
        let moves = moves.as_ref();
        let (mut best, mut most) = (moves[0], factor * table[moves[0] as usize]);
        for &node in &moves[1..] {
            let there = factor * table[node as usize];
            if there > most {
                (best, most) = (node, there);
            }
        }
        let chosen = &mut chosen[place as usize];
        differs |= *chosen != best;
        *chosen = best;
    }
    differs
}

#[inline]
fn sum_of_lane(weights: &[f64; LANE], chosen: &[Node; LANE], table: &[f64]) -> f64 {
    // Two sums at a time, as processors add them.
    let mut sums = [0.0; 2];
    for outcome in 0..LANE {
        sums[outcome % 2] += weights[outcome] * table[chosen[outcome] as usize];
    }
    sums[0] + sums[1]
}
