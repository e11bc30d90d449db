//! Legal positions, from the view of the player on roll.

use std::fmt;

use super::Side;

/// A legal position, from the view of the player on roll.
///
/// A position comes from [`Rules::position`](super::Rules::position), [`Rules::start`](super::Rules::start),
/// [`Index::positions`](super::Index::positions), a move, or [`flipped`](Position::flipped). It is legal under the rules
/// from which it comes, but does not store them. After a winning move, the game is [over](Position::is_over) and the
/// loser is on roll; only the flip of such a position is not legal.
///
/// ```
/// use tourne_solver::{Position, Rules};
///
/// let start = Rules::STANDARD.start();
/// assert_eq!(start.to_string(), "000/000");
/// assert!(!start.is_over());
/// assert_eq!(start.pips(), 72);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    on_roll: Side,
    opponent: Side,
}

impl Position {
    pub(crate) const fn new(on_roll: Side, opponent: Side) -> Position {
        Position { on_roll, opponent }
    }

    /// Returns the side of the player on roll.
    pub const fn on_roll(self) -> Side {
        self.on_roll
    }

    /// Returns the side of the opponent.
    pub const fn opponent(self) -> Side {
        self.opponent
    }

    /// Returns the position with the same men and the other player on roll, as after a pass: `007/04h` for `04h/007`.
    #[must_use]
    pub const fn flipped(self) -> Position {
        Position::new(self.opponent, self.on_roll)
    }

    /// Returns `true` if the game is over: the opponent of the player on roll has all men home.
    pub const fn is_over(self) -> bool {
        self.opponent.is_finished()
    }

    /// Returns the number of points that the men of both sides still have to move, 72 at the start.
    pub fn pips(self) -> u8 {
        self.on_roll.pips() + self.opponent.pips()
    }

    /// Returns `true` if no two men of these sides face each other on a point 1 to 11.
    pub(super) const fn nobody_faces(on_roll: Side, opponent: Side) -> bool {
        on_roll.exposed() & opponent.exposed() == 0
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
