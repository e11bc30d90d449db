//! Encoding and decoding of the solution file, whose format `data/README.md` specifies.

#[cfg(feature = "solve")]
use std::sync::Arc;

use bincode::config::{Configuration, Fixint, Limit, LittleEndian};
use bincode::serde::{decode_from_slice, encode_to_vec};
use serde::{Deserialize, Serialize};

use crate::game::{Crowding, Dice, Index, Overshoot, Reentry, Rules, Stakes, Unit};
use crate::solution::{BestMoves, Claims, Counts, Solution};

/// Version of the file format: the only version that is written or read.
pub const VERSION: u32 = 1;

/// Maximum size of a solution file that is read, in bytes (16 MiB). The largest file of any rule set is several times
/// smaller.
pub const LARGEST: u64 = 16 << 20;

/// First eight bytes of every solution file.
pub const HEAD: &str = "TOURNECS";
const MAGIC: [u8; 8] = *b"TOURNECS";
const HEADER_LENGTH: usize = 104;
const CHECKSUM_LENGTH: usize = 4;
/// Size in bytes of the number of entries that precedes each of the two tables.
const COUNT_LENGTH: usize = 8;
const BYTES_PER_POSITION: usize = 12;

/// Configuration of bincode: fixed-width little-endian integers, and at most [`LARGEST`] bytes.
type Config = Configuration<LittleEndian, Fixint, Limit<{ LARGEST as usize }>>;

fn config() -> Config {
    bincode::config::standard()
        .with_fixed_int_encoding()
        .with_limit()
}

#[derive(Serialize, Deserialize)]
struct Header {
    magic: [u8; 8],
    version: u32,
    length: u64,
    rules: [u8; 5],
    reserved: [u8; 7],
    counts: Counts,
    error_bound: f64,
}

#[derive(Serialize, Deserialize)]
struct Body {
    values: Vec<f64>,
    best: Vec<u32>,
}

/// Error of decoding a solution file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum Damage {
    /// The file is shorter than the shortest possible solution file.
    #[error("it has {0} bytes, too few for a solution file: write it again with tourne-solve")]
    TooShort(usize),
    /// The file does not begin with [`HEAD`].
    #[error("it is not a solution file: it does not begin with TOURNECS")]
    Magic,
    /// The version of the format is not [`VERSION`].
    #[error("its format is version {0}, but this program reads version {VERSION}")]
    Version(u32),
    /// The length differs from the length in the header.
    #[error("it should have {declared} bytes but has {found}{}: write it again with tourne-solve",
        if *found as u64 > LARGEST { " or more" } else { "" })]
    Length { declared: u64, found: usize },
    /// The checksum is wrong: bytes have changed since the file was written.
    #[error(
        "its checksum is {found:08x} instead of {stored:08x}, so some of its bytes have changed: write it again with tourne-solve"
    )]
    Checksum { stored: u32, found: u32 },
    /// A switch of the rules has an unknown value.
    #[error("its header has the unknown value {value} for {what}")]
    Rules { what: &'static str, value: u8 },
    /// A reserved byte of the header is not zero.
    #[error("reserved bytes of its header are not zero: write it again with tourne-solve")]
    Reserved,
    /// The error bound is not a number from 0 to 1, or is negative zero.
    #[error("its error bound is {0}, but it must be a number from 0 to 1, without a sign")]
    ErrorBound(f64),
    /// A count in the header differs from the count that the rule set fixes.
    #[error("its header says that it has {found} {what}, but its rules have {expected}")]
    Count {
        /// Plural noun that names the things counted.
        what: &'static str,
        found: u64,
        expected: u64,
    },
    /// A count in the header is larger than possible.
    #[error("its header says that it has {found} {what}, but there can be no more than {most}")]
    TooMany {
        /// Plural noun that names the things counted.
        what: &'static str,
        found: u64,
        most: u64,
    },
    /// A value is out of the range of its unit, negative zero, or not a multiple of 2⁻⁵³ (win probability) or 2⁻⁵²
    /// (points).
    #[error(
        "its value {value} for position number {number} is out of range, or not a multiple of the smallest step between values"
    )]
    Value { number: usize, value: f64 },
    /// A bit of the best moves is set although it must be zero.
    #[error("unused bits are set in its best moves {bits:08x} for position number {number}")]
    BestMoves { number: usize, bits: u32 },
    /// A table does not have the length that the header gives, although the checksum is correct.
    #[error("its tables do not have the lengths that its header gives")]
    Layout,
}

