//! The argument `--daily`: a date, today's in UTC unless one is given.

use std::str::FromStr;

use anyhow::bail;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use tourne::play::daily::{Daily, LEGEND};
use tourne_solver::shortened;

/// A date, as typed after `--daily=`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Day(Date);

impl FromStr for Day {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Day> {
        match text.parse::<Date>() {
            // Accept only four digits, two and two: the text is copied into what players share.
            Ok(date) if date.year() > 0 && date.to_string() == text => Ok(Day(date)),
            _ => bail!(
                "\"{}\" is no day of the calendar: write year-month-day, such as 2026-11-25",
                shortened(text)
            ),
        }
    }
}

/// Returns the day that `--daily` stands for; `None` without the argument.
#[expect(clippy::option_option, reason = "absent, without DATE, or with it")]
pub(crate) fn chosen(argument: Option<Option<Day>>) -> Option<Daily> {
    let Day(date) = argument?.unwrap_or_else(today);
    let [month, day] = [date.month(), date.day()].map(i8::unsigned_abs);
    Some(Daily {
        date: date.to_string(),
        seed: u32::from(date.year().unsigned_abs()) * 10_000
            + u32::from(month) * 100
            + u32::from(day),
    })
}

fn today() -> Day {
    Day(TimeZone::UTC.to_datetime(Timestamp::now()).date())
}

/// Returns the help of the argument, of a command that has `what` of the day.
pub(crate) fn help(what: &str) -> String {
    format!(
        "Tourne-case of the day: {what} of a date, the same for everyone [without DATE: today, in UTC]. A text to share \
         follows at the end, with a sign for each choice: {LEGEND}. Nothing is kept"
    )
}
