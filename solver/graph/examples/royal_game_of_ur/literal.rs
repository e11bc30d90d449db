//! The rules a second time, literally: each piece has its place. Shares no code with `game.rs`; the numbers of the
//! positions are all that it takes from elsewhere, and it checks each of them.

use std::iter::repeat_n;

use arrayvec::ArrayVec;
use tourne_graph::Target;

use super::Side;
use super::program::{Board, Rules};

/// Places of a player's pieces: [`WAITS`], squares 1 to 14, [`HOME`].
type Pieces = ArrayVec<u8, 7>;

/// Place of a piece that waits to enter.
const WAITS: u8 = 0;

/// Place of a piece that has left the board.
const HOME: u8 = 15;

/// Returns the results of all legal moves, the pieces in ascending order of their places.
pub(crate) fn targets(
    board: &Board<Side>,
    [own, other]: &[Pieces; 2],
    throw: u8,
) -> ArrayVec<Target, 7> {
    let mut targets = ArrayVec::new();
    for (piece, &from) in own.iter().enumerate() {
        let to = from + throw;
        // A piece leaves by exact count. Pieces on the same place, which wait or are home, are alike.
        let is_alike = piece > 0 && own[piece - 1] == from;
        let is_out = to > HOME || throw == 0 || is_alike;
        // An enemy on the shared rosette is safe.
        let is_blocked = to != HOME && own.contains(&to) || to == 8 && other.contains(&8);
        if !is_out && !is_blocked {
            let (mut own, mut other) = (own.clone(), other.clone());
            own[piece] = to;
            if (5..=12).contains(&to) {
                // An enemy there is sent back.
                let hit = other.iter_mut().filter(|place| **place == to);
                hit.for_each(|place| *place = WAITS);
            }
            targets.push(if own.iter().all(|&place| place == HOME) {
                Target::End(0)
            } else if [4, 8, 14].contains(&to) {
                Target::Again(number(board, &own, &other))
            } else {
                Target::State(number(board, &other, &own))
            });
        }
    }
    if targets.is_empty() {
        targets.push(Target::State(number(board, other, own)));
    }
    targets
}

/// Returns the number of a position, with the first player on roll.
fn number(board: &Board<Side>, own: &Pieces, other: &Pieces) -> u32 {
    let rank = |pieces: &Pieces| {
        let on_board = pieces.iter().filter(|place| (1..=14).contains(*place));
        board.rank(Side {
            home: pieces.iter().map(|&place| u8::from(place == HOME)).sum(),
            squares: on_board.map(|place| 1 << place).sum(),
        })
    };
    board.number(rank(own), rank(other))
}

/// Returns the places of a player's pieces, in ascending order.
pub(crate) fn pieces(board: &Board<Side>, side: Side) -> Pieces {
    let squares = (1..=14).filter(|square| side.squares >> square & 1 == 1);
    let home = usize::from(side.home);
    let waiting = usize::from(board.men).saturating_sub(home + squares.clone().count());
    let places = repeat_n(WAITS, waiting).chain(squares);
    places.chain(repeat_n(HOME, home)).collect()
}

/// Returns the rules; they panic if a position has no number of its own, is not legal, or is over. If there are as many
/// numbers as positions, and none panics, each position has a number.
pub(super) fn rules(board: &Board<Side>) -> Rules<'_> {
    Rules {
        // Of the 16 ways in which four coins fall, the number with 0, 1, 2, 3 and 4 heads.
        weights: vec![1, 4, 6, 4, 1],
        payoffs: 1,
        blocks: &board.sizes,
        add: Box::new(move |numbers, rows| {
            for (place, ranks) in numbers.clone().zip(board.positions(numbers)) {
                let sides = ranks.map(|rank| pieces(board, board.sides[usize::from(rank)]));
                let [own, other] = &sides;
                let meet = (5..=12).any(|square| own.contains(&square) && other.contains(&square));
                let is_legal = !meet
                    && sides
                        .iter()
                        .all(|pieces| pieces.len() == usize::from(board.men));
                let is_over = sides
                    .iter()
                    .any(|pieces| pieces.iter().all(|&place| place == HOME));
                assert!(
                    is_legal && !is_over && number(board, own, other) == place,
                    "{sides:?}"
                );
                (0..5).for_each(|throw| rows.push(targets(board, &sides, throw)));
            }
        }),
    }
}
