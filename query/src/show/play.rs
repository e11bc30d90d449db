//! Texts at the table: the board with the names of the players, throws and moves in words.

use std::fmt::Write as _;

use anstyle::Style;
use tourne_solver::game::{Die, Man, Move, Play, Point, Roll, Side, Unit};
use tourne_solver::solution::Value;

use super::numbers;
use super::reasons::lines;
use crate::ask::answer::Ranked;
use crate::ask::judge::Measure;
use crate::facts::reasons::Reasons;

/// The name of a player at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name in records and beside the board, a single word.
    pub text: String,
    /// The name in sentences.
    spoken: String,
}

impl Name {
    /// The person who reads.
    #[must_use]
    pub fn you() -> Name {
        Name {
            text: "You".to_owned(),
            spoken: "you".to_owned(),
        }
    }

    /// A thing that plays, such as a computer.
    #[must_use]
    pub fn thing(name: &str) -> Name {
        Name {
            text: name.to_owned(),
            spoken: format!("the {}", name.to_lowercase()),
        }
    }

    /// Someone with a name.
    #[must_use]
    pub fn of(name: &str) -> Name {
        Name {
            text: name.to_owned(),
            spoken: name.to_owned(),
        }
    }

    /// Returns whether it is the person who reads.
    #[must_use]
    pub fn is_you(&self) -> bool {
        self.spoken == "you"
    }

    /// The name in a sentence.
    #[must_use]
    pub fn spoken(&self) -> &str {
        &self.spoken
    }

    /// The name with a verb: of the person who reads, or of someone else.
    ///
    /// ```
    /// use tourne_query::show::play::Name;
    ///
    /// assert_eq!(Name::you().does("throw", "throws"), "you throw");
    /// assert_eq!(Name::thing("Computer").does("throw", "throws"), "the computer throws");
    /// ```
    #[must_use]
    pub fn does(&self, you: &str, others: &str) -> String {
        let verb = if self.is_you() { you } else { others };
        format!("{} {verb}", self.spoken)
    }

    /// The owner of a thing.
    ///
    /// ```
    /// use tourne_query::show::play::Name;
    ///
    /// assert_eq!(Name::you().whose(), "your");
    /// assert_eq!(Name::of("X").whose(), "X's");
    /// ```
    #[must_use]
    pub fn whose(&self) -> String {
        if self.is_you() {
            "your".to_owned()
        } else {
            format!("{}'s", self.spoken)
        }
    }
}

/// The letters of the men of the two players.
pub const LETTERS: [char; 2] = ['X', 'O'];

/// A board to draw. Players are 0, below, with the men `X`, and 1, above, with the men `O`.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// The men of each player.
    pub sides: [Side; 2],
    /// Their names.
    pub names: &'a [Name; 2],
    /// The player on roll; `None` once the game is over.
    pub on_roll: Option<usize>,
    /// The point on which the last move ended, and whose man it was.
    pub last: Option<(usize, Point)>,
}

/// Width of a point if there is room, with the space before it.
const WIDE: usize = 4;
/// Width of a point on narrow terminals.
const NARROW: usize = 2;

/// Draws a board, no wider than `width` if it can be. The lanes face each other, with the numbers of the points between them.
///
/// ```
/// use tourne_query::show::play::{Board, Name, draw};
/// use tourne_solver::game::{Point, Rules};
///
/// let names = [Name::you(), Name::thing("Computer")];
/// let position = Rules::STANDARD.position(&"04h/007".parse()?)?;
/// let sides = [position.on_roll(), position.opponent()];
/// let board = Board { sides, names: &names, on_roll: None, last: Some((1, Point::new(7))) };
/// let drawn = draw(&board, 80);
/// let lines: Vec<&str> = drawn.lines().collect();
/// assert_eq!(lines[0], "  Computer (O)  OO    .   .   .   .   .   .  [O]  .   .   .   .            29");
/// assert_eq!(lines[1], "                off   1   2   3   4   5   6   7   8   9  10  11   home  to go");
/// assert!(draw(&board, 40).lines().all(|line| line.chars().count() <= 40));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn draw(board: &Board, width: usize) -> String {
    let titles = [1, 0].map(|player| title(board, player));
    let widest = titles.iter().map(|title| title.chars().count()).max();
    let margin = widest.unwrap_or(0);
    // Margin, men off, points, home, pips.
    let is_wide = width >= margin + 6 + 11 * WIDE + 6 + 7;
    let cell = if is_wide { WIDE } else { NARROW };
    let margin = if is_wide { margin } else { 3 };
    let points = points(margin, cell);
    let row = |player| row(board, player, margin, cell);
    let mut text = format!("{}{points}{}", row(1), row(0));
    if !is_wide {
        for player in [1, 0] {
            let pips = board.sides[player].pips();
            let _ = writeln!(text, "{}, {pips} to go", title(board, player).trim_start());
        }
    }
    text
}

/// The line between the lanes: the numbers of the points, which belong to both.
fn points(margin: usize, cell: usize) -> String {
    let mut text = format!("{:margin$}  off ", "");
    for point in inner_points() {
        let number = match cell {
            WIDE => point.number().to_string(),
            _ => Man::On(point).to_string(),
        };
        text += &centred(&number, cell);
    }
    text + if cell == WIDE {
        "  home  to go\n"
    } else {
        "  home\n"
    }
}

/// The lane of a player.
fn row(board: &Board, player: usize, margin: usize, cell: usize) -> String {
    let style = if board.on_roll == Some(player) {
        Style::new().bold()
    } else {
        Style::new()
    };
    let lane = lane(board, player, cell);
    let home = men(board, player, Man::HOME);
    let row = if cell == WIDE {
        let pips = board.sides[player].pips();
        let title = title(board, player);
        format!("{title:<margin$}  {lane}  {home:<4}  {pips:>5}")
    } else {
        format!(
            "{} {}  {lane}  {home}",
            arrow(board, player),
            LETTERS[player]
        )
    };
    format!("{style}{}{style:#}\n", row.trim_end())
}

