//! Review of a game, as text.

use tourne_solver::{Rules, Unit, printable};

use super::numbers::{self, signed};
use super::{curve, reasons};
use tourne_query::ask::Measure;
use tourne_study::review::{Mark, PlayerSum, Review, SideSum};

/// Maximum width of a bar, in columns.
const BAR: usize = 24;
/// Width of the text to the left of a turn's bar, without the player's name, in columns.
const BEFORE_BAR: usize = 56;

/// Formats a review: the turns, details of the marked turns, and the totals. Marked moves are compared with the best
/// moves if the review is [explained](Review::explain). Bars are shortened to fit `width` columns.
pub fn review(review: &Review, width: Option<usize>) -> String {
    let unit = review.unit;
    let amount = |value| numbers::amount(unit, value);
    let [first, second] = review.sides.each_ref().map(|side| printable(&side.side));
    let mut text = String::new();
    for (name, content) in &review.headers {
        text += &format!("{}: {}\n", printable(name), printable(content));
    }
    text += &format!(
        "{first} against {second}, {}; the value is that of {first}\n\n",
        review.rules
    );
    let wide = first.chars().count().max(second.chars().count());
    let room = width.map_or(BAR, |width| width.saturating_sub(BEFORE_BAR + wide));
    text += &format!(
        "{:>4} {:wide$} {:<4} {:<8} {:>10}  {:>10}  {:>10}\n{:>41}  {:>10}\n",
        "",
        "",
        "dice",
        "move",
        "luck",
        "loss",
        "value",
        "before the first throw",
        amount(review.start)
    );
    for (step, at) in review.steps().iter().zip(1..) {
        let mark = step.mark.map_or("", Mark::text);
        let played = format!("{}{mark}", step.played);
        let loss = if step.loss > 0.0 {
            amount(step.loss)
        } else {
            String::new()
        };
        let bar = curve::bar(step.chance, review.rules, unit, room.min(BAR));
        let line = format!(
            "{at:>4} {:wide$} {:<4} {played:<8} {:>10}  {loss:>10}  {:>10}  {bar}",
            printable(&step.side),
            step.roll.map_or(String::new(), |roll| roll.to_string()),
            signed(unit, step.luck),
            amount(step.chance),
        );
        text += line.trim_end();
        text += "\n";
    }
    text += &marked(review);
    if review.resigned.is_some() || review.turns.iter().any(|turn| turn.mark.is_some()) {
        text += "\n";
    }
    text += "\n";
    for side in &review.sides {
        text += &totals(side, review.rules, review.unit);
    }
    let result = if review.finished {
        "result"
    } else {
        "value now"
    };
    text + &format!(
        "{result} {} - value at the start {} = luck {} - errors {}\n",
        amount(review.result),
        amount(review.start),
        signed(unit, review.luck),
        signed(unit, review.errors)
    )
}

/// Describes the marked moves and the resignation, each with the better choice.
fn marked(review: &Review) -> String {
    let unit = review.unit;
    let mut text = String::new();
    let mut marked = review.turns.iter().filter(|turn| turn.mark.is_some());
    if marked.any(|turn| turn.reasons().is_some()) {
        text += "\nBelow, \"you\" is whoever made the move.";
    }
    for (turn, at) in review.turns.iter().zip(1..) {
        if turn.mark.is_none() {
            continue;
        }
        text += &format!(
            "\nturn {at} (line {}): {} with {} at {}: {}{}, best is {}",
            turn.line,
            printable(&turn.side),
            turn.roll,
            turn.position,
            turn.played,
            turn.mark.map_or("", Mark::text),
            turn.best
        );
        if let Some((played, best)) = turn.reasons() {
            let measure = Measure::Game(unit);
            text += &format!("\n{}", reasons::against_best(played, best, measure));
        }
    }
    if let Some(how) = &review.resigned {
        let with = how
            .roll
            .map_or(String::new(), |roll| format!(" with {roll}"));
        let best = how
            .best
            .map_or(String::new(), |best| format!(", best is {best}"));
        text += &format!(
            "\nturn {} (line {}): {}{with} at {}: resigns{}{best}\nResigning gives away {}: {} would have been worth {}.",
            review.turns.len() + 1,
            how.line,
            printable(&how.side),
            how.position,
            how.mark.map_or("", Mark::text),
            numbers::loss(unit, how.loss),
            if how.best.is_some() {
                "that move"
            } else {
                "the position"
            },
            numbers::amount(unit, how.before + how.luck),
        );
    }
    text
}

/// Formats the sums of each player over all games.
pub fn players(games: usize, players: &[PlayerSum]) -> String {
    let mut text = format!("All {games} games\n\n");
    for player in players {
        let games = if player.games == 1 { "game" } else { "games" };
        text += &format!(
            "{}: {} {games} of {}, {} finished, {} won\n",
            printable(&player.sums.side),
            player.games,
            player.rules,
            player.finished,
            player.won
        );
        text += &totals(&player.sums, player.rules, player.unit);
    }
    text
}

fn totals(side: &SideSum, rules: Rules, unit: Unit) -> String {
    let rating = side
        .rating
        .map(|rating| format!("; rating {}", numbers::rating_in_words(rating, rules)));
    format!(
        "{}: luck {}, errors {}; turns {}, decisions {}, mistakes {}, doubtful {}, bad {}{}\n",
        printable(&side.side),
        signed(unit, side.luck),
        numbers::loss(unit, side.errors),
        side.turns,
        side.decisions,
        side.mistakes,
        side.doubtful,
        side.bad,
        rating.unwrap_or_default()
    )
}
