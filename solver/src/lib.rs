//! Tourne-case, a French tables game, solved exactly.
//!
//! **Legal moves.** A set-up is any arrangement of men that can be written down. [`Rules::position`] converts it to a
//! legal position, or says which rules it breaks. A position is always given from the view of the player on roll.
//!
//! ```
//! use tourne_solver::{Die, Rules};
//!
//! let rules = Rules::STANDARD;
//! let position = rules.position(&"04h/007".parse()?)?;
//! let plays = rules.plays(position, Die::new(3));
//! assert_eq!(plays[1].action.to_string(), "4/7*");
//! assert_eq!(plays[1].next.to_string(), "000/07h");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Solving.** [`solve()`] finds and proves the value and the best moves of every position. [`file`](mod@file) writes
//! and reads the solution.
//!
//! ```
//! # #[cfg(feature = "solve")] {
//! use tourne_solver::{Die, Rules, file, solve, verify};
//!
//! let solution = solve(Rules::STANDARD)?.solution;
//! let position = solution.rules().position(&"04h/007".parse()?)?;
//! assert_eq!(solution.best(position, Die::new(3))?.to_string(), "4/7*");
//!
//! let claims = file::decode(&file::encode(&solution))?;
//! let (proven, _) = verify(claims)?;
//! assert_eq!(proven.value(position)?, solution.value(position)?);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Verifying.** A file only claims something. [`verify()`] proves what it claims, and trusts nothing of it;
//! [`open`](verify::open) reads and proves a file.
//!
//! ```
//! # #[cfg(feature = "solve")] {
//! use tourne_solver::{Rules, file, solve, verify};
//!
//! let bytes = file::encode(&solve(Rules::STANDARD)?.solution);
//! let (solution, findings) = verify(file::decode(&bytes)?)?;
//! assert!(findings.error_bound < 1e-12);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Other games of chance.** The crate `tourne-graph` solves them and proves their values.
//!
//! # Features
//!
//! Without features, the crate has only the rules of the game: no input or output, no threads, no file format. `file`
//! adds [`Solution`] and [`file`](mod@file); `solve` adds [`solve()`], [`matches`](mod@matches), [`policies`]
//! and [`mod@verify`]; `command`, which is on by default, the command `tourne-solve`, and what both commands of the project
//! share at a terminal, which is not for other crates.

mod game;
#[cfg(feature = "solve")]
pub mod policies;
#[cfg(feature = "file")]
mod solution;
#[cfg(feature = "solve")]
mod solve;
#[cfg(feature = "solve")]
mod states;
#[cfg(feature = "command")]
#[doc(hidden)]
pub mod terminal;
#[cfg(feature = "solve")]
pub mod verify;

pub use game::{
    Crowding, Dice, Die, IllegalMove, Index, MOST_MOVES, Man, Men, Move, Obstacle, OneDieOnly,
    OutOfRangeDie, OutOfRangePoint, Overshoot, ParseManError, ParseMoveError, ParseRollError,
    ParseRulesError, ParseSetupError, Play, Plays, Point, Position, Reentry, Roll, Rules, Setup,
    SetupError, SetupFault, Side, Stakes, Unit, Whose,
};
#[doc(hidden)]
pub use game::{NextPositions, printable, shortened};
#[cfg(feature = "file")]
pub use solution::{BestMoves, Claims, Counts, NotHeld, Solution, Value, digits, file};
#[cfg(feature = "solve")]
pub use solve::{
    Census, Closest, Depth, Findings, SolveError, Solved, Solver, Stage, matches, solve,
};
#[cfg(feature = "solve")]
pub use states::States;
#[cfg(feature = "solve")]
pub use verify::verify;
