//! Exports of the game, for other solvers that can check its value, and of the proof, for a proof assistant.
//!
//! [`prism`] writes the rules as a program for PRISM-games, [`drn`] the game against best play for Storm, [`tables`]
//! every move as comma-separated values, and [`rocq`] the data of the theorems in `tests/theorem`. `solver/MODELS.md`
//! says how these tools find the value, and gives their results.

mod drn;
mod prism;
mod rocq;
mod tables;

pub use drn::drn;
pub use prism::prism;
pub use rocq::{NotForRocq, rocq};
pub use tables::tables;

use tourne_solver::{Census, Position, Rules, States};

/// Returns the positions that can arise from the start, in a good order for solving: those near the end of the game
/// come first, and the start comes last.
fn positions(rules: Rules) -> Vec<Position> {
    let census = Census::new(rules);
    let states = States::new(rules);
    let positions = states.positions().iter().copied();
    positions
        .filter(|&position| census.contains(position))
        .collect()
}
