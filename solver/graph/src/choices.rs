//! The moves of a block of states, laid out for sweeps: the chosen moves in lanes, their rivals apart.

use std::ops::Range;

use rayon::prelude::*;

use crate::order::Order;
use crate::{Graph, Node};

/// Number of states of a parallel task.
pub(crate) const STATES_PER_TASK: usize = 1024;
/// Number of outcomes added up at a time: the faces of a die. A constant, so that the compiler can unroll the loop.
pub(crate) const LANE: usize = 6;

/// The chosen moves of a block, and the other moves.
#[derive(Clone)]
pub(crate) struct Choices {
    pub(crate) block: Range<usize>,
    /// The weights of the outcomes in lanes, the last filled up with zeros. They are whole numbers, so that a value equal
    /// after every move, such as that of a sure win, is not rounded.
    pub(crate) weights: Vec<[f64; LANE]>,
    /// Sum of the weights.
    pub(crate) total: f64,
    /// Nodes that the chosen moves lead to, for each state and lane.
    pub(crate) chosen: Vec<[Node; LANE]>,
    /// For each task the moves that are not chosen.
    rivals: Vec<Rivals>,
    /// The loops of the block, in order.
    pub(crate) loops: Vec<Loop>,
}

/// A state with forced moves to itself, or two neighbouring states with forced moves to each other. Sweeps solve the
/// equations of a loop jointly, since plain sweeps converge slowly there.
#[derive(Clone, Copy)]
pub(crate) struct Loop {
    /// The first of the states, counted from the first of the block.
    pub(crate) first: usize,
    /// Chances of forced moves.
    pub(crate) chances: LoopChances,
}

/// Chances of the forced moves of a loop.
#[derive(Clone, Copy)]
pub(crate) enum LoopChances {
    /// Probability of a forced move from a state to itself.
    Same(f64),
    /// Probabilities of forced moves from the first state to the second, and from the second to the first.
    Pair(f64, f64),
}

/// Smallest probability of coming back for which the states of a loop are solved jointly. Chosen: from 0.02 to 0.3 the
/// number of sweeps hardly differs.
const LEAST_CHANCE: f64 = 0.06;

impl Choices {
    /// Lays out the moves of a block, or of a part of one in another order. At first, the first move of each outcome is
    /// chosen.
    pub(crate) fn new(graph: &Graph, block: Range<usize>, order: Option<&Order>) -> Choices {
        let lanes = graph.outcomes().div_ceil(LANE);
        let mut weights = vec![[0.0; LANE]; lanes];
        for (place, &weight) in weights.as_flattened_mut().iter_mut().zip(graph.weights()) {
            *place = f64::from(weight);
        }
        // The nodes that fill up a lane have no weight, but must exist.
        let mut chosen = vec![[block.start as Node; LANE]; block.len() * lanes];
        let tasks = chosen.par_chunks_mut(STATES_PER_TASK * lanes);
        let tasks = tasks.enumerate().map(|(task, chosen)| {
            let first = block.start + task * STATES_PER_TASK;
            Rivals::new(graph, order, block.start, first, chosen)
        });
        let (rivals, loops): (Vec<Rivals>, Vec<_>) = tasks.unzip();
        Choices {
            block,
            weights,
            total: f64::from(graph.total()),
            chosen,
            rivals,
            loops: loops.into_iter().flatten().collect(),
        }
    }

    /// Chooses the moves with the greatest `worth` anew; a chosen move is kept unless another is better. A choice is
    /// closed if its move is better than any other by more than `gap`: it then stays until all choices are
    /// [opened](Choices::open). Returns whether any move was replaced.
    pub(crate) fn choose(
        &mut self,
        worth: impl Fn(Node) -> f64 + Copy + Send + Sync,
        gap: f64,
    ) -> bool {
        let states = STATES_PER_TASK * self.weights.len();
        let tasks = self.chosen.par_chunks_mut(states).zip(&mut self.rivals);
        let replaced = tasks.map(|(chosen, rivals)| rivals.choose(worth, gap, chosen));
        replaced.reduce(|| false, |one, other| one | other)
    }

    /// Opens all choices.
    pub(crate) fn open(&mut self) {
        for group in self.rivals.iter_mut().flat_map(|rivals| &mut rivals.groups) {
            group.open = group.states.len();
        }
    }
}

/// A state, and the weights of its forced moves to the state before, to itself, and to the next state.
type Neighbours = (Node, [u32; 3]);

