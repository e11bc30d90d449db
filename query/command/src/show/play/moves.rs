//! Throws and moves in words.

use std::fmt::Write as _;

use tourne_solver::game::{Die, Move, Play, Point, Roll};

use super::name::Name;
use super::values::{loss, rounded};
use crate::show::numbers;
use tourne_query::ask::Ranked;

/// A throw in words; the die that is played is marked.
///
/// ```
/// use tourne::show::play::moves::throw;
/// use tourne_solver::game::Die;
///
/// assert_eq!(throw("4-3".parse()?, Die::new(3)), "4 and [3]: the lower die, 3, counts");
/// assert_eq!(throw("3-3".parse()?, Die::new(3)), "[3] and 3, called ternes: one 3 counts");
/// assert_eq!(throw("5".parse()?, Die::new(5)), "a 5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
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

/// The old name of a doublet (Lalanne).
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

/// A move of one player against another, in a sentence.
///
/// ```
/// use tourne::show::play::moves::in_words;
/// use tourne::show::play::name::Name;
///
/// let (you, computer) = (Name::you(), Name::thing("Computer"));
/// assert_eq!(in_words("0/3".parse()?, &you, &computer), "you enter on 3");
/// assert_eq!(in_words("4/7*".parse()?, &computer, &you), "the computer goes from 4 to 7 and hits your man");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn in_words(action: Move, mover: &Name, other: &Name) -> String {
    format!("{} {}", mover.spoken(), deed(action, mover, other))
}

/// The predicate of that sentence.
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

/// The legal moves in a sentence, for someone who typed another.
///
/// ```
/// use tourne::show::play::moves::can_play;
/// use tourne_solver::game::{Die, Rules};
///
/// let plays = Rules::STANDARD.plays(Rules::STANDARD.position(&"04h/007".parse()?)?, Die::new(3));
/// assert_eq!(can_play(&plays), "You can play 0/3 or 4/7*.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn can_play(plays: &[Play]) -> String {
    let moves: Vec<String> = plays.iter().map(|play| play.action.to_string()).collect();
    format!("You can play {}.", moves.join(" or "))
}

/// Legal moves to list.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// The moves, in the order of the list.
    pub plays: &'a [Play],
    /// The same moves with their values, if those are to be seen.
    pub ranked: Option<&'a [Ranked]>,
    /// The player who chooses.
    pub mover: &'a Name,
    /// The other player.
    pub other: &'a Name,
}

/// Legal moves in words, numbered from 1, a line each.
///
/// ```
/// use tourne::show::play::moves::{Listed, listed};
/// use tourne::show::play::name::Name;
/// use tourne_solver::game::{Die, Rules};
///
/// let (you, computer) = (Name::you(), Name::thing("Computer"));
/// let plays = Rules::STANDARD.plays(Rules::STANDARD.position(&"04h/007".parse()?)?, Die::new(3));
/// let moves = Listed { plays: &plays, ranked: None, mover: &you, other: &computer };
/// assert_eq!(listed(&moves), "  1. 0/3    enter on 3\n  2. 4/7*   go from 4 to 7 and hit the computer's man\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
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

/// The value of a move, and what it gives away, in columns.
fn valued(ranked: &Ranked) -> String {
    let loss = if ranked.loss > 0.0 {
        numbers::minus(&loss(ranked.value.unit(), ranked.loss))
    } else {
        "best".to_owned()
    };
    format!("{:>7}  {loss:<17} ", numbers::value(rounded(ranked.value)))
}
