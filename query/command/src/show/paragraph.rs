//! Sentences.

/// A text with a capital at its beginning.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A text as a sentence: with a capital at its beginning, and a full stop at its end.
pub fn sentence(text: &str) -> String {
    capitalised(text) + "."
}
