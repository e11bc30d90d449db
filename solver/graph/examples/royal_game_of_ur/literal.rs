//! The rules a second time, literally: each piece has its place. Shares no code with `game.rs`; the numbers of the
//! positions are all that it takes from elsewhere, and it checks each of them.

use std::iter::repeat_n;

use arrayvec::ArrayVec;
use tourne_graph::{Frame, Game, Rows, Target};

use super::numbering::{Numbering, Position, Side};

/// Places of a player's pieces, in ascending order before a move: [`WAITS`], squares 1 to 14, [`HOME`], [`ABSENT`].
type Pieces = [u8; 7];

/// Place of a piece that waits to enter.
const WAITS: u8 = 0;

/// Place of a piece that has left the board.
const HOME: u8 = 15;

/// Place of a piece that does not take part: the game has fewer than seven a player.
const ABSENT: u8 = 16;

/// The game with 1 to 7 pieces a player, by the literal rules.
pub(super) struct Literal<'a> {
    pub(super) numbering: &'a Numbering,
}

impl Literal<'_> {
    /// Returns the destinations of all legal moves for each throw, the pieces in ascending order of their places.
    pub(super) fn targets(&self, position: Position) -> [ArrayVec<Target, 7>; 5] {
        let [own, other] = [position.own, position.other].map(|side| self.pieces(side));
        [0, 1, 2, 3, 4].map(|throw| self.targets_of(own, other, throw))
    }

    fn targets_of(&self, own: Pieces, other: Pieces, throw: u8) -> ArrayVec<Target, 7> {
        let mut targets = ArrayVec::new();
        for (piece, &from) in own.iter().enumerate() {
            let to = from + throw;
            // A piece leaves by exact count. Pieces on the same place, which wait or are home, are alike.
            let is_alike = piece > 0 && own[piece - 1] == from;
            let is_out = to > HOME || throw == 0 || is_alike;
            // An enemy on the shared rosette is safe.
            let is_blocked = to != HOME && own.contains(&to) || to == 8 && other.contains(&8);
            if !is_out && !is_blocked {
                targets.push(self.after(own, other, piece, to));
            }
        }
        if targets.is_empty() {
            targets.push(Target::State(self.number(other, own)));
        }
        targets
    }

    /// Returns the destination of moving a piece to a place.
    fn after(&self, mut own: Pieces, mut other: Pieces, piece: usize, to: u8) -> Target {
        own[piece] = to;
        if (5..=12).contains(&to) {
            // An enemy there is sent back.
            for place in other.iter_mut().filter(|place| **place == to) {
                *place = WAITS;
            }
        }
        if own.iter().all(|&place| place >= HOME) {
            Target::End(0)
        } else if [4, 8, 14].contains(&to) {
            Target::Again(self.number(own, other))
        } else {
            Target::State(self.number(other, own))
        }
    }

    /// Returns the number of the position in which the first player is on roll.
    fn number(&self, own: Pieces, other: Pieces) -> u32 {
        let [own, other] = [side(own), side(other)];
        self.numbering.number(Position { own, other })
    }

    /// Returns the places of a player's pieces. If there are too many, some are left out.
    fn pieces(&self, side: Side) -> Pieces {
        let count = usize::from(self.numbering.pieces());
        let home = usize::from(side.home);
        let squares = (1..=14).filter(|square| side.squares >> square & 1 == 1);
        let waiting = count.saturating_sub(home + squares.clone().count());
        let places = repeat_n(WAITS, waiting)
            .chain(squares)
            .chain(repeat_n(HOME, home));
        let mut pieces = [ABSENT; 7];
        for (piece, place) in pieces[..count].iter_mut().zip(places) {
            *piece = place;
        }
        pieces
    }

    /// Panics if this is not the number of the position, or if the position is not legal, or over. If there are as many
    /// numbers as positions, and none panics, each position has a number of its own.
    fn check(&self, number: u32, position: Position) {
        let [own, other] = [position.own, position.other].map(|side| self.pieces(side));
        let is_read = [side(own), side(other)] == [position.own, position.other];
        let is_over = [own, other]
            .iter()
            .any(|pieces| pieces.iter().all(|&place| place >= HOME));
        let meet = (5..=12).any(|square| own.contains(&square) && other.contains(&square));
        assert!(
            is_read && !is_over && !meet,
            "number {number} is that of {position:?}, which is not legal, or over"
        );
        assert_eq!(
            self.number(own, other),
            number,
            "{position:?} has two numbers"
        );
    }
}

/// Returns what a position says of a player's pieces.
fn side(pieces: Pieces) -> Side {
    let mut side = Side::default();
    for place in pieces {
        match place {
            1..=14 => side.squares |= 1 << place,
            HOME => side.home += 1,
            _ => {}
        }
    }
    side
}

impl Game for Literal<'_> {
    fn frame(&self) -> Frame {
        Frame {
            // Of the 16 ways in which four coins fall, the number with 0, 1, 2, 3 and 4 heads.
            weights: vec![1, 4, 6, 4, 1],
            payoffs: vec![1.0],
            blocks: self.numbering.sizes(),
        }
    }

    fn moves(&self, block: usize) -> Rows {
        self.numbering.rows(block, |number, position, rows| {
            self.check(number, position);
            for targets in self.targets(position) {
                rows.push(targets);
            }
        })
    }
}
