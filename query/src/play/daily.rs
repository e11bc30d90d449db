//! Game and quiz of the day: the same throws and questions for everyone, and a text of signs to share.

use crate::review::{Mark, Thresholds};
use tourne_solver::{Rules, Unit};

use crate::show::numbers;
use crate::show::play::values::rounded_difference;

/// A day: its date as people write it, and the seed that it stands for.
#[derive(Clone, Debug)]
pub struct Daily {
    /// Date, such as `2026-11-25`.
    pub date: String,
    /// The same date as a number, such as 20261125.
    pub seed: u32,
}

/// Result of a game of the day.
#[derive(Clone, Copy, Debug)]
pub struct DailyResult<'a> {
    pub rules: Rules,
    pub level: u8,
    pub is_won: bool,
    /// Number of turns of both players.
    pub turns: usize,
    pub unit: Unit,
    /// Luck of the player minus luck of the opponent.
    pub luck: f64,
    /// Sum of the losses of the player's choices.
    pub loss: f64,
    /// Signs of the player's choices.
    pub signs: &'a [char],
}

/// Meaning of the signs, in the words of `tourne review`.
pub const LEGEND: &str = "🟩 best, 🟨 not best, 🟧 doubtful (?!), 🟥 bad (?)";

/// Number of signs in a row.
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
    /// Says what everyone has on this day, and what the signs mean.
    pub fn introduction(&self, what: &str) -> String {
        let date = &self.date;
        format!(
            "Tourne-case of {date}: everyone has the same {what}. The text to share has a sign for each choice: {LEGEND}."
        )
    }

    /// Returns the text about a game to share.
    pub(super) fn of_game(&self, game: DailyResult) -> String {
        let (date, rules, level) = (&self.date, not_standard(game.rules), game.level);
        let ended = if game.is_won { "won" } else { "lost" };
        let turns = numbers::counted(game.turns, "turn");
        let luck = rounded_difference(game.unit, game.luck);
        let loss = match game.unit {
            Unit::WinProbability => numbers::percent(game.loss),
            Unit::Points => format!("{} points", numbers::fixed(game.loss, 4)),
        };
        format!(
            "Tourne-case {date}{rules}, level {level}: {ended} in {turns}\nluck {luck}, loss {loss}\n{}",
            rows(game.signs)
        )
    }

    /// Returns the text about a quiz to share.
    pub(super) fn of_quiz(&self, rules: Rules, right: usize, signs: &[char]) -> String {
        let (date, rules, count) = (&self.date, not_standard(rules), signs.len());
        format!(
            "Tourne-case quiz {date}{rules}: {right} of {count}\n{}",
            rows(signs)
        )
    }
}

/// Names rules other than those of the standard game.
fn not_standard(rules: Rules) -> String {
    match rules {
        Rules::STANDARD => String::new(),
        rules => format!(", {rules}"),
    }
}

fn rows(signs: &[char]) -> String {
    let rows = signs.chunks(ROW);
    rows.map(|row| row.iter().chain(&['\n']).collect::<String>())
        .collect()
}
