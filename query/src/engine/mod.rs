//! Engines: programs that choose moves, and exchange lines of text with this program.
//!
//! `query/PROTOCOL.md` describes the protocol. [`hearing`] parses the output of an engine. [`process`] starts an engine
//! and asks it for moves. [`survey`] asks an engine about many decisions. [`server`] is this project's own engine.

mod cannot_start;
pub mod event;
pub mod fault;
pub mod hearing;
pub mod meant;
mod probe;
pub mod process;
mod program;
pub mod server;
mod supervised;
pub mod survey;
pub mod words;
