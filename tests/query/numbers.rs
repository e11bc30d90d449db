//! Numbers for people have no more digits than their error bound proves, and enough digits to distinguish different
//! numbers.

use tourne::policy::Builtin;
use tourne::show::numbers::{above, as_written, loss, rounded, value};
use tourne::show::table::folded;
use tourne_solver::{Unit, Value};

const WIN: Unit = Unit::WinProbability;

#[test]
fn a_value_at_the_table_is_rounded_and_one_without_a_proven_digit_is_unknown() {
    let win = Value::new(0.819_917_2, WIN, 1e-14);
    assert_eq!(value(rounded(win)), "82.0 %");
    let points = Value::new(0.819_917_2, Unit::Points, 1.0);
    assert_eq!(value(points), "unknown");
}

#[test]
fn a_loss_keeps_the_digits_of_a_limit() {
    assert_eq!(as_written(WIN, 0.015), "1.5 %");
    assert_eq!(as_written(Unit::Points, 1e-300), "1e-300 points");
    assert_eq!(above(WIN, 0.015_000_01, 0.015), "1.500001 %");
    assert_eq!(loss(WIN, 1e-9), "less than 0.0001 %");
    assert_eq!(as_written(WIN, 1e300), "1e302 %");
    assert_eq!(Builtin::Errs(1e-300).to_string(), "errs:1e-300");
}

#[test]
fn a_table_that_is_too_wide_goes_on_below() {
    let rows = [["front", "1.0", "23.5"].map(str::to_owned).to_vec()];
    let text = folded(&["policy", "rating", "lost"], rows, Some(15));
    assert_eq!(
        text,
        "policy  rating\nfront      1.0\n\npolicy  lost\nfront   23.5\n"
    );
}
