//! Tourne-case, the French tables game of the 17th century, solved exactly.
//!
//! Three layers, and imports point one way only:
//!
//! * [`game`]: the rules, positions, moves and their notation. Pure.
//! * [`graph`] and [`solve`]: games of chance as graphs, their values with proof; the positions of
//!   Tourne-case as such a graph. [`export`]: the game written down for other solvers. [`certificate`]: the
//!   proof as plain integers, checked by [`literal`] rules that share nothing with the rest. Only with the
//!   feature `solve`.
//! * [`mod@file`]: the solution file. [`terminal`]: what the project's commands share at the terminal.
//!   [`interrupt`]: what must be done before an interrupt ends a command.
//!
//! [`Solution`] is what solving makes, the file holds, and readers ask.

#[cfg(feature = "solve")]
pub mod certificate;
#[cfg(feature = "solve")]
pub mod export;
pub mod file;
pub mod game;
#[cfg(feature = "solve")]
pub mod graph;
pub mod interrupt;
pub mod literal;
mod solution;
#[cfg(feature = "solve")]
pub mod solve;
#[cfg(feature = "terminal")]
pub mod terminal;

pub use solution::{BestMoves, Counts, LookUpError, Solution, Unit};
