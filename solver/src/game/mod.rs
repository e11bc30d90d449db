//! The game: rules, dice, positions, moves and their notation.
//!
//! This module has no input or output, no threads and no file format. A program that only plays the game needs no other
//! module.

mod dice;
mod index;
mod men;
mod moves;
mod next_positions;
mod notation;
mod obstacle;
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
pub use next_positions::NextPositions;
pub use notation::{ParseManError, ParseMoveError, ParseRollError, ParseSetupError};
pub use obstacle::Obstacle;
pub use point::{OutOfRangePoint, Point};
pub use position::Position;
#[doc(hidden)]
pub use printable::{printable, shortened};
pub use rules::{Crowding, Dice, Overshoot, ParseRulesError, Reentry, Rules, Stakes};
pub use setup::{Setup, SetupError, SetupFault, Whose};
pub use side::{Man, Side};
pub use unit::Unit;
