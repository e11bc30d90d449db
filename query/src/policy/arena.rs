//! Arena: all positions, dice and moves of a rule set, with the loss of each legal move.

use std::ops::Range;

use tourne_graph::Graph;
use tourne_solver::{Die, Move, Play, Position, Rules, Solution, States, Unit};

use super::{Candidates, first_best};

/// Row of a policy: one position with one die. The position is stored as a state of the [`Arena`]'s graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row(
    // Index of the row: 6 · state + die − 1, where the die is 1 to 6.
    usize,
);

impl Row {
    /// Creates the row for a state and a die. `state` is the index of a state of the [`Arena`]'s graph.
    pub const fn new(state: usize, die: Die) -> Row {
        Row(DICE * state + die.index())
    }

    /// Returns the six rows of a state, one for each die, by ascending die.
    pub fn of_state(state: usize) -> impl Iterator<Item = Row> {
        Die::ALL.into_iter().map(move |die| Row::new(state, die))
    }

    /// Returns the index of the row in [`Arena::rows`], counted from 0.
    pub const fn index(self) -> usize {
        self.0
    }

    /// Returns the state of the [`Arena`]'s graph that stands for the position of the row.
    pub const fn state(self) -> usize {
        self.0 / DICE
    }

    /// Returns the die of the row, 1 to 6.
    pub const fn die(self) -> Die {
        Die::ALL[self.0 % DICE]
    }
}

/// Solved game of a rule set, as a table: all positions, dice and moves, with the loss of each move. Policies are tables
/// of probabilities beside it. A [`Row`] is a position with a die. The *move index* of a move is its index among the legal
/// moves of all rows, counted from 0.
#[derive(Clone, Debug)]
pub struct Arena {
    solution: Solution,
    /// Value of each node to the player on roll, in points.
    values: Vec<f64>,
    /// Loss of each move in points, by move index.
    losses: Vec<f64>,
    /// For each move index, `true` if the move hits.
    hits: Vec<bool>,
    /// For each state, `true` if the position can arise from the start.
    reachable: Vec<bool>,
    probabilities: [f64; 6],
}

/// Number of faces of a die, which is also the number of rows of each state.
pub(super) const DICE: usize = Die::ALL.len();

impl Arena {
    /// Creates the arena of the game that `solution` solves.
    ///
    /// ```
    /// use tourne::policy::Arena;
    /// use tourne::solutions;
    ///
    /// let arena = Arena::new(solutions::standard());
    /// let decisions = arena.decisions().count();
    /// assert_eq!(decisions, 104_375);
    /// ```
    pub fn new(solution: &Solution) -> Arena {
        let rules = solution.rules();
        let states = solution.states();
        let graph = states.graph();
        let mut values = graph.node_table(0.0);
        for (value, &number) in values.iter_mut().zip(states.numbers()) {
            *value = solution
                .unit()
                .to_points(solution.values()[number as usize]);
        }
        let numbers = states.numbers().iter();
        let best_moves: Vec<_> = numbers
            .map(|&number| solution.all_best_moves()[number as usize])
            .collect();

        let mut losses = Vec::with_capacity(graph.all_moves().len());
        let mut hits = Vec::with_capacity(graph.all_moves().len());
        for (state, &position) in states.positions().iter().enumerate() {
            for ((_, moves), die) in graph.rolls(state).zip(Die::ALL) {
                if moves.len() == 1 {
                    losses.push(0.0);
                } else {
                    // No move is better than a best move, so a negative loss comes only from the errors of the two
                    // values: count it as 0.
                    let (movers, best) = (states.movers(state, die), best_moves[state].men(die));
                    let rank = best.iter().next().map_or(0, |man| movers.before(man));
                    let first = values[moves[rank] as usize];
                    for (man, &node) in movers.iter().zip(moves) {
                        let loss = (values[node as usize] - first).max(0.0);
                        losses.push(if best.contains(man) { 0.0 } else { loss });
                    }
                }
                hits.extend(moves.iter().map(|&node| {
                    let next = states.positions().get(node as usize);
                    next.is_some_and(|next| next.on_roll() != position.opponent())
                }));
            }
        }
        let probabilities =
            Die::ALL.map(|die| f64::from(rules.chances(die)) / f64::from(rules.throws()));
        let reachable = best_moves.iter().map(|best| best.is_reachable());
        Arena {
            reachable: reachable.collect(),
            solution: solution.clone(),
            values,
            losses,
            hits,
            probabilities,
        }
    }

    /// Returns the solution with which policies are compared.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// Returns the rule set whose positions, dice and moves this arena has.
    pub fn rules(&self) -> Rules {
        self.solution.rules()
    }

