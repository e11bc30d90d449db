//! The measurements as a table and as a plot.

use std::fmt::Write as _;

/// A line of the CSV: one size and its figures, with the names of the columns.
struct Row<'a> {
    names: Vec<&'a str>,
    figures: Vec<&'a str>,
}

impl Row<'_> {
    /// Returns the figure in the column of this name; NaN if it was not measured.
    fn get(&self, name: &str) -> f64 {
        let place = self.names.iter().position(|&other| other == name);
        let figure = place.and_then(|place| self.figures.get(place)?.parse().ok());
        figure.unwrap_or(f64::NAN)
    }

    /// Returns the figure of this name divided by the number of positions.
    fn a_position(&self, name: &str) -> f64 {
        self.get(name) / self.get("positions")
    }

    fn size(&self) -> String {
        format!("{} × {}", self.get("men"), self.get("points"))
    }
}

fn rows(csv: &str) -> Vec<Row<'_>> {
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

/// One of the two diagrams of the plot.
struct Diagram {
    title: &'static str,
    left: f64,
    /// Largest figure on the vertical axis; `step` is the distance between its marks.
    most: f64,
    step: f64,
}

const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 240.0;
const TOP: f64 = 50.0;
/// Powers of ten at the ends of the horizontal axis: from a hundred positions to a hundred million.
const POWERS: [f64; 2] = [2.0, 8.0];

impl Diagram {
    fn x(&self, positions: f64) -> f64 {
        self.left + WIDTH * (positions.log10() - POWERS[0]) / (POWERS[1] - POWERS[0])
    }

    fn y(&self, figure: f64) -> f64 {
        TOP + HEIGHT * (1.0 - figure / self.most)
    }

    fn axes(&self, svg: &mut String) -> std::fmt::Result {
        let (left, right, bottom) = (self.left, self.left + WIDTH, TOP + HEIGHT);
        writeln!(
            svg,
            r#"<text x="{left}" y="{}">{}</text>"#,
            TOP - 14.0,
            self.title
        )?;
        let mut figure = 0.0;
        while figure <= self.most {
            let (y, label) = (self.y(figure), counted(figure, 0));
            writeln!(svg, r#"<path class="axis" d="M{left} {y}H{right}"/>"#)?;
            let (x, y) = (left - 6.0, y + 4.0);
            writeln!(svg, r#"<text class="end" x="{x}" y="{y}">{label}</text>"#)?;
            figure += self.step;
        }
        for power in POWERS[0] as i32..=POWERS[1] as i32 {
            let (x, label) = (self.x(10_f64.powi(power)), counted(10_f64.powi(power), 0));
            writeln!(svg, r#"<path class="axis" d="M{x:.1} {bottom}v5"/>"#)?;
            if power % 2 == 0 {
                let y = bottom + 19.0;
                writeln!(
                    svg,
                    r#"<text class="middle" x="{x:.1}" y="{y}">{label}</text>"#
                )?;
            }
        }
        let (x, y) = (left + WIDTH / 2.0, bottom + 38.0);
        writeln!(
            svg,
            r#"<text class="middle" x="{x}" y="{y}">positions</text>"#
        )
    }

    /// Draws a figure of all sizes as points: sizes with three men are joined by a line, the others are rings.
    fn points(
        &self,
        svg: &mut String,
        class: &str,
        rows: &[Row],
        figure: impl Fn(&Row) -> f64,
    ) -> std::fmt::Result {
        let mut line = String::new();
        for row in rows.iter().filter(|row| !figure(row).is_nan()) {
            let (x, y) = (self.x(row.get("positions")), self.y(figure(row)));
            let is_three = row.get("men") == 3.0;
            if is_three {
                write!(
                    line,
                    "{}{x:.1} {y:.1}",
                    if line.is_empty() { 'M' } else { 'L' }
                )?;
            }
            let (kind, size) = (if is_three { "" } else { " ring" }, row.size());
            writeln!(
                svg,
                r#"<circle class="{class}{kind}" cx="{x:.1}" cy="{y:.1}" r="3.5"><title>{size}</title></circle>"#
            )?;
        }
        writeln!(svg, r#"<path class="{class} line" d="{line}"/>"#)
    }
}

const STYLE: &str = "text{font:12px sans-serif;fill:#333}.end{text-anchor:end}.middle{text-anchor:middle}\
    .axis{stroke:#8888;fill:none}.values{fill:#0a6ebd;stroke:#0a6ebd}.proof{fill:#c4501b;stroke:#c4501b}\
    .ring,.line{fill:none;stroke-width:1.5}text.values,text.proof{stroke:none}\
    @media(prefers-color-scheme:dark){text{fill:#ccc}.values{fill:#5cb3f5;stroke:#5cb3f5}\
    .proof{fill:#f59563;stroke:#f59563}.ring,.line{fill:none}}";

/// Returns a plot in SVG: instructions and bytes per position over the number of positions.
pub fn plot(csv: &str) -> String {
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = draw(&mut svg, &rows(csv));
    svg
}

fn draw(svg: &mut String, rows: &[Row]) -> std::fmt::Result {
    let instructions = Diagram {
        title: "Instructions a position",
        left: 60.0,
        most: 10_000.0,
        step: 2_000.0,
    };
    let bytes = Diagram {
        title: "Bytes a position, at the peak",
        left: 470.0,
        most: 160.0,
        step: 20.0,
    };
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 370" role="img" aria-label="Instructions and bytes a position over the number of positions"><style>{STYLE}</style>"#
    )?;
    for diagram in [&instructions, &bytes] {
        diagram.axes(svg)?;
    }
    for class in ["values", "proof"] {
        instructions.points(svg, class, rows, |row| {
            row.a_position(&format!("{class}_instructions"))
        })?;
        bytes.points(svg, class, rows, |row| row.get(&format!("{class}_bytes")))?;
    }
    let y = TOP + HEIGHT + 68.0;
    writeln!(svg, r#"<text class="values" x="60" y="{y}">values</text>"#)?;
    writeln!(svg, r#"<text class="proof" x="110" y="{y}">proof</text>"#)?;
    writeln!(
        svg,
        r#"<text x="160" y="{y}">line: three men, rings: other numbers of men</text>"#
    )?;
    writeln!(svg, "</svg>")
}
