//! Positions of the Royal Game of Ur and their numbers: dense, and in the order in which they are solved.
//!
//! A position is seen by the player on roll. Each player has a path of 14 squares: 1 to 4, 13 and 14 are the player's
//! own, 5 to 12 are shared.
//!
//! A set of squares is compared as a binary number in which square *s* is worth 2^*s*, so the piece that is furthest
//! counts first. The *leader* of a position is the player with more pieces home; if both have as many, the one with the
//! greater set of squares from 5 to 14; then the one with the greater set from 1 to 4 by 3. The order is that of:
//!
//! 1. *Blocks*, which are the pairs of numbers of pieces home: more in all come earlier; with the same sum, more of the
//!    leader.
//! 2. *Fronts*, which are the pieces on squares 5 to 14: the leader's greater set comes earlier, then the other's.
//! 3. *Backs*, which are those on squares 1 to 4: first the leader's, then the other's. Of two sets, the one with more
//!    pieces comes earlier; with as many, the greater one.
//! 4. A position with the leader on roll comes just before that with the other player on roll.
//!
//! A move that sends no piece back leads to an earlier position. That and the fourth rule halve the number of sweeps
//! (measured with 4 pieces by `--plain`: 48; all positions of one player on roll first: 86).

use std::cmp::{Ordering, Reverse};
use std::iter;
use std::ops::Range;

use rayon::prelude::*;
use tourne_graph::Rows;

/// Pieces of one player, except those that wait for entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Side {
    /// Number of pieces that have left the board.
    pub(super) home: u8,
    /// Pieces on the board: bit *s* is set if one stands on square *s*, 1 to 14.
    pub(super) squares: u16,
}

/// Both players' pieces. The player on roll comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Position {
    /// Pieces of the player on roll.
    pub(super) own: Side,
    /// Pieces of the other player.
    pub(super) other: Side,
}

impl Position {
    /// Returns the same position with the other player on roll.
    #[inline]
    pub(super) fn swapped(self) -> Position {
        Position {
            own: self.other,
            other: self.own,
        }
    }
}

/// The squares on which either player's pieces may stand, 5 to 12.
pub(super) const SHARED: u16 = 0x1fe0;

/// Sets of squares 1 to 4, as `squares >> 1 & 15`, by their rank: fewer pieces first, then the smaller binary number.
const BACKS: [u16; 16] = [
    0b0000, 0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100, 0b0111,
    0b1011, 0b1101, 0b1110, 0b1111,
];

/// Rank of each set of squares 1 to 4.
const BACK_RANKS: [u8; 16] = [0, 1, 2, 5, 3, 6, 7, 11, 4, 8, 9, 12, 10, 13, 14, 15];

/// Number of sets of squares 1 to 4 with at most 0, 1, … 7 pieces: the ranks below it.
const BACK_COUNTS: [u32; 8] = [1, 5, 11, 15, 16, 16, 16, 16];

/// Pieces on squares 5 to 14: `squares` of [`Side`] without those on 1 to 4.
#[derive(Clone, Copy)]
struct Front {
    leader: u16,
    other: u16,
}

/// Number of pieces of each set of squares 5 to 14: processors need not have an instruction that counts bits.
const PIECE_COUNTS: [u8; 1 << 10] = piece_counts();

const fn piece_counts() -> [u8; 1 << 10] {
    let mut counts = [0; 1 << 10];
    let mut squares = 1;
    while squares < 1 << 10 {
        counts[squares] = counts[squares / 2] + squares as u8 % 2;
        squares += 1;
    }
    counts
}

/// Number of codes of fronts.
const FRONT_CODES: usize = 6561 * 16;

/// The squares of the shared row, as a number in base 3 with the digit 1 for each piece.
const SHARED_CODES: [u16; 256] = shared_codes();

const fn shared_codes() -> [u16; 256] {
    let mut codes = [0; 256];
    let mut squares = 1;
    while squares < 256 {
        codes[squares] = 3 * codes[squares / 2] + squares as u16 % 2;
        squares += 1;
    }
    codes
}

