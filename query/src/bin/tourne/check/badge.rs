//! Badge of a check: a small SVG picture of the loss per game, coloured by the nearest level.

use tourne::grading::{Estimate, describe_rating, nearest_level, ratings_of_levels};
use tourne::policy::Level;
use tourne::show::numbers::loss;
use tourne_solver::Rules;

use super::text::Checked;

/// Beginning of a badge: a file that begins so may be replaced without `--force`.
pub(super) const HEAD: &str = "<svg data-by=\"tourne check\" ";

/// Colours of levels, dark enough for white text (a contrast of at least 4.5 : 1): the lowest level of each, and the
/// colour.
const COLOURS: [(Level, &str); 5] = [
    (Level::new(10), "#1a7f37"),
    (Level::new(8), "#4d7a0f"),
    (Level::new(6), "#7a6a00"),
    (Level::new(3), "#a34e00"),
    (Level::new(1), "#b3261e"),
];
/// Colour if the loss, or the levels of the rule set, are unknown.
const NO_COLOUR: &str = "#57606a";

/// Width of a letter of 11 pixels, as most sans-serif fonts have it on average; `textLength` makes every font fit.
const LETTER: usize = 7;
/// Space on each side of a text, in pixels.
const SPACE: usize = 6;

/// Draws the badge of a check.
pub(super) fn badge(checked: &Checked) -> String {
    let grade = checked.report.grade;
    let label = match grade.rules {
        Rules::STANDARD => "Tourne-case".to_owned(),
        rules => format!("Tourne-case, {rules}"),
    };
    let figures = match (checked.sample, grade.games) {
        (None, games) => games.map(|it| (it.loss_per_game, [it.rating; 3], "proven")),
        (Some(_), _) => {
            let estimate = checked.report.estimate.filter(Estimate::is_whole);
            estimate.map(|it| {
                let rating = it.rating;
                let ratings = [rating.low, rating.estimate, rating.high];
                (it.loss_per_game.estimate, ratings, "estimated")
            })
        }
    };
    let Some((lost, [low, rating, high], how)) = figures else {
        return drawn(&label, "loss unknown", "", NO_COLOUR);
    };
    let message = format!("loses {} a game, {how}", loss(grade.unit, lost));
    let Some(levels) = ratings_of_levels(grade.rules) else {
        return drawn(&label, &message, "", NO_COLOUR);
    };
    let level = nearest_level(rating, &levels);
    let mut colours = COLOURS.iter().filter(|(lowest, _)| level >= *lowest);
    let colour = colours.next().map_or(NO_COLOUR, |(_, colour)| colour);
    // The lower the rating, the higher the level.
    let [from, to] = [high, low].map(|rating| nearest_level(rating, &levels).number());
    let words = if from == to {
        describe_rating(rating, &levels)
    } else {
        format!("level {from} to {to}")
    };
    drawn(&label, &message, &format!(" ({words})"), colour)
}

/// Draws two texts side by side, the right one on this colour. The title adds `more` for those who see no colours.
fn drawn(label: &str, message: &str, more: &str, colour: &str) -> String {
    let [left, right] = [label, message].map(|text| LETTER * text.chars().count() + 2 * SPACE);
    let width = left + right;
    let text = |text: &str, at: usize, width: usize| {
        let (at, length) = (at + SPACE, width - 2 * SPACE);
        format!("<text x=\"{at}\" y=\"14\" textLength=\"{length}\">{text}</text>\n")
    };
    let (label_drawn, message_drawn) = (text(label, 0, left), text(message, left, right));
    format!(
        "{HEAD}xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"title\" width=\"{width}\" height=\"20\">\n\
         <title id=\"title\">{label}: {message}{more}</title>\n\
         <rect width=\"{width}\" height=\"20\" rx=\"3\" fill=\"#24292f\"/>\n\
         <path d=\"M{left} 0h{0}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-{0}z\" fill=\"{colour}\"/>\n\
         <g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">\n\
         {label_drawn}{message_drawn}</g>\n\
         </svg>\n",
        right - 3
    )
}
