//! Edits the five solution files of `data` and reads them: a file that is accepted is written as the same bytes, and
//! values, best moves and flags are read from where `data/README.md` has them. What must be accepted and what refused is
//! tested in `tests/solver/solution_file`.

use tourne_solver::file::{decode, encode};
use tourne_solver::{Die, Value};

use super::bytes::Bytes;

/// The solution files that are edited.
static BASES: [&[u8]; 5] = [
    include_bytes!("../../../data/standard.bin"),
    include_bytes!("../../../data/forced-entry.bin"),
    include_bytes!("../../../data/entry-first.bin"),
    include_bytes!("../../../data/double-win.bin"),
    include_bytes!("../../../data/course.bin"),
];

const HEADER: usize = 104;
const LENGTH: usize = 12;
const SWITCHES: usize = 20;
const COUNTS: usize = 32;
const ERROR_BOUND: usize = 96;

/// The parts of a file that is being edited; they can change in length independently.
struct Edited {
    header: Vec<u8>,
    values_count: u64,
    values: Vec<u8>,
    best_count: u64,
    best: Vec<u8>,
    /// Bytes after the tables, before the checksum.
    tail: Vec<u8>,
    /// Number with which the right checksum is combined by exclusive or.
    checksum_off: u32,
    /// Number of bytes to remove at the end.
    cut: usize,
    /// Numbers of positions whose values or best moves were edited.
    touched: Vec<usize>,
}

impl Edited {
    /// Takes the parts of an unedited file.
    fn new(base: &[u8]) -> Edited {
        let positions = (base.len() - 124) / 12;
        let best = 120 + 8 * positions;
        Edited {
            header: base[..HEADER].to_vec(),
            values_count: positions as u64,
            values: base[112..best - 8].to_vec(),
            best_count: positions as u64,
            best: base[best..base.len() - 4].to_vec(),
            tail: Vec::new(),
            checksum_off: 0,
            cut: 0,
            touched: Vec::new(),
        }
    }

    fn number(&self, at: usize) -> u64 {
        let bytes = self.header[at..at + 8].try_into();
        u64::from_le_bytes(bytes.expect("eight bytes"))
    }

    fn set_number(&mut self, at: usize, number: u64) {
        self.header[at..at + 8].copy_from_slice(&number.to_le_bytes());
    }

    /// Makes the edit that the next bytes describe.
    fn edit(&mut self, bytes: &mut Bytes) {
        match bytes.byte() % 11 {
            0 => self.patch(bytes.number(3) as usize, [bytes.byte(), bytes.byte()]),
            1 => {
                // Change a count, the length or the error bound, by a lot or by a little.
                let at = [LENGTH, 32, 40, 48, 56, 64, 72, 80, 88, ERROR_BOUND];
                let at = at[usize::from(bytes.byte()) % at.len()];
                let number = match bytes.byte() % 3 {
                    0 => bytes.number(8),
                    1 => self.number(at).wrapping_add(1),
                    _ => self.number(at).wrapping_sub(bytes.number(2)),
                };
                self.set_number(at, number);
            }
            2 => {
                let value = match bytes.byte() % 12 {
                    0 => 0.0,
                    1 => -0.0,
                    2 => f64::NAN,
                    3 => f64::INFINITY,
                    4 => f64::MIN_POSITIVE,
                    5 => 2_f64.powi(-53),
                    6 => 2_f64.powi(-54) * 3.0,
                    7 => 1.0,
                    8 => -2.0,
                    9 => 2.0,
                    10 => 1.0 + f64::EPSILON,
                    _ => f64::from_bits(bytes.number(8)),
                };
                if let Some(number) = self.touch(bytes, self.values.len() / 8) {
                    self.values[8 * number..8 * number + 8].copy_from_slice(&value.to_le_bytes());
                }
            }
            3 => {
                let bits = bytes.number(4) as u32;
                if let Some(number) = self.touch(bytes, self.best.len() / 4) {
                    self.best[4 * number..4 * number + 4].copy_from_slice(&bits.to_le_bytes());
                }
            }
            4 => {
                for switch in 0..5 {
                    self.header[SWITCHES + switch] = bytes.byte() % 4;
                }
            }
            5 => self.resize(bytes),
            6 => {
                let count = usize::from(bytes.byte() % 40);
                self.tail.resize(count, 0xa5);
            }
            7 => self.cut = usize::from(bytes.byte()),
            8 => match bytes.byte() % 2 {
                0 => self.values_count = bytes.number(8),
                _ => self.best_count = bytes.number(8),
            },
            9 => {
                let at = usize::from(bytes.byte()) % HEADER;
                self.header[at] ^= bytes.byte();
            }
            _ => self.checksum_off = bytes.number(4) as u32,
        }
    }

    /// Chooses the position whose entry is edited; `None` if there are no entries.
    fn touch(&mut self, bytes: &mut Bytes, entries: usize) -> Option<usize> {
        let number = (bytes.number(3) as usize).checked_rem(entries)?;
        self.touched.push(number);
        Some(number)
    }

