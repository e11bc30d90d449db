//! Five-line card, and the line of the card that applies to a decision.

use tourne_solver::{Die, Position, Rules};

use crate::cards::{Length, View, built_in};
use crate::facts::Reasons;

/// Says which move the five-line card for these rules plays, which line decides, and whether the move is best.
/// `reasons` must hold all legal moves. The text is empty if there is no choice.
pub(crate) fn applied(rules: Rules, position: Position, die: Die, reasons: &[Reasons]) -> String {
    let plays = rules.plays(position, die);
    if plays.len() < 2 {
        return String::new();
    }
    let card = built_in(rules, Length::TAUGHT);
    let choice = card.choose(&View::new(rules, position, die));
    let action = plays[choice.index].action;
    let is_best = |it: &Reasons| it.action == action && it.loss == 0.0;
    let is_right = reasons.iter().any(is_best);
    let Some(line) = choice.line else {
        let wrong = if is_right { "" } else { "is wrong here: it " };
        return format!(
            "The five-line card {wrong}plays {action}, the front man, because none of its lines fits."
        );
    };
    let (number, rule) = (line + 1, &card.lines()[line]);
    if is_right {
        format!("The five-line card plays {action} by line {number}, \"{rule}\".")
    } else {
        format!("The five-line card is wrong here: line {number}, \"{rule}\", plays {action}.")
    }
}

pub(crate) fn listed(rules: Rules) -> String {
    let card = built_in(rules, Length::TAUGHT);
    let mut text =
        "The first line that fits decides; if none does, play the front man. \"tourne help cards\" explains the words.\n".to_owned();
    for (line, number) in card.lines().iter().zip(1..) {
        text += &format!("{number}. {line}\n");
    }
    text
}
