//! A game as a batch plays it: its legal moves as a table.

use pyo3::PyErr;

/// Number of faces of a die.
pub(crate) const DICE: usize = 6;

/// Legal moves of a position with a die, of at most `MEN` men. For three men the size and the alignment are 16 bytes, so a
/// step of a game reads only one cache line.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(crate) struct Step<const MEN: usize> {
    /// Result of each legal move, rearmost man first: the index of the next position, or, if the move wins *n* points, the
    /// number of positions + *n* − 1. Unused entries are 0.
    pub(crate) next: [u32; MEN],
    /// Number of legal moves, 1 for a pass.
    pub(crate) count: i8,
    /// Set of the men that can move: bit *n* stands for man *n*; bit 0 for a pass.
    pub(crate) men: u8,
}

impl<const MEN: usize> Step<MEN> {
    /// Makes a step from the result of each man's move; a negative result is that of a man that cannot move.
    pub(crate) fn of(of_men: &[i32]) -> Step<MEN> {
        let mut step = Step {
            next: [0; MEN],
            count: 0,
            men: 0,
        };
        for (man, &target) in of_men.iter().enumerate() {
            if let Ok(target) = u32::try_from(target) {
                step.next[step.count as usize] = target;
                step.count += 1;
                step.men |= 1 << man;
            }
        }
        step
    }

    /// Returns the rank of a man's move among the legal moves; `None` if the man cannot move.
    #[inline]
    pub(crate) fn rank_of(&self, man: i64) -> Option<usize> {
        let man = usize::try_from(man).ok().filter(|&man| man < MEN)?;
        let bit = 1 << man;
        (self.men & bit != 0).then(|| (self.men & (bit - 1)).count_ones() as usize)
    }
}

/// A game that a batch can play, with at most `MEN` men of a side.
pub(crate) trait Playable<const MEN: usize>: Send + Sync {
    /// Returns the number of men of a side.
    fn men_of_side(&self) -> usize;
    /// Returns the number of positions.
    fn positions(&self) -> usize;
    /// Returns the number of throws, of 36 or of 6, with which each die is played.
    fn throws(&self) -> [u32; DICE];
    /// Returns the largest number of points that a game can be won by.
    fn largest_win(&self) -> u32;
    /// Returns the legal moves, indexed by 6 · index of the position + die − 1. The first call computes them.
    fn steps(&self) -> &[Step<MEN>];
    /// Returns the places of the men of all positions, as in `tourne.Solution.men`, without gaps. The first call may compute
    /// them.
    fn all_men(&self) -> &[i8];
    /// Returns the notation of a position.
    fn notation_of(&self, position: usize) -> String;
    /// Creates the exception for an index that is out of range.
    fn wrong_index(&self, number: &str) -> PyErr;
}
