//! A solution with its arrays and its arena, shared by Python objects and threads.

use std::sync::{Arc, OnceLock};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tourne::facts::Explainer;
use tourne::policy::{Arena, GameArrays, Row};
use tourne_solver::{Die, MOST_MOVES, Position, Rules};

use crate::errors::raise;

/// Number of faces of a die.
pub(crate) const DICE: usize = 6;

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
    /// Legal moves, for the games of a batch, indexed by 6 · index of the position + die − 1.
    pub(crate) steps: Vec<Step>,
    /// For each of the equally likely throws, the die that is played, minus 1.
    pub(crate) dice: Vec<u8>,
    arena: OnceLock<Arena>,
    explainer: OnceLock<Explainer>,
}

/// Legal moves of a position with a die. The size and the alignment are 16 bytes, so a step of a game reads only one cache
/// line.
#[derive(Clone, Copy, Default)]
#[repr(align(16))]
pub(crate) struct Step {
    /// Result of each legal move, rearmost man first, as in [`GameArrays::next`]. Unused entries are 0.
    pub(crate) next: [u32; MOST_MOVES],
    /// Number of legal moves, 1 for a pass.
    pub(crate) count: i8,
    /// Set of the men that can move: bit *n* stands for man *n*; bit 0 for a pass.
    pub(crate) men: u8,
}

impl Step {
    fn of(of_men: &[i32; MOST_MOVES]) -> Step {
        let mut step = Step::default();
        for (man, &target) in of_men.iter().enumerate() {
            if let Ok(target) = u32::try_from(target) {
                step.next[step.count as usize] = target;
                step.count += 1;
                step.men |= 1 << man;
            }
        }
        step
    }

    /// Returns the rank of a man's move among the legal moves; `None` if the man cannot move.
    #[inline]
    pub(crate) fn rank_of(&self, man: i64) -> Option<usize> {
        let man = usize::try_from(man).ok().filter(|&man| man < MOST_MOVES)?;
        let bit = 1 << man;
        (self.men & bit != 0).then(|| (self.men & (bit - 1)).count_ones() as usize)
    }
}

impl Game {
    /// Lists the positions of a solution and makes its arrays. Call this without the interpreter lock, since it takes
    /// longer than a millisecond.
    pub(crate) fn new(solution: tourne_solver::Solution) -> Game {
        let arrays = GameArrays::new(&solution);
        let rules = solution.rules();
        let throws = (0..).zip(Die::ALL.map(|die| rules.chances(die)));
        let dice = throws.flat_map(|(die, throws)| std::iter::repeat_n(die, throws as usize));
        Game {
            positions: solution.index().positions().collect(),
            steps: arrays.next.as_flattened().iter().map(Step::of).collect(),
            dice: dice.collect(),
            arena: OnceLock::new(),
            explainer: OnceLock::new(),
            arrays,
            solution,
        }
    }

    pub(crate) fn rules(&self) -> Rules {
        self.solution.rules()
    }

    /// Returns the position with an index.
    pub(crate) fn position(&self, index: usize) -> PyResult<Position> {
        let position = self.positions.get(index).copied();
        position.ok_or_else(|| self.no_such_index(&index.to_string()))
    }

    /// Creates the exception for an index that is out of range. `number` is the text of the index.
    pub(crate) fn no_such_index(&self, number: &str) -> PyErr {
        let (rules, last) = (self.rules(), self.positions.len() - 1);
        PyValueError::new_err(format!(
            "{number} is not the index of a position of {rules}: indices are 0 to {last}"
        ))
    }

    /// Returns the row of the arena for the index of a position and a die.
    pub(crate) fn row(&self, index: usize, die: u8) -> PyResult<Row> {
        let (position, die) = (self.position(index)?, Die::try_from(die).map_err(raise)?);
        let row = self.arena().row_of(position, die);
        row.ok_or_else(|| self.no_such_index(&index.to_string()))
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
