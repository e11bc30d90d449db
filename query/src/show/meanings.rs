//! Meanings of the words by which play is judged.

use crate::review::MEANINGS;

use super::paragraph::capitalised;

/// Returns a sentence or two about each word: loss, luck, rating, level and worth.
pub fn meanings() -> [String; 5] {
    MEANINGS.map(|(word, meaning)| format!("{}: {meaning}.", capitalised(word)))
}
