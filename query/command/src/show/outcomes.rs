//! Probabilities of the ends of games from a position, as text.

use super::numbers::in_percent;
use tourne_study::facts::{OutcomesAt, board};
use tourne_terminal::aligned;

/// Formats the board, and the probabilities of the four ends.
pub fn outcomes(at: &OutcomesAt) -> String {
    let line = |chance: f64, of: &str| format!("{:>8} %  {of}", in_percent(chance, 4));
    let outcomes = at.outcomes;
    let lines = [
        ("X wins", line(outcomes.win_single, "and O has a man home")),
        ("", line(outcomes.win_double, "and O has none")),
        ("X loses", line(outcomes.lose_single, "with a man home")),
        ("", line(outcomes.lose_double, "with none")),
    ];
    let heading = format!("\n{}, {}, best play by both:\n\n", at.position, at.rules);
    board::draw(at.position) + &heading + &aligned(&lines)
}
