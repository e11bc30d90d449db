//! Statements of the documentation are true: links and files exist, commands are understood, and figures in sentences
//! agree with the library or with a transcript of the same page.

mod commands;
mod fields;
mod figures;
mod layers;
mod links;
mod words;
