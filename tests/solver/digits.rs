//! Values to many digits, and the check of their bounds.

use std::sync::LazyLock;

use num_bigint::BigInt;
use tourne_solver::verify::{Layout, PreciseValues, wrong_bounds};
use tourne_solver::{Rules, Solution};

use crate::commands::{Outcome, run};
use crate::solution_bytes::committed;
use crate::tourne_solve;

/// Value of the start to 34 digits, found by another program, whose refinement to 2^-120 was checked by
/// `tests/check_certificate.py`.
const START: &str = "0.5150948104904079314488867004787699";
const DIGITS: u32 = 34;

static STANDARD: LazyLock<Solution> = LazyLock::new(|| committed(Rules::STANDARD));
static PRECISE: LazyLock<PreciseValues> =
    LazyLock::new(|| PreciseValues::new(&STANDARD, DIGITS).expect("there are bounds"));

fn value(arguments: &[&str]) -> Outcome {
    run(tourne_solve(&["value"]).args(arguments))
}

#[test]
fn the_start_has_the_digits_that_another_program_found() {
    let found = PRECISE.digits(Rules::STANDARD.start());
    assert_eq!(found.as_deref(), Some(START));
}

#[test]
fn more_digits_begin_with_the_same() {
    let outcome = value(&["--digits", "100"]);
    outcome.assert_answered();
    let found = outcome.stdout.trim_end();
    assert_eq!(found.len(), "0.".len() + 100);
    assert!(found.starts_with(START), "{found}");
}

#[test]
fn digits_of_every_position_are_those_of_its_value() {
    for position in STANDARD.index().positions() {
        let digits = PRECISE.digits(position);
        let digits = digits.expect("no value is a short decimal");
        let precise: f64 = digits.parse().expect("a number");
        let value = STANDARD.value(position).expect("a known position").number();
        let off = (precise - value).abs();
        assert!(
            off <= STANDARD.error_bound(),
            "{position}: {digits}, not {value}"
        );
    }
}

#[test]
fn bounds_that_are_altered_do_not_follow() {
    let layout = Layout::new(Rules::STANDARD);
    let bits = PRECISE.bits();
    let wrong = |alter: &dyn Fn(&mut [[BigInt; 2]])| {
        let mut bounds = PRECISE.bounds().to_vec();
        alter(&mut bounds);
        wrong_bounds(&layout, &bounds, bits)
    };
    let much = BigInt::from(1) << (bits - 100);
    let last = PRECISE.bounds().len() - 1;
    assert_eq!(wrong(&|_| ()), None);
    assert_eq!(wrong(&|bounds| bounds[0][0] += &much), Some(0));
    assert_eq!(wrong(&|bounds| bounds[0][1] -= &much), Some(0));
    assert_eq!(wrong(&|bounds| bounds[last][0] += &much), Some(last));
    // These values agree with each other, but not with the ends of the game.
    assert!(wrong(&|bounds| bounds.fill([BigInt::ZERO, BigInt::ZERO])).is_some());
    assert_eq!(wrong_bounds(&layout, &PRECISE.bounds()[1..], bits), Some(0));
}

#[test]
fn values_of_other_rule_sets_and_in_other_formats() {
    let outcome = value(&["04h/007", "--rules", "double-win", "--format", "json"]);
    outcome.assert_answered();
    assert_eq!(
        outcome.stdout.trim_end(),
        "{\"rules\":\"double-win\",\"unit\":\"points\",\"position\":\"04h/007\",\"digits\":30,\
         \"value\":\"0.585767698277973183889501262205\"}"
    );
    let outcome = value(&["004/9hh", "--rules", "double-win", "--digits", "5"]);
    outcome.assert_answered();
    assert!(outcome.stdout.starts_with("-1."), "{outcome:?}");
}

#[test]
fn values_that_are_exact_decimals_are_printed() {
    // A man that must enter but is blocked by its own men can never enter, so its side has lost for certain.
    let rules: Rules = "entry-first".parse().expect("a rule set");
    let values = PreciseValues::new(&committed(rules), 5).expect("there are bounds");
    for (position, expected) in [
        ("bhh/x1h", "1.00000"),
        ("234/0x1", "1.00000"),
        ("x1h/bhh", "0.00000"),
    ] {
        let setup = position.parse().expect("a set-up");
        let position = rules.position(&setup).expect("a legal position");
        assert_eq!(values.digits(position).as_deref(), Some(expected));
    }
}

#[test]
fn a_position_and_a_number_of_digits_must_be_possible() {
    let refused = |arguments: &[&str], says| value(arguments).assert_error(2, &[says]);
    refused(&["04h"], "is not a position");
    refused(&["055/000"], "more than one man on point 5");
    refused(&["--digits", "0"], "1..=1000");
    refused(&["--digits", "1001"], "1..=1000");
    refused(&["--digits", "-5"], "1..=1000");
}
