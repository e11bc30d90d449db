//! Values with their proven error bounds.

use serde::{Serialize, Serializer};

use crate::game::Unit;

/// Value of a position to the player on roll, or of a move to the player who makes it, with its proven error bound.
/// [`flipped`](Value::flipped) is the value to the opponent.
///
/// ```
/// use tourne_solver::{Unit, Value};
///
/// let value = Value::new(0.75, Unit::WinProbability, 1e-14);
/// assert_eq!(value.flipped().number(), 0.25);
/// assert_eq!(value.points(), 0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    number: f64,
    unit: Unit,
    error_bound: f64,
}

impl Value {
    /// Makes a value from a number that differs from the true value by at most the error bound.
    #[inline]
    pub const fn new(number: f64, unit: Unit, error_bound: f64) -> Value {
        Value {
            number,
            unit,
            error_bound,
        }
    }

    /// Returns the value as a number, in its [`unit`](Value::unit).
    #[inline]
    pub const fn number(self) -> f64 {
        self.number
    }

    /// Returns the unit of the number and of the error bound.
    pub const fn unit(self) -> Unit {
        self.unit
    }

    /// Returns the maximum difference between the number and the true value.
    pub const fn error_bound(self) -> f64 {
        self.error_bound
    }

    /// Returns the value in expected points: a win counts 1 point, or 2 points if it is double, and a loss -1 or -2.
    #[inline]
    pub fn points(self) -> f64 {
        self.unit.to_points(self.number)
    }

    /// Returns the value to the opponent.
    #[inline]
    #[must_use]
    pub fn flipped(self) -> Value {
        Value {
            number: self.unit.flip(self.number),
            ..self
        }
    }
}

impl Serialize for Value {
    /// Serializes the number without unit and error bound.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.number)
    }
}
