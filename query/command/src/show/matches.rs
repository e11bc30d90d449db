//! Probabilities at every score of a match, as square tables in percent.

use tourne_solver::digits::rounded_up;
use tourne_solver::matches::FirstThrow;

use super::numbers::in_percent;
use super::table::folded;
use tourne_study::facts::{MatchScores, ScoreRow};

/// Formats the probabilities in tables [folded] to `width` columns: a row for each number of own points, a column for
/// each number of the opponent's points.
pub fn matches(scores: &MatchScores, width: Option<usize>) -> String {
    let square = |chance: fn(&ScoreRow) -> f64| square(scores, chance, width);
    let begins = match scores.first {
        FirstThrow::Dice => "dice decide who begins each game",
        FirstThrow::Loser => "the loser begins the next game",
        FirstThrow::Winner => "the winner begins the next game",
        FirstThrow::Alternate => "the players begin in turn",
    };
    let (length, rules) = (scores.length, scores.rules);
    let bound = rounded_up(scores.error_bound, 0);
    let mut text = format!(
        "Match to {length} points, {rules}; {begins}.\nProbability of winning the match in percent (within {bound}); own \
         points down, the opponent's across.\n"
    );
    if scores.first == FirstThrow::Dice {
        text += "\nBefore the draw:\n";
        text += &square(|row| row.before_draw);
    }
    text += "\nThrowing first in the next game:\n";
    text += &square(|row| row.throwing_first);
    text += "\nThrowing second in the next game:\n";
    text + &square(|row| row.throwing_second)
}

fn square(scores: &MatchScores, chance: fn(&ScoreRow) -> f64, width: Option<usize>) -> String {
    let points = (0..scores.length).map(|points| points.to_string());
    let header: Vec<String> = [String::new()].into_iter().chain(points.clone()).collect();
    let rows = points.zip(scores.scores.chunks(scores.length));
    let rows = rows.map(|(own, rows)| {
        let cells = rows.iter().map(|row| in_percent(chance(row), 3));
        [own].into_iter().chain(cells).collect()
    });
    folded(&header, rows, width)
}
