//! The solution file: whatever its bytes, a clear error or the right answer.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crc32fast::Hasher;
use proptest::prelude::*;
use rayon::prelude::*;
use tempfile::TempDir;
use tourne_solver::game::{Dice, Die, Overshoot, Play, Rules};
use tourne_solver::solution::file::{self, Damage, FileError, decode, encode, read, read_for};
use tourne_solver::solution::{Counts, Solution};
use tourne_solver::solve::solve;

use crate::solution_bytes::{
    CHECKSUM_LENGTH, CROWDING, DECISIONS, DICE, ERROR_BOUND, LENGTH, MAGIC, MOVES, OVER, OVERSHOOT,
    PAIRS, POSITIONS, REACHABLE, REACHABLE_DECISIONS, REACHABLE_OVER, REENTRY, RESERVED, SHORTEST,
    STAKES, SolutionBytes, VALUE_COUNT, VALUES, VERSION, crc32, noise, standard_path,
};

const HEADER_LENGTH: usize = 104;

/// Why a solution is refused. Its `Debug` would be megabytes.
#[track_caller]
fn refused<E>(read: Result<Solution, E>) -> E {
    match read {
        Ok(_) => panic!("it is read as if it were sound"),
        Err(error) => error,
    }
}

#[track_caller]
fn damage(bytes: &[u8]) -> Damage {
    refused(decode(bytes))
}

/// The damage of the committed file, altered and with a checksum that is right.
#[track_caller]
fn sealed_damage(alter: impl FnOnce(&mut SolutionBytes)) -> Damage {
    let mut bytes = SolutionBytes::standard();
    alter(&mut bytes);
    damage(&bytes.sealed())
}

#[track_caller]
fn assert_says(error: &impl std::fmt::Display, parts: &[&str]) {
    let text = error.to_string();
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing: {text}");
    }
}

/// A file with these bytes in a folder of its own.
fn file_of(bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("damaged.bin");
    fs::write(&path, bytes).expect("a temporary file can be written");
    (folder, path)
}

/// What `read` says of a damaged file; that it names the file is asserted.
#[track_caller]
fn damage_of_file(path: &Path) -> Damage {
    let error = refused(read(path));
    assert_says(&error, &[&path.display().to_string()]);
    match error {
        FileError::Damaged {
            path: named,
            damage,
        } => {
            assert_eq!(named, path);
            damage
        }
        other => panic!("{other:?} instead of damage"),
    }
}

// ---- Round trips

#[test]
fn the_committed_file_is_read_and_encodes_to_itself() {
    let solution = read(&standard_path()).expect("data/standard.bin is sound");
    assert_eq!(solution.rules(), Rules::STANDARD);
    assert_eq!(encode(&solution), SolutionBytes::standard().0);
}

#[test]
fn every_preset_survives_encoding_and_decoding() {
    for (name, rules) in Rules::PRESETS {
        let solved = solve(rules, &mut |_| ()).expect("every preset can be solved");
        let decoded = decode(&encode(&solved.solution)).expect("what is encoded can be decoded");
        assert_same(&decoded, &solved.solution, name);
    }
}

fn assert_same(one: &Solution, other: &Solution, name: &str) {
    assert_eq!(one.rules(), other.rules());
    assert_eq!(one.counts(), other.counts(), "{name}");
    assert_eq!(one.error_bound().to_bits(), other.error_bound().to_bits());
    assert_eq!(one.index().len(), other.index().len(), "{name}");
    for position in other.index().positions() {
        let bits = |solution: &Solution| {
            solution
                .value(position)
                .map(|value| value.number().to_bits())
        };
        assert_eq!(bits(one), bits(other), "{name}: {position}");
        assert_eq!(one.best_moves(position), other.best_moves(position));
    }
}

#[test]
fn what_is_written_is_read_again() {
    let (_folder, path) = file_of(b"an older file");
    let bytes = SolutionBytes::standard().0;
    file::replace(&path, &bytes).expect("a temporary file can be replaced");
    assert_eq!(fs::read(&path).expect("it is there"), bytes);
    let solution = read_for(Rules::STANDARD, &path).expect("it is sound");
    assert_eq!(encode(&solution), bytes);
}

