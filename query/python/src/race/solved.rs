//! A race that is solved and proven, with its positions in canonical order.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use tourne_graph::chain::Chain;
use tourne_graph::{Game, Graph, SolveError};
use tourne_race::{CHANCES, Move, Race as Layout};

use crate::game::kept;
use crate::steps::{DICE, Playable, Step};

/// Maximum number of men of a side.
pub(crate) const MOST_MEN: usize = 6;

/// A race that is solved and proven, behind `tourne.Solution`.
#[pyclass(frozen, module = "tourne._rust")]
pub(crate) struct Race {
    pub(crate) solved: Arc<Solved>,
}

/// A position with a die that is played, minus 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Number of the position in canonical order.
    pub(crate) number: usize,
    pub(crate) outcome: usize,
}

/// A race that is solved and proven.
///
/// Positions have numbers in canonical order: sorted by the men of the side on roll, then by those of the opponent.
/// The graph has them in another order, as *states*. As in the [`Graph`], a *place* is the index of a move among all.
pub(crate) struct Solved {
    pub(crate) men: usize,
    pub(crate) points: usize,
    pub(crate) race: Layout,
    pub(crate) graph: Graph,
    /// Value of each node to the player on roll, in points.
    pub(crate) values: Vec<f64>,
    /// Proven maximum error of a value, in points.
    pub(crate) bound: f64,
    /// For each place, `true` if the move is best.
    pub(crate) best: Vec<bool>,
    /// Loss of each move in points, by place; 0 for a best move.
    pub(crate) losses: Vec<f64>,
    /// For each state, `true` if it can arise from the start.
    pub(crate) reachable: Vec<bool>,
    /// Number of the position of each state.
    pub(crate) numbers: Vec<u32>,
    /// State, side on roll and side of the opponent of each position.
    pub(crate) positions: Vec<[u32; 3]>,
    /// The side with these men.
    pub(crate) sides: HashMap<Vec<usize>, usize>,
    perfect: OnceLock<Throws>,
    places: OnceLock<Vec<i8>>,
    steps: OnceLock<Vec<Step<MOST_MEN>>>,
}

impl Solved {
    /// Solves and proves the game with this number of men and points.
    pub(crate) fn new(men: usize, points: usize) -> Result<Solved, SolveError> {
        let race = Layout::new(men, points);
        let frame = race.frame();
        let blocks = 0..frame.blocks.len();
        let rows = blocks.map(|block| Game::moves(&race, block)).collect();
        let graph = Graph::new(frame, rows)?;
        let proof = graph.solve(&mut |_| ())?;
        let mut values = graph.node_table(0.0);
        values[..graph.states()].copy_from_slice(&proof.proven.values);
        let (positions, numbers) = canonical(&race);
        let sides = (0..race.sides()).map(|side| (race.men(side), side));
        Ok(Solved {
            men,
            points,
            bound: proof.proven.bound(),
            losses: losses(&graph, &values, &proof.best),
            reachable: reachable(&graph),
            best: proof.best,
            sides: sides.collect(),
            perfect: OnceLock::new(),
            places: OnceLock::new(),
            steps: OnceLock::new(),
            values,
            numbers,
            positions,
            graph,
            race,
        })
    }

    /// Returns the name of the rules, such as `4x14`.
    pub(crate) fn rules(&self) -> String {
        format!("{}x{}", self.men, self.points)
    }

    /// Returns the number of positions.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns the state of the start: all men are off.
    pub(crate) fn start(&self) -> usize {
        self.graph.states() - 1
    }

    /// Returns the state of a position, given by its number.
    pub(crate) fn state(&self, number: usize) -> usize {
        self.positions[number][0] as usize
    }

    /// Returns the number of a position; the number of positions for the end of the game.
    pub(crate) fn number_of_node(&self, node: u32) -> usize {
        let number = self.numbers.get(node as usize);
        number.map_or(self.len(), |&number| number as usize)
    }

