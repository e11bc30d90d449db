//! Positions of the Royal Game of Ur and their numbers: dense, and in the order in which they are solved.
//!
//! A position is seen by the player on roll. Each player has a path of 14 squares: 1 to 4, 13 and 14 are the player's
//! own, 5 to 12 are shared.
//!
//! 1. *Blocks* come first: all positions with the same pair of numbers of pieces home, whoever has which. More pieces
//!    home in all come earlier; with the same sum, those of the player who has more.
//! 2. Within a block, *fronts*: the squares from 5 to 14 with pieces of each player, as two binary numbers in which
//!    square *s* is worth 2^*s*. The greater of the two numbers counts first, then the smaller, then that of the player
//!    on roll. Fronts with greater numbers come earlier.
//! 3. With the same front, the positions in which the player on roll has at least as many pieces home come earlier.
//! 4. Then the squares from 1 to 4, first of the player on roll, then of the other. More pieces come earlier; with as
//!    many, the greater binary number.
//!
//! A move that sends no piece back leads to an earlier position, and one that does often too, as the greater binary
//! number becomes still greater. Sweeps in this order spread what they find fast: with five pieces, 101 sweeps are
//! enough, where an order by the sum of all squares needs 106, and the reverse order far more (measured: `--plain`).

use std::cmp::Reverse;
use std::ops::Range;

use rayon::prelude::*;

use super::api::Rows;

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

/// Sets of squares 1 to 4, as `squares >> 1 & 15`, by their rank: fewer pieces first, then the smaller binary number.
const BACKS: [u16; 16] = [
    0b0000, 0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100, 0b0111,
    0b1011, 0b1101, 0b1110, 0b1111,
];

/// Rank of each set of squares 1 to 4.
const BACK_RANKS: [u8; 16] = [0, 1, 2, 5, 3, 6, 7, 11, 4, 8, 9, 12, 10, 13, 14, 15];

/// Number of sets of squares 1 to 4 with at most 0, 1, … 7 pieces: the ranks below it.
const BACK_COUNTS: [u32; 8] = [1, 5, 11, 15, 16, 16, 16, 16];

/// Pieces of both players on squares 5 to 14; `squares` of [`Side`] without those on 1 to 4.
#[derive(Clone, Copy)]
struct Front {
    own: u16,
    other: u16,
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
fn front_code(own: u16, other: u16) -> usize {
    let shared =
        SHARED_CODES[usize::from(own >> 5 & 255)] + 2 * SHARED_CODES[usize::from(other >> 5 & 255)];
    usize::from(shared) << 4 | usize::from(own >> 13) << 2 | usize::from(other >> 13)
}

/// All positions with the same pair of numbers of pieces home.
struct Block {
    /// The greater number of pieces home, and the smaller.
    homes: [u8; 2],
    /// Number of the first position of each front, with the greater number of pieces home on roll and then with the
    /// smaller; and at last that of the next block.
    starts: Vec<u32>,
}

/// The numbers of all positions that are not over, for games with 1 to 7 pieces a player.
pub(super) struct Numbering {
    pieces: u8,
    /// All fronts in their order.
    fronts: Vec<Front>,
    /// Index in `fronts` by code.
    front_places: Vec<u32>,
    blocks: Vec<Block>,
    /// Index in `blocks` by the numbers of pieces home.
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
        let mut fronts = Vec::with_capacity(FRONT_CODES);
        for own in (0..1 << 15).step_by(1 << 5) {
            // Of the shared squares, the other player can have those that are left.
            let free = !own & 0x1fe0 | 0x6000;
            fronts.extend(
                (0..1 << 15)
                    .step_by(1 << 5)
                    .filter(|other| other & !free == 0)
                    .map(|other| Front { own, other }),
            );
        }
        fronts.sort_by_key(|&Front { own, other }| Reverse((own.max(other), own.min(other), own)));
        let mut front_places = vec![0; FRONT_CODES];
        for (place, front) in (0..).zip(&fronts) {
            front_places[front_code(front.own, front.other)] = place;
        }

