//! Moves of a block of states, laid out for fast sweeps. The chosen moves are in *lanes*, arrays with the moves of six
//! outcomes. All other moves are *rivals*: the first rival of a row is stored with the row, the others in a list.

use std::ops::Range;

use crate::{Graph, Node};

/// Number of outcomes in a lane: six, as a die has six faces. Because the number is a constant, the compiler can unroll
/// the loop over a lane.
pub(crate) const LANE: usize = 6;

/// The moves of a block: the chosen move of each state and outcome, and its rivals.
#[derive(Clone)]
pub(crate) struct Choices {
    pub(crate) block: Range<usize>,
    /// Weights of the outcomes, in lanes; zeros fill the last lane. Weights are whole numbers, not probabilities, so
    /// the weighted mean of equal values is exact: the value of a sure win, for example, is not rounded.
    pub(crate) weights: Vec<[f64; LANE]>,
    /// Sum of the weights.
    pub(crate) total: f64,
    /// Nodes that the chosen moves lead to, in lanes, state by state.
    pub(crate) chosen: Vec<[Node; LANE]>,
    /// Rows with several moves. First come the open rows, which [`choose`](Choices::choose) examines, then the closed
    /// rows.
    rows: Vec<Row>,
    /// Number of open rows.
    open: usize,
    /// Rivals of the chosen moves after the first rival of each row, row by row.
    rivals: Vec<Node>,
    /// Loops (see [`Loop`]) of the block, in the order of their states.
    pub(crate) loops: Vec<Loop>,
}

/// The moves of a state and outcome with at least two moves.
#[derive(Clone, Copy)]
struct Row {
    /// Index of the chosen move in the lanes of `Choices::chosen`, counted from the first entry of the first lane.
    place: usize,
    /// The first rival. It is stored here because most rows have no other.
    rival: Node,
    /// Index in `Choices::rivals` of the second rival.
    second: u32,
    /// Number of rivals after the first.
    others: u32,
}

/// A state with forced moves to itself, or two neighbouring states with forced moves to each other. Sweeps solve the
/// equations of a loop jointly, since plain sweeps converge slowly there.
#[derive(Clone, Copy)]
pub(crate) struct Loop {
    /// Index within the block of the loop's first state.
    pub(crate) first: usize,
    /// Number of states, 1 or 2.
    pub(crate) states: usize,
    /// Matrix that turns the residuals of the states into changes that satisfy all equations of the loop at once.
    pub(crate) changes: [[f64; 2]; 2],
}

/// Minimum probability of going round a loop once, for its equations to be solved jointly. The exact minimum matters
/// little: between 0.02 and 0.3, the number of sweeps hardly changes.
const LEAST_CHANCE: f64 = 0.06;

impl Choices {
    /// Lays out the moves of a block, for an equation with this factor. Initially, the first move of each state and
    /// outcome is chosen.
    pub(crate) fn new(graph: &Graph, block: Range<usize>, factor: f64) -> Choices {
        let lanes = graph.outcomes().div_ceil(LANE);
        let mut weights = vec![[0.0; LANE]; lanes];
        for (place, &weight) in weights.as_flattened_mut().iter_mut().zip(graph.weights()) {
            *place = f64::from(weight);
        }
        // The unused entries of a lane have weight 0, but must hold a valid node.
        let mut chosen = vec![[block.start as Node; LANE]; block.len() * lanes];
        // Most states have at most two rows with several moves.
        let mut rows = Vec::with_capacity(2 * block.len());
        let (mut rivals, mut near) = (Vec::new(), Vec::new());
        let states = chosen.as_flattened_mut().chunks_exact_mut(lanes * LANE);
        for (index, (chosen, state)) in states.zip(block.clone()).enumerate() {
            let mut forced = [0; 3];
            let mut force = |weight: u32, node: Node| {
                let neighbour = (node as usize + 1).wrapping_sub(state);
                if let Some(forced) = forced.get_mut(neighbour) {
                    *forced += weight;
                }
            };
            if let Some(moves) = graph.forced(state) {
                for ((chosen, &node), &weight) in chosen.iter_mut().zip(moves).zip(graph.weights())
                {
                    *chosen = node;
                    force(weight, node);
                }
            } else {
                let places = index * lanes * LANE..;
                let rolls = graph.rolls(state).zip(places);
                for (chosen, ((weight, moves), place)) in chosen.iter_mut().zip(rolls) {
                    *chosen = moves[0];
                    if let [_, rival, others @ ..] = moves {
                        rows.push(Row {
                            place,
                            rival: *rival,
                            second: rivals.len() as u32,
                            others: others.len() as u32,
                        });
                        // Others are few or none: a call to copy them would take longer.
                        for &rival in others {
                            rivals.push(rival);
                        }
                    } else {
                        force(weight, *chosen);
                    }
                }
            }
            if forced != [0; 3] {
                near.push((index, forced));
            }
        }
        Choices {
            block,
            weights,
            total: f64::from(graph.total()),
            chosen,
            open: rows.len(),
            rows,
            rivals,
            loops: loops(&near, graph.total(), factor),
        }
    }

