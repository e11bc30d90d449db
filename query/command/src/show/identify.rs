//! Rule sets that allow exactly the given moves, as text.

use tourne_study::facts::Identified;
use tourne_terminal::aligned;

/// Lists the rule sets that match, then all rule sets with their legal moves.
pub fn identified(identified: &Identified) -> String {
    let join = |texts: Vec<String>| texts.join(", ");
    let impossible = identified.impossible();
    let heading = if !impossible.is_empty() {
        let impossible = impossible.iter().map(ToString::to_string);
        format!(
            "No rule set allows {} with a {}.\n\n",
            impossible.collect::<Vec<_>>().join(" or "),
            identified.die
        )
    } else if identified.matching.is_empty() {
        "No rule set allows exactly these moves.\n\n".to_owned()
    } else {
        let matching = identified.matching.iter().map(ToString::to_string);
        format!("Exactly these moves: {}.\n\n", join(matching.collect()))
    };
    let lines = identified.readings.iter().map(|reading| {
        let detail = match (reading.position, &reading.error) {
            (Some(position), _) => {
                let legal = reading.legal.iter().map(ToString::to_string);
                format!("{position}: {}", join(legal.collect()))
            }
            (None, error) => error.clone().unwrap_or_default(),
        };
        let verdict = if reading.matches { "yes" } else { "no" };
        (verdict, format!("{:<20} {detail}", reading.rules))
    });
    heading + &aligned(&lines.collect::<Vec<_>>())
}
