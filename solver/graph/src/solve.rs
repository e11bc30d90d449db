//! Solving and proving block by block. The moves of a block are dropped before those of the next are laid out.

use crate::block::Block;
use crate::checked::Checked;
use crate::decide::decide;
use crate::game::{Game, GameError};
use crate::progress::{Progress, Stage};
use crate::proof::{Bounds, ProofError, closer};
use crate::proven::{Proven, ProvenBlock};
use crate::sweeps::Unsettled;
use crate::{Node, values};

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

/// Finds the values of all states and proves them, block by block, then the best moves where several are equal or nearly
/// so. `observe` is told of progress, and `sink` gets each block, in order, when its best moves are proven. The result
/// does not depend on the number of threads.
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
    Ok(run(&checked, &lay_out, bounds, true, observe, sink)?.0)
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
    Ok(run(&checked, &lay_out, bounds, false, observe, sink)?.0)
}

fn lay_out(game: &impl Game, checked: &Checked, number: usize) -> Result<Block, GameError> {
    Block::new(checked, checked.blocks[number].clone(), game.moves(number))
}

/// Proves the values in `bounds`; finds them first if `finds` is `true`. `lay_out` returns the moves of a block. Returns
/// the classes of nodes too, if bounds leave a choice open.
pub(crate) fn run(
    checked: &Checked,
    lay_out: &dyn Fn(usize) -> Result<Block, GameError>,
    mut bounds: Bounds,
    finds: bool,
    observe: &mut dyn FnMut(Progress),
    sink: &mut dyn FnMut(ProvenBlock),
) -> Result<(Proven, Option<Vec<Node>>), SolveError> {
    let mut proven = Proven::default();
    let mut swept = 0;
    // The first block in which bounds leave a choice open. It and later ones are handed on when these are decided.
    let mut open = None;
    let mut has_again = false;
    let mut at = |number: usize, stage| {
        observe(Progress {
            block: number,
            blocks: checked.blocks.len(),
            states: checked.blocks[number].len(),
            stage,
        });
    };
    for (number, states) in checked.blocks.iter().enumerate() {
        at(number, Stage::LayingOut);
        let mut block = lay_out(number)?;
        has_again |= block.has_again;
        if finds {
            let mut sweep = |sweep, residual| at(number, Stage::Values { sweep, residual });
            swept += states.len()
                * values::find(checked, &mut block, &mut bounds.values, 0.0, &mut sweep)?;
        }
        at(number, Stage::Proving);
        let mut sweep = |sweep, _| at(number, Stage::Bounds { sweep });
        let (ending, found) = bounds.prove(&mut block, &mut sweep)?;
        proven.choices += found.choices as u64;
        proven.ending = proven.ending.max(ending);
        proven.margin = closer(proven.margin, found.margin(&block));
        open = open.or((!found.open.is_empty()).then_some(number));
        if open.is_none() {
            let (block, values) = (&block, &bounds.values[states.clone()]);
            sink(ProvenBlock { block, values });
        }
    }
    let classes = open.map(|open| {
        at(open, Stage::Proving);
        let mut sink = |number, block: &Block| {
            if number >= open {
                let values = &bounds.values[block.states.clone()];
                sink(ProvenBlock { block, values });
            }
        };
        let proven = &mut proven;
        decide(checked, lay_out, &bounds, has_again, proven, &mut sink)
    });
    let classes = classes.transpose()?;
    (proven.values, proven.slack) = (bounds.values, bounds.slack);
    proven.values.truncate(checked.states());
    proven.slack.truncate(checked.states());
    proven.sweeps = swept as f64 / checked.states().max(1) as f64;
    Ok((proven, classes))
}
