//! The entries, compiled once for all targets.

#[path = "../entries/mod.rs"]
mod entries;

/// Gives bytes to the entry of that name.
///
/// # Panics
///
/// If there is no such entry; or if it finds a fault.
pub fn run(name: &str, bytes: &[u8]) {
    let entry = entries::ENTRIES.iter().find(|(entry, _)| *entry == name);
    entry.expect("the target has an entry of its name").1(bytes);
}
