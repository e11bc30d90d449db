//! The positions of a rule set as states of a graph.
//!
//! Men that are home never leave, so positions fall into blocks by the men home: no play leads
//! back. Within a block positions with fewer pips to go come first; only a hit (or overshooting)
//! leads back to more.

use rayon::prelude::*;

use crate::game::{Die, Index, PlayTable, Position, Rules};
use crate::graph::{Graph, Rows, Target};
use crate::solution::Solution;

/// So many positions are worth a task of their own.
const POSITIONS_PER_TASK: usize = 2048;

/// A rule set as a graph.
#[derive(Clone, Debug)]
pub struct States {
    pub(super) index: Index,
    /// The position of each state.
    pub(super) positions: Vec<Position>,
    /// The canonical number of each state's position.
    pub(super) numbers: Vec<u32>,
    /// The state of each canonical number.
    pub(super) of_numbers: Vec<u32>,
    pub(super) graph: Graph,
    /// For each state and die which men can move, as bits; the moves of the graph are theirs, in
    /// this order, or a pass if there are none.
    pub(super) movers: Vec<[u8; 6]>,
    /// How many legal positions there are in which the game is over.
    pub(super) over: usize,
}

impl States {
    /// Finds the legal moves of every position.
    ///
    /// ```
    /// use tourne_solver::{game::Rules, solve::States};
    ///
    /// let states = States::new(Rules::STANDARD);
    /// assert_eq!(states.positions().len(), 52_347);
    /// // With a 3 the start has one move, to the position 000/003.
    /// let moves = states.graph().moves(states.start(), 2);
    /// assert_eq!(states.positions()[moves[0] as usize].to_string(), "000/003");
    /// ```
    #[must_use]
    #[expect(
        clippy::missing_panics_doc,
        reason = "no rules let a move lead to a position that is not legal, or to fewer men home"
    )]
    pub fn new(rules: Rules) -> States {
        let index = Index::new(rules);
        let canonical: Vec<Position> = index.positions().collect();
        let of_numbers = sorted(&canonical);
        let mut numbers = vec![0; of_numbers.len()];
        let mut positions = vec![rules.start(); of_numbers.len()];
        for (number, &state) in of_numbers.iter().enumerate() {
            numbers[state as usize] = number as u32;
            positions[state as usize] = canonical[number];
        }
        let blocks: Vec<usize> = positions
            .chunk_by(|&one, &next| block(one) == block(next))
            .map(<[_]>::len)
            .collect();

        let table = PlayTable::new(rules);
        let target = |position: Position| match index.number(position) {
            Some(number) => Target::State(of_numbers[number]),
            None => {
                let points = rules.points_won(position);
                let points = points.expect("a legal move leaves a legal position, or wins");
                Target::End(u16::from(points) - 1)
            }
        };
        // In one piece for one thread, for what is in pieces is copied.
        let positions_per_task = match rayon::current_num_threads() {
            1 => positions.len(),
            _ => POSITIONS_PER_TASK,
        };
        let (rows, movers): (Vec<Rows>, Vec<Vec<[u8; 6]>>) = positions
            .par_chunks(positions_per_task)
            .map(|positions| {
                let throws = positions.len() * Die::ALL.len();
                let mut rows = Rows::with_capacity(throws, 2 * throws);
                let movers = positions.iter().map(|&position| {
                    Die::ALL.map(|die| {
                        rows.push(table.nexts(position, die).map(target));
                        index.movers(position.on_roll(), die).unwrap_or(0)
                    })
                });
                let movers = movers.collect();
                (rows, movers)
            })
            .unzip();
        let weights = Die::ALL.map(|die| rules.chances(die));
        let points = [1.0, 2.0];
        let payoffs = points
            .into_iter()
            .filter(|&points| points <= rules.largest_win());
        let graph = Graph::new(&weights, &payoffs.collect::<Vec<_>>(), rows, &blocks);
        States {
            positions,
            numbers,
            of_numbers,
            graph: graph.expect("moves never lead to positions with fewer men home"),
            movers: movers.concat(),
            over: rules.sides().filter(|side| !side.is_finished()).count(),
            index,
        }
    }
}

impl States {
    /// The graph: the outcomes are the dice 1 to 6, the moves of a die those of
    /// [`Rules::plays`](crate::game::Rules::plays), in the same order. An end pays the points of its
    /// number and one.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The position of each state.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The canonical number of each state's position.
    #[must_use]
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The position of that canonical number.
    pub(crate) fn position_of_number(&self, number: usize) -> Position {
        self.positions[self.of_numbers[number] as usize]
    }

    /// The values of a solution, in points, state by state.
    pub(crate) fn points(&self, solution: &Solution) -> Vec<f64> {
        let unit = solution.unit();
        let numbers = self.numbers.iter();
        numbers
            .map(|&number| unit.to_points(solution.values[number as usize]))
            .collect()
    }

    /// The state of a position, if it is one of these rules and not over.
    #[must_use]
    pub fn state(&self, position: Position) -> Option<usize> {
        self.index
            .number(position)
            .map(|number| self.of_numbers[number] as usize)
    }

    /// The state of the start.
    #[must_use]
    pub fn start(&self) -> usize {
        // All men off is the first position in canonical order.
        self.of_numbers[0] as usize
    }

    /// Which of the moves of a state and die are those of these men, both as bits. With no men that
    /// is the pass, if there is one.
    #[must_use]
    pub fn ranks(&self, state: usize, outcome: usize, men: u8) -> u8 {
        if self.movers[state][outcome] == 0 && men == 0 {
            return 1;
        }
        let able = (0..3).filter(|man| self.movers[state][outcome] & 1 << man != 0);
        able.zip(0..)
            .map(|(man, rank)| (men >> man & 1) << rank)
            .sum()
    }

    /// Which of the moves of a state and die is that of this man; the only one if it is a pass.
    pub(super) fn rank(&self, state: usize, outcome: usize, man: Option<usize>) -> usize {
        let before = (1_u8 << man.unwrap_or(0)) - 1;
        (self.movers[state][outcome] & before).count_ones() as usize
    }
}

/// The state of each canonical number: blocks with more men home first, then positions with fewer
/// pips to go, then those that come first in canonical order.
fn sorted(canonical: &[Position]) -> Vec<u32> {
    let keys: Vec<usize> = canonical
        .iter()
        .map(|&position| block(position) << 8 | usize::from(position.pips()))
        .collect();
    // There are few keys, so counting sorts: first how many precede each.
    let mut next = vec![0; keys.iter().max().map_or(0, |largest| largest + 2)];
    for key in &keys {
        next[key + 1] += 1;
    }
    for key in 1..next.len() {
        next[key] += next[key - 1];
    }
    let states = keys.into_iter().map(|key| {
        next[key] += 1;
        next[key] - 1
    });
    states.collect()
}

/// The block of a position; earlier blocks have smaller numbers.
fn block(position: Position) -> usize {
    let (one, other) = (position.on_roll().home(), position.opponent().home());
    (4 - one - other) << 2 | one.max(other)
}
