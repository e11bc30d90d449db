//! t
pub mod game;
