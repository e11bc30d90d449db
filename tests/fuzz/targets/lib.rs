//! The functions that are fuzzed, compiled once for all targets.

#[path = "../entries/mod.rs"]
mod entries;

/// Runs the entry of this name on these bytes.
///
/// # Panics
///
/// If there is no entry of this name, or if the entry finds a fault.
pub fn run(name: &str, bytes: &[u8]) {
    let entry = entries::ENTRIES.iter().find(|(entry, _)| *entry == name);
    entry.expect("the target has an entry of its name").1(bytes);
}
