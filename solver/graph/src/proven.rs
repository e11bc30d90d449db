//! What is proven of a game.

use std::ops::Range;

use crate::block::Block;
use crate::ending::Ending;
use crate::game::Move;
use crate::proof::{Margin, ProofError, TICKS};

/// A game whose values are proven.
#[derive(Clone, Debug, Default)]
pub struct Proven {
    /// Value of each state to the player on roll, in points: a multiple of [`GRAIN`](crate::GRAIN).
    pub values: Vec<f64>,
    /// Upper bound on the error of each state's value, in ticks.
    pub(crate) slack: Vec<f64>,
    /// Conditions under which play ends.
    pub ending: Ending,
    /// Number of choices: pairs of a state and an outcome with several moves.
    pub choices: u64,
    /// Number of choices with several best moves, which have exactly the same value.
    pub ties: u64,
    /// Number of other choices in which several moves may be best: bounds, classes and exact arithmetic leave open whether
    /// these moves are equal in value.
    pub undecided: u64,
    /// State and outcome of the first undecided choice.
    pub(crate) first_undecided: Option<(usize, usize)>,
    /// The smallest margin of any choice; `None` if there is none. Moves that may both be best do not count.
    pub margin: Option<Margin>,
    /// Number of times that a state was swept for its value, averaged over all states; 0 if the values were given.
    pub sweeps: f64,
}

impl Proven {
    /// Upper bound on the error of any value, in points.
    pub fn bound(&self) -> f64 {
        self.slack.iter().copied().fold(0.0, f64::max) / TICKS
    }

    /// Upper bound on the error of this state's value, in points.
    pub fn bound_of(&self, state: usize) -> f64 {
        self.slack[state] / TICKS
    }

    /// Checks that no choice is undecided.
    ///
    /// # Errors
    ///
    /// [`ProofError::Undecided`] with the first choice that is.
    pub fn all_decided(&self) -> Result<(), ProofError> {
        match self.first_undecided {
            Some((state, outcome)) => Err(ProofError::Undecided { state, outcome }),
            None => Ok(()),
        }
    }
}

/// A block that was just proven, with its moves, which are dropped afterwards.
#[derive(Clone, Copy, Debug)]
pub struct ProvenBlock<'a> {
    pub(crate) block: &'a Block,
    /// Values of its states, in points.
    pub values: &'a [f64],
}

impl ProvenBlock<'_> {
    /// Returns the states of the block.
    pub fn states(&self) -> Range<usize> {
        self.block.states.clone()
    }

    /// Iterates over the outcomes of its states: for each move, in the order in which the game gave them, whether it is
    /// best. Several best moves are equal, unless the choice is [undecided](Proven::undecided): then they may be best.
    pub fn best(&self) -> impl Iterator<Item = impl Iterator<Item = bool>> {
        let rows = self.block.in_order();
        rows.map(|moves| moves.map(Move::is_marked))
    }
}