/// Returns a number below [`FRONT_CODES`] that tells apart the fronts of all positions.
#[inline]
fn front_code(leader: u16, other: u16) -> usize {
    let shared = SHARED_CODES[usize::from(leader >> 5 & 255)]
        + 2 * SHARED_CODES[usize::from(other >> 5 & 255)];
    usize::from(shared) << 4 | usize::from(leader >> 13) << 2 | usize::from(other >> 13)
}

/// Returns the number of sets of squares 1 to 4 that a player can have with these pieces home and on squares 5 to 14,
/// which must not be too many.
#[inline]
fn backs(pieces: u8, home: u8, squares: u16) -> u32 {
    BACK_COUNTS[usize::from(pieces - home - PIECE_COUNTS[usize::from(squares >> 5)])]
}

/// Returns the number of positions of a block with a front.
fn size(pieces: u8, homes: [u8; 2], Front { leader, other }: Front) -> u32 {
    let fits = |home: u8, squares: u16| home + squares.count_ones() as u8 <= pieces;
    if !fits(homes[0], leader) || !fits(homes[1], other) {
        return 0;
    }
    let [leaders, others] =
        [(homes[0], leader), (homes[1], other)].map(|(home, squares)| backs(pieces, home, squares));
    match (homes[0], leader).cmp(&(homes[1], other)) {
        // The players are the other way round.
        Ordering::Less => 0,
        // Only the backs tell who leads: two positions for each pair of different ones, and one if they are the same.
        Ordering::Equal => leaders.pow(2),
        Ordering::Greater => 2 * leaders * others,
    }
}

/// All positions with the same pair of numbers of pieces home.
struct Block {
    /// The leader's pieces home, and the other's.
    homes: [u8; 2],
    /// Number of the first position of each front, in the order of the fronts, and at last that of the next block.
    starts: Vec<u32>,
    /// Number of the last position of each front, by code.
    lasts: Vec<u32>,
}

/// The numbers of all positions that are not over, for games with 1 to 7 pieces a player.
pub(super) struct Numbering {
    pieces: u8,
    /// All fronts in their order.
    fronts: Vec<Front>,
    blocks: Vec<Block>,
    /// Index in `blocks` by the leader's pieces home and the other's.
    block_places: [[u8; 8]; 8],
}

impl Numbering {
    /// Numbers the positions of games with this many pieces a player.
    ///
    /// # Panics
    ///
    /// If there are not 1 to 7 pieces.
    pub(super) fn new(pieces: u8) -> Numbering {
        assert!((1..=7).contains(&pieces), "a player has 1 to 7 pieces");
        let sets = || (0..1 << 10).rev().map(|squares| squares << 5);
        let pairs = sets().flat_map(|leader| sets().map(move |other| Front { leader, other }));
        let fronts: Vec<Front> = pairs
            .filter(|front| front.leader & front.other & SHARED == 0)
            .collect();
        let pairs = (0..pieces).flat_map(|leader| (0..=leader).map(move |other| [leader, other]));
        let mut homes: Vec<[u8; 2]> = pairs.collect();
        homes.sort_by_key(|&[leader, other]| Reverse((leader + other, leader)));
        let (mut blocks, mut block_places) = (Vec::new(), [[0; 8]; 8]);
        let mut next = 0;
        for (place, homes) in (0..).zip(homes) {
            block_places[usize::from(homes[0])][usize::from(homes[1])] = place;
            let mut starts = vec![next];
            let mut lasts = vec![0; FRONT_CODES];
            for &front in &fronts {
                next += size(pieces, homes, front);
                starts.push(next);
                // Before the very first position there is none, nor is it asked for.
                lasts[front_code(front.leader, front.other)] = next.wrapping_sub(1);
            }
            blocks.push(Block {
                homes,
                starts,
                lasts,
            });
        }
        Numbering {
            pieces,
            fronts,
            blocks,
            block_places,
        }
    }

    /// Returns the number of pieces of each player.
    pub(super) fn pieces(&self) -> u8 {
        self.pieces
    }

    /// Returns the number of positions that are not over.
    pub(super) fn count(&self) -> u32 {
        self.blocks
            .last()
            .map_or(0, |block| block.starts[FRONT_CODES])
    }

