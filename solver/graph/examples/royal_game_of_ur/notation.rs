//! Positions as text, such as `2:3.7.12/0:1.5`: for the player on roll and then for the other, the number of pieces
//! home and the squares of the pieces on the board, counted along the player's own path.

use std::fmt;

use super::numbering::{Position, SHARED, Side};

/// A position that displays as text.
#[derive(Clone, Copy)]
pub(super) struct Notation(pub(super) Position);

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write = |f: &mut fmt::Formatter<'_>, side: Side| {
            write!(f, "{}:", side.home)?;
            let squares = (1..=14).filter(|square| side.squares >> square & 1 == 1);
            squares.enumerate().try_for_each(|(at, square)| {
                let dot = if at == 0 { "" } else { "." };
                write!(f, "{dot}{square}")
            })
        };
        write(f, self.0.own)?;
        f.write_str("/")?;
        write(f, self.0.other)
    }
}

/// Error of reading a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum PositionError {
    #[error(
        "\"{0}\" is not a position: write HOME:SQUARES/HOME:SQUARES, the player on roll first, such as 2:3.7.12/0:1.5, or 0:/0: at the start"
    )]
    Form(String),
    #[error("\"{found}\" pieces home: write a number from 0 to {pieces}")]
    Home { found: String, pieces: u8 },
    #[error("\"{0}\" is not a square: write a number from 1 to 14")]
    Square(String),
    #[error(
        "square {square} stands after {before}: write the squares of a player in ascending order, each once"
    )]
    Order { before: u8, square: u8 },
    #[error("a player has {found} pieces home and on the board: there must be at most {pieces}")]
    TooMany { found: u8, pieces: u8 },
    #[error(
        "both players have a piece on square {0}: only one piece can stand on a shared square, 5 to 12"
    )]
    Shared(u32),
    #[error("both players have all {0} pieces home: only one of them can have won")]
    BothHome(u8),
    #[error("the game is over: a player has all {0} pieces home, and there is no move")]
    Over(u8),
}

/// Reads a position of a game with this many pieces a player.
pub(super) fn parse(text: &str, pieces: u8) -> Result<Position, PositionError> {
    let form = || PositionError::Form(text.to_owned());
    let (own, other) = text.split_once('/').ok_or_else(form)?;
    let side = |text: &str| {
        let (home, squares) = text.split_once(':').ok_or_else(form)?;
        parse_side(home, squares, pieces)
    };
    let position = Position {
        own: side(own)?,
        other: side(other)?,
    };
    let shared = position.own.squares & position.other.squares & SHARED;
    match [position.own.home, position.other.home].map(|home| home == pieces) {
        _ if shared != 0 => Err(PositionError::Shared(shared.trailing_zeros())),
        [true, true] => Err(PositionError::BothHome(pieces)),
        [true, false] | [false, true] => Err(PositionError::Over(pieces)),
        [false, false] => Ok(position),
    }
}

/// Reads the pieces of one player.
fn parse_side(home: &str, squares: &str, pieces: u8) -> Result<Side, PositionError> {
    let home = number(home)
        .filter(|&home| home <= pieces)
        .ok_or_else(|| PositionError::Home {
            found: home.to_owned(),
            pieces,
        })?;
    let mut side = Side { home, squares: 0 };
    let mut before = 0;
    for text in squares.split('.').filter(|_| !squares.is_empty()) {
        let square = number(text).filter(|square| (1..=14).contains(square));
        let square = square.ok_or_else(|| PositionError::Square(text.to_owned()))?;
        if square <= before {
            return Err(PositionError::Order { before, square });
        }
        side.squares |= 1 << square;
        before = square;
    }
    let found = home + side.squares.count_ones() as u8;
    if found > pieces {
        return Err(PositionError::TooMany { found, pieces });
    }
    Ok(side)
}

/// Reads a number as it is printed: digits without a sign and without leading zeros.
fn number(text: &str) -> Option<u8> {
    text.parse()
        .ok()
        .filter(|number: &u8| number.to_string() == text)
}
