//! The pages that describe answers and formats, as `tourne help` prints them, in Markdown.

/// What answers hold, and what every field means.
pub const ANSWERS: &str = include_str!("../ANSWERS.md");
/// The language of cards.
pub const CARDS: &str = include_str!("../CARDS.md");
/// Checks of policies and engines.
pub const CHECKING: &str = include_str!("../CHECKING.md");
/// Games at the table.
pub const PLAYING: &str = include_str!("../PLAYING.md");
/// The lines that engines read and write.
pub const PROTOCOL: &str = include_str!("../PROTOCOL.md");
/// Reviews, and records of games.
pub const REVIEW: &str = include_str!("../REVIEW.md");
/// What the solution teaches, and the best cards that are known.
pub const STRATEGY: &str = include_str!("../STRATEGY.md");
