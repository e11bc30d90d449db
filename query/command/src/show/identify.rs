//! Rule sets that allow exactly the given moves, as text.

use tourne_study::facts::Identified;
use tourne_terminal::aligned;

/// Lists the rule sets that match, then all rule sets with their legal moves.
pub fn identified(identified: &Identified) -> String {
    let impossible = identified.impossible();
    let heading = if !impossible.is_empty() {
        let moves = joined(&impossible, " or ");
        format!("No rule set allows {moves} with a {}.", identified.die)
    } else if identified.matching.is_empty() {
        "No rule set allows exactly these moves.".to_owned()
    } else {
        format!(
            "Exactly these moves: {}.",
            joined(&identified.matching, ", ")
        )
    };
    let lines = identified.readings.iter().map(|reading| {
        let detail = match (reading.position, &reading.error) {
            (Some(position), _) => format!("{position}: {}", joined(&reading.legal, ", ")),
            (None, error) => error.clone().unwrap_or_default(),
        };
        let verdict = if reading.matches { "yes" } else { "no" };
        (verdict, format!("{:<20} {detail}", reading.rules))
    });
    heading + "\n\n" + &aligned(&lines.collect::<Vec<_>>())
}

fn joined(items: &[impl ToString], separator: &str) -> String {
    let texts = items.iter().map(ToString::to_string);
    texts.collect::<Vec<_>>().join(separator)
}
