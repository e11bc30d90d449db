//! Losses of moves, with the reasons.

use crate::facts::Reasons;
use tourne_solver::Move;

use super::numbers::loss_of;

/// Says what a move gives away, and why.
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
pub fn against_first(action: Move, reasons: &[Reasons]) -> String {
    let played = reasons.iter().find(|it| it.action == action);
    played.map(against_best).unwrap_or_default()
}
