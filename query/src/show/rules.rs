//! Rules of a game as text, by topic: each rule with its source, marked if it differs from the standard game.

use crate::facts::Rulebook;
use tourne_solver::Unit;

pub fn rules(book: &Rulebook) -> String {
    let unit = match book.unit {
        Unit::Points => "expected points",
        Unit::WinProbability => "probabilities of winning",
    };
    let mut text = format!("Tourne-case, {}; values are {unit}.\n", book.rules);
    if book.sections.iter().any(|section| section.differs) {
        text += "What differs from the standard game is marked with a *.\n";
    }
    for section in &book.sections {
        let mark = if section.differs { " *" } else { "" };
        text += &format!("\n{}{mark}\n", section.topic);
        text += &format!("  {}\n  [{}]\n", section.rule, section.source);
        if let Some(reading) = section.reading {
            text += &format!("  Reading taken here: {reading}\n");
        }
    }
    text
}
