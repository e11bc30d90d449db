//! Manual pages in Markdown, which `tourne help` prints.

/// Page about the fields of every answer.
pub const ANSWERS: &str = include_str!("../ANSWERS.md");
/// Page about cards, which are policies written as rules in words.
pub const CARDS: &str = include_str!("../CARDS.md");
/// Page about checks of policies and engines against perfect play.
pub const CHECKING: &str = include_str!("../CHECKING.md");
/// Page about games, matches and the quiz in the terminal.
pub const PLAYING: &str = include_str!("../PLAYING.md");
/// Page about the protocol of engines: the lines that an engine reads and writes.
pub const PROTOCOL: &str = include_str!("../PROTOCOL.md");
/// Page about reviews of games, and the format of recorded games.
pub const REVIEW: &str = include_str!("../REVIEW.md");
/// Page about strategy: lessons from the solution, and the best known cards.
pub const STRATEGY: &str = include_str!("../STRATEGY.md");
