//! Values, losses and reasons as shown during play, with few digits.

use tourne_solver::{Unit, Value};

use crate::ask::Measure;
use crate::facts::Reasons;
use crate::show::numbers;

/// Smallest error bound with which values are shown during play, in the unit of the values. With it, percentages have
/// one decimal and points have three; more decimals are of no use to people.
const PRECISION: f64 = 2e-4;

/// Raises the error bound of a value to at least `PRECISION`, so that fewer digits are printed.
pub fn rounded(value: Value) -> Value {
    let bound = value.error_bound().max(PRECISION);
    Value::new(value.number(), value.unit(), bound)
}

/// Formats a loss with only the digits that are certain if each value has the error bound `PRECISION`.
pub fn loss(unit: Unit, loss: f64) -> String {
    numbers::loss_within(unit, loss, 2.0 * PRECISION)
}

/// Formats a [`loss`] as a negative amount.
pub(super) fn minus(unit: Unit, loss: f64) -> String {
    numbers::minus(unit, loss, 2.0 * PRECISION)
}

/// Formats a difference of values with its sign, and as few digits as [`rounded`] leaves.
pub fn rounded_difference(unit: Unit, difference: f64) -> String {
    let text = numbers::value(rounded(Value::new(difference, unit, 0.0)));
    let name = match unit {
        Unit::WinProbability => "",
        Unit::Points => " points",
    };
    numbers::with_sign(difference, text) + name
}

/// Applies [`rounded`] to the values of moves.
pub fn to_show(mut reasons: Vec<Reasons>) -> Vec<Reasons> {
    for reasons in &mut reasons {
        reasons.value = rounded(reasons.value);
    }
    reasons
}

/// Lists moves with their values, and the reasons for and against each move, best move first.
pub fn explained_moves(reasons: &[Reasons], measure: Measure) -> String {
    let mut text = String::new();
    for reasons in reasons {
        let verdict = match reasons.mistake {
            Some(kind) => {
                let loss = numbers::loss_of(reasons.value, reasons.loss);
                format!("gives away {loss}: {kind}")
            }
            None => "best".to_owned(),
        };
        let (action, value) = (reasons.action.to_string(), numbers::value(reasons.value));
        text += &format!("{action:<6} {value}, {verdict}\n");
        text += &indented(reasons, measure);
    }
    text
}

/// Returns the reasons for and against a move, each on an indented line; the last is why it is not the best.
pub fn indented(reasons: &Reasons, measure: Measure) -> String {
    let lines = reasons
        .lines(measure)
        .into_iter()
        .chain(reasons.reason.clone());
    lines.map(|line| ["    ", &line, "\n"].concat()).collect()
}
