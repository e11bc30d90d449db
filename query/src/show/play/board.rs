//! Board with the names of the players.

use anstyle::Style;
use tourne_solver::terminal::{padded, width as columns_of};
use tourne_solver::{Man, Point, Side};

use super::name::Name;
use crate::facts::board::{inner_points, men, off};

const LETTERS: [char; 2] = ['X', 'O'];

/// Board to draw. Player 0 is below, with the men `X`; player 1 is above, with the men `O`.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    pub sides: [Side; 2],
    pub names: &'a [Name; 2],
    /// Player on roll, 0 or 1; `None` once the game is over.
    pub on_roll: Option<usize>,
    /// Player who made the last move, and the point on which it ended.
    pub last: Option<(usize, Point)>,
}

/// Width of a point on wide terminals, in columns, including the space before it.
const WIDE: usize = 4;
/// Width of a point on narrow terminals, in columns; points 10 and 11 take one column more.
const NARROW: usize = 2;

/// Draws a board, if possible at most `width` columns wide. The point numbers stand between the two lanes.
pub fn draw(board: &Board, width: usize) -> String {
    let titles = [1, 0].map(|player| title(board, player));
    let widths = titles.iter().map(|title| columns_of(title));
    let widest = widths.max().unwrap_or(0);
    // The summands are the columns of the margin, the men off, the points, the men home, and the pips.
    let is_wide = width >= widest + 6 + 11 * WIDE + 6 + 7;
    let cell = if is_wide { WIDE } else { NARROW };
    let margin = if is_wide { widest } else { 3 };
    let points = points(margin, cell);
    let row = |player| row(board, player, margin, cell);
    let mut text = format!("{}{points}{}", row(1), row(0));
    if !is_wide {
        for player in [1, 0] {
            let pips = board.sides[player].pips();
            let title = title(board, player);
            text += &format!("{}, {pips} to go\n", title.trim_start());
        }
    }
    text
}

fn points(margin: usize, cell: usize) -> String {
    let mut text = format!("{:margin$}  off ", "");
    for point in inner_points() {
        text += &centred(point, &point.number().to_string(), cell);
    }
    text + if cell == WIDE {
        "  home  to go\n"
    } else {
        "  home\n"
    }
}

fn row(board: &Board, player: usize, margin: usize, cell: usize) -> String {
    let style = match board.on_roll {
        Some(on_roll) if on_roll == player => Style::new().bold(),
        _ => Style::new(),
    };
    let lane = lane(board, player, cell);
    let home = men(LETTERS[player], board.sides[player], Man::HOME);
    let row = if cell == WIDE {
        let pips = board.sides[player].pips();
        let title = title(board, player);
        format!("{}  {lane}  {home:<4}  {pips:>5}", padded(&title, margin))
    } else {
        let (arrow, letter) = (arrow(board, player), LETTERS[player]);
        format!("{arrow} {letter}  {lane}  {home}")
    };
    format!("{style}{}{style:#}\n", row.trim_end())
}

fn arrow(board: &Board, player: usize) -> char {
    match board.on_roll {
        Some(on_roll) if on_roll == player => '>',
        _ => ' ',
    }
}

fn title(board: &Board, player: usize) -> String {
    let name = &board.names[player].text;
    let letter = LETTERS[player];
    let arrow = arrow(board, player);
    // Do not print the letter twice if it is also the player's name.
    if *name == letter.to_string() {
        return format!("{arrow} {letter}");
    }
    format!("{arrow} {name} ({letter})")
}

fn lane(board: &Board, player: usize, cell: usize) -> String {
    let (letter, side) = (LETTERS[player], board.sides[player]);
    let mut text = format!("{:<4}", off(letter, side));
    for point in inner_points() {
        let men = men(letter, side, Man::On(point));
        let shown = match &*men {
            "" => ".".to_owned(),
            one if one.len() == 1 && cell == WIDE && board.last == Some((player, point)) => {
                format!("[{one}]")
            }
            // There is room for one character only, so print the number of men.
            many if many.len() > 1 && cell == NARROW => many.len().to_string(),
            many => many.to_owned(),
        };
        text += &centred(point, &shown, cell);
    }
    text
}

/// Centres a text in the cell of a point. The cell is at least as wide as the number of the point.
fn centred(point: Point, text: &str, cell: usize) -> String {
    let width = (cell - 1).max(point.number().to_string().len());
    format!(" {text:^width$}")
}
