//! Kinds of mistakes: how a wrong move differs from the best one.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use tourne_solver::game::{Move, shortened};

/// Kind of a mistake, by comparison with the best move. Of several kinds that fit, the first in
/// this order is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The best move hits, and this one does not.
    MissedHit,
    /// This move hits, and the best one does not.
    NeedlessHit,
    /// Both hit, with different men.
    OtherHit,
    /// This move sends its own man back off the board, and the best one does not, or another.
    SentOff,
    /// The best move enters a man, and this one does not.
    LateEntry,
    /// This move enters a man, and the best one does not.
    EarlyEntry,
    /// This move leaves the opponent more throws that can hit.
    Exposed,
    /// This move leaves the opponent fewer throws that can hit.
    TooCautious,
    /// Neither hits nor enters, and as many throws can hit after both: the wrong man, too early or too
    /// late in the order in which men should come home.
    Order,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 9] = [
        Kind::MissedHit,
        Kind::NeedlessHit,
        Kind::OtherHit,
        Kind::SentOff,
        Kind::LateEntry,
        Kind::EarlyEntry,
        Kind::Exposed,
        Kind::TooCautious,
        Kind::Order,
    ];

    /// The kind of the mistake of playing one move instead of another, which is best. `hit_by` gives the
    /// numbers of throws with which the opponent can hit, after the move played and after the best one; it is asked only
    /// if the moves themselves do not decide.
    ///
    /// ```
    /// use tourne_query::grading::mistake_kind::Kind;
    ///
    /// let kind = |played: &str, best: &str, hit_by| -> Result<Kind, tourne_solver::game::ParseMoveError> {
    ///     Ok(Kind::of(played.parse()?, best.parse()?, || hit_by))
    /// };
    /// assert_eq!(kind("0/3", "4/7*", (12, 0))?, Kind::MissedHit);
    /// assert_eq!(kind("1/4", "6/9", (18, 9))?, Kind::Exposed);
    /// assert_eq!(kind("1/4", "6/9", (9, 9))?, Kind::Order);
    /// # Ok::<(), tourne_solver::game::ParseMoveError>(())
    /// ```
    #[must_use]
    pub fn of(played: Move, best: Move, hit_by: impl FnOnce() -> (u32, u32)) -> Kind {
        let hits = |action| matches!(action, Move::Man { hit: true, .. });
        let enters = |action| matches!(action, Move::Man { from: None, .. });
        let sends_off = |action| matches!(action, Move::Man { to: None, .. });
        match (hits(played), hits(best)) {
            (false, true) => return Kind::MissedHit,
            (true, false) => return Kind::NeedlessHit,
            (true, true) => return Kind::OtherHit,
            (false, false) => (),
        }
        if sends_off(played) {
            return Kind::SentOff;
        }
        match (enters(played), enters(best)) {
            (false, true) => return Kind::LateEntry,
            (true, false) => return Kind::EarlyEntry,
            _ => (),
        }
        let (after_played, after_best) = hit_by();
        match after_played.cmp(&after_best) {
            Ordering::Greater => Kind::Exposed,
            Ordering::Less => Kind::TooCautious,
            Ordering::Equal => Kind::Order,
        }
    }
}

/// Error of an unknown kind of mistake.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown kind of mistake \"{text}\": use {}", Kind::ALL.map(Kind::hyphened).join(", "))]
pub struct ParseKindError {
    text: String,
}

impl Kind {
    /// The name as one word.
    fn hyphened(self) -> String {
        self.to_string().replace(' ', "-")
    }
}

impl FromStr for Kind {
    type Err = ParseKindError;

    /// Reads a name as one word.
    ///
    /// ```
    /// use tourne_query::grading::mistake_kind::Kind;
    ///
    /// assert_eq!("missed-hit".parse(), Ok(Kind::MissedHit));
    /// assert!("hit".parse::<Kind>().unwrap_err().to_string().contains("needless-hit"));
    /// ```
    fn from_str(text: &str) -> Result<Kind, ParseKindError> {
        let found = Kind::ALL.into_iter().find(|kind| kind.hyphened() == text);
        found.ok_or_else(|| ParseKindError {
            text: shortened(text),
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::MissedHit => "missed hit",
            Kind::NeedlessHit => "needless hit",
            Kind::OtherHit => "wrong hit",
            Kind::SentOff => "own man sent off",
            Kind::LateEntry => "entered too late",
            Kind::EarlyEntry => "entered too early",
            Kind::Exposed => "left exposed",
            Kind::TooCautious => "too cautious",
            Kind::Order => "wrong order",
        })
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
