//! Files with too few bytes, or too many, or with one flipped bit.

use std::fs::File;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use tourne_solver::file::{self, Damage};

use super::{assert_says, damage, damage_of_file, file_of};
use crate::solution_bytes::{SHORTEST, SolutionBytes, VALUE_COUNT, crc32};

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
    // A value and its best moves have 12 bytes, so each remainder of a length comes up.
    for length in SHORTEST..SHORTEST + 36 {
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
        .expect("the file exists");
    file.set_len(1 << 40).expect("a file can have a hole");
    let started = Instant::now();
    let found = 1 + usize::try_from(file::LARGEST).expect("the length fits");
    let declared = 628_288;
    let damage = damage_of_file(&path);
    assert_eq!(damage, Damage::Length { declared, found });
    assert_says(&damage, &["should have 628288 bytes", "16777217 or more"]);
    assert!(started.elapsed() < Duration::from_secs(30));
}

/// All bits of the header and of the last 64 bytes are flipped, one at a time, and every 9973rd bit between them. A
/// CRC detects any change of one bit.
#[test]
fn flipped_bits_are_refused() {
    let standard = SolutionBytes::standard().0;
    let end = 8 * standard.len();
    let is_flipped =
        |bit: &usize| *bit < 8 * VALUE_COUNT || *bit >= end - 8 * 64 || bit.is_multiple_of(9973);
    (0..end).into_par_iter().filter(is_flipped).for_each(|bit| {
        let mut bytes = standard.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let found = damage(&bytes);
        let is_right = match bit / 8 {
            0..8 => found == Damage::Magic,
            8..12 => matches!(found, Damage::Version(_)),
            12..20 => matches!(found, Damage::Length { .. }),
            _ => matches!(found, Damage::Checksum { .. }),
        };
        assert!(is_right, "bit {bit}: {found:?}");
    });
}

#[test]
fn the_checksum_is_the_one_that_is_specified() {
    // The check value of CRC-32/ISO-HDLC in the catalogue of parametrised CRC algorithms.
    assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    let standard = SolutionBytes::standard();
    assert_eq!(standard.clone().sealed(), standard.0);
}
