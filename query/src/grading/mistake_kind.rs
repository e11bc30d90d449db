//! Kinds of mistakes, named after the feature that explains the loss of a wrong move.

use std::fmt;
use std::iter;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use tourne_solver::{Move, shortened};

use super::exchange::{Parts, ThrowCounts};

/// Kind of a mistake: the difference from the best move that explains most of the loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The best move hits, and the move played does not.
    MissedHit,
    /// The best move brings a man home, and the move played does not.
    MissedHome,
    /// The player's hits with the next throw are worth more after the best move.
    MissedAim,
    /// Bringing men home with the player's next throw gains more after the best move.
    FewerHome,
    /// The opponent's hits with the next throw cost more after the move played.
    Exposed,
    /// Fewer throws of the opponent can hit after the move played, and these hits cost less. But the best move has
    /// other advantages that are worth more.
    TooCautious,
    /// The move played hits, and the best move does not. The best move has the higher value even if hits and men home
    /// in the next exchange are not counted.
    NeedlessHit,
    /// The best move and the move played hit different men.
    OtherHit,
    /// The move played sends the player's own man back off the board; the best move does not, or sends another man.
    SentOff,
    /// The best move enters a man, the move played does not, and the gain comes after the next exchange.
    LateEntry,
    /// The move played enters a man, the best move does not, and the loss comes after the next exchange.
    EarlyEntry,
    /// Both moves enter a man, or neither does, and the gain of the best move comes after the next exchange.
    Order,
}

impl Kind {
    /// Minimum share of the loss, 0 to 1, that hits or men home in the next exchange must explain to decide the kind of
    /// a mistake. The share is used only if the moves themselves do not decide the kind.
    pub const NAMED: f64 = 0.25;

    /// Minimum share of the largest charge, 0 to 1, at which another charge is named in its place, if only the other can
    /// be counted on the board.
    pub const RIVAL: f64 = 0.8;

    /// All kinds of mistakes, in the order in which the enum declares them.
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

    /// Finds the kind of mistake made by playing `played` instead of `best`. `charges` are the [parts](Parts) of the
    /// best move minus the parts of the move played. `counts` returns the [`ThrowCounts`] after the move played and after
    /// the best move; it is called only if the kind depends on them.
    pub fn of(
        played: Move,
        best: Move,
        charges: Parts,
        counts: impl FnOnce() -> [ThrowCounts; 2],
    ) -> Kind {
        let Parts {
            mut itself,
            mut home,
            aim,
            exposure,
        } = charges;
        if played.brings_home() || best.brings_home() {
            // A man that a move brings home now cannot come home next turn as well, so add the charge `home` to
            // `itself`.
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
        // Ways home that are worth more, but no more of them, cannot be counted on the board: name another charge within a
        // fifth of it.
        let is_countable =
            |kind| kind != Kind::FewerHome || after_best.home_by > after_played.home_by;
        let mut named = next_turn.into_iter().filter(is_named);
        if let Some((most, first)) = named.next() {
            let rivals = named.filter(|(charge, _)| *charge >= Kind::RIVAL * most);
            let mut all = iter::once(first).chain(rivals.map(|(_, kind)| kind));
            return all.find(|&kind| is_countable(kind)).unwrap_or(first);
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

    /// Returns the kind of mistake if it follows from what the two moves do: hit, bring a man home, or send a man off
    /// the board. Returns `None` for other mistakes.
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

/// Error for an unknown name of a kind of mistake.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown kind of mistake \"{text}\": use {}", Kind::ALL.map(Kind::hyphened).join(", "))]
pub struct ParseKindError {
    text: String,
}

impl Kind {
    /// Returns the name of the kind as one word, with hyphens for spaces.
    pub fn hyphened(self) -> String {
        self.to_string().replace(' ', "-")
    }
}

impl FromStr for Kind {
    type Err = ParseKindError;

    /// Parses the name of a kind as one word, with hyphens for spaces.
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
