//! Edits the five solution files of `data` and reads them: the reader must accept exactly what `data/README.md` allows.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use tourne_solver::file::{decode, encode};
use tourne_solver::{Crowding, Dice, Die, Index, Overshoot, Position, Reentry, Rules, Stakes};

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
const VERSION: usize = 8;
const LENGTH: usize = 12;
const SWITCHES: usize = 20;
const RESERVED: usize = 25;
const COUNTS: usize = 32;
const ERROR_BOUND: usize = 96;

/// Returns the rule set that five bytes of a header encode; `None` if `data/README.md` defines no such switch.
fn rules(switches: &[u8]) -> Option<Rules> {
    let switch = |at: usize, most: u8| (switches[at] <= most).then_some(switches[at]);
    Some(Rules {
        dice: [Dice::LowerOfTwo, Dice::One][usize::from(switch(0, 1)?)],
        crowding: [Crowding::OneManAPoint, Crowding::Free][usize::from(switch(1, 1)?)],
        overshoot: [Overshoot::Forbidden, Overshoot::GoesOff][usize::from(switch(2, 1)?)],
        reentry: [Reentry::Free, Reentry::Forced, Reentry::First][usize::from(switch(3, 2)?)],
        stakes: [Stakes::Single, Stakes::DoubleWin][usize::from(switch(4, 1)?)],
    })
}

/// Positions of a rule set in canonical order.
type Positions = Arc<Vec<Position>>;

/// Returns the positions of a rule set, which are enumerated only once.
fn positions(rules: Rules) -> Positions {
    static ALL: LazyLock<Mutex<HashMap<Rules, Positions>>> = LazyLock::new(Mutex::default);
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    let enumerate = || Arc::new(Index::new(rules).positions().collect());
    Arc::clone(all.entry(rules).or_insert_with(enumerate))
}

/// The parts of a file that is being edited; they can change in length independently.
#[derive(Default)]
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
    whole: Vec<u8>,
}

impl Edited {
    /// Takes the parts of an unedited file, and keeps the allocated memory.
    fn begin(&mut self, base: &[u8]) {
        let positions = (base.len() - 124) / 12;
        let best = 120 + 8 * positions;
        self.header.clear();
        self.header.extend_from_slice(&base[..HEADER]);
        self.values_count = positions as u64;
        self.values.clear();
        self.values.extend_from_slice(&base[112..best - 8]);
        self.best_count = positions as u64;
        self.best.clear();
        self.best.extend_from_slice(&base[best..base.len() - 4]);
        self.tail.clear();
        self.checksum_off = 0;
        self.cut = 0;
        self.touched.clear();
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
        let follows = bytes.byte();
        let is_followed = |what: u8| follows == 0 || follows & 1 << what != 0;
        let number = count as u64;
        if is_followed(0) {
            self.set_number(LENGTH, 124 + 12 * number);
        }
        if is_followed(1) {
            self.set_number(COUNTS, number);
        }
        if is_followed(2) {
            self.set_number(COUNTS + 32, 6 * number);
        }
        if is_followed(3) {
            self.values_count = number;
        }
        if is_followed(4) {
            self.best_count = number;
        }
        if is_followed(5) {
            self.values.resize(8 * count, 0);
        }
        if is_followed(6) {
            self.best.resize(4 * count, 0);
        }
    }

    /// Joins the parts to a file, with its checksum.
    fn assemble(&mut self) {
        let whole = &mut self.whole;
        whole.clear();
        whole.extend_from_slice(&self.header);
        whole.extend_from_slice(&self.values_count.to_le_bytes());
        whole.extend_from_slice(&self.values);
        whole.extend_from_slice(&self.best_count.to_le_bytes());
        whole.extend_from_slice(&self.best);
        whole.extend_from_slice(&self.tail);
        let checksum = crc32fast::hash(whole) ^ self.checksum_off;
        whole.extend_from_slice(&checksum.to_le_bytes());
        whole.truncate(whole.len() - self.cut.min(whole.len()));
    }

