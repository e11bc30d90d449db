//! The moves of a block of states in a layout for fast sweeps. The chosen moves are in *lanes*, arrays with the moves
//! of six outcomes; the other moves (*rivals*) are in separate tables.

use std::ops::Range;

use rayon::prelude::*;

use crate::order::Order;
use crate::{Graph, Node};

/// Number of states in a parallel task.
pub(crate) const STATES_PER_TASK: usize = 1024;
/// Number of outcomes in a lane, chosen for a die with six faces. As it is a constant, the compiler can unroll the loop
/// over a lane.
pub(crate) const LANE: usize = 6;

/// The moves of a block: the chosen move of each state and outcome, and its rivals.
#[derive(Clone)]
pub(crate) struct Choices {
    pub(crate) block: Range<usize>,
    /// Weights of the outcomes, in lanes; zeros fill the last lane. Weights are whole numbers, so the weighted mean of
    /// equal values is exact: the value of a sure win, for example, is not rounded.
    pub(crate) weights: Vec<[f64; LANE]>,
    /// Sum of the weights.
    pub(crate) total: f64,
    /// Nodes that the chosen moves lead to, in lanes, state by state.
    pub(crate) chosen: Vec<[Node; LANE]>,
    /// Rivals of the chosen moves, with an entry for each parallel task.
    rivals: Vec<Rivals>,
    /// Loops of the block, in the order of their states.
    pub(crate) loops: Vec<Loop>,
}

/// A state with forced moves to itself, or two neighbouring states with forced moves to each other. Sweeps solve the
/// equations of a loop jointly, since plain sweeps converge slowly there.
#[derive(Clone, Copy)]
pub(crate) struct Loop {
    /// Index of its first state within the block.
    pub(crate) first: usize,
    /// Probabilities of its forced moves.
    pub(crate) chances: LoopChances,
}

/// Probabilities of the forced moves in a loop.
#[derive(Clone, Copy)]
pub(crate) enum LoopChances {
    /// Probability of a forced move from a state to itself.
    Same(f64),
    /// Probabilities of forced moves from the first state to the second, and from the second to the first.
    Pair(f64, f64),
}

/// A loop is solved jointly if the probability of going round it once is at least this number. The exact number matters
/// little: between 0.02 and 0.3, the number of sweeps hardly changes.
const LEAST_CHANCE: f64 = 0.06;

impl Choices {
    /// Lays out the moves of a block or, with an `order`, of a part of a reordered block. Initially, the first move of
    /// each state and outcome is chosen.
    pub(crate) fn new(graph: &Graph, block: Range<usize>, order: Option<&Order>) -> Choices {
        let lanes = graph.outcomes().div_ceil(LANE);
        let mut weights = vec![[0.0; LANE]; lanes];
        for (place, &weight) in weights.as_flattened_mut().iter_mut().zip(graph.weights()) {
            *place = f64::from(weight);
        }
        // The unused entries of a lane have weight 0, but must hold a valid node.
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

    /// Chooses for each state and outcome the move with the greatest `worth`. The current move is kept unless another
    /// is better. A choice is closed if its move is better than every rival by more than `gap`: the move then stays
    /// until all choices are [opened](Choices::open). Returns whether any move was replaced.
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

    /// Opens all choices: the next call of [`choose`](Choices::choose) examines every one.
    pub(crate) fn open(&mut self) {
        for group in self.rivals.iter_mut().flat_map(|rivals| &mut rivals.groups) {
            group.open = group.states.len();
        }
    }
}

/// A state, and the total weight of its forced moves to each of three states: the state before it, the state itself,
/// and the state after it.
type Neighbours = (Node, [u32; 3]);

/// Finds the loops among these states. `block` is the first state of the block; `total` is the sum of weights. (A loop
/// of two states in different tasks is missed, which costs at most two more sweeps.)
fn loops(neighbours: &[Neighbours], block: usize, total: u32) -> Vec<Loop> {
    let chance = |weight: u32| f64::from(weight) / f64::from(total);
    let mut loops = Vec::new();
    let mut neighbours = neighbours.iter().peekable();
    while let Some(&(state, [_, same, next])) = neighbours.next() {
        let after = neighbours.peek().filter(|&&&(after, _)| after == state + 1);
        let back = after.map_or(0.0, |&&(_, [back, ..])| chance(back));
        let (same, next) = (chance(same), chance(next));
        let first = state as usize - block;
        // A chance of 1 is excluded: play would never leave the loop, and its equations would have no solution.
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

/// Rivals of the chosen moves for the states of one parallel task.
#[derive(Clone)]
struct Rivals {
    /// Number of entries per state in the table of chosen moves: the number of outcomes, rounded up to whole lanes.
    width: usize,
    /// Rows with several moves, grouped by their number of rivals, then by outcome. (A row has the moves of a state and
    /// outcome.)
    groups: Vec<RowGroup>,
}

/// Rows with the same outcome and the same number of rivals. Groups are the largest tables of an iteration, so a group
/// does not store its outcome and its number of rivals: they follow from its index.
#[derive(Clone, Default)]
struct RowGroup {
    /// State of each row, as an index within the task. It is less than [`STATES_PER_TASK`], so 16 bits suffice.
    states: Vec<u16>,
    /// Rivals of the chosen moves, row by row.
    moves: Vec<Node>,
    /// Number of open rows. They precede the closed ones.
    open: usize,
}

impl Rivals {
    /// Sets `chosen` to the first moves of the states of a task, and collects the other moves as rivals. Also returns
    /// the loops among these states. `block` is the first state of the block, `first` the first state of the task.
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

    /// Adds a row: the rivals of the chosen move of a state and outcome. `rivals` must not be empty.
    // Do not inline this function: most rows have no rivals, and the caller's loop is faster without this code.
    #[inline(never)]
    fn add(&mut self, state: u16, outcome: usize, rivals: &[Node]) {
        let group = (rivals.len() - 1) * self.width + outcome;
        if self.groups.len() <= group {
            self.groups.resize_with(group + 1, RowGroup::default);
        }
        let group = &mut self.groups[group];
        if group.states.is_empty() {
            // Reserve room for the usual number of rows, so that the lists seldom grow.
            group.states.reserve(STATES_PER_TASK / 4);
            group.moves.reserve(STATES_PER_TASK / 4);
        }
        group.states.push(state);
        for &rival in rivals {
            group.moves.push(rival);
        }
    }

    /// Chooses moves and closes choices as [`Choices::choose`] does. Returns whether any move was replaced.
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
                // Pass the usual numbers of rivals as constants, so that the compiler can unroll the loops over rivals.
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
    /// Chooses moves and closes choices as [`Choices::choose`] does. `count` is the number of rivals in each row.
    /// `chosen` starts with the entry of this group's outcome in the first state; the entries of the next states follow
    /// at intervals of `width`. Returns whether any move was replaced.
    #[expect(
        clippy::inline_always,
        reason = "inlining turns the usual values of `count` into constants, which saves many instructions"
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