#[test]
fn the_counts_are_read_from_where_they_are_specified() {
    let mut bytes = SolutionBytes::standard();
    for (at, number) in [(40, 1), (48, 20), (56, 3), (72, 40), (80, 5), (88, 6)] {
        bytes.put_u64(at, number);
    }
    let counts = decode(&bytes.sealed()).expect("verify checks these, not decode");
    let expected = Counts {
        positions: 52_347,
        reachable: 1,
        over: 20,
        reachable_over: 3,
        pairs: 314_082,
        decisions: 40,
        reachable_decisions: 5,
        moves: 6,
    };
    assert_eq!(counts.counts(), expected);
}

// ---- Too few bytes, or too many

#[test]
fn every_truncation_is_refused() {
    let bytes = SolutionBytes::standard().0;
    (0..bytes.len()).into_par_iter().for_each(|length| {
        let expected = if length < SHORTEST {
            Damage::TooShort(length)
        } else {
            Damage::Length {
                declared: bytes.len() as u64,
                found: length,
            }
        };
        assert_eq!(damage(&bytes[..length]), expected);
    });
}

#[test]
fn every_short_truncation_is_refused_also_with_its_own_length_and_checksum() {
    let standard = SolutionBytes::standard();
    for length in SHORTEST..2000 {
        let cut = SolutionBytes(standard.0[..length].to_vec());
        let expected = Damage::Count {
            what: "bytes",
            found: length as u64,
            expected: standard.0.len() as u64,
        };
        assert_eq!(damage(&cut.sealed_with_length()), expected);
    }
}

#[test]
fn a_truncated_file_is_refused_and_named() {
    let bytes = SolutionBytes::standard().0;
    for length in [0, 1, 123, 124, 125, 5000, bytes.len() / 2, bytes.len() - 1] {
        let (_folder, path) = file_of(&bytes[..length]);
        let expected = if length < SHORTEST {
            format!("it has {length} bytes, fewer than any solution file")
        } else {
            format!("it should have 628288 bytes but has {length}: write it again")
        };
        assert_says(&damage_of_file(&path), &[&expected]);
    }
}

#[test]
fn trailing_bytes_are_refused() {
    let bytes = SolutionBytes::standard().0;
    for extra in [1, 4, 12, 4096, 1 << 20] {
        let longer = [&bytes[..], &vec![0; extra]].concat();
        let expected = Damage::Length {
            declared: bytes.len() as u64,
            found: bytes.len() + extra,
        };
        assert_eq!(damage(&longer), expected);
    }
}

#[test]
fn trailing_bytes_are_refused_also_with_their_length_and_checksum() {
    for extra in [1, 4, 8, 12, 4096] {
        let mut longer = SolutionBytes::standard();
        longer.0.extend(vec![0; extra]);
        let expected = Damage::Count {
            what: "bytes",
            found: 628_288 + extra as u64,
            expected: 628_288,
        };
        assert_eq!(damage(&longer.sealed_with_length()), expected);
    }
}

#[test]
fn a_file_of_a_terabyte_is_refused_without_reading_it_all() {
    let (_folder, path) = file_of(&SolutionBytes::standard().0);
    let file = File::options()
        .write(true)
        .open(&path)
        .expect("it is there");
    file.set_len(1 << 40).expect("a file can have a hole");
    let started = Instant::now();
    let found = 1 + usize::try_from(file::LARGEST).expect("it fits");
    let declared = 628_288;
    let damage = damage_of_file(&path);
    assert_eq!(damage, Damage::Length { declared, found });
    assert_says(&damage, &["should have 628288 bytes", "16777217 or more"]);
    assert!(started.elapsed() < Duration::from_secs(30));
}

// ---- Flipped bits

/// What the reader must say when a bit of that byte is flipped.
fn is_damage_of_flipped_bit(byte: usize, damage: &Damage) -> bool {
    match byte {
        0..8 => matches!(damage, Damage::Magic),
        8..12 => matches!(damage, Damage::Version(_)),
        12..20 => matches!(damage, Damage::Length { .. }),
        _ => matches!(damage, Damage::Checksum { .. }),
    }
}

