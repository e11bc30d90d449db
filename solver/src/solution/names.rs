//! Names of files in messages, and the name `-`, which means standard input or output.

use std::path::Path;

use crate::game::printable;

/// Returns the name of an input file in messages: control characters are escaped, and `-` is "standard input".
///
/// ```
/// use std::path::Path;
/// use tourne_solver::file::shown;
///
/// assert_eq!(shown(Path::new("a\u{202e}b")), r"a\u{202e}b");
/// assert_eq!(shown(Path::new("-")), "standard input");
/// ```
pub fn shown(path: &Path) -> String {
    if is_stream(path) {
        "standard input".to_owned()
    } else {
        printable(&path.to_string_lossy())
    }
}

/// Returns `true` for `-`, which means standard input or output. A file with this name can be given as `./-`.
pub fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}
