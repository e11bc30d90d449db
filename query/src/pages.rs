//! Pages in Markdown that describe answers and formats, as `tourne help` prints them.

/// Fields of each answer, and their meanings.
pub const ANSWERS: &str = include_str!("../ANSWERS.md");
/// Language in which cards are written.
pub const CARDS: &str = include_str!("../CARDS.md");
/// Checks of policies and engines against perfect play.
pub const CHECKING: &str = include_str!("../CHECKING.md");
/// Guide to games, matches and the quiz at the terminal.
pub const PLAYING: &str = include_str!("../PLAYING.md");
/// Lines that engines read and write.
pub const PROTOCOL: &str = include_str!("../PROTOCOL.md");
/// Reviews of games, and the format of recorded games.
pub const REVIEW: &str = include_str!("../REVIEW.md");
/// Strategy that the solution teaches, and the best cards that are known.
pub const STRATEGY: &str = include_str!("../STRATEGY.md");
