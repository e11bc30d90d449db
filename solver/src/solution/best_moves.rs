//! The best moves of a position, as one small set of men for each die.

use crate::game::{Die, Play};

/// The best moves of a position for each die, as the solution file has them: four bits a die from
/// the lowest on. Bit *i* of the four is set if moving man *i* is best, counted from 0 in the order of
/// the notation (of men in the same place, the first). None is set for a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMoves(u32);

impl BestMoves {
    /// Set in [`bits`](BestMoves::bits) if the position can arise from the start.
    const REACHABLE: u32 = 1 << 31;
    /// The men of six dice, and the flag.
    const USED: u32 = 0x8077_7777;

    /// No best moves yet.
    #[must_use]
    pub fn new(reachable: bool) -> BestMoves {
        BestMoves(if reachable { BestMoves::REACHABLE } else { 0 })
    }

    /// The best moves that these 32 bits describe, or `None` if an unused bit is set.
    #[must_use]
    pub fn from_bits(bits: u32) -> Option<BestMoves> {
        (bits & !BestMoves::USED == 0).then_some(BestMoves(bits))
    }

    /// The 32 bits of the solution file.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Whether the position can arise from the start.
    #[must_use]
    pub fn is_reachable(self) -> bool {
        self.0 & BestMoves::REACHABLE != 0
    }

    /// Says that moving these men is best with that die; bit *i* for man *i* (0 to 2).
    pub fn add(&mut self, die: Die, men: u8) {
        self.0 |= u32::from(men & 0b111) << BestMoves::shift(die);
    }

    /// Whether this play is best with that die.
    #[must_use]
    pub fn contains(self, die: Die, play: &Play) -> bool {
        let men = self.men(die);
        match play.man {
            Some(man) => men & 1 << man != 0,
            None => men == 0,
        }
    }

    /// The men whose moves are best with that die, as bits; 0 for a pass.
    #[must_use]
    pub fn men(self, die: Die) -> u8 {
        (self.0 >> BestMoves::shift(die) & 0b111) as u8
    }

    fn shift(die: Die) -> usize {
        4 * die.index()
    }
}
