//! Recorded games, compared with perfect play.
//!
//! [`record`] reads the text; [`ledger`] says what each throw brought and each move gave away.

pub mod ledger;
pub mod record;
