//! Throws and moves in words.

use std::fmt::Write as _;

use tourne_solver::{Die, Move, Play, Point, Roll};

use super::name::Name;
use super::values::{loss, rounded};
use crate::show::numbers;
use tourne_query::ask::Ranked;

/// Describes a throw in words, and marks the die that is played.
pub fn throw(roll: Roll, die: Die) -> String {
    match roll {
        Roll::Played(_) => format!("a {die}"),
        Roll::Both(one, two) if one == two => {
            format!(
                "[{one}] and {two}, called {}: one {die} counts",
                doublet(die)
            )
        }
        Roll::Both(one, two) => {
            let marked = |it: Die| {
                if it == die {
                    format!("[{it}]")
                } else {
                    it.to_string()
                }
            };
            format!(
                "{} and {}: the lower die, {die}, counts",
                marked(one),
                marked(two)
            )
        }
    }
}

/// Returns the old French name of a doublet, as Lalanne gives it.
fn doublet(die: Die) -> &'static str {
    [
        "bezas",
        "double deux",
        "ternes",
        "carmes",
        "quines",
        "sonnés",
    ][die.index()]
}

/// Describes a move as a sentence about `mover`; `other` is the opponent.
pub fn in_words(action: Move, mover: &Name, other: &Name) -> String {
    format!("{} {}", mover.spoken(), deed(action, mover, other))
}

/// Returns the predicate of the sentence about a move, such as "enters on 3".
fn deed(action: Move, mover: &Name, other: &Name) -> String {
    let Move::Man { from, to, hit } = action else {
        return "cannot move".to_owned();
    };
    let does = |you, others| if mover.is_you() { you } else { others };
    let (enters, goes) = (does("enter", "enters"), does("go", "goes"));
    let text = match (from, to) {
        (None, to) => format!("{enters} on {}", to.map_or(0, Point::number)),
        (Some(from), Some(to)) if to.is_home() => format!("{goes} home from {}", from.number()),
        (Some(from), Some(to)) => format!("{goes} from {} to {}", from.number(), to.number()),
        (Some(from), None) => {
            let overshoots = does("overshoot", "overshoots");
            format!(
                "{overshoots} home from {} and {goes} back off the board",
                from.number()
            )
        }
    };
    if hit {
        format!("{text} and {} {} man", does("hit", "hits"), other.whose())
    } else {
        text
    }
}

/// Returns a sentence that names the legal moves, for someone who typed an illegal one.
pub fn can_play(plays: &[Play]) -> String {
    let moves: Vec<String> = plays.iter().map(|play| play.action.to_string()).collect();
    format!("You can play {}.", moves.join(" or "))
}

#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// Legal plays in the order in which they are printed.
    pub plays: &'a [Play],
    /// Legal moves with their values; `None` if the values are not shown.
    pub ranked: Option<&'a [Ranked]>,
    pub mover: &'a Name,
    pub other: &'a Name,
}

/// Lists the legal moves in words, one per line, numbered from 1.
pub fn listed(moves: &Listed) -> String {
    let mut text = String::new();
    for (play, number) in moves.plays.iter().zip(1..) {
        let words = deed(play.action, moves.mover, moves.other);
        let ranked = moves.ranked.unwrap_or_default().iter();
        let ranked = ranked
            .clone()
            .find(|ranked| ranked.action.is_same_as(play.action));
        let value = ranked.map_or_else(String::new, valued);
        let action = play.action.to_string();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {number}. {action:<6} {value}{}",
            words.trim_start()
        );
    }
    text
}

/// Formats the value and the loss of a move in columns.
fn valued(ranked: &Ranked) -> String {
    let loss = if ranked.loss > 0.0 {
        numbers::minus(&loss(ranked.value.unit(), ranked.loss))
    } else {
        "best".to_owned()
    };
    format!("{:>7}  {loss:<17} ", numbers::value(rounded(ranked.value)))
}
