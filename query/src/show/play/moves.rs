//! Throws and moves in words.

use tourne_solver::{Die, Move, Play, Point, Roll};

use super::name::Name;
use crate::ask::Ranked;
use crate::show::numbers::{minus, rounded, value};

pub(crate) fn throw(roll: Roll, die: Die) -> String {
    match roll {
        Roll::Played(_) => format!("a {die}"),
        Roll::Both(one, two) if one == two => {
            let name = doublet(die);
            format!("[{one}] and {two}, called {name}: one {die} counts")
        }
        Roll::Both(one, two) => {
            let [one, two] = [one, two].map(|it| match it {
                it if it == die => format!("[{it}]"),
                it => it.to_string(),
            });
            format!("{one} and {two}: the lower die, {die}, counts")
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
pub(crate) fn in_words(action: Move, mover: &Name, other: &Name) -> String {
    format!("{} {}", mover.spoken, deed(action, mover, other))
}

/// Returns the predicate of the sentence about a move, such as "enters on 3".
fn deed(action: Move, mover: &Name, other: &Name) -> String {
    let Move::Man { from, to, hit, .. } = action else {
        return "cannot move".to_owned();
    };
    let does = |you, others| if mover.is_you() { you } else { others };
    let (enters, goes) = (does("enter", "enters"), does("go", "goes"));
    let text = match (from, to) {
        (None, to) => format!("{enters} on {}", to.map_or(0, Point::number)),
        (Some(from), Some(to)) if to.is_home() => format!("{goes} home from {}", from.number()),
        (Some(from), Some(to)) => format!("{goes} from {} to {}", from.number(), to.number()),
        (Some(from), None) => {
            let (overshoots, from) = (does("overshoot", "overshoots"), from.number());
            format!("{overshoots} home from {from} and {goes} back off the board")
        }
    };
    if hit {
        format!("{text} and {} {} man", does("hit", "hits"), other.whose())
    } else {
        text
    }
}

pub(crate) fn can_play(plays: &[Play]) -> String {
    let moves: Vec<String> = plays.iter().map(|play| play.action.to_string()).collect();
    format!("You can play {}.", moves.join(" or "))
}

/// Lists the legal moves in words, one per line, numbered from 1. `ranked` has their values, if these are to be shown.
pub fn listed(plays: &[Play], ranked: Option<&[Ranked]>, mover: &Name, other: &Name) -> String {
    let mut text = String::new();
    for (play, number) in plays.iter().zip(1..) {
        let words = deed(play.action, mover, other);
        let mut all = ranked.unwrap_or_default().iter();
        let found = all.find(|ranked| ranked.action == play.action);
        let value = found.map_or_else(String::new, valued);
        let action = play.action.to_string();
        text += &format!("  {number}. {action:<6} {value}{words}\n");
    }
    text
}

fn valued(ranked: &Ranked) -> String {
    let loss = if ranked.loss > 0.0 {
        minus(ranked.value.unit(), ranked.loss)
    } else {
        "best".to_owned()
    };
    format!("{:>7}  {loss:<17} ", value(rounded(ranked.value)))
}