    /// Returns the unit in which values are printed. The arena itself keeps all values in points.
    pub fn unit(&self) -> Unit {
        self.solution.unit()
    }

    /// Returns the game as a graph of states, outcomes and moves. The outcomes are the six dice.
    pub fn graph(&self) -> &Graph {
        self.states().graph()
    }

    /// Returns the states of the graph, with the position that each state stands for.
    pub fn states(&self) -> &States {
        self.solution.states()
    }

    /// Returns the value of a node to the player on roll, in points.
    pub(crate) fn points(&self, node: usize) -> f64 {
        self.values[node]
    }

    /// Returns the node that a position stands for: its state, or the end of a game that is over.
    ///
    /// # Panics
    ///
    /// If the position is not legal under the rules of the arena.
    pub(crate) fn node(&self, position: Position) -> usize {
        self.states().state(position).unwrap_or_else(|| {
            let rules = self.rules();
            let points = rules.points_won(position);
            let won = points.unwrap_or_else(|| panic!("{position} is not a position of {rules}"));
            self.graph().states() + usize::from(won) - 1
        })
    }

    /// Returns the probability that each die is played, for the dice 1 to 6.
    pub(crate) fn die_probabilities(&self) -> [f64; 6] {
        self.probabilities
    }

    /// Returns the rows of all states, in ascending order.
    pub fn rows(&self) -> impl Iterator<Item = Row> + use<> {
        (0..DICE * self.graph().states()).map(Row)
    }

    /// Returns the move indices of a row: the indices of its moves in [`Graph::all_moves`], in the order of
    /// [`plays`](Arena::plays).
    pub fn places(&self, row: Row) -> Range<usize> {
        self.graph().places(row.state(), row.die().index())
    }

    /// Returns the index of a row in a table of all rows that has the positions in canonical order, with six rows for
    /// each position, one for each die.
    pub fn number_of(&self, row: Row) -> usize {
        DICE * self.states().numbers()[row.state()] as usize + row.die().index()
    }

    /// Returns whether a row has at least two legal moves.
    pub fn is_choice(&self, row: Row) -> bool {
        self.places(row).len() > 1
    }

    /// Returns the losses of the legal moves of a row, in points, in the order of [`plays`](Arena::plays).
    pub fn losses(&self, row: Row) -> &[f64] {
        &self.losses[self.places(row)]
    }

    /// Returns the loss of each move in points, by move index.
    pub(crate) fn all_losses(&self) -> &[f64] {
        &self.losses
    }

    /// Returns the move index of the first best move of a row. `places` are the move indices of the row.
    #[inline]
    pub(crate) fn best_of(&self, places: Range<usize>) -> usize {
        places.start + first_best(&self.losses[places])
    }

    /// Returns whether the move with this move index hits.
    pub(crate) fn hits_at(&self, place: usize) -> bool {
        self.hits[place]
    }

    /// Returns the legal moves of a row with their losses and hits, from which policies choose.
    pub(crate) fn candidates(&self, row: Row) -> Candidates<'_> {
        let places = self.places(row);
        let (position, die) = self.position_of(row);
        Candidates {
            position,
            die,
            losses: &self.losses[places.clone()],
            hits: &self.hits[places],
        }
    }

    /// Returns the decisions: the rows with at least two legal moves whose position can arise from the start.
    pub fn decisions(&self) -> impl Iterator<Item = Row> + '_ {
        self.rows()
            .filter(|&row| self.reachable[row.state()] && self.is_choice(row))
    }

    /// Returns the row of a position and die; `None` if the game is over, or if the position is not legal under the
    /// rules of the arena.
    pub fn row_of(&self, position: Position, die: Die) -> Option<Row> {
        Some(Row::new(self.states().state(position)?, die))
    }

    /// Returns the position and the die of a row.
    ///
    /// # Panics
    ///
    /// If this arena has no such row.
    pub fn position_of(&self, row: Row) -> (Position, Die) {
        (self.states().positions()[row.state()], row.die())
    }

    /// Returns the legal moves of a row, rearmost man first. If no man can move, the only legal move is a pass.
    pub fn plays(&self, row: Row) -> impl Iterator<Item = Play> + use<> {
        let (position, die) = self.position_of(row);
        let movers = self.states().movers(row.state(), die);
        self.rules().plays_of(position, die, movers).into_iter()
    }

    /// Returns the rank of a move: its index in the [`plays`](Arena::plays) of a row. Returns `None` if the move is not
    /// legal.
    pub(crate) fn rank_of(&self, row: Row, action: Move) -> Option<usize> {
        self.plays(row).position(|play| play.action == action)
    }
}
