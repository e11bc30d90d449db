//! Given policies, on the graph of a game: expected values of play, and best responses.
//!
//! Nothing here is proven, and nothing here finds values of best play by both players: `tourne-graph` does both.

pub mod chain;
mod lengths;
mod linear;
pub mod response;

pub use lengths::{longest, whole};
