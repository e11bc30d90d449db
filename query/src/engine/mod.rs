//! Engines: programs that play, asked and answering in lines of text.
//!
//! `query/PROTOCOL.md` describes the lines. [`process`] asks a program, [`survey`] asks it about
//! every decision, [`server`] answers as an engine itself.

pub mod process;
pub mod server;
pub mod survey;
