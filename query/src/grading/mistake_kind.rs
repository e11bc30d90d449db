//! Kinds of mistakes: how a wrong move differs from the best one.

use std::fmt;

use serde::{Serialize, Serializer};
use tourne_solver::game::{Move, Play};

use crate::policy::{Arena, Row};

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

    /// The kind of the mistake of playing one move of a row of the arena instead of another, which is
    /// best.
    pub(crate) fn of(arena: &Arena, row: Row, played: usize, best: usize) -> Kind {
        let plays: Vec<Play> = arena.plays(row).collect();
        let hits = |rank: usize| matches!(plays[rank].action, Move::Man { hit: true, .. });
        let enters = |rank: usize| matches!(plays[rank].action, Move::Man { from: None, .. });
        let sends_off = |rank: usize| matches!(plays[rank].action, Move::Man { to: None, .. });
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
        let graph = arena.graph();
        let moves = &graph.all_moves()[arena.places(row)];
        let danger = |rank: usize| match moves[rank] as usize {
            state if state < graph.states() => arena.hit_chance(state),
            _ => 0.0,
        };
        match danger(played).total_cmp(&danger(best)) {
            std::cmp::Ordering::Greater => Kind::Exposed,
            std::cmp::Ordering::Less => Kind::TooCautious,
            std::cmp::Ordering::Equal => Kind::Order,
        }
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