    /// Chooses the move with the greatest `worth` in each open row. The current move is kept unless another move is
    /// better. A row is closed if its move is better than every rival by more than `gap`: the move then stays until all
    /// rows are [opened](Choices::open). Returns `true` if any move was replaced.
    pub(crate) fn choose(&mut self, worth: impl Fn(Node) -> f64, gap: f64) -> bool {
        let chosen = self.chosen.as_flattened_mut();
        let mut open = &mut self.rows[..self.open];
        let (mut replaced, mut at) = (false, 0);
        while let Some(row) = open.get_mut(at) {
            let chosen = &mut chosen[row.place];
            let (mut most, mut next) = (worth(*chosen), f64::NEG_INFINITY);
            let mut compare = |rival: &mut Node| {
                let mut there = worth(*rival);
                if there > most {
                    std::mem::swap(chosen, rival);
                    std::mem::swap(&mut most, &mut there);
                    replaced = true;
                }
                next = if there > next { there } else { next };
            };
            compare(&mut row.rival);
            if row.others > 0 {
                let second = row.second as usize;
                let others = &mut self.rivals[second..second + row.others as usize];
                others.iter_mut().for_each(compare);
            }
            if most - next > gap {
                let last = open.len() - 1;
                open.swap(at, last);
                open = &mut open[..last];
            } else {
                at += 1;
            }
        }
        self.open = open.len();
        replaced
    }

    /// Opens all rows: the next call of [`choose`](Choices::choose) examines every row.
    pub(crate) fn open(&mut self) {
        self.open = self.rows.len();
    }
}

/// A state, by its index within the block, and the total weight of its forced moves to each of three states: the state
/// before it, the state itself, and the state after it.
type Neighbours = (usize, [u32; 3]);

/// Finds the loops among these states, for an equation with this factor. `total` is the sum of weights.
///
/// Let *q* and *r* be the probabilities of going from the first state of a loop to the second and back, each multiplied
/// by the factor, and *d*₁ and *d*₂ the residuals of the two states. The first state changes by (*d*₁ + *q d*₂) / (1 −
/// *q r*), the second by (*d*₂ + *r d*₁) / (1 − *q r*). A single state that leads to itself changes by *d* / (1 − *q*).
fn loops(neighbours: &[Neighbours], total: u32, factor: f64) -> Vec<Loop> {
    let chance = |weight: u32| f64::from(weight) / f64::from(total);
    // A probability of 1 is excluded: play would never leave the loop, and the equations would have no solution.
    let is_often = |chance: f64| (LEAST_CHANCE..1.0).contains(&chance);
    let mut loops = Vec::new();
    let mut neighbours = neighbours.iter().peekable();
    while let Some(&(first, [_, same, next])) = neighbours.next() {
        let after = neighbours.peek().filter(|(after, _)| *after == first + 1);
        let back = after.map_or(0.0, |&&(_, [back, ..])| chance(back));
        let (same, next) = (chance(same), chance(next));
        if is_often(next * back) {
            neighbours.next();
            let [next, back] = [next, back].map(|chance| factor * chance);
            let scale = 1.0 / (1.0 - next * back);
            loops.push(Loop {
                first,
                states: 2,
                changes: [[scale, next * scale], [back * scale, scale]],
            });
        } else if is_often(same) {
            loops.push(Loop {
                first,
                states: 1,
                changes: [[1.0 / (1.0 - factor * same), 0.0], [0.0; 2]],
            });
        }
    }
    loops
}
