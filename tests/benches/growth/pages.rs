//! `solver/PERFORMANCE.md` and its plot show the measurements of `growth.csv`, and sentences of the page state its
//! figures.

use crate::report::{plot, table};

const MEASURED: &str = include_str!("growth.csv");
const PAGE: &str = include_str!("../../../solver/PERFORMANCE.md");
const PLOT: &str = include_str!("../../../solver/growth.svg");

#[test]
fn the_table_and_the_plot_are_those_of_the_measurements() {
    assert!(
        PAGE.contains(&table(MEASURED)),
        "growth --table prints another table"
    );
    assert!(PLOT == plot(MEASURED), "growth --plot draws another plot");
}

#[test]
fn sentences_follow_from_the_measurements() {
    let mut lines = MEASURED.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let rows: Vec<Vec<f64>> = lines
        .map(|line| {
            line.split(',')
                .map(|cell| cell.parse().expect("a number"))
                .collect()
        })
        .collect();
    let place = |name: &str| names.iter().position(|&it| it == name).expect("a column");
    let figure = |men: f64, points: f64, name: &str| {
        let row = rows.iter().find(|row| row[..2] == [men, points]);
        row.expect("the size was measured")[place(name)]
    };
    let growth = |men: f64, points: f64, name: &str| {
        let a_position = |men, points| figure(men, points, name) / figure(men, points, "positions");
        a_position(men, points) / a_position(3.0, 12.0)
    };
    let most = rows.iter().filter(|row| row[place("positions")] > 5e6);
    let most = most.flat_map(|row| [row[place("values_bytes")], row[place("proof_bytes")]]);
    // Returns the time for values and proof per position, in microseconds.
    let microseconds = |men, points| {
        let seconds = figure(men, points, "values_seconds") + figure(men, points, "proof_seconds");
        1e6 * seconds / figure(men, points, "positions")
    };
    let page = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        format!(
            "The number of sweeps hardly does: {:.0} at 3 × 12, {:.0} at 3 × 28.",
            figure(3.0, 12.0, "sweeps"),
            figure(3.0, 28.0, "sweeps")
        ),
        format!(
            "a factor of at most {:.2} for values (3 × 28) and {:.2} for the proof (6 × 14)",
            growth(3.0, 28.0, "values_instructions"),
            growth(6.0, 14.0, "proof_instructions")
        ),
        format!(
            "(7 at 3 × 12, {:.0} at 3 × 28)",
            figure(3.0, 28.0, "moves") / figure(3.0, 28.0, "positions")
        ),
        format!(
            "none of the games measured takes more than {:.0}",
            most.fold(0.0, f64::max)
        ),
        format!("({:.1} µs at 4 × 19", microseconds(4.0, 19.0)),
    ] {
        assert!(page.contains(&sentence), "{sentence}");
    }
}
