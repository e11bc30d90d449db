//! Tourne-case, the French tables game of the 17th century, solved exactly.
//!
//! **Find the legal moves of a position** ([`game`]):
//!
//! ```
//! use tourne_solver::game::{Die, Rules};
//!
//! let rules = Rules::STANDARD;
//! let position = rules.position(&"04h/007".parse()?)?;
//! let plays = rules.plays(position, Die::new(3));
//! assert_eq!(plays[1].action.to_string(), "4/7*");
//! assert_eq!(plays[1].next.to_string(), "000/07h");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Solve a rule set** ([`mod@solve`]), **look up values and best moves** ([`solution`]), and **write or read a
//! solution file** ([`solution::file`]):
//!
//! ```
//! # #[cfg(feature = "solve")] {
//! use tourne_solver::game::{Die, Rules};
//! use tourne_solver::solution::file;
//! use tourne_solver::solve::solve;
//!
//! let solution = solve(Rules::STANDARD, &mut |_| ())?.solution;
//! let position = solution.rules().position(&"04h/007".parse()?)?;
//! assert_eq!(solution.best(position, Die::new(3))?.to_string(), "4/7*");
//!
//! let read = file::decode(&file::encode(&solution))?;
//! assert_eq!(read.value(position)?, solution.value(position)?);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Prove a solution right**, trusting nothing in it ([`mod@verify`]):
//!
//! ```
//! # #[cfg(feature = "solve")] {
//! use tourne_solver::{game::Rules, solve::solve, verify::verify};
//!
//! let findings = verify(&solve(Rules::STANDARD, &mut |_| ())?.solution)?;
//! assert!(findings.error_bound < 1e-12);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Solve other games of chance** ([`graph`]).
//!
//! # Features
//!
//! Without features the crate is [`game`] alone. `file` adds [`solution`]; `solve` adds [`mod@solve`], [`mod@verify`]
//! and [`graph`]. All are on by default.
//!
//! Folders are layers, in the order `game`, `graph`, `solution`, `solve`, `verify`: each imports only earlier ones.

pub mod game;
#[cfg(feature = "solve")]
pub mod graph;
#[cfg(feature = "file")]
pub mod solution;
#[cfg(feature = "solve")]
pub mod solve;
#[cfg(feature = "solve")]
pub mod verify;
