//! Solution files of Tourne-case, as constants.
//!
//! The program `tourne-solve` writes these files; never edit them by hand. `tourne_solver::file::decode` reads them.
//! `README.md` in this folder specifies every byte, and `SHA256SUMS` has the checksums.
//!
//! ```
//! assert!(tourne_data::STANDARD.starts_with(b"TOURNECS"));
//! assert_eq!(tourne_data::of("course"), Some(tourne_data::COURSE));
//! ```

/// Solution of the standard game: the rules of 1699 as Lalanne presents them, with free re-entry.
pub const STANDARD: &[u8] = include_bytes!("standard.bin");

/// Solution of `forced-entry`: a man that was hit must re-enter with the first throw that allows it.
pub const FORCED_ENTRY: &[u8] = include_bytes!("forced-entry.bin");

/// Solution of `entry-first`: while a man that was hit is off, only entries may be played.
pub const ENTRY_FIRST: &[u8] = include_bytes!("entry-first.bin");

/// Solution of `double-win`: a win counts two points if the loser has no man home.
pub const DOUBLE_WIN: &[u8] = include_bytes!("double-win.bin");

/// Solution of `course`, La Course en Ligne Droite: one die, and any number of men on a point. A man that would go
/// beyond home goes back off the board.
pub const COURSE: &[u8] = include_bytes!("course.bin");

/// Name and solution file of each rule set.
pub const ALL: [(&str, &[u8]); 5] = [
    ("standard", STANDARD),
    ("forced-entry", FORCED_ENTRY),
    ("entry-first", ENTRY_FIRST),
    ("double-win", DOUBLE_WIN),
    ("course", COURSE),
];

/// Returns the solution file of the rule set with this name; `None` if the name is not in [`ALL`].
pub fn of(rules: &str) -> Option<&'static [u8]> {
    let file = ALL.iter().find(|(name, _)| *name == rules);
    file.map(|&(_, bytes)| bytes)
}
