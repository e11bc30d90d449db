//! Questions about a solution of Tourne-case, and their answers.
//!
//! Five things that people do with this crate:
//!
//! **Ask for the best moves of a position** ([`ask`]), of the solution that is built in or of another ([`solutions`]):
//!
//! ```
//! use tourne_query::ask::answer;
//! use tourne_query::ask::question::Question;
//! use tourne_query::solutions;
//!
//! let solution = solutions::embedded();
//! let question = Question::parse("04h/007", Some("3"), solution.rules())?;
//! let answer = answer::for_die(solution, question.position, question.die.unwrap())?;
//! assert_eq!(answer.best.to_string(), "4/7*");
//! assert_eq!(answer.moves[0].loss, 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Grade a way to play** ([`policy`], [`grading`]), here one given as an array of probabilities:
//!
//! ```
//! use tourne_query::grading::grade::grade;
//! use tourne_query::policy::{Arena, Policy};
//! use tourne_query::solutions;
//!
//! let arena = Arena::new(solutions::embedded())?;
//! // Always the rearmost man that can move, for every position and die.
//! let rearmost = vec![[1.0, 0.0, 0.0]; arena.rows().count()];
//! let graded = grade(&arena, &Policy::from_probabilities(&arena, &rearmost)?, 0)?;
//! assert!(graded.grade.games.unwrap().loss_per_game > 0.4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Review recorded games** ([`review`]):
//!
//! ```
//! use tourne_query::review::ledger::{Thresholds, review};
//! use tourne_query::{review::record, solutions};
//!
//! let games = record::read("A 4-3 off/3\nB 1-1 off/1\nA 5-1 3/4\n".as_bytes())?;
//! let solution = solutions::embedded();
//! let review = review(&games[0], solution, Thresholds::usual(solution.unit()))?;
//! assert_eq!(review.turns[2].best.to_string(), "0/1*");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Find out facts about a game** ([`facts`]): how long it lasts, how it ends, who is favoured in a match.
//!
//! Folders are layers: each imports only those named before it, in the order `solutions`, `ask`, `policy`, `grading`,
//! `facts`, `review`.

pub mod ask;
pub mod facts;
pub mod grading;
pub mod pages;
pub mod policy;
pub mod review;
pub mod solutions;
