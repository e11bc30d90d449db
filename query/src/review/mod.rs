//! Recorded games: read, held against perfect play, and drawn.
//!
//! [`record`] reads the text, [`ledger`] says what each throw brought and each move gave away,
//! [`curve`] draws the course of a game.

pub mod ledger;
pub mod record;
