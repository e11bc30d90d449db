//! The chances at every score of a match, as squares of percentages.

use tourne_solver::solve::matches::FirstThrow;
use tourne_terminal::digits::rounded_up;

use super::numbers::in_percent;
use super::table::table;
use tourne_query::facts::match_scores::{MatchScores, ScoreRow};

/// The chances: own points down, the opponent's across.
#[must_use]
pub fn matches(scores: &MatchScores) -> String {
    let begins = match scores.first {
        FirstThrow::Dice => "dice decide who begins each game",
        FirstThrow::Loser => "the loser begins the next game",
        FirstThrow::Winner => "the winner begins the next game",
        FirstThrow::Alternate => "the players begin in turn",
    };
    let mut text = format!(
        "Match to {} points, {}; {begins}.\nProbability of winning the match in percent (within {}); own points \
         down, the opponent's across.\n",
        scores.length,
        scores.rules,
        rounded_up(scores.error_bound, 0)
    );
    if scores.first == FirstThrow::Dice {
        text += "\nBefore the draw:\n";
        text += &square(scores, |row| row.before_draw);
    }
    text += "\nThrowing first in the next game:\n";
    text += &square(scores, |row| row.throwing_first);
    text += "\nThrowing second in the next game:\n";
    text + &square(scores, |row| row.throwing_second)
}

fn square(scores: &MatchScores, chance: impl Fn(&ScoreRow) -> f64) -> String {
    let points: Vec<String> = (0..scores.length)
        .map(|points| points.to_string())
        .collect();
    let header: Vec<&str> = [""]
        .into_iter()
        .chain(points.iter().map(String::as_str))
        .collect();
    let rows = points
        .iter()
        .zip(scores.scores.chunks(scores.length))
        .map(|(own, rows)| {
            let cells = rows.iter().map(|row| in_percent(chance(row), 3));
            [own.clone()].into_iter().chain(cells).collect()
        });
    table(&header, rows)
}
