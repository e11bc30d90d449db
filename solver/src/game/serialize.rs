//! Serialization with serde: positions, moves, throws, rule sets and units as text in the notation, dice as numbers,
//! and reasons why something is not legal with their sentences.

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use super::{
    Die, Move, Obstacle, Point, Position, Roll, Rules, Setup, SetupFault, Side, Unit, Whose,
};

macro_rules! as_text {
    ($($domain_type:ty),*) => {$(
        impl Serialize for $domain_type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

as_text!(Roll, Rules, Setup, Side, Unit);

/// Implements serialization without a formatter, which is faster: many answers consist mostly of positions and moves.
macro_rules! as_short_text {
    ($($domain_type:ty),*) => {$(
        impl Serialize for $domain_type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.text())
            }
        }
    )*};
}

as_short_text!(Move, Position);

impl Serialize for Die {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}

impl Serialize for Obstacle {
    /// Serializes the kind in one word, the point of the man in the way (of `beyond`, the points to home), and the sentence.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (kind, point) = match *self {
            Obstacle::Home => ("home", None),
            Obstacle::Beyond { needs } => ("beyond", Some(needs)),
            Obstacle::Occupied(point) => ("occupied", Some(point.number())),
            Obstacle::Passes(point) => ("passes", Some(point.number())),
            Obstacle::MustEnter => ("entry", None),
        };
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("kind", kind)?;
        map.serialize_entry("point", &point)?;
        map.serialize_entry("text", &self.to_string())?;
        map.end()
    }
}

impl Serialize for SetupFault {
    /// Serializes the kind in one word, the side (0 is on roll), the point, and the sentence.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (kind, whose, point) = match *self {
            SetupFault::MenCount(whose, _) => ("count", Some(whose), None),
            SetupFault::Crowded(whose, point) => ("crowded", Some(whose), Some(point)),
            SetupFault::Facing(point) => ("facing", None, Some(point)),
            SetupFault::NoEntryDuty(whose) => ("duty", Some(whose), None),
            SetupFault::Over(whose) => ("over", Some(whose), None),
            SetupFault::BothFinished => ("both", None, None),
        };
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("kind", kind)?;
        map.serialize_entry(
            "side",
            &whose.map(|whose| u8::from(whose == Whose::Opponent)),
        )?;
        map.serialize_entry("point", &point.map(Point::number))?;
        map.serialize_entry("text", &self.to_string())?;
        map.end()
    }
}
