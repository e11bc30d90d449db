//! The positions of a rule set as states of a graph.
//!
//! Men that are home never leave, so no move leads to a position with fewer men home. Positions are therefore divided
//! into blocks by the numbers of men home. Within a block, positions with fewer pips to go come first: only a hit or an
//! overshoot leads to more pips.

use std::sync::Arc;

use rayon::prelude::*;

use crate::game::{Die, Index, Men, NextPositions, Position, Rules};
use tourne_graph::{Frame, Graph, Rows, Target};

/// Number of positions for which one parallel task finds the moves.
const POSITIONS_PER_TASK: usize = 2048;

/// The positions of a rule set as the states of a graph.
#[derive(Clone, Debug)]
pub struct States {
    pub(crate) index: Arc<Index>,
    /// The position of each state.
    positions: Vec<Position>,
    /// The canonical number of each state's position.
    numbers: Vec<u32>,
    /// For each canonical number, the state of its position.
    of_numbers: Vec<u32>,
    graph: Graph,
}

impl States {
    /// Builds the graph of a rule set from the legal moves of every position.
    ///
    /// ```
    /// use tourne_solver::{Rules, States};
    ///
    /// let states = States::new(Rules::STANDARD);
    /// assert_eq!(states.positions().len(), 52_347);
    /// // With a 3 the start has one move, to the position 000/003.
    /// let moves = states.graph().moves(states.start(), 2);
    /// assert_eq!(states.positions()[moves[0] as usize].to_string(), "000/003");
    /// ```
    pub fn new(rules: Rules) -> States {
        States::of_index(rules, Arc::new(Index::new(rules)))
    }

    /// Builds the graph of a rule set, whose index is at hand.
    pub(crate) fn of_index(rules: Rules, index: Arc<Index>) -> States {
        let mut canonical = Vec::with_capacity(index.len());
        // Use `for_each`: a `for` loop over this iterator takes three times as many instructions.
        index
            .positions()
            .for_each(|position| canonical.push(position));
        let (of_numbers, blocks) = sorted(&index, &canonical);
        let mut numbers = vec![0; of_numbers.len()];
        let mut positions = vec![rules.start(); of_numbers.len()];
        for (number, &state) in of_numbers.iter().enumerate() {
            numbers[state as usize] = number as u32;
            positions[state as usize] = canonical[number];
        }

        let nexts = NextPositions::new(rules);
        let target = |next: Position| match index.number(next) {
            Some(number) => Target::State(of_numbers[number]),
            None => Target::End(rules.points_won(next).map_or(0, end_of)),
        };
        // With one thread, make a single part: joining several parts copies them.
        let positions_per_task = match rayon::current_num_threads() {
            1 => positions.len(),
            _ => POSITIONS_PER_TASK,
        };
        let parts: Vec<Rows> = positions
            .par_chunks(positions_per_task)
            .map(|positions| {
                let mut rows = Rows::default();
                for &position in positions {
                    let counts = nexts.counts(position.on_roll());
                    rows.push_state(&counts, nexts.after(position).map(target));
                }
                rows
            })
            .collect();
        let frame = Frame {
            weights: Die::ALL.map(|die| rules.chances(die)).to_vec(),
            payoffs: win_points(rules).map(f64::from).collect(),
            blocks,
        };
        let graph = Graph::new(frame, parts.into_iter().collect());
        States {
            positions,
            numbers,
            of_numbers,
            graph: graph.expect("moves never lead to positions with fewer men home"),
            index,
        }
    }

    /// Returns the graph. Its outcomes are the dice 1 to 6, and the moves of a die are those of
    /// [`Rules::plays`](crate::game::Rules::plays), in the same order. End *n* pays *n* + 1 points.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the position of each state.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the canonical number of each state's position.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Returns the state of the position with this canonical number.
    pub fn state_of_number(&self, number: usize) -> usize {
        self.of_numbers[number] as usize
    }

