//! The twelve points of a lane.

use std::num::NonZeroU8;

use super::Die;

/// A point of a lane, 1 to 12, numbered in the direction of play: a man enters on point 1 with a 1, and point 12 is
/// home. Point *n* faces point *n* of the other lane.
///
/// ```
/// use tourne_solver::{Die, Point};
///
/// assert_eq!(Point::new(8).forward(Die::new(4)), Some(Point::HOME));
/// assert_eq!(Point::new(9).forward(Die::new(4)), None);
/// assert!(Point::try_from(13).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(NonZeroU8);

/// Error: a number outside 1 to 12 was given for a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a point: points are 1 to 12")]
pub struct OutOfRangePoint(pub u8);

impl Point {
    /// The home point, 12.
    pub const HOME: Point = Point::new(12);

    /// All points, ascending.
    pub const ALL: [Point; 12] = {
        let mut all = [Point::HOME; 12];
        let mut number = 1;
        while number <= 12 {
            all[number as usize - 1] = Point::new(number);
            number += 1;
        }
        all
    };

    /// Makes a point from its number.
    ///
    /// # Panics
    ///
    /// If the number is not 1 to 12; [`Point::try_from`] returns an error instead.
    pub const fn new(number: u8) -> Point {
        assert!(number >= 1 && number <= 12, "points are 1 to 12");
        match NonZeroU8::new(number) {
            Some(number) => Point(number),
            None => unreachable!(),
        }
    }

    /// Returns the number of the point, 1 to 12.
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// Returns `true` for point 12, where men cannot be hit and any number of men may stand.
    pub const fn is_home(self) -> bool {
        self.number() == 12
    }

    /// Returns the point on which a man enters with this die.
    pub const fn entered_with(die: Die) -> Point {
        Point::new(die.number())
    }

    /// Returns the point that a man reaches from this point with this die; `None` if the man would go beyond home.
    pub const fn forward(self, die: Die) -> Option<Point> {
        let number = self.number() + die.number();
        if number <= 12 {
            Some(Point::new(number))
        } else {
            None
        }
    }
}

impl TryFrom<u8> for Point {
    type Error = OutOfRangePoint;

    fn try_from(number: u8) -> Result<Point, OutOfRangePoint> {
        match number {
            1..=12 => Ok(Point::new(number)),
            _ => Err(OutOfRangePoint(number)),
        }
    }
}
