//! Capitals and full stops of sentences.

/// Capitalises the first letter of a text.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Makes a text a sentence: a capital at its beginning, and a full stop at its end.
pub fn sentence(text: &str) -> String {
    capitalised(text) + "."
}
