//! Rules of a rule set, and the list of rule sets, as text.

use tourne_solver::Unit;

use tourne_study::facts::{CHARPENTIER, Rulebook, Summary};

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

pub fn list(summaries: &[Summary]) -> String {
    let mut text = String::new();
    for summary in summaries {
        text += &format!("{:<13} {:<43}  ", summary.rules, summary.summary);
        // Print only the last part of a source, since the list has no room for more.
        let source = match summary.source {
            CHARPENTIER => "Charpentier 1699",
            source => source.split(", ").last().unwrap_or_default(),
        };
        text += &format!("{source}\n");
    }
    text + "\nSeveral may be joined with +, such as course+double-win.\n\"tourne rules NAME\" prints the rules.\n"
}
