//! Sets of the men of a side.

/// A set of men of one side, each given by its index in [`Side::men`](super::Side::men), 0 to 2. Men in the same place
/// are interchangeable, so [`Rules::movers`](super::Rules::movers) returns only the first of them.
///
/// ```
/// use tourne_solver::{Die, Men, Rules};
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

    /// Makes a set from the indices of its men.
    ///
    /// # Panics
    ///
    /// If an index is greater than 2.
    pub fn of(men: impl IntoIterator<Item = usize>) -> Men {
        let mut set = Men::NONE;
        for man in men {
            set.insert(man);
        }
        set
    }

    /// Adds the man with this index.
    ///
    /// # Panics
    ///
    /// If the index is greater than 2.
    pub fn insert(&mut self, man: usize) {
        assert!(man < 3, "the men of a side have the indices 0 to 2");
        self.0 |= 1 << man;
    }

    /// Returns `true` if the man with this index is in the set.
    pub const fn contains(self, man: usize) -> bool {
        man < 3 && self.0 & 1 << man != 0
    }

    /// Returns the number of men in the set, 0 to 3.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if no man is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the indices of the men in the set, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..3).filter(move |&man| self.contains(man))
    }

    /// Returns the men that are in both sets.
    #[must_use]
    pub const fn and(self, other: Men) -> Men {
        Men(self.0 & other.0)
    }

    /// Returns the number of men in the set whose index is smaller than `man`. If the set holds the men that can move,
    /// this number is the index of the move of `man` in [`Rules::plays`](super::Rules::plays).
    pub const fn before(self, man: usize) -> usize {
        (self.0 & ((1 << man) - 1)).count_ones() as usize
    }

    /// Returns the bits of the set: bit *i* for the man with index *i*.
    #[cfg(feature = "solve")]
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// Makes a set from its [`bits`](Men::bits). All but the lowest three bits are ignored.
    #[cfg(feature = "file")]
    pub(crate) const fn from_bits(bits: u8) -> Men {
        Men(bits & 0b111)
    }
}
