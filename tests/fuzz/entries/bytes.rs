//! Bytes of the fuzzer as choices: taken one after the other, and zeros once there are none left.

/// What is left of an input.
pub(crate) struct Bytes<'a> {
    all: &'a [u8],
    left: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub(crate) fn new(all: &'a [u8]) -> Bytes<'a> {
        Bytes { all, left: all }
    }

    /// The whole input.
    pub(crate) fn all(&self) -> &'a [u8] {
        self.all
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, left)) = self.left.split_first() else {
            return 0;
        };
        self.left = left;
        first
    }

    /// A number of so many bytes, at most eight, the lowest first.
    pub(crate) fn number(&mut self, bytes: u32) -> u64 {
        (0..bytes)
            .map(|at| u64::from(self.byte()) << (8 * at))
            .sum()
    }

    /// What is left, as it is.
    pub(crate) fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.left)
    }
}
