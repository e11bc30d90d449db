//! Recorded games, compared with perfect play.
//!
//! [`record`] reads the text; [`ledger`] gives the luck of each throw and the loss of each move; [`totals`] adds up games.

pub mod ledger;
pub mod record;
pub mod totals;