/// Flips each of these bits of the committed file, one at a time, and asserts that the reader
/// refuses it.
fn assert_flips_are_refused(bits: impl IndexedParallelIterator<Item = usize>) {
    let standard = SolutionBytes::standard().0;
    bits.for_each_init(
        || standard.clone(),
        |bytes, bit| {
            bytes[bit / 8] ^= 1 << (bit % 8);
            let found = damage(bytes);
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(
                is_damage_of_flipped_bit(bit / 8, &found),
                "bit {bit}: {found:?}"
            );
        },
    );
}

fn bits_of_the_standard_file() -> usize {
    8 * SolutionBytes::standard().0.len()
}

#[test]
fn every_flipped_bit_of_the_header_is_refused() {
    assert_flips_are_refused((0..8 * HEADER_LENGTH).into_par_iter());
}

#[test]
fn every_flipped_bit_of_the_last_64_bytes_is_refused() {
    let end = bits_of_the_standard_file();
    assert_flips_are_refused((end - 8 * 64..end).into_par_iter());
}

#[test]
fn every_97th_flipped_bit_is_refused() {
    let end = bits_of_the_standard_file();
    assert_flips_are_refused((0..end).into_par_iter().step_by(97));
}

/// All five million bits. Run it with
/// `cargo test --release -p tourne-solver --test solver -- --ignored every_flipped_bit`.
#[test]
#[ignore = "takes a minute; the_checksum_changes_with_every_flipped_bit shows the same"]
fn every_flipped_bit_is_refused() {
    assert_flips_are_refused((0..bits_of_the_standard_file()).into_par_iter());
}

/// The reader refuses a file whose checksum is wrong, which the tests above show with bits
/// everywhere; here every bit is shown to change the checksum. What is before the flipped bit's
/// block and what is after it need not be gone through again for each bit.
#[test]
fn the_checksum_changes_with_every_flipped_bit() {
    const BLOCK: usize = 256;
    let bytes = SolutionBytes::standard().0;
    let content = &bytes[..bytes.len() - CHECKSUM_LENGTH];
    let unchanged = crc32fast::hash(content);
    assert_eq!(bytes[content.len()..], unchanged.to_le_bytes());
    (0..content.len().div_ceil(BLOCK))
        .into_par_iter()
        .for_each(|number| {
            let (before, rest) = content.split_at(number * BLOCK);
            let (block, after) = rest.split_at(rest.len().min(BLOCK));
            let hasher_of = |bytes: &[u8]| {
                let mut hasher = Hasher::new();
                hasher.update(bytes);
                hasher
            };
            let (before, after) = (hasher_of(before), hasher_of(after));
            let checksum = |block: &[u8]| {
                let mut whole = before.clone();
                whole.update(block);
                whole.combine(&after);
                whole.finalize()
            };
            assert_eq!(checksum(block), unchanged, "the method is right");
            let mut block = block.to_vec();
            for bit in 0..8 * block.len() {
                block[bit / 8] ^= 1 << (bit % 8);
                assert_ne!(checksum(&block), unchanged, "block {number}, bit {bit}");
                block[bit / 8] ^= 1 << (bit % 8);
            }
        });
}

#[test]
fn the_checksum_is_the_one_that_is_specified() {
    // The check value of CRC-32/ISO-HDLC in the catalogue of parametrised CRC algorithms.
    assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    let standard = SolutionBytes::standard();
    assert_eq!(standard.clone().sealed(), standard.0);
}

// ---- Other files

#[test]
fn files_of_other_kinds_are_refused() {
    let text = "Tourne-case is a tables game.\n".repeat(10);
    let png = [&b"\x89PNG\r\n\x1a\n"[..], &noise(1, 1000)].concat();
    let zip = [&b"PK\x03\x04"[..], &noise(2, 1000)].concat();
    for foreign in [
        text.into_bytes(),
        png,
        zip,
        vec![0; 4096],
        noise(3, 628_288),
    ] {
        let (_folder, path) = file_of(&foreign);
        let damage = damage_of_file(&path);
        assert_eq!(damage, Damage::Magic);
        assert_says(&damage, &["not a solution file", "TOURNECS"]);
    }
}

