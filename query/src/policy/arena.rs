//! Arena: all positions, dice and moves of a rule set, with the loss of each legal move.

use std::ops::Range;

use arrayvec::ArrayVec;
use tourne_solver::graph::Graph;
use tourne_solver::{Die, Move, Play, Position, Rules, Solution, States, Unit};

use super::contradiction::{Contradiction, make_sure_of_none};
use super::{Candidates, MOST_MOVES, first_best};

/// Row of a policy: a position with a die, as a state of the arena's graph and an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row(
    // 6 · state + die − 1.
    usize,
);

impl Row {
    /// Creates the row of a state of the game's graph with a die.
    #[must_use]
    pub const fn new(state: usize, die: Die) -> Row {
        Row(DICE * state + die.index())
    }

    /// Rows of a state, one for each die.
    pub fn of_state(state: usize) -> impl Iterator<Item = Row> {
        Die::ALL.into_iter().map(move |die| Row::new(state, die))
    }

    /// Index of the row in [`Arena::rows`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0
    }

    /// State of the game's graph, which stands for the position.
    #[must_use]
    pub const fn state(self) -> usize {
        self.0 / DICE
    }

    /// Die of the row, 1 to 6.
    #[must_use]
    pub const fn die(self) -> Die {
        Die::ALL[self.0 % DICE]
    }
}

/// All positions, dice and moves of a rule set, with the loss of each move. A [`Row`] is a position with a die. A
/// *place* is the index of a move among all moves of all rows.
#[derive(Clone, Debug)]
pub struct Arena {
    solution: Solution,
    states: States,
    /// Value of each node, in points.
    values: Vec<f64>,
    /// Loss of the move at each place, in points.
    losses: Vec<f64>,
    /// Flag of each place: `true` if the move hits.
    hits: Vec<bool>,
    /// Flag of each state: `true` if the position can arise from the start.
    reachable: Vec<bool>,
    chances: [f64; 6],
}

/// Columns of the legal moves of a row, ascending.
pub type Columns = ArrayVec<usize, MOST_MOVES>;

/// Number of dice, and therefore of rows of each state.
const DICE: usize = Die::ALL.len();

