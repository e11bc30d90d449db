//! Flipped bits.

use crc32fast::Hasher;
use rayon::prelude::*;
use tourne_solver::solution::file::Damage;

use super::{HEADER_LENGTH, damage};
use crate::solution_bytes::{CHECKSUM_LENGTH, SolutionBytes, crc32};

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
/// `cargo test --release -p tourne-solve --test solver -- --ignored every_flipped_bit`.
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
