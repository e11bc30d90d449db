//! Answers to questions about the solved game Tourne-case, and grades of policies.
//!
//! # Examples
//!
//! The best move in a position with a die, from the built-in solution:
//!
//! ```
//! use tourne::{Question, for_die, standard};
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
//! use tourne::{Arena, Builtin, grade, standard};
//!
//! let arena = Arena::new(standard());
//! let grade = grade(&arena, &Builtin::Rear.policy(&arena), 10)?;
//! assert!(grade.figures.games.unwrap().loss_per_game > 0.4);
//! println!("{} costs most", grade.mistakes[0].played);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A review of a recorded game:
//!
//! ```
//! use tourne::{Thresholds, record, review, standard};
//!
//! let games = record::read("A 4-3 off/3\nB 1-1 off/1\nA 5-1 3/4\n".as_bytes())?;
//! let review = review(&games[0], standard(), Thresholds::usual(standard().unit()))?;
//! assert_eq!(review.turns[2].best.unwrap().to_string(), "0/1*");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Probabilities of the ends of a game under best play:
//!
//! ```
//! use tourne::{Arena, outcomes_at, standard};
//!
//! let arena = Arena::new(standard());
//! let start = outcomes_at(&arena, arena.rules().start())?;
//! assert!((start.win - 0.515_094_810_490).abs() < 1e-11);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Contents
//!
//! | module | contents |
//! |---|---|
//! | [`solutions`] | sources of a solution: built in, read from a file, or solved on the spot |
//! | [`lines`] | text from outside, line by line, of limited length |
//! | [`ask`] | questions, answers, and batches of both |
//! | [`policy`] | policies: built in, or read from files, arrays and programs |
//! | [`grading`] | exact contests, grades, mistakes, best responses, estimates |
//! | [`facts`] | lengths and ends of games, rule sets, match scores, reasons for and against moves |
//! | [`mod@review`] | recorded games, compared with perfect play |
//! | [`cards`] | short lists of rules that a person can apply at the board, and policies by their names |
//! | [`pages`] | the documents about the commands, as text |
//! | `page` | the page for browsers, as text; feature `page` |
//! | `engine`, `show`, `play` | engines, what is drawn for a terminal, games at the table; feature `command` |
//!
//! Each module imports only modules above it in the table.
//!
//! # Features
//!
//! `built-in` adds the solutions of the five named rule sets; `page` these and the page for browsers. `command`, which is on
//! by default, adds both, the command `tourne`, and its modules, whose interface may change at any time.

pub mod ask;
pub mod cards;
pub mod facts;
pub mod grading;
pub mod lines;
#[cfg(feature = "page")]
pub mod page;
pub mod pages;
pub mod policy;
pub mod review;
pub mod solutions;

#[cfg(feature = "command")]
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod play;
#[cfg(feature = "command")]
#[doc(hidden)]
pub mod show;

pub use ask::{Answer, Judge, Question, for_die};
pub use facts::{Explainer, Info, Outcomes, Rulebook, outcomes_at};
pub use grading::{Duel, Grade, duel, exploit, grade};
pub use policy::{Arena, Builtin, Level, Policy, Row, Said};
pub use review::{Review, Thresholds, record, review};
#[cfg(feature = "built-in")]
pub use solutions::standard;
pub use solutions::{SolutionError, Source};
