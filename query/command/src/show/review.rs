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
    let rules = review.rules;
    text += &format!("{first} against {second}, {rules}; the value is that of {first}\n\n");
    let wide = first.chars().count().max(second.chars().count());
    let room = width.map_or(BAR, |width| width.saturating_sub(BEFORE_BAR + wide));
    let row = |number: &str, name: &str, dice: &str, played: &str, numbers: [&str; 3]| {
        let [luck, loss, value] = numbers;
        format!(
            "{number:>4} {name:wide$} {dice:<4} {played:<8} {luck:>10}  {loss:>10}  {value:>10}"
        )
    };
    text += &row("", "", "dice", "move", ["luck", "loss", "value"]);
    let start = amount(review.start);
    text += &format!("\n{:>41}  {start:>10}\n", "before the first throw");
    for (step, at) in review.steps().iter().zip(1..) {
        let mark = step.mark.map_or("", Mark::text);
        let played = format!("{}{mark}", step.played);
        let loss = match step.loss {
            0.0 => String::new(),
            loss => amount(loss),
        };
        let dice = step.roll.map_or(String::new(), |roll| roll.to_string());
        let (luck, value) = (signed(unit, step.luck), amount(step.chance));
        let numbers = [&*luck, &loss, &value];
        let line = row(
            &at.to_string(),
            &printable(&step.side),
            &dice,
            &played,
            numbers,
        );
        let bar = curve::bar(step.chance, rules, unit, room.min(BAR));
        let line = line + "  " + &bar;
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
    let what = ["value now", "result"][usize::from(review.finished)];
    let [result, start] = [review.result, review.start].map(amount);
    let [luck, errors] = [review.luck, review.errors].map(|sum| signed(unit, sum));
    text + &format!(
        "{what} {result} - value at the start {start} = luck {luck} - errors {errors}\n"
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
        let Some(mark) = turn.mark.map(Mark::text) else {
            continue;
        };
        let (side, line, position) = (printable(&turn.side), turn.line, turn.position);
        let (roll, played, best) = (turn.roll, turn.played, turn.best);
        text += &format!(
            "\nturn {at} (line {line}): {side} with {roll} at {position}: {played}{mark}, best is {best}"
        );
        if let Some((played, best)) = turn.reasons() {
            let measure = Measure::Game(unit);
            text += &format!("\n{}", reasons::against_best(played, best, measure));
        }
    }
    if let Some(how) = &review.resigned {
        let (turn, line, side) = (review.turns.len() + 1, how.line, printable(&how.side));
        let (position, mark) = (how.position, how.mark.map_or("", Mark::text));
        let with = how.roll.map(|roll| format!(" with {roll}"));
        let best = how.best.map(|best| format!(", best is {best}"));
        let what = best.as_ref().map_or("the position", |_| "that move");
        text += &format!(
            "\nturn {turn} (line {line}): {side}{} at {position}: resigns{mark}{}\nResigning gives away {}: {what} would \
             have been worth {}.",
            with.unwrap_or_default(),
            best.unwrap_or_default(),
            numbers::loss(unit, how.loss),
            numbers::amount(unit, how.before + how.luck),
        );
    }
    text
}

/// Formats the sums of each player over all games.
pub fn players(games: usize, players: &[PlayerSum]) -> String {
    let mut text = format!("All {games} games\n\n");
    for player in players {
        let (name, rules) = (printable(&player.sums.side), player.rules);
        let noun = if player.games == 1 { "game" } else { "games" };
        let (games, finished, won) = (player.games, player.finished, player.won);
        text += &format!("{name}: {games} {noun} of {rules}, {finished} finished, {won} won\n");
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
