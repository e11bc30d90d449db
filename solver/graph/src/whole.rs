//! Solving and proving a graph that is in memory as a whole.

use crate::graph::{Graph, Node};
use crate::progress::Progress;
use crate::proof::Bounds;
use crate::proven::{Proven, ProvenBlock};
use crate::solve::{SolveError, run};

/// A graph with proven values and best moves.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Values, bounds and other findings, as block by block.
    pub proven: Proven,
    /// For each move, in the order of [`Graph::all_moves`], `true` if it is best. If an outcome of a state has several
    /// best moves, their values are exactly equal, unless the choice is [undecided](Proven::undecided).
    pub best: Vec<bool>,
    /// Class of each node: of the states, the ends, and the mirror images, whose values are the negative values of their
    /// nodes. Ends have mirror images, and states too if a move leaves the same player on roll. Nodes of one class are
    /// equal in value, which proves that several best moves of a choice are. `None` if bounds leave no choice open.
    pub classes: Option<Vec<Node>>,
}

impl Graph {
    /// Solves the game as [`solve`](crate::solve()) does.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the values do not converge, or cannot be proven.
    pub fn solve(&self, observe: &mut dyn FnMut(Progress)) -> Result<Proof, SolveError> {
        let bounds = Bounds::new(self.game(), self.game().zeros());
        self.whole(bounds, true, observe)
    }

    /// Proves these values of all states as [`prove`](crate::prove()) does. Values that are accurate to a few
    /// [`GRAIN`](crate::GRAIN)s are proven for every game in which play ends soon enough, even if other moves are within
    /// 1e-9 points of the best.
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
        let lay_out = |number| Ok(self.block(number).clone());
        let mut sink = |block: ProvenBlock| block.best().for_each(|row| best.extend(row));
        let (proven, classes) = run(self.game(), &lay_out, bounds, finds, observe, &mut sink)?;
        Ok(Proof {
            proven,
            best,
            classes,
        })
    }
}
