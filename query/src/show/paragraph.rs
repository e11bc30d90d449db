//! Capitals and full stops of sentences.

pub(crate) use crate::facts::capitalised;

pub fn sentence(text: &str) -> String {
    capitalised(text) + "."
}
