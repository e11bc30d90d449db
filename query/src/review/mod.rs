//! Recorded games, compared with perfect play.
//!
//! [`record`] reads the text; [`ledger`] gives the luck of each throw and the loss of each move.

pub mod ledger;
pub mod record;
