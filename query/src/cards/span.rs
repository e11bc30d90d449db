//! Ranges of numbers, as cards write them: `7`, `10 or 11`, `3 to 5`, `7 or more`, `4 or less`.

use std::fmt;

/// Range of numbers, both ends included.
///
/// ```
/// use tourne::cards::Span;
///
/// assert_eq!(Span::new(7, Span::MOST).to_string(), "7 or more");
/// assert!(Span::new(10, 11).contains(11));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    least: u8,
    most: u8,
}

impl Span {
    /// Largest number in a range, also the end of an open range such as `7 or more`. No number in a position reaches
    /// this limit: a side has at most 36 pips to go.
    pub const MOST: u8 = 99;

    /// Creates the range from `least` to `most`.
    ///
    /// # Panics
    ///
    /// If `least` is greater than `most`, or if `most` is greater than [`Span::MOST`].
    pub const fn new(least: u8, most: u8) -> Span {
        assert!(
            least <= most && most <= Span::MOST,
            "a range must ascend, up to 99 at most"
        );
        Span { least, most }
    }

    /// Returns whether a number is in the range.
    pub const fn contains(self, number: u8) -> bool {
        self.least <= number && number <= self.most
    }

    /// Returns the range as a number of men, such as "1 man" or "at least 2 men".
    pub(super) fn men(self) -> String {
        self.of("man", "men")
    }

    /// Returns the range as a number of pips, such as "at least 5 pips".
    pub(super) fn pips(self) -> String {
        self.of("pip", "pips")
    }

    fn of(self, one: &str, many: &str) -> String {
        let Span { least, most } = self;
        let things = |number: u8| if number == 1 { one } else { many };
        match (least, most) {
            (_, Span::MOST) => format!("at least {least} {}", things(least)),
            (0, 1..) => format!("at most {most} {}", things(most)),
            _ => format!("{self} {}", things(most)),
        }
    }

    /// Returns the range as points, such as "home", "10 or 11" or "a point from 3 to 8".
    pub(super) fn points(self) -> String {
        let Span { least, most } = self;
        match (least, most) {
            (0, 0) => "0".to_owned(),
            (12, _) => "home".to_owned(),
            (_, Span::MOST) => format!("{least} or above"),
            (0, _) => format!("{most} or below"),
            _ if least + 1 < most => format!("a point from {least} to {most}"),
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Span { least, most } = *self;
        match (least, most) {
            _ if least == most => write!(f, "{least}"),
            (_, Span::MOST) => write!(f, "{least} or more"),
            (0, _) => write!(f, "{most} or less"),
            _ if least + 1 == most => write!(f, "{least} or {most}"),
            _ => write!(f, "{least} to {most}"),
        }
    }
}
