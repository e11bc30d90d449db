//! Serialization with serde: positions, moves, throws, rule sets and units as text in the notation, dice as numbers.

use serde::{Serialize, Serializer};

use super::{Die, Move, Position, Roll, Rules, Setup, Side, Unit};

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