    /// Replaces two bytes at an offset in the header, the values or the best moves.
    fn patch(&mut self, at: usize, new: [u8; 2]) {
        let parts = [&mut self.header, &mut self.values, &mut self.best];
        let length: usize = parts.iter().map(|part| part.len()).sum();
        let mut at = at % length;
        for (part, (bytes, entry)) in parts.into_iter().zip([0, 8, 4]).enumerate() {
            if at < bytes.len() {
                for (place, byte) in bytes[at..].iter_mut().zip(new) {
                    *place = byte;
                }
                if part > 0 {
                    self.touched.extend([at / entry, (at + 1) / entry]);
                }
                return;
            }
            at -= bytes.len();
        }
    }

    /// Changes the number of positions in all lengths and counts that depend on it, or in some of them only.
    fn resize(&mut self, bytes: &mut Bytes) {
        let counts = [52_347, 99_616, 124_155, 0, 1];
        let count = match bytes.byte() {
            choice @ 0..5 => counts[usize::from(choice)],
            5..32 => bytes.number(2) as usize * 3,
            near => (self.values.len() / 8 + usize::from(near)).saturating_sub(96),
        };
        let number = count as u64;
        let follows = bytes.byte();
        let edits: [fn(&mut Edited, u64); 7] = [
            |it, number| it.set_number(LENGTH, 124 + 12 * number),
            |it, number| it.set_number(COUNTS, number),
            |it, number| it.set_number(COUNTS + 32, 6 * number),
            |it, number| it.values_count = number,
            |it, number| it.best_count = number,
            |it, number| it.values.resize(8 * number as usize, 0),
            |it, number| it.best.resize(4 * number as usize, 0),
        ];
        for (what, edit) in edits.into_iter().enumerate() {
            if follows == 0 || follows >> what & 1 == 1 {
                edit(self, number);
            }
        }
    }

    /// Joins the parts to a file, with its checksum.
    fn assembled(&self) -> Vec<u8> {
        let mut whole = [
            &*self.header,
            &self.values_count.to_le_bytes(),
            &self.values,
            &self.best_count.to_le_bytes(),
            &self.best,
            &self.tail,
        ]
        .concat();
        let checksum = crc32fast::hash(&whole) ^ self.checksum_off;
        whole.extend_from_slice(&checksum.to_le_bytes());
        whole.truncate(whole.len() - self.cut.min(whole.len()));
        whole
    }
}

/// Fuzzes the reader of solution files. After `P` come patches of the standard file: three bytes of offset and two new
/// bytes each. After `E` comes the number of a file of `data`, then edits. In both cases the checksum is corrected.
/// Other input is read as a file.
pub(crate) fn file(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let (is_patches, base) = match bytes.byte() {
        b'P' => (true, BASES[0]),
        b'E' => (false, BASES[usize::from(bytes.byte()) % BASES.len()]),
        _ => {
            assert!(
                decode(bytes.all()).is_err(),
                "the input is too short to be a file"
            );
            return;
        }
    };
    let mut edited = Edited::new(base);
    while !bytes.is_empty() {
        if is_patches {
            let at = bytes.number(3).swap_bytes() >> 40;
            edited.patch(at as usize, [bytes.byte(), bytes.byte()]);
        } else {
            edited.edit(&mut bytes);
        }
    }
    check(&edited, base);
}

fn check(edited: &Edited, base: &[u8]) {
    let whole = edited.assembled();
    let Ok(claims) = decode(&whole) else {
        assert!(whole != base, "a sound file is refused");
        return;
    };
    let solution = claims.on_trust();
    assert!(
        encode(&solution) == whole,
        "what is read is what is written"
    );
    let positions: Vec<_> = solution.index().positions().collect();
    let some = (0..positions.len()).step_by(5000);
    for number in some.chain(edited.touched.iter().copied()) {
        let Some(&position) = positions.get(number) else {
            continue;
        };
        let value = f64::from_le_bytes(entry(&edited.values, number));
        assert_eq!(solution.value(position).map(Value::number), Ok(value));
        let bits = u32::from_le_bytes(entry(&edited.best, number));
        let best = solution.best_moves(position).expect("a known position");
        assert_eq!(best.is_reachable(), bits >> 31 != 0);
        for (at, die) in Die::ALL.into_iter().enumerate() {
            let men = best.men(die).iter().map(|man| 1 << man).sum::<u32>();
            assert_eq!(men, bits >> (4 * at) & 15, "{position} {die}");
            // Wrong best moves must be an error, not a panic.
            let _ = solution.best(position, die);
        }
    }
}

fn entry<const LENGTH: usize>(table: &[u8], number: usize) -> [u8; LENGTH] {
    let entry = table[LENGTH * number..LENGTH * (number + 1)].try_into();
    entry.expect("a slice of this length")
}
