//! Meanings of the words by which play is judged.

use tourne_study::review::MEANINGS;

use super::paragraph::capitalised;

/// Returns a sentence or two about each word: loss, luck, rating and level.
pub fn meanings() -> [String; 4] {
    MEANINGS.map(|(word, meaning)| format!("{}: {meaning}.", capitalised(word)))
}