#[test]
fn an_empty_file_is_refused() {
    let (_folder, path) = file_of(b"");
    assert_eq!(damage_of_file(&path), Damage::TooShort(0));
}

#[test]
fn a_magic_that_is_off_by_a_letter_is_refused() {
    for at in MAGIC {
        let damage = sealed_damage(|bytes| bytes.0[at] = bytes.0[at].to_ascii_lowercase());
        assert_eq!(damage, Damage::Magic);
    }
}

#[test]
fn other_versions_are_refused() {
    for version in [0, 2, 256, u32::MAX] {
        let damage = sealed_damage(|bytes| bytes.put(VERSION, &version.to_le_bytes()));
        assert_eq!(damage, Damage::Version(version));
        assert_says(&damage, &[&format!("version {version}"), "reads version 1"]);
    }
}

// ---- Numbers of the header that mean nothing

#[test]
fn lengths_that_are_not_the_file_s_are_refused() {
    for declared in [0, 123, 124, 628_287, 628_289, 1 << 40, u64::MAX] {
        let found = 628_288;
        let damage = sealed_damage(|bytes| bytes.put_u64(LENGTH, declared));
        assert_eq!(damage, Damage::Length { declared, found });
        assert_says(
            &damage,
            &[&format!("should have {declared} bytes"), "has 628288"],
        );
    }
}

#[test]
fn counts_that_do_not_follow_from_the_rules_are_refused() {
    let counts = [
        (POSITIONS, "positions", 52_347),
        (PAIRS, "pairs of position and die", 314_082),
    ];
    for (at, what, expected) in counts {
        for found in [0, 1, expected - 1, expected + 1, 1 << 28, 1 << 60, u64::MAX] {
            let damage = sealed_damage(|bytes| bytes.put_u64(at, found));
            assert_eq!(
                damage,
                Damage::Count {
                    what,
                    found,
                    expected
                }
            );
            assert_says(&damage, &[&found.to_string(), what, &expected.to_string()]);
        }
    }
}

#[test]
fn counts_that_no_game_can_have_are_refused() {
    let standard = SolutionBytes::standard();
    let counts = [
        (REACHABLE, "reachable positions", standard.u64_at(POSITIONS)),
        (OVER, "finished positions", standard.u64_at(POSITIONS)),
        (
            REACHABLE_OVER,
            "reachable finished positions",
            standard.u64_at(OVER),
        ),
        (DECISIONS, "decisions", standard.u64_at(PAIRS)),
        (
            REACHABLE_DECISIONS,
            "reachable decisions",
            standard.u64_at(DECISIONS),
        ),
        (MOVES, "moves", 3 * standard.u64_at(PAIRS)),
    ];
    for (at, what, most) in counts {
        for found in [most + 1, 1 << 40, u64::MAX] {
            let damage = sealed_damage(|bytes| bytes.put_u64(at, found));
            assert_eq!(damage, Damage::TooMany { what, found, most });
            assert_says(&damage, &[&found.to_string(), what, &most.to_string()]);
        }
        let mut bytes = standard.clone();
        bytes.put_u64(at, most);
        assert!(decode(&bytes.sealed()).is_ok(), "{most} {what} could be");
    }
}

#[test]
fn a_well_formed_file_with_a_position_too_few_is_refused() {
    let standard = SolutionBytes::standard();
    let (positions, best) = (standard.positions(), standard.best_count_at());
    let mut fewer = standard.0[..best - 8].to_vec();
    fewer.extend(&standard.0[best..standard.0.len() - CHECKSUM_LENGTH - 4]);
    fewer.extend([0; CHECKSUM_LENGTH]);
    let mut fewer = SolutionBytes(fewer);
    for at in [POSITIONS, VALUE_COUNT, best - 8] {
        fewer.put_u64(at, positions as u64 - 1);
    }
    fewer.put_u64(PAIRS, 6 * (positions as u64 - 1));
    let expected = Damage::Count {
        what: "positions",
        found: positions as u64 - 1,
        expected: positions as u64,
    };
    assert_eq!(damage(&fewer.sealed_with_length()), expected);
}

