//! A solution, and what is made of it when it is first needed: shared by Python's objects and by threads.

use std::sync::OnceLock;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tourne_query::policy::{Arena, Contradiction, GameArrays};
use tourne_query::solutions::Source;
use tourne_solver::game::{Position, Rules};
use tourne_solver::solution::Solution;

use crate::errors::raise;

/// A solution, with its positions and arrays.
pub(crate) struct Game {
    solution: Solution,
    /// Source of the solution.
    source: Source,
    /// The positions in canonical order.
    positions: Vec<Position>,
    /// Column of the best move with each die, for each position; of several that of the rearmost man.
    best: Vec<[i8; 6]>,
    arrays: GameArrays,
    arena: OnceLock<Result<Arena, Contradiction>>,
}

impl Game {
    /// Opens a solution. This takes longer than a millisecond.
    pub(crate) fn open(source: Source) -> Result<Game, PyErr> {
        let solution = source.open(&mut |_| ()).map_err(raise)?;
        let arrays = GameArrays::new(&solution).map_err(raise)?;
        let first = |are_best: &[bool; 3]| are_best.iter().position(|&is_best| is_best);
        let best = arrays.best.iter().map(|dice| {
            // Every row has a best move: that was checked.
            dice.each_ref()
                .map(|columns| first(columns).unwrap_or(0) as i8)
        });
        Ok(Game {
            positions: solution.index().positions().collect(),
            best: best.collect(),
            arena: OnceLock::new(),
            arrays,
            solution,
            source,
        })
    }

    pub(crate) fn solution(&self) -> &Solution {
        &self.solution
    }

    pub(crate) fn rules(&self) -> Rules {
        self.solution.rules()
    }

    pub(crate) fn positions(&self) -> &[Position] {
        &self.positions
    }

    pub(crate) fn best(&self) -> &[[i8; 6]] {
        &self.best
    }

    pub(crate) fn arrays(&self) -> &GameArrays {
        &self.arrays
    }

    /// The game laid out for policies. This takes longer than a millisecond the first time.
    pub(crate) fn arena(&self) -> Result<&Arena, PyErr> {
        let is_exact = self.source.check_exact(&self.solution);
        is_exact.map_err(raise)?;
        let arena = self.arena.get_or_init(|| Arena::new(&self.solution));
        arena
            .as_ref()
            .map_err(|error| PyValueError::new_err(format!("{} is wrong: {error}", self.source)))
    }
}
