//! Board as text, laid out like a real board: the lanes of the players lie side by side, and point *n* of one lane
//! faces point *n* of the other.

use std::fmt::Write as _;

use tourne_solver::{Man, Point, Position, Side};

/// Draws a position. `X` is the player on roll, in the lower lane; `O` is the opponent. A man that was hit and must
/// enter is drawn as `x` or `o`.
///
/// ```
/// use tourne::facts::board;
/// use tourne_solver::Rules;
///
/// let position = Rules::STANDARD.position(&"04h/007".parse()?)?;
/// let lines = board::draw(position);
/// let lines: Vec<&str> = lines.lines().collect();
/// assert_eq!(lines[0], "      off    1   2   3   4   5   6   7   8   9  10  11    home  pips");
/// assert_eq!(lines[1], "  O   OO  |  .   .   .   .   .   .   O   .   .   .   .  |         29");
/// assert_eq!(lines[2], "  X   X   |  .   .   .   X   .   .   .   .   .   .   .  |  X      20");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw(position: Position) -> String {
    let mut text = String::from("      off ");
    for point in inner_points() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{:>4}", point.number());
    }
    text += "    home  pips\n";
    lane(&mut text, 'O', position.opponent());
    lane(&mut text, 'X', position.on_roll());
    text
}

/// Returns the points between the men off the board and those at home.
pub(crate) fn inner_points() -> impl Iterator<Item = Point> {
    Point::ALL.into_iter().filter(|point| !point.is_home())
}

fn lane(text: &mut String, man: char, side: Side) {
    let men = |place| men(man, side, place);
    let _ = write!(text, "  {man}   {:<3} |", off(man, side));
    for point in inner_points() {
        let men = men(Man::On(point));
        let shown = if men.is_empty() { "." } else { &men };
        let _ = write!(text, " {shown:^3}");
    }
    let _ = writeln!(text, " |  {:<4} {:>4}", men(Man::HOME), side.pips());
}

pub(crate) fn men(letter: char, side: Side, place: Man) -> String {
    letter.to_string().repeat(side.count(place))
}

/// Draws the men of a side off the board, those that must enter in small letters.
pub(crate) fn off(letter: char, side: Side) -> String {
    men(letter, side, Man::Off) + &men(letter.to_ascii_lowercase(), side, Man::Owing)
}
