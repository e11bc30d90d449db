//! Groups of fields that are either all known or all unknown. In JSON, each field of an unknown group is null.

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// Serialises the fields of a group, or a null for each field if the group is `None`.
#[expect(clippy::ref_option, reason = "serde passes references to fields")]
pub(super) fn or_nulls<T: Serialize + Default, S: Serializer>(
    group: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if let Some(group) = group {
        return group.serialize(serializer);
    }
    let mut fields = serde_json::to_value(T::default()).map_err(S::Error::custom)?;
    for value in fields.as_object_mut().into_iter().flatten() {
        *value.1 = Value::Null;
    }
    fields.serialize(serializer)
}
