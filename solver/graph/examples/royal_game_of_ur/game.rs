//! The rules of the Royal Game of Ur after Finkel on sets of squares, as they are solved.

use tourne_graph::Target;

use super::program::{Board, Rules};
use super::{SHARED, Side};

/// Rosettes: a piece that lands there gives another throw.
const ROSETTES: u16 = 1 << 4 | 1 << 8 | 1 << 14;

/// The shared rosette, on which a piece is safe.
const SAFE: u16 = 1 << 8;

/// The squares of the board, 1 to 14.
const BOARD: u16 = 0x7ffe;

/// Destination of a piece that leaves the board.
const HOME: u16 = 1 << 15;

pub(crate) fn rules(board: &Board<Side>) -> Rules<'_> {
    Rules {
        // Throws 0 to 4 of four dice with two marked corners each, in 16ths.
        weights: vec![1, 4, 6, 4, 1],
        payoffs: 1,
        blocks: &board.sizes,
        add: Box::new(|numbers, rows| {
            for ranks in board.positions(numbers) {
                let sides = ranks.map(|rank| board.sides[usize::from(rank)]);
                (0..5).for_each(|throw| rows.push(targets(board, sides, throw)));
            }
        }),
    }
}

/// Returns the results of all legal moves, in ascending order of the squares on which they end.
#[inline]
pub(crate) fn targets(
    board: &Board<Side>,
    [own, other]: [Side; 2],
    throw: u8,
) -> impl Iterator<Item = Target> {
    // Pieces that wait stand before the path, on square 0.
    let waits = own.home + (own.squares.count_ones() as u8) < board.men;
    let ends = (own.squares | u16::from(waits)) << throw;
    let free = !own.squares & !(other.squares & SAFE) & (BOARD | HOME);
    let mut ends = if throw == 0 { 0 } else { ends & free };
    let pass = (ends == 0).then(|| Target::State(number(board, other, own)));
    let moves = std::iter::from_fn(move || {
        let to = ends & ends.wrapping_neg();
        ends ^= to;
        (to != 0).then(|| after(board, [own, other], throw, to))
    });
    moves.chain(pass)
}

/// Returns the result of a move to the square whose bit is `to`.
#[inline]
fn after(board: &Board<Side>, [mut own, mut other]: [Side; 2], throw: u8, to: u16) -> Target {
    own.squares = (own.squares & !(to >> throw) | to) & BOARD;
    own.home += u8::from(to == HOME);
    other.squares &= !(to & SHARED);
    if own.home == board.men {
        Target::End(0)
    } else if to & ROSETTES == 0 {
        Target::State(number(board, other, own))
    } else {
        Target::Again(number(board, own, other))
    }
}

#[inline]
fn number(board: &Board<Side>, own: Side, other: Side) -> u32 {
    board.number(board.rank(own), board.rank(other))
}
