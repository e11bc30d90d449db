//! Answers to questions about the solved game Tourne-case, and grades of policies.
//!
//! # Examples
//!
//! The best move in a position with a die, from the built-in solution:
//!
//! ```
//! use tourne_query::{Question, for_die, standard};
//! use tourne_solver::Die;
//!
//! let solution = standard();
//! let question = Question::parse("04h/007", None, solution.rules())?;
//! let answer = for_die(solution, question.position, Die::new(3))?;
//! assert_eq!(answer.best.to_string(), "4/7*");
//! assert_eq!(answer.moves[0].loss, 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The exact grade of a policy:
//!
//! ```
//! use tourne_query::{Arena, Builtin, grade, standard};
//!
//! let arena = Arena::new(standard());
//! let grade = grade(&arena, &Builtin::Rear.policy(&arena), 10)?.grade;
//! assert!(grade.games.unwrap().loss_per_game > 0.4);
//! println!("{} costs most", grade.mistakes[0].played);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Contents
//!
//! | module | contents |
//! |---|---|
//! | [`solutions`] | sources of a solution: built in, read from a file, or solved on the spot |
//! | [`ask`] | questions, answers, and batches of both |
//! | [`policy`] | policies: built in, or read from files, arrays and programs |
//! | [`grading`] | exact contests, grades, mistakes, best responses, estimates, ladders |
//!
//! Each module imports only modules above it in the table. The crate `tourne-study` has facts about the whole game,
//! reasons for and against moves, and reviews of recorded games.

pub mod ask;
pub mod grading;
pub mod pages;
pub mod policy;
pub mod solutions;

pub use ask::{Answer, Judge, MatchJudge, Question, for_die, for_position};
pub use grading::{Duel, Grade, Ladder, duel, exploit, grade, ladder};
pub use policy::{Arena, Builtin, Level, Policy, Row, Said};
pub use solutions::{SolutionError, Source, standard};
