//! Lines of text from any source, of bounded length.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;

const BUFFER: usize = 1 << 16;

/// Reads line after line. Reading a line that is too long stops at the limit, and the rest of it is skipped, so that
/// memory stays bounded whatever the input.
#[derive(Debug)]
pub struct Lines<R> {
    input: BufReader<R>,
    longest: usize,
    most: u64,
    line: Vec<u8>,
    /// `true` while the end of the last line is still to be found.
    is_cut: bool,
    number: u64,
}

/// A line, without its line end.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Its number, counted from 1.
    pub number: u64,
    bytes: &'a [u8],
    longest: usize,
}

/// Lines that follow each other, copied so that several threads can read them.
#[derive(Debug, Default)]
pub(crate) struct LineBatch {
    /// Number of the first line.
    first: u64,
    longest: usize,
    bytes: Vec<u8>,
    /// Where each line ends in `bytes`.
    ends: Vec<usize>,
}

impl LineBatch {
    /// Number of lines.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are no lines.
    pub(crate) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The lines at these places, counted from 0.
    pub(crate) fn lines(&self, places: Range<usize>) -> impl Iterator<Item = Line<'_>> {
        places.map(|place| {
            let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
            Line {
                number: self.first + place as u64,
                bytes: &self.bytes[start..self.ends[place]],
                longest: self.longest,
            }
        })
    }
}

/// Error of a line that is not text, or is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// It is not UTF-8.
    #[error("the line is not UTF-8 text")]
    NotText,
    /// It is too long.
    #[error("the line has more than {0} bytes")]
    TooLong(usize),
}

impl<R: Read> Lines<R> {
    /// Reads lines of at most this number of bytes before the line feed.
    ///
    /// ```
    /// use tourne_query::ask::{LineError, Lines};
    ///
    /// let mut lines = Lines::new(&b"one\r\ntwo and more"[..], 5);
    /// assert_eq!(lines.next()?.unwrap().text(), Ok("one"));
    /// assert_eq!(lines.next()?.unwrap().text(), Err(LineError::TooLong(5)));
    /// assert!(lines.next()?.is_none());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(input: R, longest: usize) -> Lines<R> {
        Lines {
            input: BufReader::with_capacity(BUFFER, input),
            longest,
            most: u64::MAX,
            line: Vec::new(),
            is_cut: false,
            number: 0,
        }
    }

    /// Reads no more than this number of lines: if there are more, reading the next one is an error.
    ///
    /// ```
    /// use tourne_query::ask::Lines;
    ///
    /// let mut lines = Lines::new(&b"one\ntwo\n"[..], 5).at_most(1);
    /// assert!(lines.next()?.is_some());
    /// assert_eq!(lines.next().unwrap_err().to_string(), "it has more than 1 lines");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn at_most(self, most: u64) -> Lines<R> {
        Lines { most, ..self }
    }

    /// The next line, or `None` at the end.
    ///
    /// # Errors
    ///
    /// The error of reading, or that there are more lines than it may [read](Lines::at_most).
    #[expect(
        clippy::should_implement_trait,
        reason = "each line borrows from the reader, which no iterator can say"
    )]
    pub fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        if std::mem::take(&mut self.is_cut) {
            self.input.skip_until(b'\n')?;
        }
        self.line.clear();
        // Up to the line end, or one byte beyond the limit.
        let most = self.longest as u64 + 1;
        let mut limited = self.input.by_ref().take(most);
        if limited.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        if self.number == self.most {
            let error = format!("it has more than {} lines", self.most);
            return Err(io::Error::other(error));
        }
        let ends = self.line.ends_with(b"\n");
        self.is_cut = !ends && self.line.len() as u64 == most;
        if ends {
            self.line.pop();
            if self.line.ends_with(b"\r") {
                self.line.pop();
            }
        }
        self.number += 1;
        Ok(Some(Line {
            number: self.number,
            bytes: &self.line,
            longest: self.longest,
        }))
    }

    /// Reads the next line, and those after it that are at hand, up to `most` lines: none at the end of the input.
    pub(crate) fn next_batch(&mut self, batch: &mut LineBatch, most: usize) -> io::Result<()> {
        batch.bytes.clear();
        batch.ends.clear();
        while batch.is_empty() || batch.len() < most && self.is_at_hand() {
            let Some(line) = self.next()? else {
                break;
            };
            if batch.is_empty() {
                batch.first = line.number;
                batch.longest = line.longest;
            }
            batch.bytes.extend_from_slice(line.bytes);
            batch.ends.push(batch.bytes.len());
        }
        Ok(())
    }

    /// Returns whether the next line is buffered as a whole, so that reading it does not wait.
    #[must_use]
    pub fn is_at_hand(&self) -> bool {
        let mut ends = self.input.buffer().iter();
        // The rest of a line that was too long comes before the next line.
        let is_skipped = !self.is_cut || ends.any(|&byte| byte == b'\n');
        is_skipped && ends.as_slice().contains(&b'\n')
    }

    /// The first byte that is not white space, if there is one in the buffer; nothing is consumed
    /// but a byte order mark before it.
    ///
    /// # Errors
    ///
    /// The error of reading.
    pub fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.input.fill_buf()?.starts_with(b"\xef\xbb\xbf") {
            self.input.consume(3);
        }
        let at_hand = self.input.fill_buf()?;
        let mut bytes = at_hand.iter().copied();
        Ok(bytes.find(|byte| !byte.is_ascii_whitespace()))
    }
}

impl<'a> Line<'a> {
    /// The text of the line.
    ///
    /// # Errors
    ///
    /// [`LineError`] if it is too long, or not UTF-8.
    pub fn text(self) -> Result<&'a str, LineError> {
        if self.bytes.len() > self.longest {
            return Err(LineError::TooLong(self.longest));
        }
        str::from_utf8(self.bytes).map_err(|_| LineError::NotText)
    }

    /// At most this number of first characters of the line, also if it is not text.
    #[must_use]
    pub fn beginning(self, characters: usize) -> String {
        let text = String::from_utf8_lossy(self.bytes);
        text.trim_end().chars().take(characters).collect()
    }

    /// The text of the line with U+FFFD for invalid UTF-8, or `None` if it is too long.
    ///
    /// ```
    /// use tourne_query::ask::Lines;
    ///
    /// let mut lines = Lines::new(&b"M\xfcller\n"[..], 10);
    /// assert_eq!(lines.next()?.unwrap().lossy().unwrap(), "M\u{fffd}ller");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn lossy(self) -> Option<Cow<'a, str>> {
        (self.bytes.len() <= self.longest).then(|| String::from_utf8_lossy(self.bytes))
    }
}