    /// Returns the numbers of the positions of each block, in order.
    pub(super) fn blocks(&self) -> impl ExactSizeIterator<Item = Range<u32>> {
        self.blocks
            .iter()
            .map(|block| block.starts[0]..block.starts[FRONT_CODES])
    }

    /// Returns the number of positions of each block, in order.
    pub(super) fn sizes(&self) -> Vec<usize> {
        self.blocks().map(|numbers| numbers.len()).collect()
    }

    /// Returns the rows of a block. `add` adds those of a position. Parts of the block are made in parallel; the result is
    /// the same with any number of threads.
    pub(super) fn rows(&self, block: usize, add: impl Fn(u32, Position, &mut Rows) + Sync) -> Rows {
        const PART: u32 = 1 << 12;
        let starts = &self.blocks[block].starts;
        let [first, end] = [0, FRONT_CODES].map(|at| starts[at]);
        let parts: Vec<Range<u32>> = (first..end)
            .step_by(PART as usize)
            .map(|part| part..end.min(part + PART))
            .collect();
        let mut rows = Rows::default();
        // Few parts at a time: the rows of a block take most of the memory.
        for parts in parts.chunks(16) {
            let made: Vec<Rows> = parts
                .par_iter()
                .map(|part| {
                    let mut rows = Rows::default();
                    for (number, position) in part.clone().zip(self.positions(part.clone())) {
                        add(number, position, &mut rows);
                    }
                    rows
                })
                .collect();
            rows = iter::once(rows).chain(made).collect();
        }
        rows
    }

    /// Returns the number of a legal position that is not over.
    #[inline]
    pub(super) fn number(&self, position: Position) -> u32 {
        let Position { own, other } = position;
        let rank = |side: Side| u32::from(BACK_RANKS[usize::from(side.squares >> 1 & 15)]);
        let lead = |side: Side| {
            u32::from(side.home) << 24 | u32::from(side.squares >> 5) << 8 | rank(side)
        };
        let leads = lead(own) > lead(other);
        let [leader, other] = if leads { [own, other] } else { [other, own] };
        // Counted from the last position of the front.
        let place = if lead(leader) ^ lead(other) < 1 << 8 {
            rank(leader).pow(2) + 2 * rank(other)
        } else {
            2 * (rank(leader) * backs(self.pieces, other.home, other.squares) + rank(other))
        };
        let block = self.block_places[usize::from(leader.home)][usize::from(other.home)];
        let lasts = &self.blocks[usize::from(block)].lasts;
        lasts[front_code(leader.squares, other.squares)] - place - u32::from(leads)
    }

    /// Returns the position with this number.
    ///
    /// # Panics
    ///
    /// If the number is not below [`count`](Numbering::count).
    pub(super) fn position(&self, number: u32) -> Position {
        self.positions(number..number + 1)
            .next()
            .expect("the number must be that of a position")
    }

    /// Returns the positions with these numbers, which must be of one block.
    pub(super) fn positions(&self, numbers: Range<u32>) -> impl Iterator<Item = Position> {
        let first = numbers.start;
        let block = self
            .blocks
            .partition_point(|block| block.starts[0] <= first)
            - 1;
        let Block { homes, starts, .. } = &self.blocks[block];
        let mut at = starts.partition_point(|&start| start <= first) - 1;
        numbers.map(move |number| {
            while starts[at + 1] <= number {
                at += 1;
            }
            let fronts = [self.fronts[at].leader, self.fronts[at].other];
            let place = starts[at + 1] - 1 - number;
            let (ranks, leads) = if homes[0] == homes[1] && fronts[0] == fronts[1] {
                let leader = place.isqrt();
                let rest = place - leader.pow(2);
                ([leader, rest / 2], rest % 2)
            } else {
                let count = backs(self.pieces, homes[1], fronts[1]);
                ([place / 2 / count, place / 2 % count], place % 2)
            };
            let [leader, other] = [0, 1].map(|side| Side {
                home: homes[side],
                squares: fronts[side] | BACKS[ranks[side] as usize] << 1,
            });
            let position = Position { own: leader, other };
            if leads == 1 {
                position
            } else {
                position.swapped()
            }
        })
    }
}
