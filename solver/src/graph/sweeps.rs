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
                residual = policy.sweep(table, &mut acceleration);
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
struct Policy<'a> {
    equation: &'a Equation,
    /// The weights of the outcomes in lanes, the last filled up with zeros. They are whole numbers, so
    /// that a value equal after every move, such as that of a sure win, is not rounded.
    weights: Vec<[f64; LANE]>,
    /// Factor of a weighted sum.
    share: f64,
    /// The first state of the block.
    first: usize,
    /// Nodes that the chosen moves lead to, for each state and lane.
    chosen: Vec<[Node; LANE]>,
    /// For each task the moves that are not chosen.
    rivals: Vec<Rivals>,
}

impl<'a> Policy<'a> {
    /// The first move of every state and outcome of a block.
    fn new(
        equation: &'a Equation,
        game: &impl Game,
        keep: &(impl Fn(&[Node], &mut Vec<Node>) + Sync),
        block: &Range<usize>,
    ) -> Policy<'a> {
        let lanes = game.weights().len().div_ceil(LANE);
        let mut weights = vec![[0.0; LANE]; lanes];
        for (place, &weight) in weights.as_flattened_mut().iter_mut().zip(game.weights()) {
            *place = f64::from(weight);
        }
        // The nodes that fill up a lane are multiplied by 0, but must exist.
        let mut chosen = vec![[block.start as Node; LANE]; block.len() * lanes];
        let tasks = chosen.par_chunks_mut(STATES_PER_TASK * lanes);
        let rivals = tasks.enumerate().map(|(task, chosen)| {
            let first = block.start + task * STATES_PER_TASK;
            Rivals::new(game, keep, first, chosen)
        });
        Policy {
            share: equation.factor / f64::from(game.total()),
            first: block.start,
            rivals: rivals.collect(),
            equation,
            weights,
            chosen,
        }
    }

    /// Chooses moves anew: a move is kept unless another is better. Returns whether any was replaced.
    fn choose(&mut self, table: &[f64]) -> bool {
        let factor = self.equation.factor;
        let states = STATES_PER_TASK * self.weights.len();
        let tasks = self.chosen.par_chunks_mut(states).zip(&mut self.rivals);
        let replaced = tasks.map(|(chosen, rivals)| rivals.choose(factor, table, chosen));
        replaced.reduce(|| false, |one, other| one | other)
    }

    /// Applies the equation once to every state of the block, in order; returns the largest change.
    fn sweep(&self, table: &mut [f64], acceleration: &mut Acceleration<f64>) -> f64 {
        match &self.weights[..] {
            // The usual case, on its own so that the loop gets all registers.
            [weights] => {
                self.sweep_rows(self.chosen.iter(), table, acceleration, |chosen, table| {
                    sum_of_lane(weights, chosen, table)
                })
            }
            weights => {
                let rows = self.chosen.chunks_exact(weights.len());
                self.sweep_rows(rows, table, acceleration, |chosen, table| {
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
        acceleration: &mut Acceleration<f64>,
        sum: impl Fn(R, &[f64]) -> f64,
    ) -> f64 {
        let mut largest: f64 = 0.0;
        acceleration.sweep(rows.zip(self.first..), |(row, state)| {
            let here = self.equation.constant + self.share * sum(row, table);
            let change = here - table[state];
            table[state] = here;
            if change.abs() > largest {
                largest = change.abs();
            }
            change
        });
        largest
    }
}

/// The moves of a task that are not chosen.
struct Rivals {
    /// Places of a state among the chosen moves: its outcomes, filled up to whole lanes.
    width: usize,
    /// The rows that have rivals, sorted by the number of rivals, from 1, and then by outcome.
    groups: Vec<Group>,
}

/// The rows with the same outcome and the same number of rivals. Of all tables of an iteration these are the largest,
/// so nothing is stored in them twice.
#[derive(Default)]
struct Group {
    /// The states of the rows, counted from the first of the task, of which there are at most [`STATES_PER_TASK`].
    states: Vec<u16>,
    /// Their rivals, one row after the other.
    moves: Vec<Node>,
}

impl Rivals {
    /// Sets `chosen` to the first moves of the states of a task; the others are rivals.
    fn new(
        game: &impl Game,
        keep: &impl Fn(&[Node], &mut Vec<Node>),
        first: usize,
        chosen: &mut [[Node; LANE]],
    ) -> Rivals {
        let outcomes = game.weights().len();
        let width = outcomes.next_multiple_of(LANE);
        let mut groups = Vec::new();
        let mut kept = Vec::new();
        let states = chosen.as_flattened_mut().chunks_exact_mut(width);
        for (state, chosen) in states.enumerate() {
            for (outcome, chosen) in chosen[..outcomes].iter_mut().enumerate() {
                *chosen = game.with_moves(first + state, outcome, |moves| {
                    if let [only] = moves {
                        return *only;
                    }
                    kept.clear();
                    keep(moves, &mut kept);
                    if kept.len() > 1 {
                        let group = (kept.len() - 2) * width + outcome;
                        if groups.len() <= group {
                            groups.resize_with(group + 1, Group::default);
                        }
                        groups[group].states.push(state as u16);
                        groups[group].moves.extend_from_slice(&kept[1..]);
                    }
                    kept[0]
                });
            }
        }
        for group in &mut groups {
            group.states.shrink_to_fit();
            group.moves.shrink_to_fit();
        }
        Rivals { width, groups }
    }

    /// Swaps the chosen moves for rivals that are better. Returns whether any was.
    fn choose(&mut self, factor: f64, table: &[f64], chosen: &mut [[Node; LANE]]) -> bool {
        let chosen = chosen.as_flattened_mut();
        let mut replaced = false;
        for (group, Group { states, moves }) in self.groups.iter_mut().enumerate() {
            let places = states
                .iter()
                .map(|&state| usize::from(state) * self.width + group % self.width);
            replaced |= match 1 + group / self.width {
                // The usual numbers of rivals on their own, so that the loops over them are unrolled.
                1 => choose_rows(
                    places.zip(moves.as_chunks_mut::<1>().0),
                    factor,
                    table,
                    chosen,
                ),
                2 => choose_rows(
                    places.zip(moves.as_chunks_mut::<2>().0),
                    factor,
                    table,
                    chosen,
                ),
                count => choose_rows(
                    places.zip(moves.chunks_exact_mut(count)),
                    factor,
                    table,
                    chosen,
                ),
            };
        }
        replaced
    }
}

#[inline]
fn choose_rows<'a, M: AsMut<[Node]> + ?Sized + 'a>(
    rows: impl Iterator<Item = (usize, &'a mut M)>,
    factor: f64,
    table: &[f64],
    chosen: &mut [Node],
) -> bool {
    let mut replaced = false;
    for (place, rivals) in rows {
        let chosen = &mut chosen[place];
        let mut most = factor * table[*chosen as usize];
        for rival in rivals.as_mut() {
            let there = factor * table[*rival as usize];
            if there > most {
                std::mem::swap(chosen, rival);
                most = there;
                replaced = true;
            }
        }
    }
    replaced
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