impl Arena {
    /// Lays out the game of a solution, and checks the solution for contradictions.
    ///
    /// # Errors
    ///
    /// [`Contradiction`] if values, best moves, flags and counts of the solution do not agree with each other and with
    /// the rules.
    ///
    /// ```
    /// use tourne_query::policy::Arena;
    /// use tourne_query::solutions;
    ///
    /// let arena = Arena::new(solutions::standard())?;
    /// let decisions = arena.decisions().count();
    /// assert_eq!(decisions, 104_375);
    /// # Ok::<(), tourne_query::policy::Contradiction>(())
    /// ```
    pub fn new(solution: &Solution) -> Result<Arena, Contradiction> {
        let rules = solution.rules();
        let states = States::new(rules);
        let graph = states.graph();
        let mut values = graph.node_table(0.0);
        let mut best_moves = Vec::with_capacity(graph.states());
        for (state, &position) in states.positions().iter().enumerate() {
            let number = states.numbers()[state] as usize;
            values[state] = solution.unit().to_points(solution.values()[number]);
            best_moves.push(solution.best_moves(position)?);
        }
        make_sure_of_none(solution, &states, &values, &best_moves)?;

        let mut losses = Vec::with_capacity(graph.all_moves().len());
        let mut hits = Vec::with_capacity(graph.all_moves().len());
        for (state, &position) in states.positions().iter().enumerate() {
            for ((_, moves), die) in graph.rolls(state).zip(Die::ALL) {
                if moves.len() == 1 {
                    losses.push(0.0);
                } else {
                    // The check of the solution has ensured that no other move is better by more than the error bounds
                    // of both values.
                    let (movers, best) = (states.movers(state, die), best_moves[state].men(die));
                    let first = best.iter().next().map_or(0, |man| movers.before(man));
                    let first = values[moves[first] as usize];
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
        let chances = Die::ALL.map(|die| f64::from(rules.chances(die)) / f64::from(rules.throws()));
        let reachable = best_moves.iter().map(|best| best.is_reachable());
        Ok(Arena {
            reachable: reachable.collect(),
            solution: solution.clone(),
            states,
            values,
            losses,
            hits,
            chances,
        })
    }

    /// Solution that policies are compared with.
    #[must_use]
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// Rule set of the game.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.solution.rules()
    }

    /// Unit of printed values; the arena itself keeps all values in points.
    #[must_use]
    pub fn unit(&self) -> Unit {
        self.solution.unit()
    }

    /// Game as a graph of states, outcomes and moves.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        self.states.graph()
    }

    /// Positions as states of the graph.
    #[must_use]
    pub fn states(&self) -> &States {
        &self.states
    }

    /// Value of a node to the player on roll, in points.
    pub(crate) fn points(&self, node: usize) -> f64 {
        self.values[node]
    }

    /// Probability of each die, 1 to 6 in this order.
    #[must_use]
    pub fn chances(&self) -> [f64; 6] {
        self.chances
    }

    /// Rows of all states, in ascending order.
    pub fn rows(&self) -> impl Iterator<Item = Row> + use<> {
        (0..DICE * self.graph().states()).map(Row)
    }

    /// Places of the moves of a row, in the order of [`plays`](Arena::plays).
    #[must_use]
    pub fn places(&self, row: Row) -> Range<usize> {
        self.graph().places(row.state(), row.die().index())
    }

    /// Columns, as in [`GameArrays`](super::GameArrays), of the legal moves of a row, in the order of their places.
    #[must_use]
    pub fn columns(&self, row: Row) -> Columns {
        let men = self.states.movers(row.state(), row.die());
        let mut columns: Columns = men.iter().collect();
        if columns.is_empty() {
            columns.push(0);
        }
        columns
    }

    /// Index of a row in arrays by position in canonical order and die.
    pub(super) fn number_of(&self, row: Row) -> usize {
        DICE * self.states.numbers()[row.state()] as usize + row.die().index()
    }

    /// Returns whether a row has two legal moves or more.
    #[must_use]
    pub fn is_choice(&self, row: Row) -> bool {
        self.places(row).len() > 1
    }

    /// Losses of the legal moves of a row, in points, in the order of [`plays`](Arena::plays).
    #[must_use]
    pub fn losses(&self, row: Row) -> &[f64] {
        &self.losses[self.places(row)]
    }

    /// Losses of the moves at all places, in points.
    pub(crate) fn all_losses(&self) -> &[f64] {
        &self.losses
    }

    /// Loss of the move at a place, in points.
    #[inline]
    pub(crate) fn loss_at(&self, place: usize) -> f64 {
        self.losses[place]
    }

    /// Place of the first best move among the places of a row.
    #[inline]
    #[must_use]
    pub fn best_of(&self, places: Range<usize>) -> usize {
        places.start + first_best(&self.losses[places])
    }

    /// Returns whether the move at a place hits.
    #[must_use]
    pub fn hits_at(&self, place: usize) -> bool {
        self.hits[place]
    }

    /// Legal moves of a row in the form that policies choose from.
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

    /// Rows with a choice between two legal moves or more, in positions that can arise from the start.
    pub fn decisions(&self) -> impl Iterator<Item = Row> + '_ {
        self.rows().filter(|&row| self.is_decision(row))
    }

    /// Returns whether a row is one of the [decisions](Arena::decisions).
    pub(super) fn is_decision(&self, row: Row) -> bool {
        self.reachable[row.state()] && self.is_choice(row)
    }

    /// Row of a position and die; `None` if the position belongs to other rules, or the game is over.
    #[must_use]
    pub fn row_of(&self, position: Position, die: Die) -> Option<Row> {
        Some(Row::new(self.states.state(position)?, die))
    }

    /// Returns the position and the die of a row.
    ///
    /// # Panics
    ///
    /// If the row belongs to a larger game.
    #[must_use]
    pub fn position_of(&self, row: Row) -> (Position, Die) {
        (self.states.positions()[row.state()], row.die())
    }

    /// Legal moves of a row, in the order of their places.
    pub fn plays(&self, row: Row) -> impl Iterator<Item = Play> + use<> {
        let (position, die) = self.position_of(row);
        self.rules().plays(position, die).into_iter()
    }

    /// Rank of a move among the legal moves of a row, counted from 0; `None` if the move is not legal.
    #[must_use]
    pub fn rank_of(&self, row: Row, action: Move) -> Option<usize> {
        let (position, die) = self.position_of(row);
        let men = self.states.movers(row.state(), die);
        if action == Move::Pass {
            return men.is_empty().then_some(0);
        }
        let mut moves = men.iter().map(|man| Rules::move_of(position, man, die));
        moves.position(|legal| legal.is_same_as(action))
    }
}