#[test]
fn counts_before_the_tables_that_are_wrong_are_refused() {
    let tables = [VALUE_COUNT, SolutionBytes::standard().best_count_at()];
    for at in tables {
        let positions = 52_347;
        for count in [
            0,
            1,
            positions - 1,
            positions + 1,
            1 << 28,
            1 << 60,
            u64::MAX,
        ] {
            let damage = sealed_damage(|bytes| bytes.put_u64(at, count));
            assert_eq!(damage, Damage::Layout, "{count} at {at}");
        }
    }
}

/// A value is as long as two best moves, so the file's length says nothing.
#[test]
fn tables_of_different_lengths_are_refused() {
    for (values, bests) in [(52_346, 52_349), (52_348, 52_345), (0, 157_041)] {
        let damage = sealed_damage(|bytes| {
            bytes.put_u64(VALUE_COUNT, values as u64);
            bytes.put_u64(VALUES + 8 * values, bests);
        });
        assert_eq!(damage, Damage::Layout, "{values} values");
    }
}

#[test]
fn switches_of_the_rules_that_mean_nothing_are_refused() {
    let switches = [
        (DICE, "dice", 2),
        (CROWDING, "crowding", 2),
        (OVERSHOOT, "overshoot", 2),
        (REENTRY, "re-entry", 3),
        (STAKES, "stakes", 2),
    ];
    for (at, what, first) in switches {
        for value in [first, first + 1, 0x30, 0x80, u8::MAX] {
            let damage = sealed_damage(|bytes| bytes.0[at] = value);
            assert_eq!(damage, Damage::Rules { what, value });
            assert_says(&damage, &[what, &value.to_string()]);
        }
    }
}

/// A committed file with stakes 0 or 1.
fn bytes_of(stakes: u8) -> SolutionBytes {
    if stakes == 0 {
        SolutionBytes::standard()
    } else {
        SolutionBytes::double_win()
    }
}

#[test]
fn switches_of_the_rules_have_the_numbers_that_are_specified() {
    let rules_with = |at: usize| {
        let mut bytes = SolutionBytes::standard();
        bytes.0[at] = 1;
        decode(&bytes.sealed())
            .expect("there are as many positions")
            .rules()
    };
    let standard = Rules::STANDARD;
    let dice = Dice::One;
    assert_eq!(rules_with(DICE), Rules { dice, ..standard });
    let overshoot = Overshoot::GoesOff;
    assert_eq!(
        rules_with(OVERSHOOT),
        Rules {
            overshoot,
            ..standard
        }
    );
    let double_win = bytes_of(1);
    assert_eq!(double_win.0[STAKES], 1);
    let rules = decode(&double_win.0)
        .expect("it is the committed file")
        .rules();
    assert_eq!(rules, Rules::DOUBLE_WIN);
}

#[test]
fn switches_of_rules_with_more_positions_are_refused() {
    // 99,609 with an entry duty, as tourne-solve counts them.
    for (at, value) in [(CROWDING, 1), (REENTRY, 1), (REENTRY, 2)] {
        let damage = sealed_damage(|bytes| bytes.0[at] = value);
        assert!(
            matches!(damage, Damage::Count { what: "positions", found: 52_347, expected } if expected > 52_347),
            "{damage:?}"
        );
    }
}

#[test]
fn reserved_bytes_that_are_not_zero_are_refused() {
    for at in RESERVED {
        for value in [1, 0x80, u8::MAX] {
            assert_eq!(sealed_damage(|bytes| bytes.0[at] = value), Damage::Reserved);
        }
    }
}

#[test]
fn error_bounds_that_are_none_are_refused() {
    for bound in [
        f64::NAN,
        -f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        -1e-300,
        -0.0,
        -0.1,
        1.1,
        1e300,
    ] {
        let damage = sealed_damage(|bytes| bytes.put_error_bound(bound));
        let Damage::ErrorBound(found) = damage else {
            panic!("{damage:?}");
        };
        assert_eq!(found.to_bits(), bound.to_bits());
        assert_says(&damage, &["error bound", &bound.to_string(), "from 0 to 1"]);
    }
}

