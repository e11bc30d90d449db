//! What pages refer to is there: links and files, commands, fields of answers, folders as layers, and the figures of
//! other programs. What a command prints is a transcript.

mod commands;
mod fields;
mod figures;
mod layers;
mod links;
mod words;
