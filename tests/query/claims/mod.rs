//! What pages refer to is there: links and files, commands, fields of answers, folders as layers, and the figures of
//! other programs. The output of commands is compared in transcripts.

mod commands;
mod fields;
mod figures;
mod layers;
mod links;
mod words;
mod worth;
mod worths;
