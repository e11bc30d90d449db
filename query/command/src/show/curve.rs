//! Course of a game as a picture: the chances of the side that moved first, turn after turn.

use std::fmt::Write as _;

use tourne_solver::{Rules, Unit};

use crate::show::numbers::{self, fixed, in_percent};
use tourne_study::review::{Mark, Review};

/// Returns the height of a value in the picture: 0 for the worst possible value, 1 for the best.
fn height(value: f64, rules: Rules, unit: Unit) -> f64 {
    let largest = rules.largest_win();
    (unit.to_points(value) + largest) / (2.0 * largest)
}

/// Draws the value for the side that moved first, as a bar of at most `width` characters.
pub fn bar(value: f64, rules: Rules, unit: Unit, width: usize) -> String {
    blocks(height(value, rules, unit), width)
}

/// Draws a bar with a length of `share`, 0 to 1, times `width` characters.
#[expect(clippy::cast_sign_loss, reason = "no share is negative")]
pub(super) fn blocks(share: f64, width: usize) -> String {
    let eighths = (share * width as f64 * 8.0).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    bar += rest[eighths % 8];
    bar
}

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 36.0;
const BETWEEN: f64 = 70.0;

/// Beginning of every SVG picture of this program. An existing file with this beginning is replaced without `--force`.
pub const HEAD: &str = "<svg data-by=\"tourne review\" ";

/// Draws the courses of games in one SVG picture, one below the other. A dot marks a doubtful or bad move; the title of
/// the dot describes the move.
pub fn svg(reviews: &[Review]) -> String {
    let panel = TOP + HEIGHT + BETWEEN;
    let (width, height) = (LEFT + WIDTH + 30.0, panel * reviews.len() as f64);
    let mut text = format!(
        "{HEAD}xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (at, review) in reviews.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "<g transform=\"translate({LEFT} {})\">",
            TOP + panel * at as f64
        );
        draw(&mut text, review);
        text += "</g>\n";
    }
    text + "</svg>\n"
}

fn draw(text: &mut String, review: &Review) {
    let Review { rules, unit, .. } = *review;
    let [first, second] = &review.sides;
    let steps = review.steps();
    let turns = steps.len().max(1) as f64;
    let x = |turn: usize| turn as f64 / turns * WIDTH;
    let y = |value: f64| (1.0 - height(value, rules, unit)) * HEIGHT;
    let title = format!("{} against {}, {rules}", first.side, second.side);
    let _ = writeln!(
        text,
        "<text x=\"0\" y=\"-14\" font-weight=\"bold\">{}</text>",
        escaped(&title)
    );
    let largest = rules.largest_win();
    for quarter in 0..=4 {
        let points = largest * (f64::from(quarter) / 2.0 - 1.0);
        let value = unit.from_points(points);
        let label = match unit {
            Unit::Points => format!("{points:+}"),
            Unit::WinProbability => format!("{} %", in_percent(value, 0)),
        };
        let at = y(value);
        let _ = writeln!(
            text,
            "<line x1=\"0\" x2=\"{WIDTH}\" y1=\"{0}\" y2=\"{0}\" stroke=\"#ccc\"/>\
             <text x=\"-8\" y=\"{1}\" text-anchor=\"end\">{label}</text>",
            fixed(at, 1),
            fixed(at + 4.0, 1)
        );
    }
    let chances = steps.iter().map(|turn| turn.chance);
    let chances = [review.start].into_iter().chain(chances).enumerate();
    let points = chances.map(|(at, chance)| format!("{},{}", fixed(x(at), 1), fixed(y(chance), 1)));
    let _ = writeln!(
        text,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1a5fb4\" stroke-width=\"2\"/>",
        points.collect::<Vec<_>>().join(" ")
    );
    for (turn, at) in steps.iter().zip(1..) {
        let Some(mark) = turn.mark else { continue };
        let colour = match mark {
            Mark::Doubtful => "#e5a50a",
            Mark::Bad => "#c01c28",
        };
        let roll = turn.roll.map_or(String::new(), |roll| format!(" {roll}"));
        let best = turn
            .best
            .map_or(String::new(), |best| format!(" best is {best},"));
        let says = format!(
            "{at}. {}{roll} {}{}:{best} gives away {}",
            turn.side,
            turn.played,
            mark.text(),
            numbers::loss(unit, turn.loss)
        );
        let _ = writeln!(
            text,
            "<circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"{colour}\"><title>{}</title></circle>",
            fixed(x(at), 1),
            fixed(y(turn.chance), 1),
            escaped(&says)
        );
    }
    let below = format!(
        "{} turns; value of {} from turn to turn",
        review.turns.len(),
        first.side
    );
    let _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        WIDTH / 2.0,
        HEIGHT + 30.0,
        escaped(&below)
    );
}

/// Escapes a text for XML 1.0, and replaces characters that XML does not allow with U+FFFD.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'.. => escaped.push(character),
            _ => escaped.push('\u{fffd}'),
        }
    }
    escaped
}
