//! Answers for people.

use std::fmt::Write as _;

use tourne_solver::game::Unit;

use crate::ask::answer::{Answer, Ranked};
use crate::show::board;
use crate::show::numbers::{amount_within, expectation, loss_within};

/// The answer as text: the board, then the moves, best first. Values have no more digits than the error bound of
/// the solution, in its unit, proves.
#[must_use]
pub fn best(answer: &Answer, bound: f64) -> String {
    let mut text = board::draw(answer.position);
    let Answer {
        unit: measure,
        value,
        position,
        rules,
        ..
    } = *answer;
    let unit = measure.unit();
    let before = if let Some(die) = answer.die {
        format!("X plays a {die}")
    } else {
        "X is about to throw".to_owned()
    };
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "\n{position}, {rules}: {before} and {}.",
        expectation(measure, value, bound)
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
            roll.die, roll.chances
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