/// Encodes a solution as the bytes of a solution file.
///
/// ```
/// use tourne_solver::{file, solve, Rules};
///
/// let solution = solve(Rules::STANDARD)?.solution;
/// let bytes = file::encode(&solution);
/// assert_eq!(bytes.len(), 124 + 12 * 52_347);
///
/// assert_eq!(file::decode(&bytes)?.rules(), Rules::STANDARD);
/// assert!(file::decode(&bytes[..1000]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(
    clippy::missing_panics_doc,
    reason = "the bytes of a solution of any rule set are far below the limit"
)]
pub fn encode(solution: &Solution) -> Vec<u8> {
    let rules = solution.rules;
    let header = Header {
        magic: MAGIC,
        version: VERSION,
        length: file_length(solution.values.len()) as u64,
        rules: [
            rules.dice as u8,
            rules.crowding as u8,
            rules.overshoot as u8,
            rules.reentry as u8,
            rules.stakes as u8,
        ],
        reserved: [0; 7],
        counts: solution.counts,
        error_bound: solution.error_bound,
    };
    let body = Body {
        values: solution.values.to_vec(),
        best: solution.best.iter().map(|best| best.bits()).collect(),
    };
    let mut bytes = encode_to_vec((header, body), config()).expect("a solution is below the limit");
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// Decodes what the bytes of a solution file claim. Lengths in the bytes are checked before memory of that size is allocated.
///
/// # Errors
///
/// [`Damage`] if the bytes are not exactly those of a solution file, or the checksum is wrong.
pub fn decode(bytes: &[u8]) -> Result<Claims, Damage> {
    if bytes.len() < file_length(0) {
        return Err(Damage::TooShort(bytes.len()));
    }
    if !bytes.starts_with(&MAGIC) {
        return Err(Damage::Magic);
    }
    let (header, header_length) = decode_from_slice::<Header, _>(&bytes[..HEADER_LENGTH], config())
        .map_err(|_| Damage::Layout)?;
    if header.version != VERSION {
        return Err(Damage::Version(header.version));
    }
    if header.length != bytes.len() as u64 {
        return Err(Damage::Length {
            declared: header.length,
            found: bytes.len(),
        });
    }
    let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM_LENGTH);
    let stored = u32::from_le_bytes(checksum.try_into().map_err(|_| Damage::Layout)?);
    let found = crc32fast::hash(content);
    if found != stored {
        return Err(Damage::Checksum { stored, found });
    }

    if header.reserved != [0; 7] {
        return Err(Damage::Reserved);
    }
    if !(0.0..=1.0).contains(&header.error_bound) || header.error_bound.is_sign_negative() {
        return Err(Damage::ErrorBound(header.error_bound));
    }
    let rules = rules_from_bytes(header.rules)?;
    let index = Index::new(rules);
    let positions = index.len() as u64;
    let counts = [
        ("positions", header.counts.positions, positions),
        (
            "pairs of position and die",
            header.counts.pairs,
            6 * positions,
        ),
        ("bytes", header.length, file_length(index.len()) as u64),
    ];
    for (what, found, expected) in counts {
        if found != expected {
            return Err(Damage::Count {
                what,
                found,
                expected,
            });
        }
    }
    let (body, body_length) = decode_from_slice::<Body, _>(&content[header_length..], config())
        .map_err(|_| Damage::Layout)?;
    if header_length + body_length != content.len()
        || [body.values.len(), body.best.len()] != [index.len(); 2]
    {
        return Err(Damage::Layout);
    }

    let (range, grains) = match Unit::of(rules) {
        Unit::Points => (-2.0..=2.0, 2_f64.powi(52)),
        Unit::WinProbability => (0.0..=1.0, 2_f64.powi(53)),
    };
    let is_value = |value: f64| {
        range.contains(&value)
            && (value * grains).fract() == 0.0
            && (value != 0.0 || value.is_sign_positive())
    };
    if let Some(number) = body.values.iter().position(|&value| !is_value(value)) {
        return Err(Damage::Value {
            number,
            value: body.values[number],
        });
    }
    let read = |(number, &bits): (usize, &u32)| {
        BestMoves::from_bits(bits).ok_or(Damage::BestMoves { number, bits })
    };
    let best: Vec<BestMoves> = body
        .best
        .iter()
        .enumerate()
        .map(read)
        .collect::<Result<_, _>>()?;
    check_counts(header.counts)?;
    Ok(Claims(Solution {
        rules,
        counts: header.counts,
        error_bound: header.error_bound,
        best: best.into(),
        values: body.values.into(),
        index: index.into(),
        #[cfg(feature = "solve")]
        states: Arc::default(),
    }))
}

/// Returns an error if a count in the header is impossible. Counts that are possible but wrong are found by `verify`,
/// which generates all moves.
fn check_counts(counts: Counts) -> Result<(), Damage> {
    let limits = [
        ("reachable positions", counts.reachable, counts.positions),
        ("finished positions", counts.over, counts.positions),
        (
            "reachable finished positions",
            counts.reachable_over,
            counts.over,
        ),
        ("decisions", counts.decisions, counts.pairs),
        (
            "reachable decisions",
            counts.reachable_decisions,
            counts.decisions,
        ),
        ("moves", counts.moves, 3 * counts.pairs),
    ];
    match limits.into_iter().find(|&(_, found, most)| found > most) {
        Some((what, found, most)) => Err(Damage::TooMany { what, found, most }),
        None => Ok(()),
    }
}

/// Returns the length of a solution file with this number of positions, in bytes.
const fn file_length(positions: usize) -> usize {
    HEADER_LENGTH + 2 * COUNT_LENGTH + BYTES_PER_POSITION * positions + CHECKSUM_LENGTH
}

// In the file, a value of a switch is its index in one of these lists, which have the order of the declarations.
const DICE: [Dice; 2] = [Dice::LowerOfTwo, Dice::One];
const CROWDING: [Crowding; 2] = [Crowding::OneManAPoint, Crowding::Free];
const OVERSHOOT: [Overshoot; 2] = [Overshoot::Forbidden, Overshoot::GoesOff];
const REENTRY: [Reentry; 3] = [Reentry::Free, Reentry::Forced, Reentry::First];
const STAKES: [Stakes; 2] = [Stakes::Single, Stakes::DoubleWin];

fn rules_from_bytes(bytes: [u8; 5]) -> Result<Rules, Damage> {
    fn switch<T: Copy>(all: &[T], what: &'static str, value: u8) -> Result<T, Damage> {
        all.get(usize::from(value))
            .copied()
            .ok_or(Damage::Rules { what, value })
    }
    let [dice, crowding, overshoot, reentry, stakes] = bytes;
    Ok(Rules {
        dice: switch(&DICE, "dice", dice)?,
        crowding: switch(&CROWDING, "crowding", crowding)?,
        overshoot: switch(&OVERSHOOT, "overshoot", overshoot)?,
        reentry: switch(&REENTRY, "re-entry", reentry)?,
        stakes: switch(&STAKES, "stakes", stakes)?,
    })
}
