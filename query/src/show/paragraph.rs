//! Capitals and full stops of sentences.

pub(crate) use crate::facts::capitalised;

/// Turns a text into a sentence: capitalises its first letter, and adds a full stop.
pub fn sentence(text: &str) -> String {
    capitalised(text) + "."
}
