//! Units of values, and the conversion of one player's value to the other's.

use std::fmt;

use super::{Rules, Stakes};

/// Unit of a value; it follows from the stakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The probability that the player on roll wins, 0 to 1.
    WinProbability,
    /// The expected points of the player on roll, -2 to 2.
    Points,
}

impl Unit {
    /// The unit of a rule set.
    #[must_use]
    pub fn of(rules: Rules) -> Unit {
        match rules.stakes {
            Stakes::Single => Unit::WinProbability,
            Stakes::DoubleWin => Unit::Points,
        }
    }

    /// Value to the opponent of a position with this value to the player.
    ///
    /// ```
    /// use tourne_solver::game::Unit;
    ///
    /// assert_eq!(Unit::WinProbability.flip(0.75), 0.25);
    /// assert_eq!(Unit::Points.flip(0.75), -0.75);
    /// ```
    #[must_use]
    pub fn flip(self, value: f64) -> f64 {
        match self {
            Unit::WinProbability => 1.0 - value,
            Unit::Points => -value,
        }
    }

    /// Value in this unit of a position with these expected points.
    #[must_use]
    pub fn from_points(self, points: f64) -> f64 {
        match self {
            // A win is +1 and a loss is -1.
            Unit::WinProbability => f64::midpoint(points, 1.0),
            Unit::Points => points,
        }
    }

    /// Expected points of the player on roll in a position with this value.
    #[must_use]
    pub fn to_points(self, value: f64) -> f64 {
        match self {
            Unit::WinProbability => 2.0 * value - 1.0,
            Unit::Points => value,
        }
    }

    /// Difference of two values in this unit, from their difference in points.
    #[must_use]
    pub fn difference(self, points: f64) -> f64 {
        match self {
            Unit::WinProbability => points / 2.0,
            Unit::Points => points,
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::WinProbability => "win probability",
            Unit::Points => "points",
        })
    }
}
