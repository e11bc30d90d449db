//! Lines of records: their comments, and headers and turns told apart.

use tourne_solver::{Move, Roll, Rules};

use super::fault::LineFault;

/// Returns the text of a line before its comment, without surrounding white space.
pub(super) fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

/// Line that begins with a name and a colon.
#[derive(Clone, Debug)]
pub(super) struct Header {
    pub(super) name: String,
    pub(super) content: String,
    pub(super) key: Key,
}

/// Headers that a reader understands, and lines that may be turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Rules,
    Position,
    Result,
    /// The name is none of the above, and a throw and a move follow the colon: the name of a header or of a side.
    LikeTurn,
    Other,
}

impl Key {
    /// Returns the name of a header that a game has only once; `None` for others.
    pub(super) fn only_once(self) -> Option<&'static str> {
        match self {
            Key::Rules => Some("rules"),
            Key::Position => Some("position"),
            Key::Result => Some("result"),
            Key::LikeTurn | Key::Other => None,
        }
    }
}

impl Header {
    /// Parses a line; returns `None` if it does not begin with a word and a colon. A number is not a name, since it may
    /// be that of a turn.
    pub(super) fn parse(text: &str) -> Option<Header> {
        let (name, content) = text.split_once(':')?;
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
        if is_number || name.contains(char::is_whitespace) {
            return None;
        }
        let key = match &*name.to_ascii_lowercase() {
            "rules" => Key::Rules,
            "position" => Key::Position,
            "result" => Key::Result,
            _ if is_like_turn(content) => Key::LikeTurn,
            _ => Key::Other,
        };
        Some(Header {
            name: name.to_owned(),
            content: content.trim().to_owned(),
            key,
        })
    }

    /// Parses the name of a rule set; an error if the user asked for another.
    pub(super) fn rules(&self, asked: Option<Rules>) -> Result<Rules, LineFault> {
        let found = self.content.parse()?;
        match asked.filter(|&asked| asked != found) {
            Some(asked) => Err(LineFault::OtherRules { found, asked }),
            None => Ok(found),
        }
    }
}

impl From<Header> for (String, String) {
    fn from(header: Header) -> (String, String) {
        (header.name, header.content)
    }
}

/// Returns whether a throw and a move stand in a text, even with a slip in the move. Otherwise a mistyped turn would
/// begin another game.
fn is_like_turn(content: &str) -> bool {
    let mut words = content.split_whitespace();
    let is_roll = words.next().is_some_and(|it| it.parse::<Roll>().is_ok());
    is_roll && words.any(|it| it.parse::<Move>().is_ok() || it.contains('/'))
}

/// Returns the words of a turn: the side, the throw and the move, as written, without the number before them; `None` if
/// the line has another number of words, or no side.
pub(super) fn words_of_turn(text: &str) -> Option<[&str; 3]> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (name, roll, action) = match words[..] {
        [number, name, roll, action] if is_number(number) => (name, roll, action),
        [name, roll, action] => (name, roll, action),
        _ => return None,
    };
    let side = name.trim_end_matches(':');
    (!side.is_empty()).then_some([side, roll, action])
}

fn is_number(word: &str) -> bool {
    let number = word.strip_suffix(['.', ':']);
    number.is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
    })
}
