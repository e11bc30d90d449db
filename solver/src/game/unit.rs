//! Units of values, and conversion between them and between players.

use std::fmt;

use super::{Rules, Stakes};

/// Unit of a value, which depends on the [stakes](Stakes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Probability that the player wins, 0 to 1.
    WinProbability,
    /// Expected points of the player, -2 to 2.
    Points,
}

impl Unit {
    /// Returns the unit of values under these rules.
    pub fn of(rules: Rules) -> Unit {
        match rules.stakes {
            Stakes::Single => Unit::WinProbability,
            Stakes::DoubleWin => Unit::Points,
        }
    }

    /// Returns the opponent's value, given the player's value.
    ///
    /// ```
    /// use tourne_solver::Unit;
    ///
    /// assert_eq!(Unit::WinProbability.flip(0.75), 0.25);
    /// assert_eq!(Unit::Points.flip(0.75), -0.75);
    /// ```
    pub fn flip(self, value: f64) -> f64 {
        match self {
            Unit::WinProbability => 1.0 - value,
            Unit::Points => -value,
        }
    }

    /// Converts expected points into a value in this unit. For a win probability, every win must count 1 point and
    /// every loss -1.
    pub fn from_points(self, points: f64) -> f64 {
        match self {
            Unit::WinProbability => f64::midpoint(points, 1.0),
            Unit::Points => points,
        }
    }

    /// Converts a value in this unit into expected points. For a win probability, every win counts 1 point and every
    /// loss -1.
    pub fn to_points(self, value: f64) -> f64 {
        match self {
            Unit::WinProbability => 2.0 * value - 1.0,
            Unit::Points => value,
        }
    }

    /// Converts a difference of values in this unit, such as a loss, into a difference of expected points.
    pub fn points_of_difference(self, difference: f64) -> f64 {
        difference / self.difference(1.0)
    }

    /// Converts a difference of expected points into a difference of values in this unit.
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
