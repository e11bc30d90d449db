//! Printed error bounds are rounded correctly, by comparison with exact fractions.

use num_bigint::BigInt;
use proptest::prelude::*;
use tourne_solver::digits::{proven_decimals, rounded_up};

use crate::without_files;

/// Decimals of the numbers that are compared; no f64 has more than 1074, and no test asks for a smaller unit.
const MOST: usize = 1100;

fn count(decimals: usize) -> i32 {
    i32::try_from(decimals).expect("there are few")
}

/// Returns a number that is written like `1.23e-4`, times 10 to the power of [`MOST`].
fn scaled(text: &str) -> BigInt {
    let (mantissa, exponent) = text.split_once('e').expect("an exponent");
    let digits: BigInt = mantissa.replace('.', "").parse().expect("digits");
    let exponent: i32 = exponent.parse().expect("a number");
    let decimals = mantissa.len().saturating_sub("1.".len());
    let zeros = count(MOST) + exponent - count(decimals);
    digits * BigInt::from(10).pow(zeros.try_into().expect("few decimals"))
}

/// Returns the exact value of an f64, times 10 to the power of [`MOST`].
fn exactly(number: f64) -> BigInt {
    let text = format!("{number:.MOST$}");
    text.replace('.', "").parse().expect("digits")
}

/// Asserts that the printed bound is the smallest number with `decimals` decimals that is not too small.
fn assert_rounded_up(bound: f64, decimals: usize) {
    let text = rounded_up(bound, decimals);
    let (mantissa, exponent) = text.split_once('e').expect("an exponent");
    assert_eq!(
        mantissa.len(),
        1 + decimals + usize::from(decimals > 0),
        "{text}"
    );
    let unit = scaled(&format!(
        "1e{}",
        exponent.parse::<i32>().expect("a number") - count(decimals)
    ));
    let above = scaled(&text) - exactly(bound);
    let is_least = bound == 0.0 || above < unit;
    assert!(
        above >= BigInt::ZERO && is_least,
        "{bound:e} is printed as {text}"
    );
}

/// Asserts that `proven_decimals` returns the largest number of decimals, up to `most`, for which half a unit of the
/// last decimal is at least the bound.
fn assert_proven(bound: f64, most: usize) {
    let is_enough = |&decimals: &usize| scaled(&format!("5e-{}", decimals + 1)) >= exactly(bound);
    let expected = (0..=most).rev().find(is_enough);
    assert_eq!(proven_decimals(bound, most), expected, "{bound:e}");
}

#[test]
fn bounds_next_to_what_is_printed_are_rounded_up() {
    assert_eq!(rounded_up(3.000_000_000_000_000_2e-18, 0), "4e-18");
    assert_eq!(rounded_up(9.000_000_000_000_001, 0), "1e1");
    assert_eq!(rounded_up(9.999, 1), "1.0e1");
    assert_eq!(rounded_up(1.0, 3), "1.000e0");
    // 0.5 is exact as an f64; as f64 numbers, 0.3 is less than 3/10, and 0.1 is more than 1/10.
    assert_eq!(rounded_up(0.5, 0), "5e-1");
    assert_eq!(rounded_up(0.3, 0), "3e-1");
    assert_eq!(rounded_up(0.1, 0), "2e-1");
    for exponent in (-320..=308).step_by(8) {
        for digit in 1..=9 {
            let near: f64 = format!("{digit}e{exponent}").parse().expect("a number");
            for bound in [near.next_down(), near, near.next_up()] {
                if bound.is_finite() {
                    (0..3).for_each(|decimals| assert_rounded_up(bound, decimals));
                    assert_proven(bound, 20);
                }
            }
        }
    }
    for bound in [0.0, f64::MIN_POSITIVE, f64::from_bits(1), f64::MAX] {
        for decimals in [0, 1, 17, 400, 700] {
            assert_rounded_up(bound, decimals);
        }
        assert_proven(bound, 12);
    }
}

#[test]
fn what_bounds_nothing_is_printed_as_it_is() {
    assert_eq!(rounded_up(f64::INFINITY, 1), "inf");
    assert_eq!(rounded_up(f64::NAN, 1), "NaN");
    assert_eq!(rounded_up(-1.29, 1), "-1.2e0");
    assert_eq!(proven_decimals(f64::INFINITY, 12), None);
    assert_eq!(proven_decimals(f64::NAN, 12), None);
}

proptest! {
    #![proptest_config(without_files())]

    #[test]
    fn any_bound_is_rounded_up(bits in 0..0x7ff0_0000_0000_0000_u64, decimals in 0_usize..25) {
        assert_rounded_up(f64::from_bits(bits), decimals);
        assert_proven(f64::from_bits(bits), 12);
    }

    #[test]
    fn bounds_of_few_digits_are_rounded_up(
        (digits, exponent, off) in (1..10_000_u32, -30..5_i32, -2..=2_i64),
        decimals in 0_usize..6,
    ) {
        let near: f64 = format!("{digits}e{exponent}").parse().expect("a number");
        let bound = f64::from_bits(near.to_bits().wrapping_add_signed(off));
        assert_rounded_up(bound, decimals);
        assert_proven(bound, 20);
    }
}
