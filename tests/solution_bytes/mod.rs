//! Solution files as bytes, which tests change at the offsets that `data/README.md` gives.
//!
//! The checksum has a second implementation here. If the library accepts a file that is sealed here, both compute the
//! checksum that `data/README.md` names.

// Each test file that includes this module uses a part of it.
#![allow(dead_code)]

use std::ops::Range;
use std::path::PathBuf;

use tourne_solver::{Rules, Solution, file};

pub(crate) const VERSION: usize = 8;
pub(crate) const LENGTH: usize = 12;
pub(crate) const DICE: usize = 20;
pub(crate) const CROWDING: usize = 21;
pub(crate) const OVERSHOOT: usize = 22;
pub(crate) const REENTRY: usize = 23;
pub(crate) const STAKES: usize = 24;
pub(crate) const RESERVED: Range<usize> = 25..32;
pub(crate) const POSITIONS: usize = 32;
pub(crate) const REACHABLE: usize = 40;
pub(crate) const OVER: usize = 48;
pub(crate) const REACHABLE_OVER: usize = 56;
pub(crate) const PAIRS: usize = 64;
pub(crate) const DECISIONS: usize = 72;
pub(crate) const REACHABLE_DECISIONS: usize = 80;
pub(crate) const MOVES: usize = 88;
const ERROR_BOUND: usize = 96;
pub(crate) const VALUE_COUNT: usize = 104;
pub(crate) const VALUES: usize = 112;
/// Offset of the best moves in a file without positions.
const BEST: usize = 120;
/// Length in bytes of a file without positions.
pub(crate) const SHORTEST: usize = 124;
const CHECKSUM_LENGTH: usize = 4;

/// A solution file that can be altered.
#[derive(Clone)]
pub(crate) struct SolutionBytes(pub(crate) Vec<u8>);

impl SolutionBytes {
    /// Returns the committed file of the standard game.
    pub(crate) fn standard() -> SolutionBytes {
        SolutionBytes::committed("standard")
    }

    /// Returns the committed file of the rule set of that name.
    pub(crate) fn committed(name: &str) -> SolutionBytes {
        SolutionBytes(std::fs::read(path_of(name)).expect("the files are committed"))
    }

    /// Returns the number of positions in the file.
    pub(crate) fn positions(&self) -> usize {
        usize::try_from(self.u64_at(POSITIONS)).expect("the counts of these tests are small")
    }

    pub(crate) fn best_count_at(&self) -> usize {
        VALUES + 8 * self.positions()
    }

    pub(crate) fn u64_at(&self, at: usize) -> u64 {
        u64::from_le_bytes(self.0[at..at + 8].try_into().expect("8 bytes"))
    }

    pub(crate) fn put(&mut self, at: usize, bytes: &[u8]) {
        self.0[at..at + bytes.len()].copy_from_slice(bytes);
    }

    pub(crate) fn put_u64(&mut self, at: usize, number: u64) {
        self.put(at, &number.to_le_bytes());
    }

    pub(crate) fn error_bound(&self) -> f64 {
        f64::from_bits(self.u64_at(ERROR_BOUND))
    }

    pub(crate) fn put_error_bound(&mut self, bound: f64) {
        self.put_u64(ERROR_BOUND, bound.to_bits());
    }

    /// Returns the value of the position with this canonical number.
    pub(crate) fn value(&self, number: usize) -> f64 {
        f64::from_bits(self.u64_at(VALUES + 8 * number))
    }

    pub(crate) fn put_value(&mut self, number: usize, value: f64) {
        self.put_u64(VALUES + 8 * number, value.to_bits());
    }

    /// Returns the bits of the best moves of the position with this canonical number.
    pub(crate) fn best(&self, number: usize) -> u32 {
        let at = BEST + 8 * self.positions() + 4 * number;
        u32::from_le_bytes(self.0[at..at + 4].try_into().expect("4 bytes"))
    }

    pub(crate) fn put_best(&mut self, number: usize, bits: u32) {
        let at = BEST + 8 * self.positions() + 4 * number;
        self.put(at, &bits.to_le_bytes());
    }

    /// Returns the bytes with the length of the file and the checksum corrected.
    pub(crate) fn sealed_with_length(mut self) -> Vec<u8> {
        let length = self.0.len() as u64;
        self.put_u64(LENGTH, length);
        self.sealed()
    }

    /// Returns the bytes with the checksum corrected.
    pub(crate) fn sealed(mut self) -> Vec<u8> {
        let end = self.0.len() - CHECKSUM_LENGTH;
        let checksum = crc32(&self.0[..end]);
        self.put(end, &checksum.to_le_bytes());
        self.0
    }
}

/// Computes the CRC-32 of IEEE 802.3, one byte at a time.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let remainders: [u32; 256] = std::array::from_fn(|byte| {
        (0..8).fold(byte as u32, |remainder, _| {
            let polynomial = if remainder & 1 == 1 { 0xedb8_8320 } else { 0 };
            remainder >> 1 ^ polynomial
        })
    });
    !bytes.iter().fold(u32::MAX, |remainder, &byte| {
        remainders[usize::from(remainder as u8 ^ byte)] ^ remainder >> 8
    })
}

/// Returns the path of the committed file of the standard game.
pub(crate) fn standard_path() -> PathBuf {
    path_of("standard")
}

/// Returns the path of the committed file of the rule set of that name.
pub(crate) fn path_of(rules: impl std::fmt::Display) -> PathBuf {
    [
        env!("CARGO_MANIFEST_DIR"),
        "../data",
        &format!("{rules}.bin"),
    ]
    .iter()
    .collect()
}

/// Returns the committed solution of a named rule set, which other tests prove.
pub(crate) fn committed(rules: Rules) -> Solution {
    let claims = file::read(&path_of(rules)).expect("the files are committed");
    claims.on_trust()
}

/// Returns pseudo-random bytes; the same seed gives the same bytes.
pub(crate) fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed;
    let mut word = move || {
        // SplitMix64, Steele, Lea and Flood 2014.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    };
    let mut bytes: Vec<u8> = Vec::with_capacity(length + 8);
    while bytes.len() < length {
        bytes.extend(word().to_le_bytes());
    }
    bytes.truncate(length);
    bytes
}
