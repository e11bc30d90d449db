//! Units: what values are measured in, and how one player's value is the other's.

use std::fmt;

use super::{Rules, Stakes};

/// What a value is measured in; it follows from the stakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The probability that the player on roll wins, 0 to 1.
    WinProbability,
    /// The points that the player on roll can expect, -2 to 2.
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

    /// What a value of one player is to the other.
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

    /// The value of a position in which the player on roll expects so many points.
    #[must_use]
    pub fn from_points(self, points: f64) -> f64 {
        match self {
            // A win is +1 and a loss is -1.
            Unit::WinProbability => f64::midpoint(points, 1.0),
            Unit::Points => points,
        }
    }

    /// The points that the player on roll expects in a position of that value.
    #[must_use]
    pub fn to_points(self, value: f64) -> f64 {
        match self {
            Unit::WinProbability => 2.0 * value - 1.0,
            Unit::Points => value,
        }
    }

    /// How large a difference of values is, given in points.
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