    /// Returns the value of a position to the player on roll, as a win probability.
    pub(crate) fn value(&self, number: usize) -> f64 {
        probability(self.values[self.state(number)])
    }

    /// Makes a table by position, die and man; `entry` gives the entry of each place, all others are `empty`.
    pub(crate) fn by_man<T: Clone>(&self, empty: T, entry: impl Fn(usize) -> T) -> Vec<T> {
        let mut table = vec![empty; self.len() * DICE * self.men];
        for (row, entries) in self.rows().zip(table.chunks_exact_mut(self.men)) {
            for (place, man) in self.places(row).zip(self.movers(row)) {
                entries[man] = entry(place);
            }
        }
        table
    }

    /// Returns the result of each man's move, by position, die and man, as in `tourne.Solution.next`.
    pub(crate) fn next(&self) -> Vec<i32> {
        let nodes = self.graph.all_moves();
        self.by_man(-1, |place| self.number_of_node(nodes[place]) as i32)
    }

    /// Returns the places of the legal moves of a row, that of the rearmost man first.
    pub(crate) fn places(&self, row: Row) -> Range<usize> {
        self.graph.places(self.state(row.number), row.outcome)
    }

    /// Returns whether a side has a man home.
    pub(crate) fn has_man_home(&self, side: usize) -> bool {
        self.race.men(side).last() == Some(&self.points)
    }

    /// Returns the legal moves of men of a row; none for a pass.
    pub(crate) fn moves(&self, row: Row) -> &[Move] {
        let [_, own, _] = self.positions[row.number];
        self.race.moves_of(own as usize, row.outcome + 1)
    }

    /// Returns the man of each legal move of a row; 0 for a pass.
    pub(crate) fn movers(&self, row: Row) -> impl Iterator<Item = usize> {
        let moves = self.moves(row);
        let pass = moves.is_empty().then_some(0);
        pass.into_iter().chain(moves.iter().map(|step| step.man))
    }

    /// Returns all rows, in canonical order.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Row> + use<> {
        let numbers = 0..self.len();
        numbers.flat_map(|number| (0..DICE).map(move |outcome| Row { number, outcome }))
    }

    /// Returns whether a row is a decision: it has several legal moves, and its position can arise from the start.
    pub(crate) fn is_decision(&self, row: Row) -> bool {
        self.places(row).len() > 1 && self.reachable[self.state(row.number)]
    }

    /// Returns the probability of each die.
    pub(crate) fn chances(&self) -> [f64; DICE] {
        CHANCES.map(|weight| f64::from(weight) / f64::from(self.graph.total()))
    }

    /// Returns the place of the first best move among the moves in these places.
    pub(crate) fn first_best(&self, places: &Range<usize>) -> usize {
        let best = places.clone().find(|&place| self.best[place]);
        best.unwrap_or(places.start)
    }

    /// Returns the throws of perfect play, which plays the first of several best moves.
    pub(crate) fn perfect(&self) -> &Throws {
        kept(&self.perfect, || {
            let mut policy = vec![0.0; self.best.len()];
            for row in self.rows() {
                policy[self.first_best(&self.places(row))] = 1.0;
            }
            Throws::of(self, &policy)
        })
    }
}

impl Playable<MOST_MEN> for Solved {
    fn men_of_side(&self) -> usize {
        self.men
    }

    fn positions(&self) -> usize {
        self.len()
    }

    fn throws(&self) -> [u32; DICE] {
        CHANCES
    }

    fn largest_win(&self) -> u32 {
        1
    }

    fn steps(&self) -> &[Step<MOST_MEN>] {
        let steps: &Vec<_> = kept(&self.steps, || {
            let next = self.next();
            next.chunks_exact(self.men).map(Step::of).collect()
        });
        steps
    }

