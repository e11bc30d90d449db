//! Questions about a solution of Tourne-case, and their answers.
//!
//! # Examples
//!
//! Best moves of a position with a die, by the solution that is built in:
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
//! The grade of a policy, exactly:
//!
//! ```
//! use tourne_query::{Arena, Builtin, grade, standard};
//!
//! let arena = Arena::new(standard())?;
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
//! | [`solutions`] | the solution that is asked: built in, from a file, or solved on the spot |
//! | [`ask`] | questions, answers, and batches of both |
//! | [`policy`] | ways to play: from files, from arrays, from programs, built in |
//! | [`grading`] | exact contests, grades, mistakes, counter-strategies, estimates, ladders |
//!
//! Each module imports only modules above it. Facts of the game as a whole, reasons of moves and reviews of recorded
//! games are in `tourne-study`.

pub mod ask;
pub mod grading;
pub mod pages;
pub mod policy;
pub mod solutions;

pub use ask::{Answer, Judge, MatchJudge, Question, for_die, for_position};
pub use grading::{Duel, Grade, Ladder, duel, exploit, grade, ladder};
pub use policy::{Arena, Builtin, Level, Policy, Row, Said};
pub use solutions::{SolutionError, Source, standard};
