//! Names of files for people, and the name `-`, which stands for a stream.

use std::path::Path;

use crate::game::printable;

/// The name of an input for people: that of a file with control characters escaped, or `standard
/// input` for `-`.
///
/// ```
/// use std::path::Path;
/// use tourne_solver::solution::file::shown;
///
/// assert_eq!(shown(Path::new("a\u{202e}b")), r"a\u{202e}b");
/// assert_eq!(shown(Path::new("-")), "standard input");
/// ```
#[must_use]
pub fn shown(path: &Path) -> String {
    if is_stream(path) {
        "standard input".to_owned()
    } else {
        printable(&path.to_string_lossy())
    }
}

/// Returns whether a name stands for standard input or standard output: `-`. A file of that name is `./-`.
#[must_use]
pub fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}