        let mut homes: Vec<[u8; 2]> = (0..pieces)
            .flat_map(|more| (0..=more).map(move |less| [more, less]))
            .collect();
        homes.sort_by_key(|&[more, less]| Reverse((more + less, more)));
        let mut numbering = Numbering {
            pieces,
            fronts,
            front_places,
            blocks: Vec::new(),
            block_places: [[0; 8]; 8],
        };
        let mut next = 0;
        for (place, homes) in (0..).zip(homes) {
            let [more, less] = homes.map(usize::from);
            numbering.block_places[more][less] = place;
            numbering.block_places[less][more] = place;
            let mut starts = Vec::with_capacity(2 * FRONT_CODES + 1);
            for &Front { own, other } in &numbering.fronts {
                let size = |home: u8, squares: u16| numbering.backs(home, squares).unwrap_or(0);
                let [greater, smaller] = homes;
                starts.push(next);
                next += size(greater, own) * size(smaller, other);
                starts.push(next);
                if greater != smaller {
                    next += size(smaller, own) * size(greater, other);
                }
            }
            starts.push(next);
            numbering.blocks.push(Block { homes, starts });
        }
        numbering
    }

    /// Returns the number of sets of squares 1 to 4 that a player can have with these pieces home and on squares 5 to
    /// 14; `None` if these are too many.
    #[inline]
    fn backs(&self, home: u8, front: u16) -> Option<u32> {
        let room = self.pieces.checked_sub(home + front.count_ones() as u8)?;
        Some(BACK_COUNTS[usize::from(room)])
    }

    /// Returns the number of pieces of each player.
    pub(super) fn pieces(&self) -> u8 {
        self.pieces
    }

    /// Returns the number of positions that are not over.
    pub(super) fn count(&self) -> u32 {
        self.blocks
            .last()
            .map_or(0, |block| block.starts[2 * FRONT_CODES])
    }

    /// Returns the numbers of the positions of each block, in order.
    pub(super) fn blocks(&self) -> impl ExactSizeIterator<Item = Range<u32>> {
        self.blocks
            .iter()
            .map(|block| block.starts[0]..block.starts[2 * FRONT_CODES])
    }

    /// Returns the rows of a block. `add` adds those of a position. Parts of the block are made in parallel; the result is
    /// the same with any number of threads.
    pub(super) fn rows(&self, block: usize, add: impl Fn(u32, Position, &mut Rows) + Sync) -> Rows {
        const PART: u32 = 1 << 12;
        let starts = &self.blocks[block].starts;
        let [first, end] = [0, 2 * FRONT_CODES].map(|cell| starts[cell]);
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
            for mut part in made {
                rows.append(&mut part);
            }
        }
        rows
    }

    /// Returns the number of a legal position that is not over.
    #[inline]
    pub(super) fn number(&self, position: Position) -> u32 {
        let Position { own, other } = position;
        let block = &self.blocks
            [usize::from(self.block_places[usize::from(own.home)][usize::from(other.home)])];
        let front = self.front_places[front_code(own.squares, other.squares)] as usize;
        let cell = 2 * front + usize::from(own.home < other.home);
        let rank = |side: Side| u32::from(BACK_RANKS[usize::from(side.squares >> 1 & 15)]);
        let room = self.pieces - other.home - (other.squares >> 5).count_ones() as u8;
        let rest = rank(own) * BACK_COUNTS[usize::from(room)] + rank(other);
        block.starts[cell + 1] - 1 - rest
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
        let place = self
            .blocks
            .partition_point(|block| block.starts[0] <= numbers.start)
            - 1;
        let block = &self.blocks[place];
        let mut cell = block
            .starts
            .partition_point(|&start| start <= numbers.start)
            - 1;
        numbers.map(move |number| {
            while block.starts[cell + 1] <= number {
                cell += 1;
            }
            let front = self.fronts[cell / 2];
            let [own, other] =
                if cell % 2 == 0 { [0, 1] } else { [1, 0] }.map(|place| block.homes[place]);
            let room = self.pieces - other - front.other.count_ones() as u8;
            let count = BACK_COUNTS[usize::from(room)];
            let rest = block.starts[cell + 1] - 1 - number;
            let back = |rank: u32| BACKS[rank as usize] << 1;
            Position {
                own: Side {
                    home: own,
                    squares: front.own | back(rest / count),
                },
                other: Side {
                    home: other,
                    squares: front.other | back(rest % count),
                },
            }
        })
    }
}
