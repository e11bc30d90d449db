//! Course of a game as a picture: the chances of the side that moved first, turn after turn.

use tourne_solver::{Rules, Unit};

use crate::review::{Mark, Review};
use crate::show::numbers::{self, fixed, in_percent};

/// Returns the height of a value in the picture: 0 for the worst possible value, 1 for the best.
fn height(value: f64, rules: Rules, unit: Unit) -> f64 {
    let largest = rules.largest_win();
    (unit.to_points(value) + largest) / (2.0 * largest)
}

/// Draws the value for the side that moved first, as a bar of at most `width` characters.
pub fn bar(value: f64, rules: Rules, unit: Unit, width: usize) -> String {
    blocks(height(value, rules, unit), width)
}

#[expect(clippy::cast_sign_loss, reason = "no share is negative")]
pub fn blocks(share: f64, width: usize) -> String {
    let eighths = (share * width as f64 * 8.0).round() as usize;
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    "█".repeat(eighths / 8) + rest[eighths % 8]
}

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 36.0;
const BETWEEN: f64 = 70.0;

/// Beginning of every SVG picture of this program. An existing file with this beginning is replaced without `--force`.
pub const HEAD: &str = "<svg data-by=\"tourne review\" ";

/// Draws the courses of games, one below the other. A dot with a title marks a doubtful or bad move.
pub fn svg(reviews: &[Review]) -> String {
    let panel = TOP + HEIGHT + BETWEEN;
    let (width, height) = (LEFT + WIDTH + 30.0, panel * reviews.len() as f64);
    let mut text = format!(
        "{HEAD}xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (at, review) in reviews.iter().enumerate() {
        let (top, drawing) = (TOP + panel * at as f64, draw(review));
        text += &format!("<g transform=\"translate({LEFT} {top})\">\n{drawing}</g>\n");
    }
    text + "</svg>\n"
}

fn draw(review: &Review) -> String {
    let Review { rules, unit, .. } = *review;
    let [first, second] = &review.sides;
    let turns = review.steps().count().max(1) as f64;
    let x = |turn: usize| fixed(turn as f64 / turns * WIDTH, 1);
    let y = |value: f64| (1.0 - height(value, rules, unit)) * HEIGHT;
    let title = escaped(&format!("{} against {}, {rules}", first.side, second.side));
    let mut text = format!("<text x=\"0\" y=\"-14\" font-weight=\"bold\">{title}</text>\n");
    let largest = rules.largest_win();
    for quarter in 0..=4 {
        let points = largest * (f64::from(quarter) / 2.0 - 1.0);
        let value = unit.from_points(points);
        let label = match unit {
            Unit::Points => format!("{points:+}"),
            Unit::WinProbability => format!("{} %", in_percent(value, 0)),
        };
        let [line, below] = [0.0, 4.0].map(|below| fixed(y(value) + below, 1));
        text += &format!(
            "<line x1=\"0\" x2=\"{WIDTH}\" y1=\"{line}\" y2=\"{line}\" stroke=\"#ccc\"/>\
             <text x=\"-8\" y=\"{below}\" text-anchor=\"end\">{label}</text>\n"
        );
    }
    let after = review.steps().map(|turn| turn.chance);
    let chances = [review.start].into_iter().chain(after).enumerate();
    let corners = chances.map(|(at, chance)| format!("{},{}", x(at), fixed(y(chance), 1)));
    let points = corners.collect::<Vec<_>>().join(" ");
    text += &format!(
        "<polyline points=\"{points}\" fill=\"none\" stroke=\"#1a5fb4\" stroke-width=\"2\"/>\n"
    );
    for (turn, at) in review.steps().zip(1..) {
        let Some(mark) = turn.mark else { continue };
        let colour = match mark {
            Mark::Doubtful => "#e5a50a",
            Mark::Bad => "#c01c28",
        };
        let roll = turn.roll.map_or(String::new(), |roll| format!(" {roll}"));
        let best = turn.best.map(|best| format!(" best is {best},"));
        let says = format!(
            "{at}. {}{roll} {}{}:{} gives away {}",
            turn.side,
            turn.played,
            mark.text(),
            best.unwrap_or_default(),
            numbers::loss(unit, turn.loss)
        );
        let (x, y, says) = (x(at), fixed(y(turn.chance), 1), escaped(&says));
        text += &format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"{colour}\"><title>{says}</title></circle>\n"
        );
    }
    let (turns, first) = (review.turns.len(), &first.side);
    let below = escaped(&format!(
        "{turns} turns; value of {first} from turn to turn"
    ));
    let (x, y) = (WIDTH / 2.0, HEIGHT + 30.0);
    text + &format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{below}</text>\n")
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
