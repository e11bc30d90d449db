//! Texts and pictures for people: boards, tables, curves, and the format of numbers.

pub mod answer;
pub mod atlas;
pub mod card;
pub mod check;
pub mod curve;
pub mod identify;
pub mod info;
pub mod matches;
pub mod numbers;
pub mod outcomes;
pub mod paragraph;
pub mod play;
pub mod policies;
pub mod reasons;
pub mod review;
pub mod rules;
pub mod table;
