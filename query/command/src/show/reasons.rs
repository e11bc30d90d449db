//! Reasons for and against moves in plain words, to be read or read aloud.

use tourne_solver::{Die, Move, Unit};

use super::numbers::{self, bound_of_loss, fixed, in_percent, loss_of, minus, percent};
use tourne_query::ask::Measure;
use tourne_query::grading::{Kind, Parts};
use tourne_study::facts::{Hit, Outcomes, Reasons};

/// Largest difference that rounding alone can cause between two values.
const ROUNDED: f64 = 1e-12;

/// Describes the reasons for and against a move, one per line, addressed to the player who makes it. If values are in
/// points, the last line has the probabilities of single and double wins and losses.
pub fn lines(reasons: &Reasons, measure: Measure) -> Vec<String> {
    let mut lines = Vec::new();
    if reasons.wins {
        lines.push("brings the last man home and wins".to_owned());
    } else {
        lines.extend(deed(reasons.action));
        lines.extend(reasons.hits.map(|hit| format!("hits {}", men(hit))));
        lines.push(danger(reasons));
        if reasons.aim > 0.0 {
            let aim = chance(reasons.aim);
            lines.push(format!(
                "the chance to hit next turn is {aim}, unless the opponent hits first"
            ));
        }
        if reasons.home_by > 0 {
            let ways = throws(reasons.home_by, reasons.throws);
            lines.push(format!("{ways} can bring a man home next turn"));
        }
        let pips = numbers::counted(reasons.pips.into(), "pip");
        lines.push(format!("{pips} to go against {}", reasons.opponent_pips));
    }
    lines.extend(counted_ends(reasons, measure).map(|ends| {
        let won = percent(ends.win_single + ends.win_double);
        let lost = percent(ends.lose_single + ends.lose_double);
        let [won_double, lost_double] = [ends.win_double, ends.lose_double].map(percent);
        format!("games end: won {won} (double {won_double}), lost {lost} (double {lost_double})")
    }));
    lines
}

/// Returns the [`lines`] of a move, and the line of [`where_it_counts`] if there is one.
pub fn all_lines(reasons: &Reasons, best: &Reasons, measure: Measure) -> Vec<String> {
    let mut lines = lines(reasons, measure);
    lines.extend(where_it_counts(reasons, best));
    lines
}

/// Compares a move with the best move for the same throw, in one or two sentences.
pub fn against_best(played: &Reasons, best: &Reasons, measure: Measure) -> String {
    let name = played.action;
    let Some(kind) = played.mistake else {
        return format!("{name} is a best move.");
    };
    let loss = loss_of(played.value, played.loss);
    let difference = difference(kind, played, best);
    let mut text = format!("{name} gives away {loss}: {difference}.");
    if let Some(also) = doubles(played, best, measure).or_else(|| also(kind, played, best)) {
        text += &format!(" {also}.");
    }
    text
}

/// Compares a move with the first of `reasons`, the best, as [`against_best`] does; empty if `reasons` lacks the move.
pub fn against_first(action: Move, reasons: &[Reasons], measure: Measure) -> String {
    let played = reasons.iter().find(|it| it.action == action);
    match (played, reasons.first()) {
        (Some(played), Some(best)) => against_best(played, best, measure),
        _ => String::new(),
    }
}

