//! The moves of a block of states, laid out for sweeps: the chosen moves in lanes, their rivals apart.

use std::ops::Range;

use rayon::prelude::*;

use super::{Game, Node};

/// Number of states that are worth a task of their own.
pub(super) const STATES_PER_TASK: usize = 1024;
/// Number of outcomes added up at a time, that of a die: a constant, so that the compiler can unroll
/// the loop.
pub(super) const LANE: usize = 6;

/// Decides which moves of a task are to choose from.
pub(super) trait Keep {
    /// Adds those of the moves of a state and outcome that are to choose from, the first to be chosen in front. There are at
    /// least two moves, and at least one is to be added.
    fn keep(&mut self, state: usize, outcome: usize, moves: &[Node], kept: &mut Vec<Node>);
}

/// Keeps every move.
#[derive(Default)]
pub(super) struct All;

impl Keep for All {
    fn keep(&mut self, _: usize, _: usize, moves: &[Node], kept: &mut Vec<Node>) {
        kept.extend_from_slice(moves);
    }
}

/// The moves that are chosen in a block, and those to choose from.
pub(super) struct Choices {
    pub(super) block: Range<usize>,
    /// Lanes of a state: its outcomes, filled up to whole lanes.
    pub(super) lanes: usize,
    /// Nodes that the chosen moves lead to, for each state and lane.
    pub(super) chosen: Vec<[Node; LANE]>,
    /// For each task the moves that are not chosen.
    rivals: Vec<Rivals>,
    /// The loops of the block, in order.
    pub(super) loops: Vec<Loop>,
}

/// States that forced moves often lead back to: one state, or two next to each other. Sweeps apply the equation to both together, as
/// it takes many to come to rest where each waits for the other.
pub(super) struct Loop {
    /// The first of the states, counted from the first of the block.
    pub(super) first: usize,
    /// Chances of forced moves.
    pub(super) chances: LoopChances,
}

/// Chances of the forced moves of a loop.
pub(super) enum LoopChances {
    /// From a state to itself.
    Same(f64),
    /// From the first state to the second, and from the second to the first.
    Pair(f64, f64),
}

/// The least chance to come back that makes a loop worth its while. Chosen: from 0.02 to 0.3 the number of sweeps hardly differs.
const LEAST_CHANCE: f64 = 0.125;

impl Choices {
    /// The moves of a block that are kept, and what decided it, for each task in turn.
    pub(super) fn new<K: Keep + Default + Send>(
        game: &impl Game,
        block: Range<usize>,
    ) -> (Choices, Vec<K>) {
        Choices::among(game, block, &K::default)
    }

    /// The same, given what decides.
    pub(super) fn among<K: Keep + Send>(
        game: &impl Game,
        block: Range<usize>,
        keep: &(impl Fn() -> K + Sync),
    ) -> (Choices, Vec<K>) {
        let lanes = game.weights().len().div_ceil(LANE);
        // The nodes that fill up a lane have no weight, but must exist.
        let mut chosen = vec![[block.start as Node; LANE]; block.len() * lanes];
        let tasks = chosen.par_chunks_mut(STATES_PER_TASK * lanes);
        let tasks = tasks.enumerate().map(|(task, chosen)| {
            let mut keep = keep();
            let first = block.start + task * STATES_PER_TASK;
            (Rivals::new(game, &mut keep, first, chosen), keep)
        });
        let (rivals, kept): (Vec<Rivals>, _) = tasks.unzip();
        let total = f64::from(game.total());
        let near = rivals.iter().flat_map(|rivals| &rivals.neighbours);
        let near: Vec<_> = near
            .map(|&(state, near)| {
                (
                    state - block.start,
                    near.map(|weight| f64::from(weight) / total),
                )
            })
            .collect();
        let choices = Choices {
            block,
            lanes,
            chosen,
            rivals,
            loops: loops(&near),
        };
        (choices, kept)
    }

    /// Chooses moves anew, those with the greatest `worth`: a move is kept unless another is better. Returns whether any was replaced.
    pub(super) fn choose<T: PartialOrd>(&mut self, worth: impl Fn(Node) -> T + Sync) -> bool {
        let states = STATES_PER_TASK * self.lanes;
        let tasks = self.chosen.par_chunks_mut(states).zip(&mut self.rivals);
        let replaced = tasks.map(|(chosen, rivals)| rivals.choose(&worth, chosen));
        replaced.reduce(|| false, |one, other| one | other)
    }
}

