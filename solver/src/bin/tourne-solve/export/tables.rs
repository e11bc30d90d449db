//! The game as comma-separated values, one line for each move.

use std::fmt::Write as _;

use tourne_solver::{Census, Die, Rules, States};

/// Writes every move of every position that can arise from the start. Each move has a line with the fields
/// `position,die,chances,move,next,points`. The die is played in `chances` of 36 throws (of 6 with one die). `next` is
/// the position after the move, with the opponent on roll. `points` is the number of points that the move wins; the
/// field is empty if the game goes on.
pub(super) fn tables(rules: Rules) -> String {
    let mut text = String::from("position,die,chances,move,next,points\n");
    let (census, states) = (Census::new(rules), States::new(rules));
    let positions = states.positions().iter().copied();
    for position in positions.filter(|&position| census.contains(position)) {
        for die in Die::ALL {
            for play in rules.plays(position, die) {
                let won = rules.points_won(play.next);
                let points = won.map_or_else(String::new, |points| points.to_string());
                let (chances, action, next) = (rules.chances(die), play.action, play.next);
                // Writing to a string cannot fail.
                let _ = writeln!(
                    text,
                    "{position},{die},{chances},{action},{next},{points}",
                    die = die.number()
                );
            }
        }
    }
    text
}
