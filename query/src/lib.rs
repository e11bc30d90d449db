//! Questions to a solution of Tourne-case.
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

pub mod ask;
pub mod engine;
pub mod facts;
pub mod grading;
pub mod policy;
pub mod review;
pub mod show;
pub mod solutions;
