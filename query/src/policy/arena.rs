//! The game laid out for policies: every position and die, with what each legal move gives away.

use std::ops::Range;

use arrayvec::ArrayVec;
use tourne_solver::game::{Die, Move, Play, Position, Rules, Unit};
use tourne_solver::graph::Graph;
use tourne_solver::solution::{LookUpError, Solution};
use tourne_solver::solve::States;

use super::Choice;

/// All positions, dice and moves of a rule set. A *row* is a state of its graph with a die: row
/// 6 · state + die − 1. A *place* is that of a move among all moves of the graph.
#[derive(Clone, Debug)]
pub struct Arena {
    solution: Solution,
    states: States,
    /// For each node its value, in points.
    values: Vec<f64>,
    /// For each place what the move gives away, in points.
    losses: Vec<f64>,
    /// For each place whether the move hits.
    hits: Vec<bool>,
    /// For each state whether it can arise from the start.
    reachable: Vec<bool>,
    chances: [f64; 6],
}

/// How many dice, and so rows, each state has.
pub(crate) const DICE: usize = Die::ALL.len();

impl Arena {
    /// Lays out the game of a solution.
    ///
    /// # Errors
    ///
    /// [`LookUpError`] if the solution is wrong.
    ///
    /// ```
    /// use tourne_query::policy::Arena;
    /// use tourne_query::solutions;
    ///
    /// let arena = Arena::new(solutions::embedded())?;
    /// let decisions = arena.decisions().count();
    /// assert_eq!(decisions, 104_375);
    /// # Ok::<(), tourne_solver::solution::LookUpError>(())
    /// ```
    pub fn new(solution: &Solution) -> Result<Arena, LookUpError> {
        let rules = solution.rules();
        let states = States::new(rules);
        let graph = states.graph();
        let mut values = graph.node_table(0.0);
        let mut reachable = Vec::with_capacity(graph.states());
        for (state, &position) in states.positions().iter().enumerate() {
            values[state] = solution.value(position)?.points();
            reachable.push(solution.best_moves(position)?.is_reachable());
        }

        let mut losses = Vec::with_capacity(graph.all_moves().len());
        let mut hits = Vec::with_capacity(graph.all_moves().len());
        for (state, &position) in states.positions().iter().enumerate() {
            let best_moves = solution.best_moves(position)?;
            for (outcome, die) in Die::ALL.into_iter().enumerate() {
                let best: ArrayVec<bool, 3> =
                    states.are_of(state, die, best_moves.men(die)).collect();
                let moves = graph.moves(state, outcome);
                let wrong = LookUpError::WrongBestMove {
                    position,
                    die,
                    rules,
                };
                let first = best.iter().position(|&is_best| is_best);
                let first = values[moves[first.ok_or(wrong)?] as usize];
                for (&node, is_best) in moves.iter().zip(best) {
                    let loss = values[node as usize] - first;
                    losses.push(if is_best { 0.0 } else { loss.max(0.0) });
                    let next = states.positions().get(node as usize);
                    hits.push(next.is_some_and(|next| next.on_roll() != position.opponent()));
                }
            }
        }
        let chances = Die::ALL.map(|die| f64::from(rules.chances(die)) / f64::from(rules.throws()));
        Ok(Arena {
            solution: solution.clone(),
            states,
            values,
            losses,
            hits,
            reachable,
            chances,
        })
    }

    /// The solution that policies are held against.
    #[must_use]
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.solution.rules()
    }

    /// What values are measured in, on the outside: inside the arena everything is in points.
    #[must_use]
    pub fn unit(&self) -> Unit {
        self.solution.unit()
    }

    /// The game as a graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        self.states.graph()
    }

    /// The positions as states of the graph.
    #[must_use]
    pub fn states(&self) -> &States {
        &self.states
    }

    /// The value of a state to the player on roll, in points.
    pub(crate) fn points(&self, state: usize) -> f64 {
        self.values[state]
    }

    /// The probability of each die.
    #[must_use]
    pub fn chances(&self) -> [f64; 6] {
        self.chances
    }

    pub(crate) fn row_count(&self) -> usize {
        self.graph().states() * DICE
    }

    /// Every row, with the places of its moves.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (usize, Range<usize>)> + '_ {
        (0..self.row_count()).map(|row| (row, self.places(row)))
    }

    /// The places of a row's moves.
    pub(crate) fn places(&self, row: usize) -> Range<usize> {
        self.graph().places(row / DICE, row % DICE)
    }

    /// What a move gives away, in points.
    pub(crate) fn losses(&self, places: Range<usize>) -> &[f64] {
        &self.losses[places]
    }

    /// The moves of a row as policies see them.
    pub(crate) fn choice(&self, row: usize) -> Choice<'_> {
        let places = self.places(row);
        Choice {
            losses: &self.losses[places.clone()],
            hits: &self.hits[places],
        }
    }

    /// The rows that are decisions which can arise: two legal moves or more, in a position that can
    /// arise from the start.
    pub fn decisions(&self) -> impl Iterator<Item = usize> + '_ {
        let states = (0..self.graph().states()).filter(|&state| self.reachable[state]);
        let rows = states.flat_map(|state| state * DICE..(state + 1) * DICE);
        rows.filter(|&row| self.places(row).len() > 1)
    }

    /// The row of a position and die, if the position is one of these rules and not over.
    #[must_use]
    pub fn row_of(&self, position: Position, die: Die) -> Option<usize> {
        let state = self.states.state(position)?;
        Some(state * DICE + die.index())
    }

    /// The state and the outcome of a row.
    pub(crate) fn state_of(row: usize) -> (usize, usize) {
        (row / DICE, row % DICE)
    }

    /// The position and die of a row.
    ///
    /// # Panics
    ///
    /// If there are not so many rows.
    #[must_use]
    pub fn position_of(&self, row: usize) -> (Position, Die) {
        (self.states.positions()[row / DICE], Die::ALL[row % DICE])
    }

    /// The legal moves of a row, in the order of its places.
    pub(crate) fn plays(&self, row: usize) -> impl Iterator<Item = Play> {
        let (position, die) = self.position_of(row);
        self.rules().plays(position, die).into_iter()
    }

    /// Which of a row's moves this is.
    pub(crate) fn rank_of(&self, row: usize, action: Move) -> Option<usize> {
        self.plays(row)
            .position(|play| play.action.is_same_as(action))
    }

    /// The chance that the player on roll in a state throws a die with which it can hit.
    pub(crate) fn hit_chance(&self, state: usize) -> f64 {
        let can_hit = |outcome| {
            let mut places = self.graph().places(state, outcome);
            places.any(|place| self.hits[place])
        };
        let hitting = (0..DICE).filter(|&outcome| can_hit(outcome));
        hitting.map(|outcome| self.chances[outcome]).sum()
    }
}
