//! Parser of a typed move: the move itself, the point of the man, the point to which it goes, or the number in the list of
//! moves.

use tourne_solver::{Die, Man, Move, Play, Point, Position, Rules, shortened};

use crate::policy::Cause;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    #[error(
        "\"{0}\" is neither a move nor a command: type a move such as {1}, the place of the man, where it goes, its number in the list, or help"
    )]
    Unknown(String, Move),
    #[error("no man of yours stands on {number} or can go there, and the list has {moves} moves")]
    NoSuchNumber { number: u8, moves: usize },
    #[error("{number} can be {}: type {}", .readings.join(", or "), .moves.join(" or "))]
    Ambiguous {
        number: u8,
        /// Meanings of the number, and the move of each.
        readings: Vec<String>,
        moves: Vec<String>,
    },
    #[error("{}", why_not(*.cause, *.from, *.die, *.to))]
    NotLegal {
        cause: Cause,
        from: Option<Point>,
        die: Die,
        to: Option<Point>,
    },
}

fn why_not(cause: Cause, from: Option<Point>, die: Die, to: Option<Point>) -> String {
    let place = place(from);
    match cause {
        Cause::Pass | Cause::NoMove => "you may not pass: a man can move, so it must".to_owned(),
        Cause::NoMan => format!("you have no man {place}"),
        Cause::Obstacle(obstacle) => {
            format!("the man {place} cannot move with a {die}: {obstacle}")
        }
        Cause::Elsewhere => {
            let reached = from.map_or(Some(Point::entered_with(die)), |point| point.forward(die));
            let [goes, wanted] = [reached, to].map(number);
            format!("with a {die} the man {place} goes to {goes}, not to {wanted}")
        }
    }
}

pub(super) fn place(from: Option<Point>) -> String {
    match from {
        None => "off the board".to_owned(),
        Some(point) => format!("on {}", point.number()),
    }
}

fn number(point: Option<Point>) -> String {
    match point {
        None => "off".to_owned(),
        Some(point) if point.is_home() => "home".to_owned(),
        Some(point) => point.number().to_string(),
    }
}

/// Finds the play that was typed: a move such as `4/7`, the point of the man such as `4`, the point to which it goes such
/// as `7`, or a number in the list of legal moves such as `2` or `#2`. `plays` is that list, numbered from 1. A plain
/// number is an error if it can name several moves.
pub fn choose(
    text: &str,
    rules: Rules,
    position: Position,
    die: Die,
    plays: &[Play],
) -> Result<Play, ChoiceError> {
    let text = text.trim();
    let not_legal = |cause, from, to| ChoiceError::NotLegal {
        cause,
        from,
        die,
        to,
    };
    let moves = plays.len();
    let no_such = |number| ChoiceError::NoSuchNumber { number, moves };
    let listed = |number: &str| {
        let number: usize = number.parse().ok()?;
        plays.get(number.checked_sub(1)?).copied()
    };
    if let Some(play) = text.strip_prefix('#').and_then(listed) {
        return Ok(play);
    }
    // Accept 4-7 and 4 7 for 4/7.
    let words = text.replace('-', " ");
    let joined = words.split_whitespace().collect::<Vec<_>>().join("/");
    if let Ok(action) = text.parse::<Move>().or_else(|_| joined.parse()) {
        let play = plays.iter().find(|play| play.action == action);
        let (from, to) = match action {
            Move::Pass => (None, None),
            Move::Man { from, to, .. } => (from, to),
        };
        let why_not = || not_legal(Cause::of(rules, position, die, action), from, to);
        return play.copied().ok_or_else(why_not);
    }
    let Some(man) = man(text) else {
        let example = plays.first().map_or(Move::Pass, |play| play.action);
        let unknown = |_| ChoiceError::Unknown(shortened(text), example);
        return Err(text.parse().map_or_else(unknown, no_such));
    };
    let from = point(man);
    let named = |is_named: &dyn Fn(Option<Point>, Option<Point>) -> bool| {
        let mut plays = plays.iter().copied();
        plays.find(|play| matches!(play.action, Move::Man { from, to, .. } if is_named(from, to)))
    };
    let number = from.map_or(0, Point::number);
    let mut readings: Vec<(String, Play)> = Vec::new();
    for (reading, play) in [
        (
            format!("the man on {number}"),
            named(&|start, _| start == from),
        ),
        (
            format!("the move to {number}"),
            named(&|_, to| from.is_some() && to == from),
        ),
        (format!("number {number} of the list"), listed(text)),
    ] {
        let is_new = |play: &Play| readings.iter().all(|(_, other)| other != play);
        if let Some(play) = play.filter(is_new) {
            readings.push((reading, play));
        }
    }
    match readings[..] {
        [(_, play)] => Ok(play),
        [_, _, ..] => {
            let named = readings.into_iter();
            let named = named.map(|(reading, play)| (reading, play.action.to_string()));
            let (readings, moves) = named.unzip();
            Err(ChoiceError::Ambiguous {
                number,
                readings,
                moves,
            })
        }
        [] if position.on_roll().count(man) == 0 && text.parse::<u8>().is_ok_and(|it| it > 0) => {
            Err(no_such(number))
        }
        [] => {
            // The man cannot move, so `Cause::of_man` returns the reason.
            let cause = Cause::of_man(rules, position, die, from).unwrap_or(Cause::NoMan);
            Err(not_legal(cause, from, None))
        }
    }
}

fn man(text: &str) -> Option<Man> {
    let lower = text.to_lowercase();
    match &*lower {
        "off" | "bar" => Some(Man::Off),
        "home" => Some(Man::HOME),
        // Do not read X as a man that must enter: at the table it is the letter of a player.
        other => other.parse().ok().filter(|&man| man != Man::Owing),
    }
}

pub(super) fn point(man: Man) -> Option<Point> {
    match man {
        Man::On(point) => Some(point),
        Man::Off | Man::Owing => None,
    }
}
