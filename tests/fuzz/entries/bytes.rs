//! Bytes of a fuzzer's input, from which choices are read one after the other; zeros follow the last byte.

/// The bytes of an input that are not read yet, and the whole input.
pub(crate) struct Bytes<'a> {
    all: &'a [u8],
    left: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub(crate) fn new(all: &'a [u8]) -> Bytes<'a> {
        Bytes { all, left: all }
    }

    /// Returns the whole input.
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

    /// Reads a little-endian number of at most eight bytes.
    pub(crate) fn number(&mut self, bytes: u32) -> u64 {
        (0..bytes)
            .map(|at| u64::from(self.byte()) << (8 * at))
            .sum()
    }

    /// Returns all bytes that are not read yet.
    pub(crate) fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.left)
    }
}
