//! The rules of the Royal Game of Ur after Finkel, on sets of squares, as a [`Game`] that the engine solves.

use tourne_graph::{Frame, Game, Rows, Target};

use super::numbering::{Numbering, Position, SHARED};

/// Weights of the throws 0 to 4 of four dice with two marked corners each, in 16ths.
pub(super) const WEIGHTS: [u32; 5] = [1, 4, 6, 4, 1];

/// Rosettes: a piece that lands there gives another throw.
const ROSETTES: u16 = 1 << 4 | 1 << 8 | 1 << 14;

/// The shared rosette, on which a piece is safe.
const SAFE: u16 = 1 << 8;

/// The squares of the board, 1 to 14.
const BOARD: u16 = 0x7ffe;

/// Destination of a piece that leaves the board.
pub(super) const HOME: u8 = 15;

/// Situation after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// This position, with the other player on roll.
    Other(Position),
    /// This position, with the same player on roll again.
    Again(Position),
    /// The player who moved has won.
    Won,
}

/// Squares on which moves end, in ascending order, as bits.
pub(super) struct Squares(u16);

impl Iterator for Squares {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let square = self.0.trailing_zeros() as u8;
        self.0 &= self.0.wrapping_sub(1);
        (square < 16).then_some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

/// Returns the square on which each legal move ends; [`HOME`] if the piece leaves the board. If there is none, the
/// player passes.
#[inline]
pub(super) fn moves(pieces: u8, position: Position, throw: u8) -> Squares {
    let Position { own, other } = position;
    if throw == 0 {
        return Squares(0);
    }
    // Pieces that wait stand before the path, on square 0.
    let waits = own.home + (own.squares.count_ones() as u8) < pieces;
    let ends = (own.squares | u16::from(waits)) << throw;
    Squares(ends & !own.squares & !(other.squares & SAFE) & (BOARD | 1 << HOME))
}

/// Returns the situation after a move to the square `to`, one of the [`moves`].
#[inline]
pub(super) fn after(pieces: u8, position: Position, throw: u8, to: u8) -> After {
    let Position { mut own, mut other } = position;
    let landed = 1_u16 << to;
    own.squares = (own.squares & !(landed >> throw) | landed) & BOARD;
    if to == HOME {
        own.home += 1;
        if own.home == pieces {
            return After::Won;
        }
    }
    other.squares &= !(landed & SHARED);
    let position = Position { own, other };
    if landed & ROSETTES != 0 {
        After::Again(position)
    } else {
        After::Other(position.swapped())
    }
}

/// The game with 1 to 7 pieces a player.
pub(super) struct Ur {
    /// Numbers of its positions.
    pub(super) numbering: Numbering,
}

impl Ur {
    /// Returns the destinations of all legal moves, in ascending order of the squares on which they end.
    #[inline]
    pub(super) fn targets(&self, position: Position, throw: u8) -> impl Iterator<Item = Target> {
        let pieces = self.numbering.pieces();
        let moves =
            moves(pieces, position, throw).map(move |to| after(pieces, position, throw, to));
        let pass = (moves.len() == 0).then_some(After::Other(position.swapped()));
        moves.chain(pass).map(|after| match after {
            After::Other(position) => Target::State(self.numbering.number(position)),
            After::Again(position) => Target::Again(self.numbering.number(position)),
            After::Won => Target::End(0),
        })
    }
}

impl Game for Ur {
    fn frame(&self) -> Frame {
        Frame {
            weights: WEIGHTS.to_vec(),
            payoffs: vec![1.0],
            blocks: self.numbering.sizes(),
        }
    }

    fn moves(&self, block: usize) -> Rows {
        self.numbering.rows(block, |_, position, rows| {
            (0..5).for_each(|throw| rows.push(self.targets(position, throw)));
        })
    }
}
