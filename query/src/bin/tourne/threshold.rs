//! Losses as arguments: a limit of `tourne check`, the threshold of the tutor, the marks of `tourne review`.

use std::str::FromStr;

use anyhow::bail;
use tourne::show::numbers::as_written;
use tourne_solver::digits::short;
use tourne_solver::{Unit, shortened};

/// Loss as typed: points, or a winning probability as a share (0.02) or in percent (2%).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Threshold {
    number: f64,
    is_percent: bool,
}

impl FromStr for Threshold {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Threshold> {
        let number = text.trim();
        let (number, is_percent) = match number.strip_suffix('%') {
            Some(number) => (number.trim_end(), true),
            None => (number, false),
        };
        match number.parse() {
            Ok(number) if (0.0..f64::INFINITY).contains(&number) => {
                Ok(Threshold { number, is_percent })
            }
            _ => bail!(
                "\"{}\" is not a loss: write 1% or 0.01, or points where a win can count two",
                shortened(text)
            ),
        }
    }
}

impl Threshold {
    pub(crate) fn amount(self, option: &str, unit: Unit) -> anyhow::Result<f64> {
        let amount = match (unit, self.is_percent) {
            (Unit::Points, true) => bail!(
                "{option} {}% is a percentage, but values under these rules are in points: \
                 write points, such as 0.05",
                short(self.number)
            ),
            (_, true) => self.number / 100.0,
            (_, false) => self.number,
        };
        if amount > most(unit) {
            let number = self.number;
            let advice = match (unit, self.is_percent) {
                (Unit::WinProbability, false) if self.number <= 100.0 => {
                    let [number, share] = [number, number / 100.0].map(short);
                    format!("; for {number} % write {number}% or {share}")
                }
                _ => String::new(),
            };
            bail!(
                "{option} {} is more than can be lost in a game: write at most {}{advice}",
                as_written(unit, amount),
                as_written(unit, most(unit)),
            );
        }
        Ok(amount)
    }

    /// Returns the loss of a move in this unit; `option` is named in errors. Refuses a winning probability above
    /// [`MOST_AS_SHARE`] that is typed without a percent sign.
    pub(crate) fn of_a_move(self, option: &str, unit: Unit) -> anyhow::Result<f64> {
        let amount = self.amount(option, unit)?;
        if unit == Unit::WinProbability && !self.is_percent && amount > MOST_AS_SHARE {
            let (number, percent) = (short(amount), as_written(unit, amount));
            bail!(
                "{option} {number} is a loss of {percent}: for {number} % write {number}%, for {percent} write {}",
                percent.replace(' ', "")
            );
        }
        Ok(amount)
    }
}

/// Largest winning probability that is accepted without a percent sign: a larger number is most likely a percentage.
/// The limit is far above the 3 % of a bad move.
const MOST_AS_SHARE: f64 = 0.25;

/// Returns the largest possible loss in a game, in this unit.
fn most(unit: Unit) -> f64 {
    match unit {
        Unit::Points => 2.0,
        Unit::WinProbability => 1.0,
    }
}
