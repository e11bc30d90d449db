//! The numbers of a node, side by side: one for each seat and lane.

use super::super::acceleration::Numbers;

/// A number for each lane.
pub type Lanes<const N: usize> = [f64; N];

/// The values of a node to the player on roll: for each seat that may be on roll, those of all lanes.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub struct Row<const N: usize>(pub [Lanes<N>; 2]);

impl<const N: usize> Row<N> {
    /// The same value for each seat and lane.
    #[must_use]
    pub const fn all(value: f64) -> Row<N> {
        Row([[value; N]; 2])
    }

    /// Combines the numbers of both seats in each lane.
    pub(super) fn by_lane(&self, combine: impl Fn(f64, f64) -> f64) -> Lanes<N> {
        std::array::from_fn(|lane| combine(self.0[0][lane], self.0[1][lane]))
    }

    /// Returns whether the absolute value of each number is at most `largest`: not of NaN.
    pub(super) fn is_within(self, largest: f64) -> bool {
        // Counted in each place, which takes no branches.
        let outside = |value: f64| if value.abs() <= largest { 0.0 } else { 1.0 };
        let counts = self.with(self, |value, _| outside(value));
        counts.by_lane(|one, other| one + other).iter().sum::<f64>() == 0.0
    }

    /// The least of the differences from the numbers in the same places of another row.
    #[inline]
    pub(super) fn least_above(self, other: Row<N>) -> f64 {
        let differences = self.with(other, |one, other| one - other);
        let of_lanes = differences.by_lane(smaller);
        of_lanes.into_iter().fold(f64::INFINITY, smaller)
    }
}

impl<const N: usize> Numbers for Row<N> {
    const ZERO: Row<N> = Row::all(0.0);

    #[inline]
    fn with(mut self, other: Row<N>, mut combine: impl FnMut(f64, f64) -> f64) -> Row<N> {
        for (mine, others) in self.0.iter_mut().zip(&other.0) {
            for (mine, other) in mine.iter_mut().zip(others) {
                *mine = combine(*mine, *other);
            }
        }
        self
    }

    /// Both seats of a lane share a step.
    fn sums(self) -> Row<N> {
        Row([self.by_lane(|one, other| one + other); 2])
    }
}

/// The smaller number. Unlike [`f64::min`] this is a single instruction: it does not look after NaN.
#[inline]
pub(super) fn smaller(one: f64, other: f64) -> f64 {
    if other < one { other } else { one }
}

/// The greater number, in a single instruction.
#[inline]
pub(super) fn greater(one: f64, other: f64) -> f64 {
    if other > one { other } else { one }
}
