//! Game and quiz of the day: the same throws and questions for everyone, and a text of signs to share.

use tourne_solver::Rules;

use crate::review::{Mark, Thresholds};

/// A day: its date as people write it, and the seed that it stands for.
#[derive(Clone, Debug)]
pub struct Daily {
    /// Date, such as `2026-11-25`.
    pub date: String,
    /// The same date as a number, such as 20261125.
    pub seed: u32,
}

pub const LEGEND: &str = "🟩 best, 🟨 not best, 🟧 doubtful (?!), 🟥 bad (?)";

const ROW: usize = 20;

/// Returns the sign of a choice with this loss, in the unit of the thresholds.
pub(super) fn sign(thresholds: Thresholds, loss: f64) -> char {
    match thresholds.mark(loss) {
        Some(Mark::Bad) => '🟥',
        Some(Mark::Doubtful) => '🟧',
        None if loss > 0.0 => '🟨',
        None => '🟩',
    }
}

impl Daily {
    pub fn introduction(&self, what: &str) -> String {
        let date = &self.date;
        format!(
            "Tourne-case of {date}: everyone has the same {what}. The text to share has a sign for each choice: {LEGEND}."
        )
    }

    pub(super) fn shared(&self, what: &str, rules: Rules, result: &str, signs: &[char]) -> String {
        let date = &self.date;
        let rules = match rules {
            Rules::STANDARD => String::new(),
            rules => format!(", {rules}"),
        };
        let rows = signs.chunks(ROW);
        let rows = rows.map(|row| row.iter().chain(&['\n']).collect::<String>());
        format!("{what} {date}{rules}{result}\n{}", rows.collect::<String>())
    }
}
