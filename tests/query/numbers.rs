//! Numbers for people have only digits that are right, and enough digits to distinguish different numbers.

use tourne::show::numbers::{above, as_written, loss, rating_in_words, signed, value};
use tourne::show::play::values::rounded;
use tourne::show::table::folded;
use tourne_query::policy::Builtin;
use tourne_solver::{Rules, Unit, Value};

const WIN: Unit = Unit::WinProbability;

#[test]
fn a_value_has_the_digits_that_its_error_bound_proves() {
    let win = |bound| Value::new(0.819_917_2, WIN, bound);
    assert_eq!(value(win(1e-14)), "81.9917 %");
    assert_eq!(value(win(4e-4)), "82.0 %");
    assert_eq!(value(rounded(win(1e-14))), "82.0 %");
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
fn amounts_have_signs_and_ratings_words() {
    assert_eq!(signed(WIN, 0.25), "+25.0000 %");
    assert_eq!(signed(Unit::Points, -0.25), "-0.250000");
    let of_levels = rating_in_words(6.5096, Rules::STANDARD);
    assert_eq!(of_levels, "6.510 (about level 7)");
    let other = "forced-entry+double-win".parse().expect("a rule set");
    assert_eq!(rating_in_words(6.5096, other), "6.510");
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
