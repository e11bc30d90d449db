//! The loss per game that `tourne check --fail-above` allows.

use std::str::FromStr;

use anyhow::bail;
use tourne_solver::game::Unit;
use tourne_solver::game::shortened;

/// A loss per game, as a share of a win, in percent, or in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Threshold {
    number: f64,
    is_percent: bool,
}

/// A text that is no loss.
#[derive(Debug, thiserror::Error)]
#[error("\"{0}\" is not a loss: write 1% or 0.01, or points where a win can count two")]
pub(crate) struct ParseThresholdError(String);

impl FromStr for Threshold {
    type Err = ParseThresholdError;

    fn from_str(text: &str) -> Result<Threshold, ParseThresholdError> {
        let number = text.trim();
        let (number, is_percent) = match number.strip_suffix('%') {
            Some(number) => (number.trim_end(), true),
            None => (number, false),
        };
        match number.parse() {
            Ok(number) if (0.0..f64::INFINITY).contains(&number) => {
                Ok(Threshold { number, is_percent })
            }
            _ => Err(ParseThresholdError(shortened(text))),
        }
    }
}

impl Threshold {
    /// The loss in this unit.
    pub(crate) fn amount(self, unit: Unit) -> anyhow::Result<f64> {
        let amount = match (unit, self.is_percent) {
            (Unit::Points, true) => bail!(
                "--fail-above {}% is no number of points, in which these rules count: \
                 write points, such as 0.05",
                self.number
            ),
            (_, true) => self.number / 100.0,
            (_, false) => self.number,
        };
        if amount > most(unit) {
            let number = self.number;
            let advice = match (unit, self.is_percent) {
                (Unit::Points, _) | (_, true) => String::new(),
                (_, false) => format!("; for {number} % write {number}% or {}", number / 100.0),
            };
            bail!(
                "--fail-above {} is more than any policy can lose in a game: write at most {}{advice}",
                shown(unit, amount),
                shown(unit, most(unit)),
            );
        }
        Ok(amount)
    }
}

/// The most that there is to lose in a game.
fn most(unit: Unit) -> f64 {
    match unit {
        Unit::Points => 2.0,
        Unit::WinProbability | Unit::MatchWinProbability => 1.0,
    }
}

/// An amount with as many digits as it was written with.
pub(crate) fn shown(unit: Unit, amount: f64) -> String {
    let (number, name) = in_words(unit, amount);
    let digits = format!("{number:.12}");
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    format!("{digits} {name}")
}

/// A loss with the digits of the report, or as many as it takes to see that it is more than this.
pub(crate) fn shown_above(unit: Unit, loss: f64, limit: f64) -> String {
    let (loss, name) = in_words(unit, loss);
    let (limit, _) = in_words(unit, limit);
    let places = if unit == Unit::Points { 6 } else { 4 };
    let written = (places..18).map(|places| format!("{loss:.places$}"));
    let mut above = written.filter(|text| text.parse().is_ok_and(|number: f64| number > limit));
    format!(
        "{} {name}",
        above.next().unwrap_or_else(|| loss.to_string())
    )
}

/// A loss as a number in the unit in which people read it.
fn in_words(unit: Unit, amount: f64) -> (f64, &'static str) {
    match unit {
        Unit::Points => (amount, "points"),
        Unit::WinProbability | Unit::MatchWinProbability => (100.0 * amount, "%"),
    }
}
