//! Best moves of a position, as bits.

use crate::game::{Die, Men, Play};

/// Best moves of a position for each die, and a flag that is set if the position can arise from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMoves(
    // Bits as in the solution file. Each die has a group of four bits; the lowest group is for a 1. In a group, bit *i*
    // is for the man with index *i*. The highest of the 32 bits is the flag.
    u32,
);

impl BestMoves {
    const REACHABLE: u32 = 1 << 31;
    /// Bits that may be set: three for each die, and the flag.
    const USED: u32 = 0x8077_7777;

    /// Reads 32 bits of the solution file; `None` if a bit is set that must be zero.
    pub(super) fn from_bits(bits: u32) -> Option<BestMoves> {
        (bits & !BestMoves::USED == 0).then_some(BestMoves(bits))
    }

    /// Returns the bits that the solution file stores for the position.
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// Returns `true` if the position can arise from the start.
    pub fn is_reachable(self) -> bool {
        self.0 & BestMoves::REACHABLE != 0
    }

    /// Makes the best moves of a position from the men whose moves are best with each die.
    #[cfg(feature = "solve")]
    pub(crate) fn new(is_reachable: bool, men: [Men; 6]) -> BestMoves {
        let flag = if is_reachable {
            BestMoves::REACHABLE
        } else {
            0
        };
        let of_dice = Die::ALL.into_iter().zip(men);
        BestMoves(of_dice.fold(flag, |bits, (die, men)| {
            bits | u32::from(men.bits()) << BestMoves::shift(die)
        }))
    }

    /// Returns `true` if this legal move is best with this die.
    pub fn contains(self, die: Die, play: &Play) -> bool {
        play.is_by_one_of(self.men(die))
    }

    /// Returns the men whose moves are best with this die; none if no man can move.
    pub fn men(self, die: Die) -> Men {
        Men::from_bits((self.0 >> BestMoves::shift(die)) as u8)
    }

    fn shift(die: Die) -> usize {
        4 * die.index()
    }
}