/// Names the throws of the opponent that make a move worse than the best move, or the throws after which the move is
/// better. Returns `None` for a best move, or if the best move wins at once.
pub fn where_it_counts(played: &Reasons, best: &Reasons) -> Option<String> {
    if played.mistake.is_none() || best.wins {
        return None;
    }
    let compared = played.replies.iter().zip(&best.replies).map(|(to, best)| {
        let difference = best.value.number() - to.value.number();
        let share = f64::from(to.chances) / f64::from(played.throws);
        let hits = to.reply.hits() && !best.reply.hits();
        (to, share * difference, hits)
    });
    let differences: Vec<_> = compared.collect();
    let amount = |amount| amount_of(played, amount);
    // Returns the number of throws that meet a condition, the sum of their differences, and their dice in words.
    let of_those = |is_such: &dyn Fn(f64, bool) -> bool| {
        let those = differences.iter().filter(|it| is_such(it.1, it.2));
        let dice: Vec<Die> = those.clone().map(|it| it.0.die).collect();
        let chances: u32 = those.clone().map(|it| it.0.chances).sum();
        let words = format!(
            "with {} ({})",
            any_of(&dice),
            throws(chances, played.throws)
        );
        (chances, those.map(|it| it.1).sum::<f64>(), words)
    };
    let (name, best_name) = (played.action, best.action);
    // Consider the throws with which the opponent hits after this move, but not after the best one. Name them only if
    // they cause at least half of the loss, and at least 1.5 times as much as the same number of average throws.
    let (chances, cost, words) = of_those(&|_, hits| hits);
    let even = played.loss * f64::from(chances) / f64::from(played.throws);
    if 2.0 * cost >= played.loss && 2.0 * cost >= 3.0 * even {
        let [loss, part] = [played.loss, cost].map(amount);
        let costs = match part.split_once(' ') {
            _ if cost > played.loss => {
                let others = amount(cost - played.loss);
                format!("{part}; all other throws together favour {name}, by {others}")
            }
            Some((number, unit)) if loss.ends_with(unit) => format!("{number} of the {loss}"),
            _ => format!("{part} of the {loss}"),
        };
        return Some(format!("{words} the opponent hits: that costs {costs}"));
    }
    let is_worse = |difference: f64| difference < -ROUNDED;
    match of_those(&|difference, _| is_worse(difference)) {
        (0, ..) => Some(format!(
            "{best_name} is better whatever the opponent throws"
        )),
        (_, gain, words) => {
            let [gain, loss] = [-gain, played.loss - gain].map(amount);
            Some(format!(
                "{words} {name} is better, by {gain}; with all other throws {best_name}, by {loss}"
            ))
        }
    }
}

/// Describes how a wrong move differs from the best move. The kind of mistake decides which difference is described.
fn difference(kind: Kind, played: &Reasons, best: &Reasons) -> String {
    let (name, best_name) = (played.action, best.action);
    let [hit, best_hit] = [played, best].map(|it| it.hits.map_or("nobody".to_owned(), men));
    let does = |it: &Reasons| {
        it.hits
            .map(|hit| format!("hits {}", men(hit)))
            .or_else(|| deed(it.action))
    };
    let otherwise = || does(played).unwrap_or_else(|| "does not".to_owned());
    let act = |action| deed(action).unwrap_or_else(|| format!("moves {}", own(action)));
    let amount = |amount| amount_of(played, amount);
    let both = |part: fn(Parts) -> f64| [played, best].map(|it| amount(part(it.parts)));
    let of_all = |count| throws(count, played.throws);
    let although = although(played, best);
    match kind {
        Kind::MissedHit => format!("{best_name} hits {best_hit}, and {name} {}", otherwise()),
        Kind::MissedHome => format!("{best_name} brings a man home, and {name} {}", otherwise()),
        Kind::MissedAim if is_notable(best.aim, played.aim) => {
            let best_aim = chance(best.aim);
            let aim = match played.aim {
                0.0 => "there is none".to_owned(),
                aim => chance(aim),
            };
            format!(
                "{although}after {best_name} the chance to hit next turn is {best_aim}, unless the opponent hits first; \
                 after {name}, {aim}"
            )
        }
        Kind::MissedAim => {
            let [aim, best_aim] = both(|parts| parts.aim);
            format!(
                "{although}the chance to hit next turn is worth {best_aim} after {best_name}, and {aim} after {name}"
            )
        }
        Kind::FewerHome if played.home_by < best.home_by => {
            let (ways, best_ways) = (counted(played.home_by), of_all(best.home_by));
            format!(
                "{although}{best_ways} can bring a man home next turn after {best_name}, and {ways} after {name}"
            )
        }
        Kind::FewerHome => {
            let [home, best_home] = both(|parts| parts.home);
            format!(
                "{although}the chance to come home next turn is worth {best_home} after {best_name}, and {home} after {name}"
            )
        }
        Kind::Exposed => {
            let (hit_by, best_hit_by) = (of_all(played.hit_by), counted(best.hit_by));
            if more_can_hit(played, best) {
                format!(
                    "{although}{hit_by} of the opponent can hit, and {best_hit_by} after {best_name}"
                )
            } else if is_notable(played.hit_pips, best.hit_pips) {
                let [pips, best_pips] = [played, best].map(|it| fixed(it.hit_pips, 1));
                format!(
                    "{although}the opponent's hits can cost more: its next throw sends men back {pips} pips on average \
                     ({hit_by} can hit), and {best_pips} after {best_name} ({best_hit_by} can)"
                )
            } else {
                let [worth, best_worth] = both(|parts| parts.exposure);
                format!(
                    "{although}the opponent's hits cost more: those of its next throw ({hit_by} can hit) are worth {worth} \
                     to it, and {best_worth} after {best_name} ({best_hit_by} can)"
                )
            }
        }
        Kind::TooCautious => {
            let difference = best.parts.exposure - played.parts.exposure;
            let [saved, wins] = [difference, played.loss + difference].map(amount);
            format!(
                "it is too cautious: it saves {saved} in hits of the opponent's next throw, but the risk of {best_name} wins {wins}"
            )
        }
        Kind::NeedlessHit => {
            let gain = amount(best.parts.itself - played.parts.itself);
            let acts = act(best_name);
            format!(
                "it hits {hit}, but {best_name} {acts} and is worth {gain} more even if nobody is hit next turn"
            )
        }
        Kind::OtherHit => format!("{best_name} hits {best_hit}, and {name} hits {hit}"),
        Kind::SentOff => {
            let best_deed = match best_name {
                Move::Man { to: None, .. } => format!("sends off {}", own(best_name)),
                _ => "does not".to_owned(),
            };
            let man = own(name);
            format!("it sends {man} off the board, and {best_name} {best_deed}")
        }
        Kind::EarlyEntry => {
            let gain = amount(best.parts.itself - played.parts.itself);
            format!(
                "it enters a man, but {best_name} is worth {gain} more, apart from hits and homecomings next turn"
            )
        }
        Kind::LateEntry | Kind::Order => {
            format!("{best_name} {}, and {name} {}", act(best_name), act(name))
        }
    }
}

