//! Answers for people.

use std::fmt::Write as _;

use tourne_solver::Unit;
use tourne_solver::game::Rules;

use crate::answer::{Answer, Ranked};
use crate::board;

/// The answer as text: the board, then the moves, best first.
#[must_use]
pub fn best(answer: &Answer, rules: Rules) -> String {
    let mut text = board::draw(answer.position);
    let Answer {
        unit,
        value,
        position,
        ..
    } = *answer;
    let before = if let Some(die) = answer.die {
        format!("X plays a {die}")
    } else {
        "X is about to throw".to_owned()
    };
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "\n{position}, {rules}: {before} and {}.",
        expectation(unit, value)
    );
    if !answer.reachable {
        text += " (This position cannot arise from the start.)";
    }
    text += "\n";
    if let Some(moves) = &answer.moves {
        text += "\n";
        list(&mut text, unit, moves, "");
    }
    for roll in answer.rolls.iter().flatten() {
        let of = rules.throws();
        let _ = writeln!(
            text,
            "\nwith a {} ({} of {of} throws):",
            roll.die.number(),
            roll.chances
        );
        list(&mut text, unit, &roll.moves, "  ");
    }
    text
}

fn list(text: &mut String, unit: Unit, moves: &[Ranked], indent: &str) {
    for (rank, ranked) in moves.iter().enumerate() {
        let verdict = if ranked.loss > 0.0 {
            format!("gives away {}", loss(unit, ranked.loss))
        } else if moves.len() == 1 {
            "the only move".to_owned()
        } else if rank == 0 {
            "best".to_owned()
        } else {
            "just as good".to_owned()
        };
        let rank = rank + 1;
        let _ = writeln!(
            text,
            "{indent}{rank}. {:<6}  {:>10}   {verdict}",
            ranked.action,
            amount(unit, ranked.value)
        );
    }
}

fn expectation(unit: Unit, value: f64) -> String {
    match unit {
        Unit::WinProbability => format!("wins with probability {}", amount(unit, value)),
        Unit::MatchWinProbability => {
            format!("wins the match with probability {}", amount(unit, value))
        }
        Unit::Points => format!("can expect {} points", amount(unit, value)),
    }
}

/// A value: a percentage, or points.
#[must_use]
pub fn amount(unit: Unit, value: f64) -> String {
    match unit {
        Unit::WinProbability | Unit::MatchWinProbability => format!("{:.4} %", 100.0 * value),
        Unit::Points => format!("{value:+.6}"),
    }
}

/// What is given away: a percentage, or points.
#[must_use]
pub fn loss(unit: Unit, loss: f64) -> String {
    if loss == 0.0 {
        return "nothing".to_owned();
    }
    let (shown, smallest, name) = match unit {
        Unit::WinProbability | Unit::MatchWinProbability => (100.0 * loss, 0.0001, " %"),
        Unit::Points => (loss, 0.000_001, " points"),
    };
    let places = if unit == Unit::Points { 6 } else { 4 };
    if shown < smallest {
        format!("less than {smallest}{name}")
    } else {
        format!("{shown:.places$}{name}")
    }
}
