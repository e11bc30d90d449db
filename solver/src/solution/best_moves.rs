//! The best moves of a position, as one small set of men for each die.

use crate::game::{Die, Men, Play};

/// The best moves of a position for each die, and whether the position can arise from the start. By default there are none, and it cannot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestMoves(
    // As in the solution file: four bits a die from the lowest on, of which bit *i* stands for man *i*, and a flag.
    u32,
);

impl BestMoves {
    /// Set if the position can arise from the start.
    const REACHABLE: u32 = 1 << 31;
    /// The men of six dice, and the flag.
    const USED: u32 = 0x8077_7777;

    /// Notes that the position can arise from the start.
    #[cfg(feature = "solve")]
    pub(crate) fn set_reachable(&mut self) {
        self.0 |= BestMoves::REACHABLE;
    }

    /// The best moves that the 32 bits of the solution file describe, or `None` if an unused bit is set.
    pub(super) fn from_bits(bits: u32) -> Option<BestMoves> {
        (bits & !BestMoves::USED == 0).then_some(BestMoves(bits))
    }

    /// The 32 bits of the solution file.
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// Returns whether the position can arise from the start.
    #[must_use]
    pub fn is_reachable(self) -> bool {
        self.0 & BestMoves::REACHABLE != 0
    }

    /// Adds men whose moves are best with that die.
    #[cfg(feature = "solve")]
    pub(crate) fn add(&mut self, die: Die, men: Men) {
        self.0 |= u32::from(men.bits()) << BestMoves::shift(die);
    }

    /// Returns whether this play is best with that die.
    #[must_use]
    pub fn contains(self, die: Die, play: &Play) -> bool {
        let men = self.men(die);
        play.man.map_or(men.is_empty(), |man| men.contains(man))
    }

    /// The men whose moves are best with that die; none for a pass.
    #[must_use]
    pub fn men(self, die: Die) -> Men {
        Men::from_bits((self.0 >> BestMoves::shift(die)) as u8)
    }

    fn shift(die: Die) -> usize {
        4 * die.index()
    }
}