/// Returns whether `larger` is more than 1.2 times `smaller`: a smaller difference is not named as a reason.
fn is_notable(larger: f64, smaller: f64) -> bool {
    larger > 1.2 * smaller
}

/// Returns whether notably more of the opponent's throws can hit after the move `one` than after the move `other`.
fn more_can_hit(one: &Reasons, other: &Reasons) -> bool {
    is_notable(one.hit_by.into(), other.hit_by.into())
}

/// Returns a clause such as "it brings a man home, but " if the move hits or brings a man home and the best move does
/// not. Otherwise the clause is empty.
fn although(played: &Reasons, best: &Reasons) -> String {
    match (played.hits, best.hits) {
        (Some(hit), None) => format!("it hits {}, but ", men(hit)),
        _ if played.action.brings_home() && !best.action.brings_home() => {
            "it brings a man home, but ".to_owned()
        }
        _ => String::new(),
    }
}

/// Returns a sentence about another part of the loss, or about an advantage of the move, if there is one.
fn also(kind: Kind, played: &Reasons, best: &Reasons) -> Option<String> {
    let (name, best_name) = (played.action, best.action);
    let charges = best.parts.less(played.parts);
    let is_named = |charge: f64| charge >= Kind::NAMED * played.loss;
    if kind != Kind::Exposed && is_named(-charges.exposure) && more_can_hit(played, best) {
        let (hit_by, best_hit_by) = (throws(played.hit_by, played.throws), counted(best.hit_by));
        return Some(format!(
            "After {name}, {hit_by} of the opponent can hit; after {best_name}, {best_hit_by} can"
        ));
    }
    if kind != Kind::MissedAim && is_named(charges.aim) && is_notable(best.aim, played.aim) {
        let [aim, best_aim] = [played, best].map(|it| chance(it.aim));
        return Some(format!(
            "After {best_name} the chance to hit next turn is better too, {best_aim} against {aim}"
        ));
    }
    if kind != Kind::TooCautious && is_named(charges.exposure) && more_can_hit(best, played) {
        return Some(format!(
            "Fewer throws can hit after {name}, {} against {} after {best_name}, but that does not make up for it",
            played.hit_by, best.hit_by
        ));
    }
    if !matches!(kind, Kind::LateEntry | Kind::Order) {
        return None;
    }
    let is_notable = is_notable(best.home_by.into(), played.home_by.into());
    Some(if charges.home > 0.0 && is_notable {
        let (ways, best_ways) = (counted(played.home_by), throws(best.home_by, best.throws));
        format!(
            "{best_ways} can bring a man home next turn after {best_name}, and {ways} after {name}"
        )
    } else {
        "The gain comes after the next turn".to_owned()
    })
}