#[test]
fn error_bounds_from_0_to_1_are_read() {
    for bound in [0.0, 1e-300, 0.5, 1.0] {
        let mut bytes = SolutionBytes::standard();
        bytes.put(ERROR_BOUND, &f64::to_le_bytes(bound));
        let solution = decode(&bytes.sealed()).expect("it is a bound");
        assert_eq!(solution.error_bound().to_bits(), bound.to_bits());
    }
}

// ---- Values and best moves that mean nothing

/// Position numbers at the beginning, in the middle and at the end.
const NUMBERS: [usize; 4] = [0, 1, 26_000, 52_346];

#[track_caller]
fn assert_value_is_refused(stakes: u8, value: f64) {
    for altered in NUMBERS {
        let damage = sealed_damage(|bytes| {
            *bytes = bytes_of(stakes);
            bytes.put_value(altered, value);
        });
        let Damage::Value {
            number,
            value: found,
        } = damage
        else {
            panic!("{damage:?}");
        };
        assert_eq!((number, found.to_bits()), (altered, value.to_bits()));
        let position = format!("position number {number}");
        assert_says(&damage, &[&position, &value.to_string(), "out of range"]);
    }
}

#[test]
fn values_that_are_no_probabilities_are_refused() {
    for value in [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        -0.1,
        1.1,
        -1e300,
        1e300,
    ] {
        assert_value_is_refused(0, value);
    }
    assert_value_is_refused(0, 1.0_f64.next_up());
    assert_value_is_refused(0, -f64::EPSILON);
}

#[test]
fn values_that_no_stakes_pay_are_refused() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -2.1, 2.1] {
        assert_value_is_refused(1, value);
    }
    assert_value_is_refused(1, 2.0_f64.next_up());
    assert_value_is_refused(1, -(2.0_f64.next_up()));
}

#[test]
fn negative_probabilities_are_refused_however_small() {
    for value in [-1e-17, -f64::MIN_POSITIVE] {
        assert_value_is_refused(0, value);
    }
}

#[test]
fn values_that_are_finer_than_specified_are_refused() {
    let grain = f64::EPSILON / 2.0;
    for value in [grain / 2.0, 0.25_f64.next_up(), 0.49_f64.next_up(), 1e-300] {
        assert_value_is_refused(0, value);
    }
    for value in [grain, -grain, 0.5_f64.next_up(), -1e-300, -0.0] {
        assert_value_is_refused(1, value);
    }
}

#[test]
fn values_at_the_ends_of_the_range_are_read() {
    let grain = f64::EPSILON / 2.0;
    let probabilities = [0.0, grain, 1.0 - grain, 1.0].map(|value| (0, value));
    let points = [-2.0, -2.0 * grain, 0.0, 2.0].map(|value| (1, value));
    for (stakes, value) in probabilities.into_iter().chain(points) {
        let mut bytes = bytes_of(stakes);
        bytes.put_value(0, value);
        let solution = decode(&bytes.sealed()).expect("it is a value");
        let start = solution.rules().start();
        let found = solution
            .value(start)
            .map(tourne_solver::solution::Value::number);
        assert_eq!(found, Ok(value));
    }
}

#[test]
fn best_moves_with_a_bit_that_means_nothing_are_refused() {
    let unused = [3, 7, 11, 15, 19, 23].into_iter().chain(24..31);
    for bit in unused {
        for altered in NUMBERS {
            let mut expected = 0;
            let damage = sealed_damage(|bytes| {
                expected = bytes.best(altered) | 1 << bit;
                bytes.put_best(altered, expected);
            });
            let number = altered;
            let bits = expected;
            assert_eq!(damage, Damage::BestMoves { number, bits });
            let position = format!("position number {number}");
            assert_says(&damage, &[&position, &format!("{bits:08x}")]);
        }
    }
}

