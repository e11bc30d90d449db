//! Sets of the men of a side.

/// Some of the three men of a side, each by its place in [`Side::men`](super::Side::men), 0 to 2. Of several men in the
/// same place the first stands for all.
///
/// ```
/// use tourne_solver::game::{Die, Men, Rules};
///
/// let side = Rules::STANDARD.position(&"014/000".parse()?)?.on_roll();
/// let movers = Rules::STANDARD.movers(side, Die::new(2));
/// assert_eq!(movers.iter().collect::<Vec<_>>(), [1, 2]);
/// assert_eq!(movers, Men::of([2, 1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Men(
    // Bit *i* for man *i*.
    u8,
);

impl Men {
    /// The empty set.
    pub const NONE: Men = Men(0);

    /// The set of these men.
    ///
    /// # Panics
    ///
    /// If a number is not 0 to 2.
    #[must_use]
    pub fn of(men: impl IntoIterator<Item = usize>) -> Men {
        let mut set = Men::NONE;
        for man in men {
            set.insert(man);
        }
        set
    }

    /// Adds a man.
    ///
    /// # Panics
    ///
    /// If the number is not 0 to 2.
    pub fn insert(&mut self, man: usize) {
        assert!(man < 3, "a side has the men 0 to 2");
        self.0 |= 1 << man;
    }

    /// Returns whether the set contains this man.
    #[must_use]
    pub const fn contains(self, man: usize) -> bool {
        man < 3 && self.0 & 1 << man != 0
    }

    /// The number of men.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The men, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..3).filter(move |&man| self.contains(man))
    }

    /// The men that are in both sets.
    #[must_use]
    pub const fn and(self, other: Men) -> Men {
        Men(self.0 & other.0)
    }

    /// The number of men before this one: its place among the moves of a throw.
    #[must_use]
    pub const fn before(self, man: usize) -> usize {
        (self.0 & ((1 << man) - 1)).count_ones() as usize
    }

    /// Three bits, bit *i* for man *i*.
    #[cfg(feature = "solve")]
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// The men of these bits.
    #[cfg(feature = "file")]
    pub(crate) const fn from_bits(bits: u8) -> Men {
        Men(bits & 0b111)
    }
}
