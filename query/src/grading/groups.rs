//! Groups of fields that are either all known or all unknown. In JSON, each field of an unknown group is null.

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

/// Group of JSON fields that are either all known or all unknown.
pub(super) trait Group: Serialize {
    /// Names of the fields in JSON.
    const FIELDS: &'static [&'static str];
}

/// Serialises the fields of a group, or a null for each field if the group is `None`.
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
