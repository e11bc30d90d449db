//! The solution files of Tourne-case as constants.
//!
//! `tourne-solve` wrote the files; none is ever edited. To read one, use `tourne_solver::file::decode`.
//! `README.md` of this folder specifies every byte, and `SHA256SUMS` has the checksums.
//!
//! ```
//! assert!(tourne_data::STANDARD.starts_with(b"TOURNECS"));
//! assert_eq!(tourne_data::of("course"), Some(tourne_data::COURSE));
//! ```

/// The game of 1699, on which most sources agree.
pub const STANDARD: &[u8] = include_bytes!("standard.bin");

/// A hit man must re-enter with the first throw that lets it.
pub const FORCED_ENTRY: &[u8] = include_bytes!("forced-entry.bin");

/// Nothing but an entry may be played while a hit man is off.
pub const ENTRY_FIRST: &[u8] = include_bytes!("entry-first.bin");

/// A win counts two points if the loser has no man home.
pub const DOUBLE_WIN: &[u8] = include_bytes!("double-win.bin");

/// La Course en Ligne Droite: one die, no crowding, back off the board beyond home.
pub const COURSE: &[u8] = include_bytes!("course.bin");

/// Name of each rule set, and its file.
pub const ALL: [(&str, &[u8]); 5] = [
    ("standard", STANDARD),
    ("forced-entry", FORCED_ENTRY),
    ("entry-first", ENTRY_FIRST),
    ("double-win", DOUBLE_WIN),
    ("course", COURSE),
];

/// Finds the file of a rule set by its name; `None` for a name that is not in [`ALL`].
#[must_use]
pub fn of(rules: &str) -> Option<&'static [u8]> {
    let file = ALL.iter().find(|(name, _)| *name == rules);
    file.map(|&(_, bytes)| bytes)
}
