//! Finite two-player games of chance, as graphs: computes the values of their states and proves them.
//!
//! The crate is independent of any particular game. In each *state*, one of several *outcomes* is drawn at random; the
//! outcomes and their probabilities are the same in every state. Then the player on roll chooses one of the *moves*
//! that the outcome allows. A move ends the game with a payoff to the mover, or leads to a state in which the other
//! player is on roll, or the same one again. The game is zero-sum: what one player gets, the other loses.
//!
//! Values are in *points*, from the view of the player on roll. So a move to a state of value *v* is worth −*v* to the
//! mover if the other player is on roll there, and *v* if the mover is on roll again. The value of a state is:
//!
//! ```text
//! V(s) = Σ_outcome p(outcome) · max over moves m of the worth of m
//! ```
//!
//! [`solve`](solve()) finds these values in floating point, one block of states after another. Then it proves bounds on
//! them, and the best moves, in integer arithmetic. The proof does not rely on how the values were found.
//!
//! The crate returns an error for games whose values it cannot prove: games with a payoff of more than 4 points, and games
//! that last very long (tens of thousands of moves under best play), or in which best play may go on for ever. It counts
//! choices between moves that may be equal, if neither classes of equivalent states nor exact arithmetic decide them.
//!
//! If states form a long chain and differ only in their distance from its end, proving equal values takes time that
//! grows as the square of their number.

mod acceleration;
mod block;
mod checked;
mod decide;
pub mod ending;
mod exact;
mod game;
mod graph;
pub mod lengths;
mod progress;
mod proof;
mod proven;
mod solve;
mod sweeps;
mod ties;
pub mod values;
mod whole;

pub use game::{Frame, Game, GameError, Rows, Target};
pub use graph::{Graph, Node};
pub use progress::{Progress, Stage};
pub use proof::{Margin, ProofError, Residual, bound, residual};
pub use proven::{Proven, ProvenBlock};
pub use solve::{SolveError, prove, solve};
pub use sweeps::{Unsettled, most_sweeps};
pub use whole::Proof;

/// Its example is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Unit of payoffs, in points: each payoff is a multiple of it, and so exact in floating point and in fixed point.
pub const GRAIN: f64 = 1.0 / (1_u64 << 52) as f64;

/// Maximum absolute value of a payoff, in points.
pub const LARGEST_PAYOFF: f64 = 4.0;

/// Returns `true` if a value or payoff is a multiple of [`GRAIN`] and within ±[`LARGEST_PAYOFF`].
pub fn is_exact(points: f64) -> bool {
    let grains = points / GRAIN;
    points.abs() <= LARGEST_PAYOFF && grains - (grains as i64) as f64 == 0.0
}
