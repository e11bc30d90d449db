//! Engines: programs that play, and are asked for their moves in lines of text.
//!
//! `query/PROTOCOL.md` describes the lines. [`hearing`] parses the output of an engine, [`process`] runs one engine
//! and asks it, [`survey`] asks about every decision, [`server`] answers as an engine itself.

pub mod checked;
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