/// Whatever a file calls best: the best move is that of the first man who can move and is called best,
/// a pass if nobody can move and nobody is called best, and otherwise an error.
#[test]
fn best_moves_are_looked_up_as_the_rules_have_them() {
    for men in 0..8_u8 {
        let mut bytes = SolutionBytes::standard();
        for number in 0..bytes.positions() {
            bytes.put_best(number, 0x0011_1111 * u32::from(men));
        }
        let solution = decode(&bytes.sealed()).expect("its checksum is right");
        for position in solution.index().positions() {
            for die in Die::ALL {
                let plays = Rules::STANDARD.plays(position, die);
                let is_best = |play: &&Play| match play.man {
                    Some(man) => men & 1 << man != 0,
                    None => men == 0,
                };
                let expected = plays.iter().find(is_best).map(|play| play.action);
                assert_eq!(solution.best(position, die).ok(), expected, "{position}");
            }
        }
    }
}

// ---- Random bytes

/// Asserts that bytes are refused, or are those of the solution that is read from them.
#[track_caller]
fn assert_is_refused_or_exact(bytes: &[u8]) {
    if let Ok(solution) = decode(bytes) {
        assert!(
            encode(&solution) == bytes,
            "another file has the same solution"
        );
    }
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn random_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        let expected = if bytes.len() < SHORTEST {
            Damage::TooShort(bytes.len())
        } else {
            Damage::Magic
        };
        prop_assert_eq!(damage(&bytes), expected);
    }

    #[test]
    fn random_bytes_behind_the_magic_are_refused(bytes in prop::collection::vec(any::<u8>(), 124..2000)) {
        let mut bytes = SolutionBytes(bytes);
        bytes.put(0, b"TOURNECS");
        bytes.put(VERSION, &1_u32.to_le_bytes());
        damage(&bytes.clone().sealed());
        damage(&bytes.sealed_with_length());
    }

    #[test]
    fn a_few_random_bytes_behind_a_valid_header_are_refused(
        bytes in prop::collection::vec(any::<u8>(), 20..2000)
    ) {
        let header = &SolutionBytes::standard().0[..HEADER_LENGTH];
        let bytes = SolutionBytes([header, &bytes].concat()).sealed_with_length();
        let damage = damage(&bytes);
        let is_about_length = matches!(damage, Damage::Count { what: "bytes", .. });
        prop_assert!(is_about_length, "{damage:?}");
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn random_bytes_in_place_of_both_tables_are_refused(seed: u64) {
        let mut bytes = SolutionBytes::standard();
        let noise = noise(seed, bytes.0.len() - HEADER_LENGTH);
        bytes.put(HEADER_LENGTH, &noise);
        prop_assert_eq!(damage(&bytes.sealed()), Damage::Layout);
    }

    #[test]
    fn random_values_are_refused(seed: u64) {
        let mut bytes = SolutionBytes::standard();
        bytes.put(VALUES, &noise(seed, 8 * 52_347));
        let damage = damage(&bytes.sealed());
        prop_assert!(matches!(damage, Damage::Value { .. }), "{damage:?}");
    }

    #[test]
    fn random_best_moves_are_refused(seed: u64) {
        let mut bytes = SolutionBytes::standard();
        let at = bytes.best_count_at() + 8;
        bytes.put(at, &noise(seed, 4 * 52_347));
        let damage = damage(&bytes.sealed());
        prop_assert!(matches!(damage, Damage::BestMoves { .. }), "{damage:?}");
    }

    #[test]
    fn a_sealed_file_with_some_bytes_altered_is_refused_or_exact(
        at in 0..600_000_usize, length in 1..64_usize, seed: u64
    ) {
        let mut bytes = SolutionBytes::standard();
        bytes.put(at, &noise(seed, length));
        assert_is_refused_or_exact(&bytes.sealed());
    }

    #[test]
    fn a_sealed_file_with_a_byte_of_its_header_altered_is_refused_or_exact(
        at in 0..HEADER_LENGTH, value: u8
    ) {
        let mut bytes = SolutionBytes::standard();
        bytes.0[at] = value;
        assert_is_refused_or_exact(&bytes.sealed());
    }
}

