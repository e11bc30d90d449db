//! Answers as text for people.

use std::slice::Iter;

use super::reasons;
use crate::show::numbers::{self, expectation, loss_of};
use tourne_query::ask::{Answer, Found, Measure, Ranked};
use tourne_study::facts::{Reasons, board};

/// Formats an answer: the board, then the moves, best first. Values have only the digits that the error bound of the
/// solution proves. `explain` has the reasons for and against each move, which are then listed below it.
pub fn answer(answer: &Answer, explain: Option<&[Reasons]>) -> String {
    let (measure, position, rules) = (answer.unit, answer.position, answer.rules);
    let (before, value) = match &answer.found {
        Found::OfDie(found) => (format!("X plays a {}", found.die), found.value),
        Found::OfPosition(found) => ("X is about to throw".to_owned(), found.value),
    };
    let expects = expectation(measure, value);
    let mut text = board::draw(position);
    text += &format!("\n{position}, {rules}: {before} and {expects}.");
    if !answer.reachable {
        text += " (This position cannot arise from the start.)";
    }
    text += "\n";
    let mut explain = explain.map(<[Reasons]>::iter);
    match &answer.found {
        Found::OfDie(found) => {
            text += "\n";
            list(&mut text, &found.moves, "", measure, explain.as_mut());
        }
        Found::OfPosition(found) => {
            let of = rules.throws();
            for roll in &found.rolls {
                let (die, chances) = (roll.die, rules.chances(roll.die));
                text += &format!("\nwith a {die} ({chances} of {of} throws):\n");
                list(&mut text, &roll.moves, "  ", measure, explain.as_mut());
            }
        }
    }
    text
}

/// Lists moves, each followed by the reasons for and against it if `explain` has them.
fn list(
    text: &mut String,
    moves: &[Ranked],
    indent: &str,
    measure: Measure,
    mut explain: Option<&mut Iter<Reasons>>,
) {
    let mut best = None;
    for (rank, ranked) in moves.iter().enumerate() {
        let reasons = explain.as_mut().and_then(Iterator::next);
        best = best.or(reasons);
        let verdict = if ranked.loss > 0.0 {
            let mistake = reasons.and_then(|reasons| reasons.mistake);
            let kind = mistake.map(|kind| format!(": {kind}"));
            let loss = loss_of(ranked.value, ranked.loss);
            format!("gives away {loss}{}", kind.unwrap_or_default())
        } else if moves.len() == 1 {
            "the only move".to_owned()
        } else if rank == 0 {
            "best".to_owned()
        } else {
            "just as good".to_owned()
        };
        let (rank, action, value) = (rank + 1, ranked.action, numbers::value(ranked.value));
        *text += &format!("{indent}{rank}. {action:<6}  {value:>10}   {verdict}\n");
        let (Some(reasons), Some(best)) = (reasons, best) else {
            continue;
        };
        for line in reasons::all_lines(reasons, best, measure) {
            *text += &format!("{indent}     {line}\n");
        }
    }
}
