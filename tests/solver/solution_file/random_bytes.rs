//! Random bytes: a clear error, or the right answer.

use proptest::prelude::*;
use tourne_solver::solution::file::{Damage, decode, encode};

use super::{HEADER_LENGTH, damage};
use crate::solution_bytes::{SHORTEST, SolutionBytes, VALUES, VERSION, noise};

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
