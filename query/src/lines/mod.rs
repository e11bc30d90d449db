//! Reader of text lines of limited length, through which every text from outside is read.

mod utf8;

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

use self::utf8::Utf8;

const BUFFER: usize = 1 << 16;
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Reader of lines with a maximum length. It keeps only the beginning of a longer line and skips the rest, so memory
/// use is bounded for any input. Text in UTF-16 that begins with a byte order mark is converted to UTF-8. Byte order
/// marks at the beginning of a line are dropped: files that begin with one may have been joined.
#[derive(Debug)]
pub struct Lines<R> {
    input: BufReader<Utf8<R>>,
    longest: usize,
    most: u64,
    line: Vec<u8>,
    /// `true` if the rest of an overlong line is still to be skipped.
    is_cut: bool,
    number: u64,
}

/// Line of the input, without its line end.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// Number of the line, counted from 1.
    pub number: u64,
    /// `false` if the input ended, or could not be read on, before the line feed of this line.
    pub has_end: bool,
    bytes: Cow<'a, [u8]>,
    longest: usize,
}

/// Error for a line that is too long, or not text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The line is not UTF-8.
    #[error("the line is not UTF-8 text: write it in UTF-8")]
    NotText,
    /// The line has a NUL character.
    #[error(
        "the line has a NUL character, as UTF-16 text without a byte order mark has: save the text as UTF-8"
    )]
    Nul,
    /// The line is longer than this number of bytes.
    #[error("the line has more than {0} bytes")]
    TooLong(usize),
}

impl<R: Read> Lines<R> {
    /// Creates a reader of lines. `longest` is the maximum length of a line in bytes, without the line feed.
    pub fn new(input: R, longest: usize) -> Lines<R> {
        Lines {
            input: BufReader::with_capacity(BUFFER, Utf8::new(input)),
            longest,
            most: u64::MAX,
            line: Vec::new(),
            is_cut: false,
            number: 0,
        }
    }

    /// Limits the number of lines to `most`. Reading one more line is then an error.
    #[must_use]
    pub(crate) fn at_most(self, most: u64) -> Lines<R> {
        Lines { most, ..self }
    }

    /// Reads the next line; returns `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// [`io::Error`] if the input cannot be read, or if it has more lines than allowed.
    #[expect(
        clippy::should_implement_trait,
        reason = "each line borrows from the reader, which `Iterator` does not allow"
    )]
    pub fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        if std::mem::take(&mut self.is_cut) {
            self.input.skip_until(b'\n')?;
        }
        self.line.clear();
        // Read at most one byte more than the limit. This byte is the line feed, or shows that the line is too long.
        let most = self.longest + 1;
        loop {
            let mut limited = self.input.by_ref().take((most - self.line.len()) as u64);
            limited.read_until(b'\n', &mut self.line)?;
            let length = self.line.len();
            while self.line.starts_with(MARK) {
                self.line.drain(..MARK.len());
            }
            if self.line.len() == length || self.line.ends_with(b"\n") {
                break;
            }
        }
        if self.line.is_empty() {
            return Ok(None);
        }
        if self.number == self.most {
            let error = format!("it has more than {} lines", self.most);
            return Err(io::Error::other(error));
        }
        let ends = self.line.ends_with(b"\n");
        self.is_cut = !ends && self.line.len() == most;
        if ends {
            self.line.pop();
            if self.line.ends_with(b"\r") {
                self.line.pop();
            }
        }
        self.number += 1;
        Ok(Some(Line {
            number: self.number,
            has_end: ends || self.is_cut,
            bytes: Cow::Borrowed(&self.line),
            longest: self.longest,
        }))
    }

    /// Reads up to `most` lines: waits for the first line, then takes further lines that are already buffered. The
    /// batch is empty at the end of the input.
    pub(crate) fn next_batch(&mut self, most: usize) -> io::Result<Vec<Line<'static>>> {
        let mut batch = Vec::new();
        while batch.is_empty() || batch.len() < most && self.is_at_hand() {
            let Some(line) = self.next()? else {
                break;
            };
            batch.push(Line {
                number: line.number,
                has_end: line.has_end,
                bytes: Cow::Owned(line.bytes.into_owned()),
                longest: line.longest,
            });
        }
        Ok(batch)
    }

    /// Returns whether the whole next line has already been read into the buffer, so that the next call does not wait
    /// for input.
    pub(crate) fn is_at_hand(&self) -> bool {
        let mut ends = self.input.buffer().iter();
        // If the last line was too long, its rest comes before the next line.
        let is_skipped = !self.is_cut || ends.any(|&byte| byte == b'\n');
        is_skipped && ends.as_slice().contains(&b'\n')
    }
}

impl Line<'_> {
    /// Returns the first byte that is not white space, also of a line that is too long; `None` in an empty line.
    pub fn first(&self) -> Option<u8> {
        let mut bytes = self.bytes.iter().copied();
        bytes.find(|byte| !byte.is_ascii_whitespace())
    }

    /// Returns the text of the line.
    ///
    /// # Errors
    ///
    /// [`LineError`] if the line is too long, or not text.
    pub fn text(&self) -> Result<&str, LineError> {
        if self.bytes.len() > self.longest {
            return Err(LineError::TooLong(self.longest));
        }
        if self.bytes.contains(&0) {
            return Err(LineError::Nul);
        }
        str::from_utf8(&self.bytes).map_err(|_| LineError::NotText)
    }

    /// Returns at most this number of characters from the beginning of the line, with U+FFFD in place of invalid UTF-8.
    pub(crate) fn beginning(&self, characters: usize) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        text.trim_end().chars().take(characters).collect()
    }

    /// Returns the text of the line, with U+FFFD in place of invalid UTF-8; `None` if the line is too long.
    pub fn lossy(&self) -> Option<Cow<'_, str>> {
        (self.bytes.len() <= self.longest).then(|| String::from_utf8_lossy(&self.bytes))
    }
}
