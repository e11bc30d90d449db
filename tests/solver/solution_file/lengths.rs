//! Files with too few bytes, or too many.

use std::fs::File;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use tourne_solver::file::{self, Damage};

use super::{assert_says, damage, damage_of_file, file_of};
use crate::solution_bytes::{SHORTEST, SolutionBytes};

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
