//! A graph solved as a whole: with all its moves in memory, equal moves are proven equal.

use crate::proof::Bounds;
use crate::solve::run;
use crate::ties::Classes;
use crate::{Graph, Progress, ProofError, Proven, ProvenBlock, SolveError};

/// A graph with proven values and best moves.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Values, bounds and other findings, as block by block.
    pub proven: Proven,
    /// For each move, in the order of [`Graph::all_moves`], `true` if it is best. If an outcome of a state has several
    /// best moves, their values are exactly equal.
    pub best: Vec<bool>,
    /// Class of each node: of the states, the ends, and the mirror images, whose values are the negative values of their
    /// nodes. Ends have mirror images, and states too if a move leaves the same player on roll. Nodes of one class are
    /// equal in value, which proves that several best moves of a choice are. `None` if every choice has a single best
    /// move.
    pub classes: Option<Vec<u32>>,
}

impl Graph {
    /// Finds the values of all states and proves them and the best moves, also where several are equal. The result does
    /// not depend on the number of threads.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the values do not converge, or cannot be proven.
    pub fn solve(&self, observe: &mut dyn FnMut(Progress)) -> Result<Proof, SolveError> {
        let bounds = Bounds::new(self.game(), self.game().zeros());
        self.whole(bounds, true, observe)
    }

    /// Proves these values of all states and the best moves, also where several are equal. The values may come from
    /// anywhere. Values that are accurate to a few [`GRAIN`](crate::GRAIN)s are proven for every game in which play ends
    /// soon enough, even if other moves are within 1e-9 points of the best.
    ///
    /// # Errors
    ///
    /// [`SolveError::Unproven`] if a step of the proof fails.
    pub fn prove(&self, values: &[f64]) -> Result<Proof, SolveError> {
        let bounds = Bounds::around(self.game(), values)?;
        self.whole(bounds, false, &mut |_| ())
    }

    fn whole(
        &self,
        bounds: Bounds,
        finds: bool,
        observe: &mut dyn FnMut(Progress),
    ) -> Result<Proof, SolveError> {
        let mut best = Vec::with_capacity(self.all_moves().len());
        let lay_out = |number| Ok(self.block(number));
        let mut sink = |block: ProvenBlock| best.extend(block.best().flatten());
        let proven = run(self.game(), &lay_out, bounds, finds, observe, &mut sink)?;
        let mut classes = None;
        if proven.undecided > 0 {
            let found = Classes::of_nodes(&self.only(&best), &proven.intervals(self.payoffs()));
            let undecided = |(state, outcome)| ProofError::Undecided { state, outcome };
            classes = Some(found.map_err(undecided)?);
        }
        Ok(Proof {
            proven,
            best,
            classes,
        })
    }
}
