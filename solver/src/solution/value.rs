//! Values with the error bound that is proven for them.

use serde::{Serialize, Serializer};

use crate::game::Unit;

/// The value of a position or a move to one player, proven to within a bound. Values are those of the player on roll, or
/// of the player who moves; that of the opponent is [`flipped`](Value::flipped).
///
/// ```
/// use tourne_solver::game::Unit;
/// use tourne_solver::solution::Value;
///
/// let value = Value::new(0.75, Unit::WinProbability, 1e-14);
/// assert_eq!(value.flipped().number(), 0.25);
/// assert_eq!(value.points(), 0.5);
/// assert!(value.range().contains(&0.75));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    number: f64,
    unit: Unit,
    error_bound: f64,
}

impl Value {
    /// The value of this number in its unit, which is off by no more than the error bound.
    #[must_use]
    #[inline]
    pub const fn new(number: f64, unit: Unit, error_bound: f64) -> Value {
        Value {
            number,
            unit,
            error_bound,
        }
    }

    /// The number, in its [`unit`](Value::unit).
    #[must_use]
    #[inline]
    pub const fn number(self) -> f64 {
        self.number
    }

    /// The unit of the number.
    #[must_use]
    pub const fn unit(self) -> Unit {
        self.unit
    }

    /// Maximum error of the number.
    #[must_use]
    pub const fn error_bound(self) -> f64 {
        self.error_bound
    }

    /// The range in which the true number lies.
    #[must_use]
    pub fn range(self) -> std::ops::RangeInclusive<f64> {
        self.number - self.error_bound..=self.number + self.error_bound
    }

    /// The expected points of the player.
    #[must_use]
    #[inline]
    pub fn points(self) -> f64 {
        self.unit.to_points(self.number)
    }

    /// The value to the opponent.
    #[must_use]
    #[inline]
    pub fn flipped(self) -> Value {
        Value {
            number: self.unit.flip(self.number),
            ..self
        }
    }
}

impl Serialize for Value {
    /// The number alone.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.number)
    }
}
