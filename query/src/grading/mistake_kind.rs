//! Kinds of mistakes: the feature that accounts for the loss of a wrong move.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use tourne_solver::{Move, shortened};

use super::exchange::Parts;

/// Kind of a mistake, by comparison with the best move: what the larger part of the loss is charged to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The best move hits, and this one does not.
    MissedHit,
    /// The best move brings a man home, and this one does not.
    MissedHome,
    /// After the best move the hits of the player's next throw are worth more.
    MissedAim,
    /// After the best move more is to be gained by men that come home with the player's next throw.
    FewerHome,
    /// After this move the hits of the opponent's next throw cost more.
    Exposed,
    /// Fewer throws of the opponent can hit after this move, and its hits cost less, but the best move brings more by itself than that.
    TooCautious,
    /// This move hits, and the best one, which does not, brings more by itself.
    NeedlessHit,
    /// Both hit, with different men.
    OtherHit,
    /// This move sends its own man back off the board, and the best one does not, or another.
    SentOff,
    /// The best move enters a man, this one does not, and what that brings comes after the next exchange.
    LateEntry,
    /// This move enters a man, the best one does not, and what that brings comes after the next exchange.
    EarlyEntry,
    /// Neither or both enter, and what the best move brings comes after the next exchange.
    Order,
}

impl Kind {
    /// Smallest share of the loss by which a charge of the next turn names a mistake, where no deed does.
    pub const NAMED: f64 = 0.25;

    /// All kinds.
    pub const ALL: [Kind; 12] = [
        Kind::MissedHit,
        Kind::MissedHome,
        Kind::MissedAim,
        Kind::FewerHome,
        Kind::Exposed,
        Kind::TooCautious,
        Kind::NeedlessHit,
        Kind::OtherHit,
        Kind::SentOff,
        Kind::LateEntry,
        Kind::EarlyEntry,
        Kind::Order,
    ];

    /// The kind of the mistake of playing one move instead of another, which is best. `charges` are the [parts](Parts) of
    /// the best move less those of the one played; `counts` gives the counts after the one played and after the best one,
    /// and is asked only if they matter.
    ///
    /// ```
    /// use tourne_query::grading::{Counts, Kind, Parts};
    ///
    /// let counts = || [Counts { hit_by: 12, home_by: 0, throws: 36 }; 2];
    /// let kind = |played: &str, best: &str, itself| -> Result<Kind, tourne_solver::ParseMoveError> {
    ///     let charges = Parts { itself, home: 0.0, aim: 0.25, exposure: -0.0625 };
    ///     Ok(Kind::of(played.parse()?, best.parse()?, charges, counts))
    /// };
    /// assert_eq!(kind("1/4", "6/9", 0.125)?, Kind::MissedAim);
    /// assert_eq!(kind("0/3", "4/7*", 0.5)?, Kind::MissedHit);
    /// assert_eq!(kind("0/3", "9/12", 0.5)?, Kind::MissedHome);
    /// # Ok::<(), tourne_solver::ParseMoveError>(())
    /// ```
    #[must_use]
    pub fn of(
        played: Move,
        best: Move,
        charges: Parts,
        counts: impl FnOnce() -> [Counts; 2],
    ) -> Kind {
        let Parts {
            mut itself,
            mut home,
            aim,
            exposure,
        } = charges;
        if played.brings_home() || best.brings_home() {
            // A man that is home now cannot come home next turn: both are one thing.
            itself += home;
            home = 0.0;
        }
        let mut next_turn = [
            (home, Kind::FewerHome),
            (aim, Kind::MissedAim),
            (-exposure, Kind::Exposed),
        ];
        next_turn.sort_by(|one, other| other.0.total_cmp(&one.0));
        if let Some(deed) = Kind::of_deeds(played, best).filter(|_| itself >= next_turn[0].0) {
            return deed;
        }
        let least = Kind::NAMED * charges.sum();
        let [after_played, after_best] = counts();
        let is_named = |&(charge, kind): &(f64, Kind)| {
            charge >= least && (kind != Kind::FewerHome || after_best.can_come_home())
        };
        if let Some((_, kind)) = next_turn.into_iter().find(is_named) {
            return kind;
        }
        if exposure >= least && after_played.hit_by < after_best.hit_by {
            return Kind::TooCautious;
        }
        match (played.enters(), best.enters()) {
            (false, true) => Kind::LateEntry,
            (true, false) => Kind::EarlyEntry,
            _ => Kind::Order,
        }
    }

    /// The deed that one of the moves does, and the other does not or does otherwise.
    fn of_deeds(played: Move, best: Move) -> Option<Kind> {
        match (played.hits(), best.hits()) {
            (false, true) => Some(Kind::MissedHit),
            (true, true) => Some(Kind::OtherHit),
            _ if best.brings_home() && !played.brings_home() => Some(Kind::MissedHome),
            (true, false) => Some(Kind::NeedlessHit),
            _ if played.sends_off() => Some(Kind::SentOff),
            _ => None,
        }
    }
}

/// Counts of throws after a move that a kind depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Number of throws with which the opponent can hit next turn.
    pub hit_by: u32,
    /// Number of throws with which the player can bring a man home next turn.
    pub home_by: u32,
    /// Number of equally likely throws.
    pub throws: u32,
}

impl Counts {
    /// Returns whether a man can come home with one throw in eight or more: with fewer nobody counts on it.
    fn can_come_home(self) -> bool {
        8 * self.home_by >= self.throws
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
    /// use tourne_query::grading::Kind;
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
            Kind::MissedHome => "missed home",
            Kind::MissedAim => "missed aim",
            Kind::FewerHome => "fewer ways home",
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
