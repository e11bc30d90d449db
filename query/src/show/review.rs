//! The review of a game.

use tourne_solver::game::printable;

use super::numbers::{self, signed};
use super::{curve, reasons};
use crate::ask::judge::Measure;
use crate::review::ledger::{Mark, Review, SideSum};

/// Width of the bars, in characters.
const BAR: usize = 24;

/// The turns, details of the marked ones, and the totals. Marked moves are compared with the best ones if the review is
/// [explained](Review::explain).
#[must_use]
pub fn review(review: &Review) -> String {
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
    for (turn, at) in review.turns.iter().zip(1..) {
        let mark = turn.mark.map_or("", Mark::text);
        let played = format!("{}{mark}", turn.played);
        let loss = if turn.loss > 0.0 {
            amount(turn.loss)
        } else {
            String::new()
        };
        let bar = curve::bar(turn.chance, review.rules, unit, BAR);
        let line = format!(
            "{at:>4} {:wide$} {:<4} {played:<8} {:>10}  {loss:>10}  {:>10}  {bar}",
            printable(&turn.side),
            turn.roll.to_string(),
            signed(unit, turn.luck),
            amount(turn.chance),
        );
        text += line.trim_end();
        text += "\n";
    }
    for turn in review.turns.iter().filter(|turn| turn.mark.is_some()) {
        text += &format!(
            "\nline {}: {} with {} at {}: {}{}, best is {}",
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
    if review.turns.iter().any(|turn| turn.mark.is_some()) {
        text += "\n";
    }
    text += "\n";
    for side in &review.sides {
        text += &totals(side, review);
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

fn totals(side: &SideSum, review: &Review) -> String {
    let rating = side
        .rating
        .map(|rating| format!("; rating {}", numbers::rating(rating)));
    format!(
        "{}: luck {}, errors {}; turns {}, decisions {}, mistakes {}, doubtful {}, bad {}{}\n",
        printable(&side.side),
        signed(review.unit, side.luck),
        numbers::loss(review.unit, side.errors),
        side.turns,
        side.decisions,
        side.mistakes,
        side.doubtful,
        side.bad,
        rating.unwrap_or_default()
    )
}