    fn all_men(&self) -> &[i8] {
        let places: &Vec<i8> = kept(&self.places, || {
            let sides = (0..self.race.sides()).map(|side| self.race.men(side));
            let sides: Vec<Vec<i8>> = sides
                .map(|men| men.into_iter().map(|point| point as i8).collect())
                .collect();
            let mut places = Vec::with_capacity(2 * self.men * self.len());
            for [_, own, other] in &self.positions {
                places.extend(&sides[*own as usize]);
                places.extend(&sides[*other as usize]);
            }
            places
        });
        places
    }

    fn notation_of(&self, position: usize) -> String {
        self.notation(position)
    }

    fn wrong_index(&self, number: &str) -> PyErr {
        self.no_such_index(number)
    }
}

/// Returns the state and the sides of each position in canonical order, and the number of the position of each state.
fn canonical(race: &Layout) -> (Vec<[u32; 3]>, Vec<u32>) {
    let mut sides: Vec<usize> = (0..race.sides()).collect();
    sides.sort_by_key(|&side| race.men(side));
    let mut positions = Vec::with_capacity(race.states());
    for &own in &sides {
        for &other in &sides {
            if let Some(state) = race.number_of(own, other) {
                positions.push([state, own as u32, other as u32]);
            }
        }
    }
    let mut numbers = vec![0; positions.len()];
    for (number, [state, ..]) in (0..).zip(&positions) {
        numbers[*state as usize] = number;
    }
    (positions, numbers)
}

/// Returns the loss of each move in points.
fn losses(graph: &Graph, values: &[f64], best: &[bool]) -> Vec<f64> {
    let mut losses = Vec::with_capacity(best.len());
    for state in 0..graph.states() {
        for outcome in 0..graph.outcomes() {
            let places = graph.places(state, outcome);
            let value = |place: usize| values[graph.all_moves()[place] as usize];
            let first = places.clone().find(|&place| best[place]);
            let least = first.map_or(f64::INFINITY, value);
            // A negative difference comes only from the errors of the two values.
            losses.extend(places.map(|place| {
                if best[place] {
                    0.0
                } else {
                    (value(place) - least).max(0.0)
                }
            }));
        }
    }
    losses
}

/// Returns for each state whether it can arise from the start, which is the last state.
fn reachable(graph: &Graph) -> Vec<bool> {
    let mut reachable = vec![false; graph.states()];
    let mut open = vec![graph.states() - 1];
    reachable[graph.states() - 1] = true;
    while let Some(state) = open.pop() {
        for (_, moves) in graph.rolls(state) {
            for &node in moves {
                if let Some(is_known) = reachable.get_mut(node as usize)
                    && !std::mem::replace(is_known, true)
                {
                    open.push(node as usize);
                }
            }
        }
    }
    reachable
}

/// Throws of a policy, with the moves that it plays.
pub(crate) struct Throws {
    /// Transitions from each state, with their probabilities.
    pub(crate) chain: Chain,
    /// Mean loss of a throw in each state, in points.
    pub(crate) losses: Vec<f64>,
}

impl Throws {
    /// Computes the throws of a policy, given by the probability of each place. In a row with probabilities of 0 only, it
    /// plays the rearmost man that can move.
    pub(crate) fn of(solved: &Solved, policy: &[f64]) -> Throws {
        let (graph, dice) = (&solved.graph, solved.chances());
        let mut losses = Vec::with_capacity(graph.states());
        let blocks = graph.blocks().to_vec();
        let chain = Chain::new(blocks, graph.payoffs().len(), |state, next| {
            let mut of_state = 0.0;
            for (outcome, die) in dice.into_iter().enumerate() {
                let places = graph.places(state, outcome);
                let is_empty = policy[places.clone()].iter().all(|&chance| chance == 0.0);
                for place in places.clone() {
                    let is_default = is_empty && place == places.start;
                    let chance = if is_default { 1.0 } else { policy[place] };
                    next.push((graph.all_moves()[place], die * chance));
                    of_state += die * chance * solved.losses[place];
                }
            }
            losses.push(of_state);
        });
        Throws { chain, losses }
    }
}

/// Converts points to a win probability.
pub(crate) fn probability(points: f64) -> f64 {
    f64::midpoint(points, 1.0)
}
