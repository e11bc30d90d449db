//! Formats numbers for people: values, losses and percentages. No other module formats numbers.

use tourne_solver::digits::{grouped, proven_decimals, short};
use tourne_solver::{Rules, Unit, Value};

use crate::ask::Measure;
use crate::grading::{Strength, describe_rating, ratings_of_levels};

pub fn expectation(measure: Measure, expected: Value) -> String {
    let amount = value(expected);
    match measure {
        Measure::Game(Unit::WinProbability) => format!("wins with probability {amount}"),
        Measure::Game(Unit::Points) => format!("can expect {amount} points"),
        Measure::Match => format!("wins the match with probability {amount}"),
    }
}

pub fn amount(unit: Unit, number: f64) -> String {
    value(Value::new(number, unit, 0.0))
}

/// Formats a value with only the digits that its error bound proves.
pub fn value(value: Value) -> String {
    let (scale, most, _) = scale(value.unit());
    let number = value.number();
    match proven_decimals(scale * value.error_bound(), most) {
        None => "unknown".to_owned(),
        Some(decimals) => match value.unit() {
            Unit::WinProbability => format!("{:.decimals$} %", scale * number),
            Unit::Points => format!("{number:+.decimals$}"),
        },
    }
}

/// Returns the verb of a sentence about a value, such as "wins 49 %" or "gets +0.1 points".
pub fn verb(unit: Unit) -> &'static str {
    match unit {
        Unit::Points => "gets",
        Unit::WinProbability => "wins",
    }
}

pub fn loss(unit: Unit, loss: f64) -> String {
    loss_within(unit, loss, 0.0)
}

/// Formats a loss with only the digits that its error bound proves.
pub(crate) fn loss_within(unit: Unit, loss: f64, bound: f64) -> String {
    if loss == 0.0 {
        return "nothing".to_owned();
    }
    let (scale, most, name) = scale(unit);
    let Some(decimals) = proven_decimals(scale * bound, most) else {
        return "an unknown amount".to_owned();
    };
    let (shown, smallest) = (scale * loss, 10_f64.powf(-(decimals as f64)));
    if shown < smallest {
        format!("less than {smallest:.decimals$}{name}")
    } else {
        format!("{shown:.decimals$}{name}")
    }
}

/// Formats the loss of a move with only the digits that the error bounds prove: a loss is the difference of two values.
/// `value` is the value of the move.
pub fn loss_of(value: Value, loss: f64) -> String {
    loss_within(value.unit(), loss, 2.0 * value.error_bound())
}

/// Smallest error bound with which values are shown during play, in the unit of the values. With it, percentages have
/// one decimal and points have three; more decimals are of no use to people.
const PRECISION: f64 = 2e-4;

/// Raises the error bound of a value to at least `PRECISION`, so that fewer digits are printed.
pub fn rounded(value: Value) -> Value {
    let bound = value.error_bound().max(PRECISION);
    Value::new(value.number(), value.unit(), bound)
}

/// Formats a loss with only the digits that are certain if each value has the error bound `PRECISION`.
pub(crate) fn rounded_loss(unit: Unit, loss: f64) -> String {
    loss_within(unit, loss, 2.0 * PRECISION)
}

/// Formats a [rounded loss](rounded_loss) as a negative amount.
pub(crate) fn minus(unit: Unit, loss: f64) -> String {
    let text = rounded_loss(unit, loss);
    match text.strip_prefix("less than ") {
        Some(smallest) => format!("more than -{smallest}"),
        None => format!("-{text}"),
    }
}

/// Formats a difference of values with its sign, and as few digits as [`rounded`] leaves.
pub(crate) fn rounded_difference(unit: Unit, difference: f64) -> String {
    let text = value(rounded(Value::new(difference, unit, 0.0)));
    let name = match unit {
        Unit::WinProbability => "",
        Unit::Points => " points",
    };
    with_sign(difference, text) + name
}

/// Returns the factor by which values of a unit are multiplied, the maximum number of decimals, and the unit's name.
fn scale(unit: Unit) -> (f64, usize, &'static str) {
    match unit {
        Unit::WinProbability => (100.0, 4, " %"),
        Unit::Points => (1.0, 6, " points"),
    }
}

pub fn fixed(number: f64, decimals: usize) -> String {
    format!("{number:.decimals$}")
}

/// Formats a share in percent, without the percent sign.
pub fn in_percent(share: f64, decimals: usize) -> String {
    fixed(100.0 * share, decimals)
}

pub fn strength(strength: &Strength) -> String {
    let Strength {
        choices, rating, ..
    } = strength;
    let [rating, low, high] = [rating.estimate, rating.low, rating.high].map(|it| fixed(it, 1));
    let perfect = if strength.is_perfect {
        "perfect so far, "
    } else {
        ""
    };
    let level = match strength.levels() {
        [_, 0] => "weaker than level 1".to_owned(),
        [0, 10] => "any level".to_owned(),
        [0, high] => format!("level {high} or weaker"),
        [low, high] if low == high => format!("level {low}"),
        [low, high] => format!("level {low} to {high}"),
    };
    let after = counted(*choices, "choice");
    let more = strength
        .more
        .map(|more| format!("; about {more} more choices tell it within two levels"));
    format!(
        "rating {rating} ({low} to {high}; 0 is perfect): {perfect}{level}, after {after}{}",
        more.unwrap_or_default()
    )
}

/// Formats a rating, with a description in words if the ratings of the levels are known.
pub fn rating_in_words(number: f64, rules: Rules) -> String {
    let words =
        ratings_of_levels(rules).map(|levels| format!(" ({})", describe_rating(number, &levels)));
    rating(number) + &words.unwrap_or_default()
}

pub fn rating(rating: f64) -> String {
    fixed(rating, 3)
}

pub fn percent(share: f64) -> String {
    format!("{} %", in_percent(share, 2))
}

pub fn signed(unit: Unit, difference: f64) -> String {
    with_sign(difference, amount(unit, difference))
}

/// Puts a plus sign before the text of a difference that is not negative, unless it has one.
pub(crate) fn with_sign(difference: f64, text: String) -> String {
    if difference >= 0.0 && !text.starts_with('+') {
        format!("+{text}")
    } else {
        text
    }
}

pub fn count(number: usize) -> String {
    grouped(number as u64)
}

/// Formats a number of things, such as "1 game" or "2,000 games"; `noun` is the singular.
pub fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", count(number))
}

pub fn times(number: usize) -> String {
    match number {
        1 => "once".to_owned(),
        _ => format!("{} times", count(number)),
    }
}

/// Formats a loss that a user gave, without trailing zeros.
pub fn as_written(unit: Unit, amount: f64) -> String {
    let (scale, _, name) = scale(unit);
    let amount = scale * amount;
    if amount != 0.0 && !(1e-12..1e15).contains(&amount.abs()) {
        return format!("{}{name}", short(amount));
    }
    let padded = fixed(amount, 12);
    let digits = padded.trim_end_matches('0').trim_end_matches('.');
    format!("{digits}{name}")
}

/// Formats a loss that is above a limit, with more decimals than usual if the rounded loss would not be above it.
pub fn above(unit: Unit, loss: f64, limit: f64) -> String {
    let (scale, usual, name) = scale(unit);
    let written = (usual..18).map(|decimals| fixed(scale * loss, decimals));
    let is_above = |text: &String| text.parse().is_ok_and(|number: f64| number > scale * limit);
    let digits = written.into_iter().find(is_above);
    format!("{}{name}", digits.unwrap_or_else(|| short(scale * loss)))
}
