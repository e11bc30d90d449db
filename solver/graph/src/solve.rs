//! Solving and proving block by block. The moves of a block are dropped before those of the next are laid out.

use std::ops::Range;

use crate::block::Block;
use crate::checked::Checked;
use crate::ending::Ending;
use crate::game::{Game, GameError, Move};
use crate::progress::{Progress, Stage};
use crate::proof::{Bounds, Margin, ProofError, TICKS, closer};
use crate::sweeps::Unsettled;
use crate::values;

/// A game whose values are proven.
#[derive(Clone, Debug)]
pub struct Proven {
    /// Value of each state to the player on roll, in points: a multiple of [`GRAIN`](crate::GRAIN).
    pub values: Vec<f64>,
    /// Upper bound on the error of each state's value, in ticks.
    slack: Vec<f64>,
    /// Conditions under which play ends.
    pub ending: Ending,
    /// Number of choices: pairs of a state and an outcome with several moves.
    pub choices: u64,
    /// Number of choices in which several moves may be best. Whether their values are equal, only
    /// [`Graph::solve`](crate::Graph::solve) proves, with the moves of all blocks in memory.
    pub undecided: u64,
    /// The smallest margin of any choice; `None` if there is none. Moves that may both be best do not count.
    pub margin: Option<Margin>,
    /// Number of times that a state was swept for its value, averaged over all states; 0 if the values were given.
    pub sweeps: f64,
}

impl Proven {
    /// Returns the lower and the upper bound of the value of each state and end, in ticks.
    pub(crate) fn intervals(&self, payoffs: &[f64]) -> Vec<[i64; 2]> {
        let states = self.values.iter().zip(&self.slack);
        let ends = payoffs.iter().map(|payoff| (-payoff, 0.0));
        let nodes = states.map(|(&value, &slack)| (value, slack)).chain(ends);
        nodes
            .map(|(value, slack)| {
                let (value, slack) = ((value * TICKS) as i64, slack as i64);
                [value - slack, value + slack]
            })
            .collect()
    }

    /// Upper bound on the error of any value, in points.
    pub fn bound(&self) -> f64 {
        self.slack.iter().copied().fold(0.0, f64::max) / TICKS
    }

    /// Upper bound on the error of this state's value, in points.
    pub fn bound_of(&self, state: usize) -> f64 {
        self.slack[state] / TICKS
    }
}

/// A block that was just proven, with its moves, which are dropped afterwards.
#[derive(Clone, Copy, Debug)]
pub struct ProvenBlock<'a> {
    block: &'a Block,
    /// Values of its states, in points.
    pub values: &'a [f64],
}

impl ProvenBlock<'_> {
    /// Returns the states of the block.
    pub fn states(&self) -> Range<usize> {
        self.block.states.clone()
    }

    /// Iterates over the outcomes of its states: for each move, in the order in which the game gave them, whether it may be
    /// best. A single one that may be best is best.
    pub fn best(&self) -> impl Iterator<Item = impl Iterator<Item = bool>> {
        let rows = self.block.in_order();
        rows.map(|moves| moves.map(Move::is_marked))
    }
}

/// Error of solving a game.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SolveError {
    /// The game is not described rightly.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The values of a block do not converge.
    #[error(transparent)]
    Unsettled(#[from] Unsettled),
    /// The values of a block could not be proven.
    #[error(transparent)]
    Unproven(#[from] ProofError),
}

/// Finds the values of all states and proves them, block by block. `observe` is told of progress, and `sink` gets each
/// block when it is proven. The result does not depend on the number of threads.
///
/// # Errors
///
/// [`SolveError`] if the game is not described rightly, or if it cannot be solved.
pub fn solve(
    game: &impl Game,
    observe: &mut dyn FnMut(Progress),
    sink: &mut dyn FnMut(ProvenBlock),
) -> Result<Proven, SolveError> {
    let checked = Checked::new(game.frame())?;
    let bounds = Bounds::new(&checked, checked.zeros());
    let lay_out = |number| lay_out(game, &checked, number);
    run(&checked, &lay_out, bounds, true, observe, sink)
}

/// Proves these values of all states, block by block, as [`solve`] does. The values may come from anywhere.
///
/// # Errors
///
/// [`SolveError`] if the game is not described rightly, or if the values cannot be proven.
pub fn prove(
    game: &impl Game,
    values: Vec<f64>,
    observe: &mut dyn FnMut(Progress),
    sink: &mut dyn FnMut(ProvenBlock),
) -> Result<Proven, SolveError> {
    let checked = Checked::new(game.frame())?;
    let bounds = Bounds::around(&checked, &values)?;
    drop(values);
    let lay_out = |number| lay_out(game, &checked, number);
    run(&checked, &lay_out, bounds, false, observe, sink)
}

fn lay_out(game: &impl Game, checked: &Checked, number: usize) -> Result<Block, GameError> {
    Block::new(checked, checked.blocks[number].clone(), game.moves(number))
}

/// Proves the values in `bounds`; finds them first if `finds` is `true`. `lay_out` returns the moves of a block.
pub(crate) fn run(
    checked: &Checked,
    lay_out: &dyn Fn(usize) -> Result<Block, GameError>,
    mut bounds: Bounds,
    finds: bool,
    observe: &mut dyn FnMut(Progress),
    sink: &mut dyn FnMut(ProvenBlock),
) -> Result<Proven, SolveError> {
    let (mut ending, mut margin) = (Ending::Always, None);
    let (mut choices, mut undecided, mut swept) = (0, 0, 0);
    for (number, states) in checked.blocks.iter().enumerate() {
        let mut at = |stage| {
            observe(Progress {
                block: number,
                blocks: checked.blocks.len(),
                states: states.len(),
                stage,
            });
        };
        at(Stage::LayingOut);
        let mut block = lay_out(number)?;
        if finds {
            let mut sweep = |sweep, residual| at(Stage::Values { sweep, residual });
            swept += states.len()
                * values::find(checked, &mut block, &mut bounds.values, 0.0, &mut sweep)?;
        }
        at(Stage::Proving);
        let found = bounds.prove(&mut block, &mut |sweep, _| at(Stage::Bounds { sweep }))?;
        choices += found.choices as u64;
        undecided += found.undecided as u64;
        ending = ending.max(found.ending);
        margin = closer(margin, found.margin);
        sink(ProvenBlock {
            block: &block,
            values: &bounds.values[states.clone()],
        });
    }
    let Bounds {
        mut values,
        mut slack,
        ..
    } = bounds;
    values.truncate(checked.states());
    slack.truncate(checked.states());
    Ok(Proven {
        values,
        slack,
        ending,
        choices,
        undecided,
        margin,
        sweeps: swept as f64 / checked.states().max(1) as f64,
    })
}
