//! Sentences of `solver/PERFORMANCE.md` follow from its table of measurements, which `growth` has printed.

const PAGE: &str = include_str!("../../../solver/PERFORMANCE.md");

#[test]
fn sentences_follow_from_the_measurements() {
    let lines = PAGE
        .lines()
        .skip_while(|line| !line.starts_with("| men × points"));
    let rows = lines.skip(2).map_while(|line| line.strip_prefix("| "));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split(" | ").collect()).collect();
    let number = |row: &[&str], column: usize| -> f64 {
        let figure = row[column].trim_end_matches(" |").replace(',', "");
        figure.parse().expect("a figure")
    };
    let of = |size: &str, column| {
        let row = rows.iter().find(|row| row[0] == size);
        number(row.expect("the size was measured"), column)
    };
    let [positions, moves, sweeps, finding, proving] = [1, 2, 3, 4, 5];
    let (real, largest) = ("3 × 12", "3 × 28");
    let seconds = of("4 × 19", 8) + of("4 × 19", 9);
    let page = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        format!(
            "**Sweeps** hardly grow: {:.0} at 3 × 12, {:.0} at 3 × 28.",
            of(real, sweeps),
            of(largest, sweeps)
        ),
        format!(
            "a factor of at most {:.2} for values (3 × 28) and {:.2} for the proof (6 × 14)",
            of(largest, finding) / of(real, finding),
            of("6 × 14", proving) / of(real, proving)
        ),
        format!(
            "(7 at 3 × 12, {:.0} at 3 × 28)",
            of(largest, moves) / of(largest, positions)
        ),
        format!(
            "{:.1} µs at 4 × 19",
            1e6 * seconds / of("4 × 19", positions)
        ),
    ] {
        assert!(page.contains(&sentence), "{sentence}");
    }
}
