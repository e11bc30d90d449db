//! Answers for people.

use std::fmt::Write as _;

use crate::ask::answer::{Answer, Ranked};
use crate::show::board;
use crate::show::numbers::{self, expectation, loss_within};

/// The answer as text: the board, then the moves, best first. Values have no more digits than the error bound of
/// the solution, in its unit, proves.
#[must_use]
pub fn best(answer: &Answer) -> String {
    let mut text = board::draw(answer.position);
    let Answer {
        unit: measure,
        value,
        position,
        rules,
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
        expectation(measure, value)
    );
    if !answer.reachable {
        text += " (This position cannot arise from the start.)";
    }
    text += "\n";
    if let Some(moves) = &answer.moves {
        text += "\n";
        list(&mut text, moves, "");
    }
    for roll in answer.rolls.iter().flatten() {
        let of = rules.throws();
        let _ = writeln!(
            text,
            "\nwith a {} ({} of {of} throws):",
            roll.die, roll.chances
        );
        list(&mut text, &roll.moves, "  ");
    }
    text
}

fn list(text: &mut String, moves: &[Ranked], indent: &str) {
    for (rank, ranked) in moves.iter().enumerate() {
        let verdict = if ranked.loss > 0.0 {
            // A loss is a difference of two values.
            let bound = 2.0 * ranked.value.error_bound();
            let loss = loss_within(ranked.value.unit(), ranked.loss, bound);
            format!("gives away {loss}")
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
            numbers::value(ranked.value)
        );
    }
}