    /// Returns whether `data/README.md` allows the file. Does not use the reader.
    fn is_allowed(&self, base: &[u8]) -> bool {
        let header = &self.header;
        let Some(rules) = rules(&header[SWITCHES..RESERVED]) else {
            return false;
        };
        let positions = positions(rules).len() as u64;
        let [
            reachable,
            over,
            reachable_over,
            pairs,
            decisions,
            reachable_decisions,
            moves,
        ] = [1, 2, 3, 4, 5, 6, 7].map(|count| self.number(COUNTS + 8 * count));
        let error_bound = f64::from_bits(self.number(ERROR_BOUND));
        let is_framed = header[..VERSION] == *b"TOURNECS"
            && header[VERSION..LENGTH] == [1, 0, 0, 0]
            && self.number(LENGTH) == self.whole.len() as u64
            && self.whole.len() as u64 == 124 + 12 * positions
            && header[RESERVED..COUNTS].iter().all(|&byte| byte == 0)
            && [self.values_count, self.best_count] == [positions; 2]
            && self.values.len() as u64 == 8 * positions
            && self.checksum_off == 0
            && self.cut == 0;
        let is_counted = self.number(COUNTS) == positions
            && pairs == 6 * positions
            && reachable <= positions
            && over <= positions
            && reachable_over <= over
            && decisions <= pairs
            && reachable_decisions <= decisions
            && moves <= 3 * pairs;
        let is_bound = (0.0..=1.0).contains(&error_bound) && error_bound.is_sign_positive();
        if !(is_framed && is_counted && is_bound) {
            return false;
        }
        // Entries that were not edited are valid if the stakes were not edited.
        let is_held = |number: &usize| *number < positions as usize;
        if header[SWITCHES + 4] == base[SWITCHES + 4] && self.best.len() as u64 == 4 * positions {
            let mut touched = self.touched.iter().copied().filter(is_held);
            touched.all(|number| self.is_entry(number, rules))
        } else {
            (0..positions as usize).all(|number| self.is_entry(number, rules))
        }
    }

    fn value(&self, number: usize) -> f64 {
        let at = 112 + 8 * number;
        f64::from_le_bytes(self.whole[at..at + 8].try_into().expect("eight bytes"))
    }

    fn bits(&self, number: usize) -> u32 {
        let at = 120 + self.values.len() + 4 * number;
        u32::from_le_bytes(self.whole[at..at + 4].try_into().expect("four bytes"))
    }

    /// Returns whether `data/README.md` allows the value and the best moves of a position. The file has the right
    /// length.
    fn is_entry(&self, number: usize, rules: Rules) -> bool {
        let (least, grains) = match rules.stakes {
            Stakes::Single => (0.0, 2_f64.powi(53)),
            Stakes::DoubleWin => (-2.0, 2_f64.powi(52)),
        };
        let most = if least == 0.0 { 1.0 } else { 2.0 };
        let value = self.value(number);
        let grain = value * grains;
        let bits = self.bits(number);
        (least..=most).contains(&value)
            && (grain as i64) as f64 - grain == 0.0
            && value.to_bits() != (-0.0_f64).to_bits()
            && (0..32).all(|bit| bits >> bit & 1 == 0 || bit == 31 || bit % 4 < 3 && bit < 23)
    }
}

thread_local! {
    static EDITED: RefCell<Edited> = RefCell::default();
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
    EDITED.with_borrow_mut(|edited| {
        edited.begin(base);
        while !bytes.is_empty() {
            if is_patches {
                let at = bytes.number(3).swap_bytes() >> 40;
                edited.patch(at as usize, [bytes.byte(), bytes.byte()]);
            } else {
                edited.edit(&mut bytes);
            }
        }
        edited.assemble();
        check(edited, base);
    });
}

fn check(edited: &Edited, base: &[u8]) {
    let decoded = decode(&edited.whole);
    assert_eq!(
        decoded.is_ok(),
        edited.is_allowed(base),
        "{:?}",
        decoded.as_ref().err()
    );
    let Ok(solution) = decoded else {
        return;
    };
    assert!(
        encode(&solution) == edited.whole,
        "what is read is what is written"
    );
    let positions = positions(solution.rules());
    let some = (0..positions.len()).step_by(5000);
    for number in some.chain(edited.touched.iter().copied()) {
        let Some(&position) = positions.get(number) else {
            continue;
        };
        let value = solution.value(position).map(tourne_solver::Value::number);
        assert_eq!(value, Ok(edited.value(number)));
        let best = solution.best_moves(position).expect("a known position");
        assert_eq!(best.is_reachable(), edited.bits(number) >> 31 != 0);
        for (at, die) in Die::ALL.into_iter().enumerate() {
            let men = best.men(die).iter().map(|man| 1 << man).sum::<u32>();
            assert_eq!(
                men,
                edited.bits(number) >> (4 * at) & 15,
                "{position} {die}"
            );
        }
        for die in Die::ALL {
            // Wrong best moves must be an error, not a panic.
            let _ = solution.best(position, die);
        }
    }
}
