//! Facts about the whole game Tourne-case, reasons for and against moves, and reviews of recorded games. All of these
//! are computed from the exact solution.
//!
//! # Examples
//!
//! A review of a recorded game:
//!
//! ```
//! use tourne_query::standard;
//! use tourne_study::{Thresholds, record, review};
//!
//! let games = record::read("A 4-3 off/3\nB 1-1 off/1\nA 5-1 3/4\n".as_bytes())?;
//! let review = review(&games[0], standard(), Thresholds::usual(standard().unit()))?;
//! assert_eq!(review.turns[2].best.to_string(), "0/1*");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Probabilities of the ends of a game under best play:
//!
//! ```
//! use tourne_query::{Arena, standard};
//! use tourne_study::outcomes_at;
//!
//! let arena = Arena::new(standard());
//! let start = outcomes_at(&arena, arena.rules().start())?.unwrap();
//! assert!((start.win - 0.515_094_810_490).abs() < 1e-11);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Contents
//!
//! | module | contents |
//! |---|---|
//! | [`facts`] | lengths and ends of games, rule sets, match scores, reasons for and against moves |
//! | [`mod@review`] | recorded games, compared with perfect play |
//!
//! The module `review` imports `facts`, but not the other way round.

pub mod facts;
pub mod review;

pub use facts::{Explainer, Info, Outcomes, Rulebook, outcomes_at};
pub use review::{Review, Thresholds, record, review};
