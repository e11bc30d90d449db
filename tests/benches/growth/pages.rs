//! `solver/PERFORMANCE.md` shows the measurements of `growth.csv`, and sentences of the page state its figures.

use crate::report::{rows, table};

const MEASURED: &str = include_str!("growth.csv");
const PAGE: &str = include_str!("../../../solver/PERFORMANCE.md");

#[test]
fn the_table_is_that_of_the_measurements() {
    assert!(
        PAGE.contains(&table(MEASURED)),
        "growth --table prints another table"
    );
}

#[test]
fn sentences_follow_from_the_measurements() {
    let rows = rows(MEASURED);
    let row = |men: f64, points: f64| {
        let mut rows = rows.iter();
        let row = rows.find(|row| row.get("men") == men && row.get("points") == points);
        row.expect("the size was measured")
    };
    let [real, six, largest] = [row(3.0, 12.0), row(6.0, 14.0), row(3.0, 28.0)];
    let most = rows.iter().filter(|row| row.get("positions") > 5e6);
    let most = most.flat_map(|row| [row.get("values_bytes"), row.get("proof_bytes")]);
    let long = row(4.0, 19.0);
    let seconds = long.a_position("values_seconds") + long.a_position("proof_seconds");
    let page = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        format!(
            "The number of sweeps hardly does: {:.0} at 3 × 12, {:.0} at 3 × 28.",
            real.get("sweeps"),
            largest.get("sweeps")
        ),
        format!(
            "a factor of at most {:.2} for values (3 × 28) and {:.2} for the proof (6 × 14)",
            largest.a_position("values_instructions") / real.a_position("values_instructions"),
            six.a_position("proof_instructions") / real.a_position("proof_instructions")
        ),
        format!(
            "(7 at 3 × 12, {:.0} at 3 × 28)",
            largest.a_position("moves")
        ),
        format!(
            "none of the games measured takes more than {:.0}",
            most.fold(0.0, f64::max)
        ),
        format!("({:.1} µs at 4 × 19", 1e6 * seconds),
    ] {
        assert!(page.contains(&sentence), "{sentence}");
    }
}
