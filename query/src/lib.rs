//! What people ask of a solution of Tourne-case.
//!
//! ```
//! use tourne_query::{answer, question::Question, table};
//!
//! let solution = table::embedded();
//! let question = Question::parse("04h/007", Some("3"), solution.rules())?;
//! let answer = answer::for_die(solution, question.position, question.die.unwrap())?;
//! assert_eq!(answer.best.to_string(), "4/7*");
//! assert_eq!(answer.moves[0].loss, 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod answer;
pub mod atlas;
pub mod batch;
pub mod best_play;
pub mod board;
pub mod engine;
pub mod info;
pub mod judge;
pub mod lines;
pub mod match_scores;
pub mod policy;
pub mod question;
pub mod readings;
pub mod review;
pub mod rulebook;
pub mod table;
pub mod text;