/// Returns a sentence about double wins and losses; `None` unless they account for more than half of the loss.
fn doubles(played: &Reasons, best: &Reasons, measure: Measure) -> Option<String> {
    let ends = counted_ends(played, measure)?;
    let best_ends = counted_ends(best, measure)?;
    // A double win counts one point more.
    let extra = |ends: Outcomes| ends.win_double - ends.lose_double;
    (extra(best_ends) - extra(ends) > played.loss / 2.0).then(|| {
        let share = |ends: Outcomes| [ends.win_double, ends.lose_double].map(percent);
        let ([won, lost], [best_won, best_lost]) = (share(ends), share(best_ends));
        format!(
            "More than half of this loss comes from double wins and losses: after {}, {best_won} of games are won double and \
             {best_lost} lost double; after {}, {won} and {lost}",
            best.action, played.action
        )
    })
}

/// Returns the probabilities of single and double wins and losses; `None` in a match, or if no game counts double.
fn counted_ends(reasons: &Reasons, measure: Measure) -> Option<Outcomes> {
    let is_counted = measure == Measure::Game(Unit::Points);
    reasons.ends.filter(|_| is_counted)
}

/// Describes a move that enters a man, brings one home, sends one off, or passes; `None` for any other move.
fn deed(action: Move) -> Option<String> {
    match action {
        Move::Pass => Some("no man can move".to_owned()),
        Move::Man { to: None, .. } => Some("sends its own man off the board".to_owned()),
        Move::Man { from: None, .. } => Some("enters a man".to_owned()),
        Move::Man { to: Some(to), .. } if to.is_home() => Some("brings a man home".to_owned()),
        Move::Man { .. } => None,
    }
}

fn own(action: Move) -> String {
    match action {
        Move::Man {
            from: Some(from), ..
        } => format!("the man on {}", from.number()),
        _ => "no man of the board".to_owned(),
    }
}

fn men(hit: Hit) -> String {
    let point = hit.point.number();
    match hit.men {
        1 => format!("the man on {point}"),
        2 => format!("both men on {point}"),
        men => format!("the {men} men on {point}"),
    }
}

/// Describes the opponent's throws that can hit next turn.
fn danger(reasons: &Reasons) -> String {
    let Reasons { hit_by, throws, .. } = *reasons;
    match hit_by {
        0 => "no throw of the opponent can hit next turn".to_owned(),
        _ if hit_by == throws => "every throw of the opponent can hit next turn".to_owned(),
        _ => format!(
            "{hit_by} of {throws} throws of the opponent can hit next turn ({} is played)",
            any_of(&reasons.hit_by_dice)
        ),
    }
}

/// Lists dice, such as "a 1, 2 or 4".
fn any_of(dice: &[Die]) -> String {
    let numbers: Vec<String> = dice.iter().map(Die::to_string).collect();
    match numbers.split_last() {
        Some((last, others)) if !others.is_empty() => {
            format!("a {} or {last}", others.join(", "))
        }
        _ => format!("a {}", numbers.concat()),
    }
}

/// Formats a part of a move's value with as many digits as the value.
fn amount_of(reasons: &Reasons, amount: f64) -> String {
    // Count a tiny part as 0, since parts are differences of rounded values.
    match amount {
        _ if amount.abs() < ROUNDED => loss_of(reasons.value, 0.0),
        _ if amount < 0.0 => {
            let (unit, bound) = (reasons.value.unit(), bound_of_loss(reasons.value));
            minus(unit, -amount, bound)
        }
        _ => loss_of(reasons.value, amount),
    }
}

/// Formats a number of throws, such as "5 of 36 throws".
fn throws(count: u32, of: u32) -> String {
    match count {
        0 => "no throw".to_owned(),
        count => format!("{count} of {of} throws"),
    }
}

/// Formats a number of throws without the total, which the text before it has already named.
fn counted(count: u32) -> String {
    match count {
        0 => "none".to_owned(),
        count => count.to_string(),
    }
}

fn chance(share: f64) -> String {
    format!("{} %", in_percent(share, 1))
}
