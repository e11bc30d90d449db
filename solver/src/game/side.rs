//! The three men of one side.

use std::fmt;

use super::Point;

/// Place of one man. Places are ordered as in the notation: off, off with a duty to enter, then the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Man {
    /// Off the board, with no duty to enter.
    Off,
    /// Off the board after a hit, and obliged to enter (only if
    /// [`Rules::has_entry_duty`](super::Rules::has_entry_duty)).
    Owing,
    /// On a point, which may be [`Point::HOME`].
    On(Point),
}

impl Man {
    /// Place of a man that is home.
    pub const HOME: Man = Man::On(Point::HOME);

    /// Returns all 14 places of a man, in the order of the notation.
    ///
    /// ```
    /// use tourne_solver::Man;
    ///
    /// assert_eq!(Man::all().map(|man| man.to_string()).collect::<String>(), "0x123456789abh");
    /// ```
    pub fn all() -> impl Iterator<Item = Man> + Clone {
        [Man::Off, Man::Owing]
            .into_iter()
            .chain(Point::ALL.map(Man::On))
    }

    /// Returns the number of points that the man still has to move: 12 if it is off, 0 if it is home.
    pub const fn pips(self) -> u8 {
        match self {
            Man::Off | Man::Owing => 12,
            Man::On(point) => 12 - point.number(),
        }
    }

    /// Returns the point of a man on points 1 to 11, where it can be hit and can block men of its own side; `None` if
    /// the man is off or home.
    pub const fn exposed_on(self) -> Option<Point> {
        match self {
            Man::On(point) if !point.is_home() => Some(point),
            _ => None,
        }
    }

    /// Returns the index of the place in [`Man::all`], 0 to 13.
    pub(super) const fn code(self) -> u16 {
        match self {
            Man::Off => 0,
            Man::Owing => 1,
            Man::On(point) => 1 + point.number() as u16,
        }
    }

    /// Returns the place with this index in [`Man::all`].
    pub(super) const fn from_code(code: u16) -> Man {
        match code {
            0 => Man::Off,
            1 => Man::Owing,
            _ => Man::On(Point::new(code as u8 - 1)),
        }
    }
}

/// The three men of one side, sorted in the order of the notation. Men have no identity: two sides are equal if their
/// men are in the same places.
///
/// ```
/// use tourne_solver::{Man, Point, Side};
///
/// let side = Side::new([Man::HOME, Man::Off, Man::On(Point::new(4))]);
/// assert_eq!(side.to_string(), "04h");
/// assert_eq!(side.pips(), 12 + 8 + 0);
/// assert_eq!(side.home(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(
    // Four bits for each man, with the first man in the highest bits. So integers sort in the order of the notation.
    u16,
);

impl Side {
    /// All men off, as at the start.
    pub const START: Side = Side(0);

    /// All men home: the side has won.
    pub const FINISHED: Side = Side(0xddd);

    /// Length of tables with an entry for each side: 1 more than the greatest result of [`packed`](Side::packed).
    pub(crate) const PACKED_END: usize = 0xddd + 1;

    /// Makes a side from its men in any order.
    pub fn new(men: [Man; 3]) -> Side {
        Side::from_codes(men.map(Man::code))
    }

    /// Returns every side that can be written down, whether or not any rules allow it.
    pub(super) fn all() -> impl Iterator<Item = Side> {
        (0..=0xd_u16).flat_map(|first| {
            (first..=0xd).flat_map(move |second| {
                (second..=0xd).map(move |third| Side(first << 8 | second << 4 | third))
            })
        })
    }

    fn from_codes([a, b, c]: [u16; 3]) -> Side {
        let (low, high) = (a.min(b), a.max(b));
        Side(low.min(c) << 8 | low.max(high.min(c)) << 4 | high.max(c))
    }

    pub(super) fn codes(self) -> [u16; 3] {
        [self.0 >> 8, self.0 >> 4 & 15, self.0 & 15]
    }

    /// Returns the side after its man with index `at` (0 to 2) went to `place`.
    pub(super) fn moved(self, at: usize, place: Man) -> Side {
        let mut codes = self.codes();
        codes[at] = place.code();
        Side::from_codes(codes)
    }

    /// Returns the side after all its men on `place` were sent to `off`.
    pub(super) fn hit_on(self, place: Man, off: Man) -> Side {
        let (place, off) = (place.code(), off.code());
        Side::from_codes(
            self.codes()
                .map(|code| if code == place { off } else { code }),
        )
    }

    /// Returns the three men, in the order of the notation.
    #[inline]
    pub const fn men(self) -> [Man; 3] {
        [
            Man::from_code(self.0 >> 8),
            Man::from_code(self.0 >> 4 & 15),
            Man::from_code(self.0 & 15),
        ]
    }

    /// Returns the points 1 to 11 that hold a man, as bits: bit *n* for point *n*.
    pub(super) const fn exposed(self) -> u16 {
        // The code of a man on a point is 1 + the point. The mask drops the men that are home or off the board.
        let bits = 1 << (self.0 >> 8) | 1 << (self.0 >> 4 & 15) | 1 << (self.0 & 15);
        (bits >> 1) & 0b1111_1111_1110
    }

    /// Returns the number of men at home, 0 to 3.
    pub fn home(self) -> usize {
        let codes = self.codes().into_iter();
        codes.filter(|&code| code == Man::HOME.code()).count()
    }

    /// Returns `true` if no man is home. A win of the opponent then counts two points under
    /// [`Stakes::DoubleWin`](super::Stakes::DoubleWin).
    pub fn has_none_home(self) -> bool {
        self.home() == 0
    }

    /// Returns the number of men in this place, 0 to 3.
    pub fn count(self, place: Man) -> usize {
        self.men().iter().filter(|&&man| man == place).count()
    }

    /// Returns the number of points that the three men still have to move: 36 at the start, 0 at the end.
    pub fn pips(self) -> u8 {
        // The code of a man is 1 + its point, and 0 or 1 off the board.
        let gone = self.codes().map(|code| code.saturating_sub(1));
        36 - gone.iter().sum::<u16>() as u8
    }

    /// Returns `true` if all three men are home.
    pub const fn is_finished(self) -> bool {
        self.0 == Side::FINISHED.0
    }

    /// Returns the index of the side in tables, less than [`Side::PACKED_END`]. Not every index belongs to a side.
    pub(crate) const fn packed(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