// ---- Files that cannot be read

/// What `read` says of a file that cannot be read; that it names the file is asserted.
#[track_caller]
fn failure_to_read(path: &Path) -> std::io::Error {
    let error = refused(read(path));
    assert_says(&error, &["cannot read", &path.display().to_string()]);
    match error {
        FileError::Unreadable {
            path: named,
            source,
        } => {
            assert_eq!(named, path);
            source
        }
        other => panic!("{other:?} instead of an error of the system"),
    }
}

#[test]
fn a_missing_file_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let source = failure_to_read(&folder.path().join("missing.bin"));
    assert_eq!(source.kind(), std::io::ErrorKind::NotFound);
}

#[test]
fn a_directory_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    failure_to_read(folder.path());
}

#[test]
fn a_file_of_other_rules_is_refused_naming_both() {
    let path = standard_path();
    let error = refused(read_for(Rules::FORCED_ENTRY, &path));
    assert!(matches!(
        error,
        FileError::OtherRules {
            found: Rules::STANDARD,
            asked: Rules::FORCED_ENTRY,
            ..
        }
    ));
    let name = path.display().to_string();
    assert_says(&error, &[&name, "standard", "forced-entry"]);
}

#[test]
fn reading_for_the_rules_that_a_file_holds_says_what_is_wrong_with_it() {
    let (_folder, path) = file_of(b"");
    let error = refused(read_for(Rules::STANDARD, &path));
    assert!(matches!(error, FileError::Damaged { .. }));
    let error = refused(read_for(Rules::STANDARD, Path::new("/no/such/file")));
    assert!(matches!(error, FileError::Unreadable { .. }));
}

#[cfg(unix)]
#[test]
fn a_device_without_end_is_refused_quickly() {
    let started = Instant::now();
    assert_eq!(damage_of_file(Path::new("/dev/zero")), Damage::Magic);
    assert_eq!(damage_of_file(Path::new("/dev/null")), Damage::TooShort(0));
    assert!(started.elapsed() < Duration::from_secs(30));
}

#[cfg(unix)]
#[test]
fn a_file_that_must_not_be_read_is_named() {
    use std::os::unix::fs::PermissionsExt as _;

    let (folder, path) = file_of(&SolutionBytes::standard().0);
    let permit = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode))
            .expect("permissions can be set");
    };
    permit(folder.path(), 0o755);
    permit(&path, 0);
    let mut verify = std::process::Command::new(env!("CARGO_BIN_EXE_tourne-solve"));
    verify.arg("verify").arg(&path);
    if crate::commands::run_unprivileged(&mut verify) {
        let name = path.display().to_string();
        crate::commands::run(&mut verify).assert_one_line_error(3, &[&name, "Permission denied"]);
        permit(&path, 0o444);
        crate::commands::run(&mut verify).assert_answered();
    }
}

/// Address space is limited to half a gigabyte; what the counts claim is two gigabytes and more.
#[cfg(target_os = "linux")]
#[test]
fn nothing_is_allocated_by_a_count_that_is_claimed() {
    let verify = |bytes: &[u8]| {
        let (_folder, path) = file_of(bytes);
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", "ulimit -v 524288 && exec \"$0\" verify \"$1\""]);
        shell.args([
            env!("CARGO_BIN_EXE_tourne-solve").as_ref(),
            path.as_os_str(),
        ]);
        shell.env("RAYON_NUM_THREADS", "1");
        crate::commands::run(&mut shell)
    };
    verify(&SolutionBytes::standard().0).assert_answered();
    let tables = [VALUE_COUNT, SolutionBytes::standard().best_count_at()];
    for at in [POSITIONS, PAIRS, LENGTH, tables[0], tables[1]] {
        for count in [1 << 29, 1 << 40, 1 << 60, u64::MAX] {
            let mut bytes = SolutionBytes::standard();
            bytes.put_u64(at, count);
            verify(&bytes.sealed()).assert_one_line_error(3, &["damaged.bin cannot be used: it"]);
        }
    }
}
