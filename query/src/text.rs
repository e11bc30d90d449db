//! Answers for people.

use std::fmt::Write as _;

use tourne_solver::game::Rules;
use tourne_solver::game::Unit;
use tourne_solver::solution::digits::proven_decimals;

use crate::answer::{Answer, Ranked};
use crate::board;

/// The answer as text: the board, then the moves, best first. Values have no more digits than the error bound of
/// the solution, in its unit, proves.
#[must_use]
pub fn best(answer: &Answer, rules: Rules, bound: f64) -> String {
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
        expectation(unit, value, bound)
    );
    if !answer.reachable {
        text += " (This position cannot arise from the start.)";
    }
    text += "\n";
    if let Some(moves) = &answer.moves {
        text += "\n";
        list(&mut text, (unit, bound), moves, "");
    }
    for roll in answer.rolls.iter().flatten() {
        let of = rules.throws();
        let _ = writeln!(
            text,
            "\nwith a {} ({} of {of} throws):",
            roll.die.number(),
            roll.chances
        );
        list(&mut text, (unit, bound), &roll.moves, "  ");
    }
    text
}

fn list(text: &mut String, (unit, bound): (Unit, f64), moves: &[Ranked], indent: &str) {
    for (rank, ranked) in moves.iter().enumerate() {
        let verdict = if ranked.loss > 0.0 {
            // A loss is a difference of two values.
            format!("gives away {}", loss_within(unit, ranked.loss, 2.0 * bound))
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
            amount_within(unit, ranked.value, bound)
        );
    }
}

fn expectation(unit: Unit, value: f64, bound: f64) -> String {
    let amount = amount_within(unit, value, bound);
    match unit {
        Unit::WinProbability => format!("wins with probability {amount}"),
        Unit::MatchWinProbability => format!("wins the match with probability {amount}"),
        Unit::Points => format!("can expect {amount} points"),
    }
}

/// A value: a percentage, or points.
#[must_use]
pub fn amount(unit: Unit, value: f64) -> String {
    amount_within(unit, value, 0.0)
}

/// A value with no more digits than its error bound proves.
///
/// ```
/// use tourne_query::text::amount_within;
/// use tourne_solver::game::Unit;
///
/// assert_eq!(amount_within(Unit::WinProbability, 0.819_917_2, 1e-14), "81.9917 %");
/// assert_eq!(amount_within(Unit::WinProbability, 0.819_917_2, 4e-4), "82.0 %");
/// assert_eq!(amount_within(Unit::Points, 0.819_917_2, 1.0), "unknown");
/// ```
#[must_use]
pub fn amount_within(unit: Unit, value: f64, bound: f64) -> String {
    let (scale, most, _) = scale(unit);
    let Some(decimals) = proven_decimals(scale * bound, most) else {
        return "unknown".to_owned();
    };
    match unit {
        Unit::WinProbability | Unit::MatchWinProbability => {
            format!("{:.decimals$} %", scale * value)
        }
        Unit::Points => format!("{value:+.decimals$}"),
    }
}

/// What is given away: a percentage, or points.
#[must_use]
pub fn loss(unit: Unit, loss: f64) -> String {
    loss_within(unit, loss, 0.0)
}

/// What is given away, with no more digits than its error bound proves.
#[must_use]
pub fn loss_within(unit: Unit, loss: f64, bound: f64) -> String {
    if loss == 0.0 {
        return "nothing".to_owned();
    }
    let (scale, most, name) = scale(unit);
    let Some(decimals) = proven_decimals(scale * bound, most) else {
        return "an unknown amount".to_owned();
    };
    let (shown, smallest) = (scale * loss, 10_f64.powf(-(decimals as f64)));
    if shown < smallest {
        format!("less than {smallest:.decimals$}{name}")
    } else {
        format!("{shown:.decimals$}{name}")
    }
}

/// How a unit is shown: the factor, the most decimals, and the name.
fn scale(unit: Unit) -> (f64, usize, &'static str) {
    match unit {
        Unit::WinProbability | Unit::MatchWinProbability => (100.0, 4, " %"),
        Unit::Points => (1.0, 6, " points"),
    }
}
