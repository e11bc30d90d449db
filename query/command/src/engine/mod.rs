//! Engines: programs that choose moves, and exchange lines of text with this program.
//!
//! `query/PROTOCOL.md` describes the protocol. [`hearing`] parses the output of an engine. [`process`] starts an engine
//! and asks it for moves. [`survey`] asks an engine about many decisions. [`server`] is this project's own engine.

mod cannot_start;
mod ears;
pub mod fault;
#[cfg(unix)]
mod group;
pub mod hearing;
#[cfg(windows)]
mod job;
#[cfg(target_os = "linux")]
mod orphans;
mod pipes;
pub mod process;
pub mod server;
pub mod survey;
mod tree;
pub mod words;

pub use tree::locked;
