//! A solution with its arrays and its arena, shared by Python objects and threads.

use std::sync::{Arc, OnceLock};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tourne_query::policy::{Arena, GameArrays};
use tourne_solver::{Die, MOST_MOVES, Position, Rules};
use tourne_study::facts::Explainer;

use crate::errors::raise;
use crate::steps::{DICE, Playable, Step};

/// A solution of a rule set, behind `tourne.Solution`.
#[pyclass(frozen, module = "tourne._rust")]
pub(crate) struct Solution {
    pub(crate) game: Arc<Game>,
}

/// A solution with its positions, its arrays and its arena. The arena is computed when it is first needed.
pub(crate) struct Game {
    pub(crate) solution: tourne_solver::Solution,
    /// All positions, in canonical order.
    pub(crate) positions: Vec<Position>,
    pub(crate) arrays: GameArrays,
    /// Legal moves, for the games of a batch, indexed by 6 · index of the position + die − 1; computed when first
    /// needed.
    steps: OnceLock<Vec<Step<MOST_MOVES>>>,
    arena: OnceLock<Arena>,
    explainer: OnceLock<Explainer>,
}

impl Game {
    /// Lists the positions of a solution and makes its arrays. Call this without the interpreter lock, since it takes
    /// longer than a millisecond.
    pub(crate) fn new(solution: tourne_solver::Solution) -> Game {
        let arrays = GameArrays::new(&solution);
        Game {
            positions: solution.index().positions().collect(),
            steps: OnceLock::new(),
            arena: OnceLock::new(),
            explainer: OnceLock::new(),
            arrays,
            solution,
        }
    }

    pub(crate) fn rules(&self) -> Rules {
        self.solution.rules()
    }

    /// Returns the arena of the game. The first call computes the arena, which takes longer than a millisecond: make
    /// this call without the interpreter lock.
    pub(crate) fn arena(&self) -> &Arena {
        kept(&self.arena, || Arena::new(&self.solution))
    }

    /// Returns the explainer, which lists the reasons for and against moves. The first call creates the explainer,
    /// which takes longer than a millisecond: make this call without the interpreter lock.
    pub(crate) fn explainer(&self) -> Result<&Explainer, PyErr> {
        if let Some(explainer) = self.explainer.get() {
            return Ok(explainer);
        }
        let made = Explainer::new(&self.solution).map_err(raise)?;
        Ok(self.explainer.get_or_init(|| made))
    }
}

impl Playable<MOST_MOVES> for Game {
    fn men_of_side(&self) -> usize {
        MOST_MOVES
    }

    fn positions(&self) -> usize {
        self.positions.len()
    }

    fn throws(&self) -> [u32; DICE] {
        Die::ALL.map(|die| self.rules().chances(die))
    }

    fn largest_win(&self) -> u32 {
        self.rules().largest_win() as u32
    }

    fn steps(&self) -> &[Step<MOST_MOVES>] {
        let steps: &Vec<_> = kept(&self.steps, || {
            let rows = self.arrays.next.as_flattened().iter();
            rows.map(|of_men| Step::of(of_men)).collect()
        });
        steps
    }

    fn all_men(&self) -> &[i8] {
        self.arrays.men.as_flattened()
    }

    fn notation_of(&self, position: usize) -> String {
        self.positions[position].to_string()
    }

    fn wrong_index(&self, number: &str) -> PyErr {
        no_such_index(number, self)
    }
}

/// Creates the exception for an index that is out of range. `number` is the text of the index.
pub(crate) fn no_such_index(number: &str, game: &Game) -> PyErr {
    let (rules, last) = (game.rules(), game.positions.len() - 1);
    PyValueError::new_err(format!(
        "{number} is not the index of a position of {rules}: indices are 0 to {last}"
    ))
}

/// Returns the value of a cell; the first call makes it. Unlike `get_or_init`, the cell is not locked meanwhile: in a
/// process that is forked while another thread makes the value, nobody waits for that thread. Threads that need the
/// value at the same time each make it, and one value is kept.
pub(crate) fn kept<T>(cell: &OnceLock<T>, make: impl FnOnce() -> T) -> &T {
    if let Some(value) = cell.get() {
        return value;
    }
    let new = make();
    cell.get_or_init(|| new)
}
