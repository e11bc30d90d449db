//! A solution file with one flipped bit is refused.

use rayon::prelude::*;
use tourne_solver::file::Damage;

use super::{HEADER_LENGTH, damage};
use crate::solution_bytes::{SolutionBytes, crc32};

/// Returns whether the reader names the right damage after a bit of this byte is flipped.
fn is_damage_of_flipped_bit(byte: usize, damage: &Damage) -> bool {
    match byte {
        0..8 => matches!(damage, Damage::Magic),
        8..12 => matches!(damage, Damage::Version(_)),
        12..20 => matches!(damage, Damage::Length { .. }),
        _ => matches!(damage, Damage::Checksum { .. }),
    }
}

/// All bits of the header and of the last 64 bytes are flipped, one at a time, and every 9973rd bit between them. A
/// CRC detects any change of one bit.
#[test]
fn flipped_bits_are_refused() {
    let standard = SolutionBytes::standard().0;
    let end = 8 * standard.len();
    let bits = (0..end)
        .into_par_iter()
        .filter(|bit| *bit < 8 * HEADER_LENGTH || *bit >= end - 8 * 64 || bit.is_multiple_of(9973));
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

#[test]
fn the_checksum_is_the_one_that_is_specified() {
    // The check value of CRC-32/ISO-HDLC in the catalogue of parametrised CRC algorithms.
    assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    let standard = SolutionBytes::standard();
    assert_eq!(standard.clone().sealed(), standard.0);
}
