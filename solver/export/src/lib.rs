//! The game written down for other solvers, which can check its value, and its proof for a proof assistant.
//!
//! [`prism`] writes the rules as a program for PRISM-games, [`drn`] writes the game
//! against best play, for Storm, and [`tables`] writes every move as comma-separated values.
//! [`rocq`] writes the data from which the theorems of `tests/theorem` are proven.
//! `solver/MODELS.md` says how these tools find the value, and gives their results.

mod drn;
mod prism;
mod rocq;
mod tables;

pub use drn::drn;
pub use prism::prism;
pub use rocq::{NotForRocq, rocq};
pub use tables::tables;

use tourne_solver::game::{Position, Rules};
use tourne_solver::solve::{Census, States};

/// The positions that can arise from the start, in the order in which they are best solved: those
/// near the end of the game first, and the start last.
fn positions(rules: Rules) -> Vec<Position> {
    let census = Census::new(rules);
    let states = States::new(rules);
    let positions = states.positions().iter().copied();
    positions
        .filter(|&position| census.contains(position))
        .collect()
}
