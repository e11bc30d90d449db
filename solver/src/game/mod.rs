//! The game: rules, dice, positions, moves and their notation.
//!
//! This module has no input or output, no threads and no file format. A program that only plays the game needs no other
//! module.
//!
//! A *set-up* ([`Setup`]) is any arrangement of men, legal or not; a *position* ([`Position`]) is legal, and given from
//! the view of the player on roll. [`Rules::position`] is the only way from a set-up to a position.
//!
//! ```
//! use tourne_solver::{Die, Rules};
//!
//! let rules = Rules::STANDARD;
//! let position = rules.position(&"04h/007".parse()?)?;
//! let moves: Vec<String> = rules
//!     .plays(position, Die::new(3))
//!     .iter()
//!     .map(|play| format!("{} leaves {}", play.action, play.next))
//!     .collect();
//! assert_eq!(moves, ["0/3 leaves 007/34h", "4/7* leaves 000/07h"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dice;
mod index;
mod men;
mod moves;
mod notation;
mod obstacle;
mod play_table;
mod point;
mod position;
mod printable;
mod rules;
#[cfg(feature = "file")]
mod serialize;
mod setup;
mod side;
mod unit;

pub use dice::{Die, OneDieOnly, OutOfRangeDie, Roll};
pub use index::Index;
pub use men::Men;
pub use moves::{IllegalMove, MOST_MOVES, Move, Play, Plays};
pub use notation::{ParseManError, ParseMoveError, ParseRollError, ParseSetupError};
pub use obstacle::Obstacle;
#[cfg(feature = "solve")]
pub(crate) use play_table::ARRIVALS;
pub use play_table::PlayTable;
pub use point::{OutOfRangePoint, Point};
pub use position::Position;
#[doc(hidden)]
pub use printable::{printable, shortened};
pub use rules::{Crowding, Dice, Overshoot, ParseRulesError, Reentry, Rules, Stakes};
pub use setup::{Setup, SetupError, SetupFault, Whose};
pub use side::{Man, Side};
pub use unit::Unit;
