//! Capitals and full stops of sentences.

pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Turns a text into a sentence: capitalises its first letter, and adds a full stop.
pub fn sentence(text: &str) -> String {
    capitalised(text) + "."
}
