//! Parser of a typed move: the move itself, the point of the man, or the number in the list of moves.

use tourne_solver::{Die, Man, Move, Play, Point, Position, Rules, shortened};

use tourne_query::policy::Cause;

/// Reason why a typed move is rejected: it cannot be parsed, or it is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    #[error(
        "\"{0}\" is neither a move nor a command: type a move such as {1}, the place of the man, its number in the list, or help"
    )]
    Unknown(String, Move),
    #[error("no man of yours stands on {number}, and the list has {moves} moves")]
    NoSuchNumber { number: u8, moves: usize },
    #[error(
        "{number} can be the man on {number}, or number {number} of the list: type {by_man} or {by_list}"
    )]
    Ambiguous {
        number: u8,
        by_man: Move,
        by_list: Move,
    },
    #[error("{}", why_not(*.cause, *.from, *.die, *.to))]
    NotLegal {
        cause: Cause,
        from: Option<Point>,
        die: Die,
        to: Option<Point>,
    },
}

/// Says why the man at `from` cannot move to `to` with a die.
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

fn place(from: Option<Point>) -> String {
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

/// Finds the play that was typed: a move such as `4/7`, the point of the man such as `4`, or a number in the list of
/// legal moves such as `2` or `#2`. `plays` is that list, numbered from 1. A plain number is an error if it names one
/// move as a point and another in the list.
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
    let of_man = |from: Option<Point>| {
        let mut of_man = plays.iter().copied();
        of_man.find(|play| matches!(play.action, Move::Man { from: other, .. } if other == from))
    };
    let Some(man) = man(text) else {
        let example = plays.first().map_or(Move::Pass, |play| play.action);
        let unknown = |_| ChoiceError::Unknown(shortened(text), example);
        return Err(text.parse().map_or_else(unknown, no_such));
    };
    let from = point(man);
    match (of_man(from), listed(text)) {
        (Some(by_man), Some(by_list)) if by_man != by_list => Err(ChoiceError::Ambiguous {
            number: from.map_or(0, Point::number),
            by_man: by_man.action,
            by_list: by_list.action,
        }),
        (Some(play), _) | (None, Some(play)) => Ok(play),
        (None, None)
            if position.on_roll().count(man) == 0 && text.parse::<u8>().is_ok_and(|it| it > 0) =>
        {
            Err(no_such(from.map_or(0, Point::number)))
        }
        (None, None) => {
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

/// Returns the point of a man, or `None` if the man is off the board.
pub(super) fn point(man: Man) -> Option<Point> {
    match man {
        Man::On(point) => Some(point),
        Man::Off | Man::Owing => None,
    }
}
