//! Draws the plot of the loss of cards by their number of lines, as SVG.

use std::fmt::Write as _;

/// Width and height of the diagram and the margins around it, in units of the SVG.
const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 280.0;
const LEFT: f64 = 50.0;
const TOP: f64 = 46.0;

/// Colour on a light background, colour on a dark background, dashes and mark of each curve. No two curves differ by
/// colour alone.
const CURVES: [(&str, &str, &str, char); 5] = [
    ("#0a6ebd", "#5cb3f5", "none", '●'),
    ("#3c7a2e", "#8fd07f", "6 3", '▲'),
    ("#8a4fb0", "#c99be6", "2 3", '■'),
    ("#c4501b", "#f59563", "8 3 2 3", '◆'),
    ("#7a6a1a", "#d3c15a", "3 3", '○'),
];

/// Returns the plot. Each curve has the name of a rule set and the cost of its cards of 1, 2, … lines, in per cent of a
/// win.
pub(crate) fn svg(curves: &[(&str, Vec<f64>)]) -> String {
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = draw(&mut svg, curves);
    svg
}

fn draw(svg: &mut String, curves: &[(&str, Vec<f64>)]) -> std::fmt::Result {
    let costs = curves.iter().flat_map(|(_, costs)| costs);
    let most = costs.fold(0.0, |most: f64, &cost| most.max(cost)).ceil();
    let lines = curves.iter().map(|(_, costs)| costs.len()).max();
    let lines = lines.unwrap_or(1);
    let x = |line: usize| LEFT + WIDTH * (line as f64 - 0.5) / lines as f64;
    let y = |cost: f64| TOP + HEIGHT * (1.0 - cost / most);
    let (right, bottom) = (LEFT + WIDTH, TOP + HEIGHT);

    let mut style =
        "text{font:12px sans-serif;fill:#333}.end{text-anchor:end}.middle{text-anchor:middle}\
        .axis{stroke:#8888;fill:none}.line{fill:none;stroke-width:1.5}"
            .to_owned();
    let mut dark = "text{fill:#ccc}".to_owned();
    for (index, (light, night, dashes, _)) in CURVES.iter().enumerate() {
        write!(
            style,
            ".c{index}{{stroke:{light};stroke-dasharray:{dashes}}}"
        )?;
        write!(style, "text.t{index}{{fill:{light}}}")?;
        write!(
            dark,
            ".c{index}{{stroke:{night}}}text.t{index}{{fill:{night}}}"
        )?;
    }
    let label = "Cost of the best card of 1 to 10 lines, in per cent of a win, for each rule set";
    let (width, height) = (right + 20.0, bottom + 78.0);
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{label}"><style>{style}@media(prefers-color-scheme:dark){{{dark}}}</style>"#
    )?;
    let title = "Cost of a card, in per cent of a win a game against perfect play";
    writeln!(svg, r#"<text x="{LEFT}" y="{}">{title}</text>"#, TOP - 20.0)?;
    let mut cost = 0.0;
    while cost <= most {
        let at = y(cost);
        writeln!(svg, r#"<path class="axis" d="M{LEFT} {at:.1}H{right}"/>"#)?;
        let (left, below) = (LEFT - 6.0, at + 4.0);
        writeln!(
            svg,
            r#"<text class="end" x="{left}" y="{below:.1}">{cost}</text>"#
        )?;
        cost += 0.5;
    }
    for line in 1..=lines {
        let (at, below) = (x(line), bottom + 19.0);
        writeln!(
            svg,
            r#"<text class="middle" x="{at:.1}" y="{below}">{line}</text>"#
        )?;
    }
    let (middle, below) = (LEFT + WIDTH / 2.0, bottom + 38.0);
    writeln!(
        svg,
        r#"<text class="middle" x="{middle}" y="{below}">lines</text>"#
    )?;
    for (index, ((name, costs), (.., mark))) in curves.iter().zip(CURVES).enumerate() {
        let mut path = String::new();
        for (&cost, line) in costs.iter().zip(1..) {
            let (x, y) = (x(line), y(cost));
            let command = if path.is_empty() { 'M' } else { 'L' };
            write!(path, "{command}{x:.1} {y:.1}")?;
            let (title, y) = (format!("{name}, lines: {line}, cost: {cost:.4} %"), y + 4.0);
            let place = format!(r#"class="middle t{index}" x="{x:.1}" y="{y:.1}""#);
            writeln!(svg, "<text {place}>{mark}<title>{title}</title></text>")?;
        }
        writeln!(svg, r#"<path class="line c{index}" d="{path}"/>"#)?;
        let (at, below) = (
            LEFT + index as f64 * WIDTH / curves.len() as f64,
            bottom + 64.0,
        );
        writeln!(
            svg,
            r#"<text class="t{index}" x="{at}" y="{below}">{mark} {name}</text>"#
        )?;
    }
    writeln!(svg, "</svg>")
}
