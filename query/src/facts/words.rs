//! Facts about moves in plain words, to be read or read aloud.

use crate::ask::Measure;
use tourne_solver::{Move, Unit};

use super::reasons::{Hit, Reasons};

impl Reasons {
    /// Describes the reasons for and against a move, one per line, addressed to the player who makes it. If values are in
    /// points, the last line has the probabilities of single and double wins and losses.
    pub fn lines(&self, measure: Measure) -> Vec<String> {
        let mut lines = Vec::new();
        if self.wins {
            lines.push("brings the last man home and wins".to_owned());
        } else {
            lines.extend(deed(self.action).map(str::to_owned));
            lines.extend(self.hits.map(|hit| format!("hits {}", men(hit))));
            lines.push(danger(self));
            if self.aim > 0.0 {
                let aim = percent(self.aim);
                lines.push(format!(
                    "your chance to hit next turn is {aim}, if the opponent does not hit first"
                ));
            }
            if self.home_by > 0 {
                let ways = throws(self.home_by, self.throws);
                lines.push(format!("{ways} can bring a man home next turn"));
            }
            let pips = counted(self.pips.into(), "pip");
            lines.push(format!("{pips} to go against {}", self.opponent_pips));
        }
        // The ends count only where some games count double, and not in a match.
        let is_counted = measure == Measure::Game(Unit::Points);
        lines.extend(self.ends.filter(|_| is_counted).map(|ends| {
            let won = share(ends.win_single + ends.win_double);
            let lost = share(ends.lose_single + ends.lose_double);
            let [won_double, lost_double] = [ends.win_double, ends.lose_double].map(share);
            format!(
                "how games end: won {won} (double {won_double}), lost {lost} (double {lost_double})"
            )
        }));
        lines
    }
}

fn danger(reasons: &Reasons) -> String {
    let Reasons { hit_by, throws, .. } = *reasons;
    match hit_by {
        0 => "none of the opponent's throws can hit next turn".to_owned(),
        _ if hit_by == throws => "each of the opponent's throws can hit next turn".to_owned(),
        _ => format!(
            "{hit_by} of the opponent's {throws} throws can hit next turn (a {} is played)",
            dice_in_words(reasons)
        ),
    }
}

pub(super) fn dice_in_words(reasons: &Reasons) -> String {
    let dice: Vec<u8> = reasons.hit_by_dice.iter().map(|die| die.number()).collect();
    listed(&dice)
}

pub(super) fn share(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

/// Lists numbers, such as "1, 2 or 4".
pub(super) fn listed(numbers: &[u8]) -> String {
    let texts: Vec<String> = numbers.iter().map(u8::to_string).collect();
    match texts.split_last() {
        Some((last, others)) if !others.is_empty() => {
            format!("{} or {last}", others.join(", "))
        }
        _ => texts.concat(),
    }
}

/// Describes a move that enters a man, brings one home, sends one off, or passes; `None` for any other move.
pub(super) fn deed(action: Move) -> Option<&'static str> {
    match action {
        Move::Pass => Some("no man can move"),
        Move::Man { to: None, .. } => Some("sends its own man off the board"),
        Move::Man { from: None, .. } => Some("enters a man"),
        Move::Man { to: Some(to), .. } if to.is_home() => Some("brings a man home"),
        Move::Man { .. } => None,
    }
}

pub(super) fn men(hit: Hit) -> String {
    let point = hit.point.number();
    match hit.men {
        1 => format!("the man on {point}"),
        2 => format!("both men on {point}"),
        men => format!("the {men} men on {point}"),
    }
}

pub(super) fn throws(count: u32, of: u32) -> String {
    match count {
        0 => "no throw".to_owned(),
        count => format!("{count} of {of} throws"),
    }
}

/// Formats a number of throws without the total, which the text before it has already named.
pub(super) fn none_or(count: u32) -> String {
    match count {
        0 => "none".to_owned(),
        count => count.to_string(),
    }
}

pub(super) fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
