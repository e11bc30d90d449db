//! Given policies, on the graph of a game: expected values of play, best responses, and how long play can last.
//!
//! Nothing here is proven, and nothing here finds values of best play by both players: `tourne-graph` does both.

pub mod chain;
pub mod lengths;
mod linear;
pub mod response;
