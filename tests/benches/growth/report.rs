//! The measurements as a table.

/// A line of the CSV: one size and its figures, with the names of the columns.
pub struct Row<'a> {
    names: Vec<&'a str>,
    figures: Vec<&'a str>,
}

impl Row<'_> {
    /// Returns the figure in the column of this name; NaN if it was not measured.
    pub fn get(&self, name: &str) -> f64 {
        let place = self.names.iter().position(|&other| other == name);
        let figure = place.and_then(|place| self.figures.get(place)?.parse().ok());
        figure.unwrap_or(f64::NAN)
    }

    /// Returns the figure of this name divided by the number of positions.
    pub fn a_position(&self, name: &str) -> f64 {
        self.get(name) / self.get("positions")
    }

    fn size(&self) -> String {
        format!("{} × {}", self.get("men"), self.get("points"))
    }
}

/// Returns the lines of the CSV, smallest game first.
pub fn rows(csv: &str) -> Vec<Row<'_>> {
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let names = lines.next().unwrap_or_default();
    let rows = lines.map(|figures| Row {
        names: names.clone(),
        figures,
    });
    let mut rows: Vec<Row> = rows.collect();
    rows.sort_by(|one, other| one.get("positions").total_cmp(&other.get("positions")));
    rows
}

/// Returns the measurements as a table in Markdown, smallest game first.
pub fn table(csv: &str) -> String {
    let mut table = String::from(
        "| men × points | positions | moves | sweeps | instructions a position, values | proof | \
         bytes a position, values | proof | seconds, values | proof |\n|---|",
    );
    table += &"---:|".repeat(9);
    table += "\n";
    for row in rows(csv) {
        let cells = [
            row.size(),
            counted(row.get("positions"), 0),
            counted(row.get("moves"), 0),
            counted(row.get("sweeps"), 1),
            counted(row.a_position("values_instructions"), 0),
            counted(row.a_position("proof_instructions"), 0),
            counted(row.get("values_bytes"), 0),
            counted(row.get("proof_bytes"), 0),
            counted(row.get("values_seconds"), 2),
            counted(row.get("proof_seconds"), 2),
        ];
        table += &format!("| {} |\n", cells.join(" | "));
    }
    table
}

/// Formats a number with commas between thousands; a dash if it was not measured.
fn counted(number: f64, decimals: usize) -> String {
    if number.is_nan() {
        return "–".to_owned();
    }
    let text = format!("{number:.decimals$}");
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + rest
}
