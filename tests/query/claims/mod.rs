//! The pages say what is so: their links and files exist, their commands are understood, and figures in sentences are those
//! that the library computes or that a transcript of the same page shows.

mod commands;
mod fields;
mod figures;
mod layers;
mod links;
mod words;
