//! Text of an input as UTF-8: text in UTF-16 is recognised by its byte order mark, and converted.

use std::collections::VecDeque;
use std::io::{self, Read};

const CHUNK: usize = 4096;
/// Byte that no UTF-8 text has. It stands for half a character, so that its line is refused.
const NO_TEXT: u8 = 0xff;

/// Reader that converts UTF-16 text with a byte order mark to UTF-8, and passes all other bytes on. It waits for a
/// second byte only if the first one may begin such a mark, so whoever types a line is answered at once.
#[derive(Debug)]
pub(super) struct Utf8<R> {
    input: R,
    encoding: Encoding,
    /// Bytes that were read and not converted yet.
    read: Vec<u8>,
    converted: VecDeque<u8>,
    /// First half of a surrogate pair, whose second half has not been read yet.
    half: Option<u16>,
}

#[derive(Clone, Copy, Debug)]
enum Encoding {
    Unknown,
    Utf8,
    /// UTF-16, with the function that joins the bytes of a unit.
    Utf16(fn([u8; 2]) -> u16),
}

impl<R> Utf8<R> {
    pub(super) fn new(input: R) -> Utf8<R> {
        Utf8 {
            input,
            encoding: Encoding::Unknown,
            read: Vec::new(),
            converted: VecDeque::new(),
            half: None,
        }
    }

    /// Recognises the encoding by the first bytes, unless more of them are needed.
    fn recognise(&mut self, has_ended: bool) {
        self.encoding = match self.read[..] {
            [] | [0xff | 0xfe] if !has_ended => return,
            [0xff, 0xfe, ..] => Encoding::Utf16(u16::from_le_bytes),
            [0xfe, 0xff, ..] => Encoding::Utf16(u16::from_be_bytes),
            _ => Encoding::Utf8,
        };
        if let Encoding::Utf16(_) = self.encoding {
            self.read.drain(..2);
        }
    }

    fn convert(&mut self, unit: fn([u8; 2]) -> u16, has_ended: bool) {
        let (pairs, rest) = self.read.as_chunks();
        let half = self.half.take().into_iter();
        let mut units: Vec<u16> = half.chain(pairs.iter().map(|&pair| unit(pair))).collect();
        let is_cut = has_ended && !rest.is_empty();
        self.read.drain(..2 * pairs.len());
        if !has_ended {
            self.half = units.pop_if(|last| (0xd800..0xdc00).contains(last));
        }
        for character in char::decode_utf16(units) {
            match character {
                Ok(character) => {
                    let mut bytes = [0; 4];
                    let text = character.encode_utf8(&mut bytes);
                    self.converted.extend(text.as_bytes());
                }
                Err(_) => self.converted.push_back(NO_TEXT),
            }
        }
        if is_cut {
            self.converted.push_back(NO_TEXT);
            self.read.clear();
        }
    }
}

impl<R: Read> Read for Utf8<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut has_ended = false;
        while self.converted.is_empty() && !has_ended {
            if let Encoding::Utf8 = self.encoding {
                return self.input.read(buffer);
            }
            let mut chunk = [0; CHUNK];
            let length = self.input.read(&mut chunk)?;
            has_ended = length == 0;
            self.read.extend_from_slice(&chunk[..length]);
            if let Encoding::Unknown = self.encoding {
                self.recognise(has_ended);
            }
            match self.encoding {
                Encoding::Unknown => (),
                Encoding::Utf8 => self.converted = std::mem::take(&mut self.read).into(),
                Encoding::Utf16(unit) => self.convert(unit, has_ended),
            }
        }
        self.converted.read(buffer)
    }
}
