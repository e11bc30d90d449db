//! Sentences.

/// A text with a capital at its beginning.
///
/// ```
/// assert_eq!(tourne::show::paragraph::capitalised("it moves"), "It moves");
/// ```
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A text as a sentence: with a capital at its beginning, and a full stop at its end.
///
/// ```
/// assert_eq!(tourne::show::paragraph::sentence("it moves"), "It moves.");
/// ```
#[must_use]
pub fn sentence(text: &str) -> String {
    capitalised(text) + "."
}
