//! Groups of fields that are known together or not at all: in JSON they are then all null.

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

/// A group of fields of JSON.
pub(super) trait Group: Serialize {
    /// The names of the fields.
    const FIELDS: &'static [&'static str];
}

/// Serialises the fields of a group, or null for each.
#[expect(clippy::ref_option, reason = "serde passes references to fields")]
pub(super) fn or_nulls<T: Group, S: Serializer>(
    group: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if let Some(group) = group {
        return group.serialize(serializer);
    }
    let mut map = serializer.serialize_map(Some(T::FIELDS.len()))?;
    for name in T::FIELDS {
        map.serialize_entry(name, &())?;
    }
    map.end()
}
