//! Values and losses of moves, with the reasons.

use tourne_solver::Move;

use super::numbers::{loss_of, rounded, value};
use crate::ask::Measure;
use crate::facts::Reasons;

pub fn against_best(played: &Reasons) -> String {
    let name = played.action;
    match &played.reason {
        Some(reason) => format!(
            "{name} gives away {}. {reason}",
            loss_of(played.value, played.loss)
        ),
        None => format!("No move is better than {name}."),
    }
}

/// Says what the move `action` gives away, and why; empty if `reasons` lacks the move.
pub(crate) fn against_first(action: Move, reasons: &[Reasons]) -> String {
    let played = reasons.iter().find(|it| it.action == action);
    played.map(against_best).unwrap_or_default()
}

pub(crate) fn to_show(mut reasons: Vec<Reasons>) -> Vec<Reasons> {
    for reasons in &mut reasons {
        reasons.value = rounded(reasons.value);
    }
    reasons
}

pub(crate) fn explained_moves(reasons: &[Reasons], measure: Measure) -> String {
    let mut text = String::new();
    for reasons in reasons {
        let verdict = match reasons.mistake {
            Some(kind) => {
                let loss = loss_of(reasons.value, reasons.loss);
                format!("gives away {loss}: {kind}")
            }
            None => "best".to_owned(),
        };
        let (action, value) = (reasons.action.to_string(), value(reasons.value));
        text += &format!("{action:<6} {value}, {verdict}\n");
        text += &indented(reasons, measure);
    }
    text
}

/// Returns the reasons for and against a move, each on an indented line; the last is why it is not the best.
pub(crate) fn indented(reasons: &Reasons, measure: Measure) -> String {
    let lines = reasons
        .lines(measure)
        .into_iter()
        .chain(reasons.reason.clone());
    lines.map(|line| ["    ", &line, "\n"].concat()).collect()
}
