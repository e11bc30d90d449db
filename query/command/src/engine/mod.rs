//! Engines: programs that play, asked and answering in lines of text.
//!
//! `query/PROTOCOL.md` describes the lines. [`hearing`] reads what an engine says, [`process`] runs one and
//! asks it, [`survey`] asks it about every decision, [`server`] answers as an engine itself.

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