/// Finds the loops among states with such moves. `block` is the first state of the block, `total` the sum of weights.
/// (A loop of two states in different tasks is not found, which costs a sweep or two at most.)
fn loops(neighbours: &[Neighbours], block: usize, total: u32) -> Vec<Loop> {
    let chance = |weight: u32| f64::from(weight) / f64::from(total);
    let mut loops = Vec::new();
    let mut neighbours = neighbours.iter().peekable();
    while let Some(&(state, [_, same, next])) = neighbours.next() {
        let after = neighbours.peek().filter(|&&&(after, _)| after == state + 1);
        let back = after.map_or(0.0, |&&(_, [back, ..])| chance(back));
        let (same, next) = (chance(same), chance(next));
        let first = state as usize - block;
        // Where play always comes back it never ends, and the equations have no solution.
        let is_often = |chance: f64| (LEAST_CHANCE..1.0).contains(&chance);
        let chances = if is_often(next * back) {
            neighbours.next();
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
#[derive(Clone)]
struct Rivals {
    /// Number of entries of a state in the table of chosen moves: one for each outcome, filled up to whole lanes.
    width: usize,
    /// Rows with several moves, grouped by the number of moves that are not chosen, and then by outcome.
    groups: Vec<RowGroup>,
}

/// The rows with the same outcome and the same number of rivals. Of all tables of an iteration these are the largest,
/// so nothing is stored in them twice.
#[derive(Clone, Default)]
struct RowGroup {
    /// The states of the rows, counted from the first of the task, of which there are at most [`STATES_PER_TASK`].
    states: Vec<u16>,
    /// The rivals of the rows, row after row.
    moves: Vec<Node>,
    /// Number of open rows, which stand in front.
    open: usize,
}

impl Rivals {
    /// Sets `chosen` to the first moves of the states of a task; the others are rivals. Returns the loops of these states
    /// as well. `block` is the first state of the block, `first` that of the task.
    fn new(
        graph: &Graph,
        order: Option<&Order>,
        block: usize,
        first: usize,
        chosen: &mut [[Node; LANE]],
    ) -> (Rivals, Vec<Loop>) {
        let mut rivals = Rivals {
            width: graph.outcomes().next_multiple_of(LANE),
            groups: Vec::new(),
        };
        let mut neighbours = Vec::new();
        let mut numbered: Vec<Node>;
        let states = chosen.as_flattened_mut().chunks_exact_mut(rivals.width);
        for (chosen, state) in states.zip(first..) {
            let mut near = [0; 3];
            let of_graph = order.map_or(state, |order| order.state(state));
            for (outcome, (weight, mut moves)) in graph.rolls(of_graph).enumerate() {
                if let Some(order) = order {
                    numbered = moves.iter().map(|&node| order.number(node)).collect();
                    moves = &numbered;
                }
                let [front, others @ ..] = moves else {
                    continue;
                };
                chosen[outcome] = *front;
                if !others.is_empty() {
                    rivals.add((state - first) as u16, outcome, others);
                    continue;
                }
                let place = (*front as usize + 1).wrapping_sub(state);
                if let Some(near) = near.get_mut(place) {
                    *near += weight;
                }
            }
            if near != [0; 3] {
                neighbours.push((state as Node, near));
            }
        }
        for group in &mut rivals.groups {
            group.states.shrink_to_fit();
            group.moves.shrink_to_fit();
            group.open = group.states.len();
        }
        let loops = loops(&neighbours, block, graph.total());
        (rivals, loops)
    }

    /// Adds the rivals of a state and outcome, at least one.
    // Not inlined: most rows have none, and the loop over them is faster without this.
    #[inline(never)]
    fn add(&mut self, state: u16, outcome: usize, rivals: &[Node]) {
        let group = (rivals.len() - 1) * self.width + outcome;
        if self.groups.len() <= group {
            self.groups.resize_with(group + 1, RowGroup::default);
        }
        let group = &mut self.groups[group];
        if group.states.is_empty() {
            // Room for the usual number of rows, so that it seldom grows.
            group.states.reserve(STATES_PER_TASK / 4);
            group.moves.reserve(STATES_PER_TASK / 4);
        }
        group.states.push(state);
        for &rival in rivals {
            group.moves.push(rival);
        }
    }

    /// Chooses and closes, as [`Choices::choose`] says. Returns whether any move was replaced.
    fn choose(
        &mut self,
        worth: impl Fn(Node) -> f64 + Copy,
        gap: f64,
        chosen: &mut [[Node; LANE]],
    ) -> bool {
        let chosen = chosen.as_flattened_mut();
        let mut replaced = false;
        for (number, group) in self.groups.iter_mut().enumerate() {
            if group.open > 0 {
                let chosen = &mut chosen[number % self.width..];
                let mut choose = |count| group.choose(count, worth, gap, chosen, self.width);
                // The usual numbers of rivals on their own, so that the loops over them are unrolled.
                replaced |= match 1 + number / self.width {
                    1 => choose(1),
                    2 => choose(2),
                    count => choose(count),
                };
            }
        }
        replaced
    }
}

impl RowGroup {
    /// Chooses and closes as [`Choices::choose`] says. `count` is the number of rivals of a row. `chosen` begins with
    /// the chosen move of the outcome in the first state; those of the next states follow at a distance of `width`.
    /// Returns whether any move was replaced.
    #[expect(
        clippy::inline_always,
        reason = "otherwise the usual counts are no constants, which costs many more instructions"
    )]
    #[inline(always)]
    fn choose(
        &mut self,
        count: usize,
        worth: impl Fn(Node) -> f64 + Copy,
        gap: f64,
        chosen: &mut [Node],
        width: usize,
    ) -> bool {
        let mut replaced = false;
        let mut row = 0;
        let mut states = &mut self.states[..self.open];
        let moves = &mut self.moves[..];
        while row < states.len() {
            let chosen = &mut chosen[usize::from(states[row]) * width];
            let rivals = &mut moves[row * count..][..count];
            let mut most = worth(*chosen);
            let mut next = None;
            for rival in rivals {
                let mut there = worth(*rival);
                if there > most {
                    std::mem::swap(chosen, rival);
                    std::mem::swap(&mut most, &mut there);
                    replaced = true;
                }
                if next.is_none_or(|next| there > next) {
                    next = Some(there);
                }
            }
            if next.is_some_and(|next| most - next > gap) {
                let last = states.len() - 1;
                states.swap(row, last);
                for place in 0..count {
                    moves.swap(row * count + place, last * count + place);
                }
                states = &mut states[..last];
            } else {
                row += 1;
            }
        }
        self.open = states.len();
        replaced
    }
}