    /// Returns the state of a position; `None` if the game is over or the position is not legal under the rules.
    pub fn state(&self, position: Position) -> Option<usize> {
        self.index
            .number(position)
            .map(|number| self.of_numbers[number] as usize)
    }

    /// Returns the number of the state of the starting position.
    pub fn start(&self) -> usize {
        // All men off is the first position in canonical order.
        self.of_numbers[0] as usize
    }

    /// Returns the men that can move in a state with this die. The moves of the graph are the moves of these men, in
    /// this order, or a pass if no man can move.
    #[inline]
    pub fn movers(&self, state: usize, die: Die) -> Men {
        self.index.movers(self.positions[state].on_roll(), die)
    }

    /// Returns the men whose moves are best in a state, with each die. `flags` returns for a die the flags of the moves,
    /// in the order of the graph, which are `true` for best moves.
    pub(crate) fn best<'a>(&self, state: usize, flags: impl Fn(Die) -> &'a [bool]) -> [Men; 6] {
        let movers = self.index.movers_by_die(self.positions[state].on_roll());
        Die::ALL.map(|die| match movers[die.index()] {
            forced if forced.len() < 2 => forced,
            movers => {
                let men = movers.iter().zip(flags(die)).filter(|(_, flag)| **flag);
                Men::of(men.map(|(man, _)| man))
            }
        })
    }
}

/// Returns the numbers of points that a win can count. The graph has one end for each number.
pub(crate) fn win_points(rules: Rules) -> impl Iterator<Item = u8> {
    let largest = rules.largest_win();
    [1, 2]
        .into_iter()
        .filter(move |&points| f64::from(points) <= largest)
}

/// Returns the end of the graph at which this number of points is won.
pub(crate) fn end_of(points: u8) -> u16 {
    u16::from(points) - 1
}

/// Returns the number of points that is won at an end of the graph.
pub(crate) fn points_of(end: usize) -> u8 {
    end as u8 + 1
}

/// Number of sort keys of a block: more than the pips of any position, at most 72.
const KEYS: usize = 128;

/// Returns for each canonical number the state of its position, and the sizes of the blocks. States are sorted by block
/// (more men home first), then by pips (fewer first), then in canonical order. As an exception, each position is
/// directly followed by the position with the same men and the other player on roll. So a pass leads to a neighbouring
/// state, as [`Graph::new`] recommends.
fn sorted(index: &Index, canonical: &[Position]) -> (Vec<u32>, Vec<usize>) {
    let keys: Vec<usize> = canonical
        .iter()
        .map(|&position| block(position) * KEYS + usize::from(position.pips()))
        .collect();
    // There are few keys, so use counting sort. At first, `next` has for each key the number of positions with smaller
    // keys; later, the state of the next position with this key.
    let mut next = vec![0; keys.iter().max().map_or(0, |largest| largest + 2)];
    for key in &keys {
        next[key + 1] += 1;
    }
    let sizes = next[1..]
        .chunks(KEYS)
        .map(|counts| counts.iter().sum::<u32>() as usize);
    let blocks = sizes.filter(|&size| size > 0).collect();
    for key in 1..next.len() {
        next[key] += next[key - 1];
    }
    let mut states = vec![0; keys.len()];
    for (number, (key, position)) in keys.into_iter().zip(canonical).enumerate() {
        let flipped = index.number(position.flipped()).unwrap_or(number);
        if flipped >= number {
            for number in [number, flipped] {
                states[number] = next[key];
            }
            states[flipped] += u32::from(flipped != number);
            next[key] = states[flipped] + 1;
        }
    }
    (states, blocks)
}

/// Returns a sort key that is equal for positions of the same block and smaller for earlier blocks. It depends on the
/// numbers of men home.
fn block(position: Position) -> usize {
    let (one, other) = (position.on_roll().home(), position.opponent().home());
    (4 - one - other) << 2 | one.max(other)
}