/// Finds the loops, given the chances of forced moves to the state before, the same, and the next.
fn loops(near: &[(usize, [f64; 3])]) -> Vec<Loop> {
    let mut loops = Vec::new();
    let mut near = near.iter().peekable();
    while let Some(&(first, [_, same, next])) = near.next() {
        let back = near.peek().filter(|&&&(state, _)| state == first + 1);
        let back = back.map_or(0.0, |&&(_, [back, ..])| back);
        // Where play always comes back it never ends, and the equations have no solution.
        let is_often = |chance: f64| LEAST_CHANCE <= chance && chance < 1.0;
        let chances = if is_often(next * back) {
            near.next();
            LoopChances::Pair(next, back)
        } else if is_often(same) {
            LoopChances::Same(same)
        } else {
            continue;
        };
        loops.push(Loop { first, chances });
    }
    loops
}

/// The moves of a task that are not chosen.
struct Rivals {
    /// Places of a state among the chosen moves: its outcomes, filled up to whole lanes.
    width: usize,
    /// The rows that have rivals, sorted by the number of rivals, from 1, and then by outcome.
    groups: Vec<Group>,
    /// The states with forced moves to themselves or to their neighbours, with the weights of those to the state before, the same, and the next.
    neighbours: Vec<(usize, [u32; 3])>,
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
    /// Sets `chosen` to the first moves of the states of a task; the others that are kept are rivals.
    fn new(
        game: &impl Game,
        keep: &mut impl Keep,
        first: usize,
        chosen: &mut [[Node; LANE]],
    ) -> Rivals {
        let outcomes = game.weights().len();
        let width = outcomes.next_multiple_of(LANE);
        let mut groups = Vec::new();
        let mut neighbours = Vec::new();
        let mut kept = Vec::new();
        let states = chosen.as_flattened_mut().chunks_exact_mut(width);
        for (state, chosen) in states.enumerate() {
            let mut chosen = chosen.iter_mut();
            let mut outcome = 0;
            let mut near = [0; 3];
            game.each_outcome(first + state, |weight, moves| {
                let mut front = moves[0];
                if moves.len() == 1 {
                    let place = (front as usize + 1).wrapping_sub(first + state);
                    if let Some(near) = near.get_mut(place) {
                        *near += weight;
                    }
                } else {
                    kept.clear();
                    keep.keep(first + state, outcome, moves, &mut kept);
                    front = kept[0];
                    if kept.len() > 1 {
                        let group = (kept.len() - 2) * width + outcome;
                        if groups.len() <= group {
                            groups.resize_with(group + 1, Group::default);
                        }
                        groups[group].states.push(state as u16);
                        groups[group].moves.extend_from_slice(&kept[1..]);
                    }
                }
                if let Some(chosen) = chosen.next() {
                    *chosen = front;
                }
                outcome += 1;
            });
            if near != [0; 3] {
                neighbours.push((first + state, near));
            }
        }
        for group in &mut groups {
            group.states.shrink_to_fit();
            group.moves.shrink_to_fit();
        }
        Rivals {
            width,
            groups,
            neighbours,
        }
    }

    /// Swaps the chosen moves for rivals that are better. Returns whether any was.
    fn choose<T: PartialOrd>(
        &mut self,
        worth: &impl Fn(Node) -> T,
        chosen: &mut [[Node; LANE]],
    ) -> bool {
        let chosen = chosen.as_flattened_mut();
        let mut replaced = false;
        for (group, Group { states, moves }) in self.groups.iter_mut().enumerate() {
            let places = states
                .iter()
                .map(|&state| usize::from(state) * self.width + group % self.width);
            replaced |= match 1 + group / self.width {
                // The usual numbers of rivals on their own, so that the loops over them are unrolled.
                1 => choose_rows(places.zip(moves.as_chunks_mut::<1>().0), worth, chosen),
                2 => choose_rows(places.zip(moves.as_chunks_mut::<2>().0), worth, chosen),
                count => choose_rows(places.zip(moves.chunks_exact_mut(count)), worth, chosen),
            };
        }
        replaced
    }
}

#[inline]
fn choose_rows<'a, T: PartialOrd, M: AsMut<[Node]> + ?Sized + 'a>(
    rows: impl Iterator<Item = (usize, &'a mut M)>,
    worth: &impl Fn(Node) -> T,
    chosen: &mut [Node],
) -> bool {
    let mut replaced = false;
    for (place, rivals) in rows {
        let chosen = &mut chosen[place];
        let mut most = worth(*chosen);
        for rival in rivals.as_mut() {
            let there = worth(*rival);
            if there > most {
                std::mem::swap(chosen, rival);
                most = there;
                replaced = true;
            }
        }
    }
    replaced
}