fn arrow(board: &Board, player: usize) -> char {
    if board.on_roll == Some(player) {
        '>'
    } else {
        ' '
    }
}

fn title(board: &Board, player: usize) -> String {
    let name = &board.names[player].text;
    let letter = LETTERS[player];
    // A player who is named by the letter.
    if *name == letter.to_string() {
        return format!("{} {letter}", arrow(board, player));
    }
    format!("{} {name} ({letter})", arrow(board, player))
}

fn lane(board: &Board, player: usize, cell: usize) -> String {
    let owing = men(board, player, Man::Owing).to_lowercase();
    let mut text = format!("{:<4}", men(board, player, Man::Off) + &owing);
    for point in inner_points() {
        let men = men(board, player, Man::On(point));
        let shown = match &*men {
            "" => ".".to_owned(),
            one if one.len() == 1 && cell == WIDE && board.last == Some((player, point)) => {
                format!("[{one}]")
            }
            // Several men on a point, where there is room for one letter.
            many if many.len() > 1 && cell == NARROW => many.len().to_string(),
            many => many.to_owned(),
        };
        text += &centred(&shown, cell);
    }
    text
}

fn centred(text: &str, cell: usize) -> String {
    let width = cell - 1;
    format!(" {text:^width$}")
}

fn men(board: &Board, player: usize, place: Man) -> String {
    LETTERS[player]
        .to_string()
        .repeat(board.sides[player].count(place))
}

fn inner_points() -> impl Iterator<Item = Point> {
    Point::ALL.into_iter().filter(|point| !point.is_home())
}

/// A throw in words; the die that is played is marked.
///
/// ```
/// use tourne_query::show::play::throw;
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
/// use tourne_query::show::play::{Name, in_words};
///
/// let (you, computer) = (Name::you(), Name::thing("Computer"));
/// assert_eq!(in_words("0/3".parse()?, &you, &computer), "you enter on 3");
/// assert_eq!(in_words("4/7*".parse()?, &computer, &you), "the computer goes from 4 to 7 and hits your man");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn in_words(action: Move, mover: &Name, other: &Name) -> String {
    format!("{} {}", mover.spoken, deed(action, mover, other))
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
/// use tourne_query::show::play::can_play;
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
/// use tourne_query::show::play::{Listed, Name, listed};
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
        format!("-{}", loss(ranked.value.unit(), ranked.loss))
    } else {
        "best".to_owned()
    };
    format!("{:>7}  {loss:<17} ", numbers::value(rounded(ranked.value)))
}

/// Precision of values at the table: a tenth of a percent, or a thousandth of a point, is all that people can use.
const PRECISION: f64 = 2e-4;

/// A value with the digits that are shown at the table.
///
/// ```
/// use tourne_query::show::numbers::value;
/// use tourne_query::show::play::rounded;
/// use tourne_solver::game::Unit;
/// use tourne_solver::solution::Value;
///
/// let exact = Value::new(0.819_917_2, Unit::WinProbability, 1e-14);
/// assert_eq!(value(rounded(exact)), "82.0 %");
/// ```
#[must_use]
pub fn rounded(value: Value) -> Value {
    let bound = value.error_bound().max(PRECISION);
    Value::new(value.number(), value.unit(), bound)
}

/// A loss with the digits that are shown at the table.
///
/// ```
/// use tourne_query::show::play::loss;
/// use tourne_solver::game::Unit;
///
/// assert_eq!(loss(Unit::WinProbability, 0.104_607), "10.5 %");
/// ```
#[must_use]
pub fn loss(unit: Unit, loss: f64) -> String {
    numbers::loss_within(unit, loss, 2.0 * PRECISION)
}

/// Reasons whose values have the digits that are shown at the table.
#[must_use]
pub fn to_show(mut reasons: Vec<Reasons>) -> Vec<Reasons> {
    for reasons in &mut reasons {
        reasons.value = rounded(reasons.value);
    }
    reasons
}

/// Moves with their values and their reasons, best first.
///
/// ```
/// use tourne_query::ask::judge::Judge as _;
/// use tourne_query::facts::reasons::Explainer;
/// use tourne_query::show::play::explained_moves;
/// use tourne_query::solutions;
/// use tourne_solver::game::Die;
///
/// let solution = solutions::embedded();
/// let position = solution.rules().position(&"04h/007".parse()?)?;
/// let reasons = Explainer::new(solution)?.explain(solution, position, Die::new(3))?;
/// let text = explained_moves(&reasons, solution.measure());
/// assert!(text.starts_with("4/7*   81.9917 %, best\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn explained_moves(reasons: &[Reasons], measure: Measure) -> String {
    let mut text = String::new();
    for reasons in reasons {
        let verdict = match reasons.mistake {
            Some(kind) => {
                let loss = numbers::loss_of(reasons.value, reasons.loss);
                format!("gives away {loss}: {kind}")
            }
            None => "best".to_owned(),
        };
        let (action, value) = (reasons.action.to_string(), numbers::value(reasons.value));
        let _ = writeln!(text, "{action:<6} {value}, {verdict}");
        text += &indented(reasons, measure);
    }
    text
}

/// The reasons of a move, a line each.
#[must_use]
pub fn indented(reasons: &Reasons, measure: Measure) -> String {
    let mut text = String::new();
    for line in lines(reasons, measure) {
        let _ = writeln!(text, "    {line}");
    }
    text
}
