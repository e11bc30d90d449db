//! Texts that explain: the rules of a game, and the words by which play is judged.

use tourne_solver::{Rules, Unit};

use super::paragraph::capitalised;
use crate::facts::Rulebook;
use crate::review::MEANINGS;

pub fn meanings() -> [String; 5] {
    MEANINGS.map(|(word, meaning)| format!("{}: {meaning}.", capitalised(word)))
}

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

/// Returns the option of a command that names the rules; empty for those of the standard game.
pub(crate) fn option(rules: Rules) -> String {
    match rules {
        Rules::STANDARD => String::new(),
        rules => format!(" --rules {rules}"),
    }
}
