//! The equation that values satisfy, laid out for sweeps in all lanes at once.

use std::ops::Range;

use super::super::acceleration::{Acceleration, Numbers};
use super::super::{Graph, Node};
use super::row::{Lanes, Row, greater, smaller};

/// Outcomes are taken in groups of this size, as many as a die has. With a fixed size there is no loop over them.
const GROUP: usize = 6;

/// The equation of a game. Nearly all outcomes leave one move: these are apart from the choices.
#[derive(Clone, Debug)]
pub(super) struct Equation {
    /// The weights of the outcomes: whole numbers. Places that a last group has too many weigh nothing.
    weights: Vec<[f64; GROUP]>,
    /// −1 divided by their sum.
    share: f64,
    /// The nodes after the moves of each state, a place for each outcome; where there is a choice, the [row of
    /// zeros](Equation::with_zeros).
    nodes: Vec<[Node; GROUP]>,
    /// The outcomes that leave a choice, in the order of their states; then one of no state.
    choices: Vec<Choice>,
    /// The nodes after their moves.
    moves: Vec<Node>,
    /// Number of nodes of the game.
    zeros: usize,
}

/// An outcome that leaves a choice.
#[derive(Clone, Debug)]
struct Choice {
    state: usize,
    weight: f64,
    /// Places of its moves.
    moves: Range<usize>,
}

impl Equation {
    pub(super) fn new(graph: &Graph) -> Equation {
        let zeros = graph.states() + graph.payoffs().len();
        let none = [zeros as Node; GROUP];
        let weights = graph.weights().chunks(GROUP).map(|weights| {
            std::array::from_fn(|place| weights.get(place).map_or(0.0, |&weight| weight.into()))
        });
        let mut equation = Equation {
            weights: weights.collect(),
            share: -1.0 / f64::from(graph.total()),
            nodes: vec![none; graph.states() * graph.outcomes().div_ceil(GROUP)],
            choices: Vec::new(),
            moves: Vec::new(),
            zeros,
        };
        let groups = equation.weights.len();
        for (state, nodes) in equation.nodes.chunks_exact_mut(groups).enumerate() {
            let places = nodes.as_flattened_mut();
            for (place, (weight, moves)) in places.iter_mut().zip(graph.rolls(state)) {
                if let [only] = moves {
                    *place = *only;
                    continue;
                }
                let first = equation.moves.len();
                equation.moves.extend(moves);
                equation.choices.push(Choice {
                    state,
                    weight: weight.into(),
                    moves: first..equation.moves.len(),
                });
            }
        }
        equation.choices.push(Choice {
            state: usize::MAX,
            weight: 0.0,
            moves: 0..0,
        });
        equation
    }

    /// Lends the table with a row of zeros after the nodes, to which outcomes with a choice lead in
    /// [sweeps](Equation::sweep).
    ///
    /// # Panics
    ///
    /// If the table has not a row for each node.
    pub(super) fn with_zeros<const N: usize, T>(
        &self,
        table: &mut Vec<Row<N>>,
        sweeps: impl FnOnce(&mut [Row<N>]) -> T,
    ) -> T {
        assert_eq!(table.len(), self.zeros, "the table has a row for each node");
        table.push(Row::ZERO);
        let result = sweeps(table);
        table.pop();
        result
    }

    /// Applies the equation once to every state of a block, in order; returns the largest change in each lane among
    /// those of one state in `sample`, all others being left out for speed.
    #[inline(never)]
    pub(super) fn sweep<const N: usize>(
        &self,
        block: &Range<usize>,
        table: &mut [Row<N>],
        sample: usize,
        acceleration: &mut Acceleration<Row<N>>,
    ) -> Lanes<N> {
        let share = Row::all(self.share);
        let mut groups = self.nodes[block.start * self.weights.len()..].iter();
        let before = |choice: &Choice| choice.state < block.start;
        let mut next = self.choices.partition_point(before);
        let mut largest = Row::all(0.0);
        acceleration.sweep(block.clone().step_by(sample), |first| {
            let mut change = Row::ZERO;
            for state in first..block.end.min(first + sample) {
                let mut sum = Row::all(0.0);
                for (weights, nodes) in self.weights.iter().zip(&mut groups) {
                    for (&weight, &node) in weights.iter().zip(nodes) {
                        sum = plus(sum, weight, table[node as usize]);
                    }
                }
                while self.choices[next].state == state {
                    let choice = &self.choices[next];
                    sum = plus(
                        sum,
                        choice.weight,
                        least(table, &self.moves[choice.moves.clone()]),
                    );
                    next += 1;
                }
                let [one, other] = sum.0;
                let here = Row([other, one]).with(share, |sum, share| sum * share);
                change = here.with(table[state], |here, old| here - old);
                table[state] = here;
            }
            largest = largest.with(change, |largest, change| greater(largest, change.abs()));
            change
        });
        largest.by_lane(f64::max)
    }
}

/// The sum with a weighted row.
#[inline]
fn plus<const N: usize>(sum: Row<N>, weight: f64, row: Row<N>) -> Row<N> {
    sum.with(row, |sum, number| sum + weight * number)
}

/// The least values after any of these moves, which are the best for the player who moves.
#[inline]
pub(super) fn least<const N: usize>(table: &[Row<N>], moves: &[Node]) -> Row<N> {
    let mut least = table[moves[0] as usize];
    for &node in &moves[1..] {
        least = least.with(table[node as usize], smaller);
    }
    least
}
