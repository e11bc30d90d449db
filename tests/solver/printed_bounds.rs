//! Printed error bounds are rounded correctly, by comparison with exact fractions.

use num_bigint::BigInt;
use proptest::prelude::*;
use tourne_solver::digits::{proven_decimals, rounded_up};

use crate::without_files;

/// Numerator and denominator of a number.
type Fraction = [BigInt; 2];

fn power(base: u32, exponent: i32) -> Fraction {
    let power = BigInt::from(base).pow(exponent.unsigned_abs());
    if exponent < 0 {
        [BigInt::from(1), power]
    } else {
        [power, BigInt::from(1)]
    }
}

fn product([one, over]: Fraction, factor: impl Into<BigInt>) -> Fraction {
    [one * factor.into(), over]
}

fn difference([one, over]: &Fraction, [other, under]: &Fraction) -> BigInt {
    one * under - other * over
}

/// Returns the exact value of a positive f64, as a fraction.
fn fraction(number: f64) -> Fraction {
    let bits = number.to_bits();
    let (exponent, digits) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    match exponent {
        0 => product(power(2, -1074), digits),
        _ => product(power(2, exponent - 1075), digits | 1 << 52),
    }
}

fn count(decimals: usize) -> i32 {
    i32::try_from(decimals).expect("there are few")
}

/// Returns a printed number in units of its last decimal, and that unit.
fn printed(text: &str, decimals: usize) -> (BigInt, Fraction) {
    let (mantissa, exponent) = text.split_once('e').expect("an exponent");
    let (whole, decimal) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    assert_eq!((whole.len(), decimal.len()), (1, decimals), "{text}");
    let units = format!("{whole}{decimal}").parse().expect("digits");
    let exponent: i32 = exponent.parse().expect("a number");
    (units, power(10, exponent - count(decimals)))
}

/// Asserts that the printed bound is the smallest number with `decimals` decimals that is not too small.
fn assert_rounded_up(bound: f64, decimals: usize) {
    let text = rounded_up(bound, decimals);
    let (units, unit) = printed(&text, decimals);
    let exact = fraction(bound);
    let zero = BigInt::ZERO;
    let above = difference(&product(unit.clone(), units.clone()), &exact);
    assert!(above >= zero, "{bound:e} is more than {text}");
    let below = difference(&product(unit, units - 1), &exact);
    assert!(
        below < zero || bound == 0.0,
        "{bound:e} is less than {text} by a unit"
    );
}

/// Asserts that `proven_decimals` returns the largest number of decimals, up to `most`, for which half a unit of the
/// last decimal is at least the bound.
fn assert_proven(bound: f64, most: usize) {
    let is_enough = |decimals: usize| {
        let half = product(power(10, -count(decimals) - 1), 5);
        difference(&half, &fraction(bound)) >= BigInt::ZERO
    };
    let expected = (0..=most).rev().find(|&decimals| is_enough(decimals));
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
    for exponent in -320..=308 {
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
        for decimals in [0, 1, 17, 400, 800] {
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
