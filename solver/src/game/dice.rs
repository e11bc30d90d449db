//! Dice and throws.

use std::fmt;

use super::{Dice, Rules};

/// The face of a die, 1 to 6.
///
/// ```
/// use tourne_solver::Die;
///
/// assert_eq!(Die::ALL.map(Die::number), [1, 2, 3, 4, 5, 6]);
/// assert!(Die::try_from(7).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Die(u8);

/// Error: a number outside 1 to 6 was given for a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a die: a die shows 1 to 6")]
pub struct OutOfRangeDie(pub u8);

impl Die {
    /// The six faces in ascending order.
    pub const ALL: [Die; 6] = [Die(1), Die(2), Die(3), Die(4), Die(5), Die(6)];

    /// Makes a die from the number it shows.
    ///
    /// # Panics
    ///
    /// If the number is not 1 to 6; [`Die::try_from`] returns an error instead.
    pub const fn new(number: u8) -> Die {
        assert!(number >= 1 && number <= 6, "a die shows 1 to 6");
        Die(number)
    }

    /// Returns the number that the die shows, 1 to 6.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the index of the die in [`Die::ALL`], 0 to 5.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl TryFrom<u8> for Die {
    type Error = OutOfRangeDie;

    fn try_from(number: u8) -> Result<Die, OutOfRangeDie> {
        match number {
            1..=6 => Ok(Die(number)),
            _ => Err(OutOfRangeDie(number)),
        }
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A throw, given as both dice or as the die that is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Roll {
    /// Two dice, of which the lower is played.
    Both(Die, Die),
    /// Only the die that is played; the other die, if there is one, is not given.
    Played(Die),
}

/// Error: two dice were given under rules that are played with one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{one}{two} is two dice, but {rules} is played with one: give one number from 1 to 6",
    one = .0.number(), two = .1.number(), rules = .2
)]
pub struct OneDieOnly(pub Die, pub Die, pub Rules);

impl Rules {
    /// Returns the die of this throw that is played: the lower of two dice.
    ///
    /// # Errors
    ///
    /// [`OneDieOnly`] if two dice are given and the rules are played with one.
    ///
    /// ```
    /// use tourne_solver::{Die, Roll, Rules};
    ///
    /// let roll: Roll = "6-2".parse()?;
    /// assert_eq!(Rules::STANDARD.die_played(roll)?, Die::new(2));
    /// assert!(Rules::COURSE.die_played(roll).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn die_played(self, roll: Roll) -> Result<Die, OneDieOnly> {
        match (roll, self.dice) {
            (Roll::Played(die), _) => Ok(die),
            (Roll::Both(one, two), Dice::LowerOfTwo) => Ok(one.min(two)),
            (Roll::Both(one, two), Dice::One) => Err(OneDieOnly(one, two, self)),
        }
    }

    /// Returns the number of [`throws`](Rules::throws) with which `die` is played, 1 to 11.
    ///
    /// ```
    /// use tourne_solver::{Die, Rules};
    ///
    /// assert_eq!(Die::ALL.map(|die| Rules::STANDARD.chances(die)), [11, 9, 7, 5, 3, 1]);
    /// ```
    pub const fn chances(self, die: Die) -> u32 {
        match self.dice {
            // (7 - n)² throws have both dice at n or more, and (6 - n)² have both above n. The difference is 13 - 2 n.
            Dice::LowerOfTwo => 13 - 2 * die.number() as u32,
            Dice::One => 1,
        }
    }

    /// Returns the number of equally likely throws: 36 with two dice, 6 with one.
    pub const fn throws(self) -> u32 {
        match self.dice {
            Dice::LowerOfTwo => 36,
            Dice::One => 6,
        }
    }
}
