//! Recorded games: read, compared with perfect play, and drawn.
//!
//! [`record`] reads the text, [`ledger`] gives the luck of each throw and the loss of each move,
//! [`curve`](crate::show::curve) draws the course of a game.

pub mod ledger;
pub mod record;
