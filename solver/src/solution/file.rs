//! Reading solution files, which may be damaged or wrong. `data/README.md` specifies every byte.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::Claims;
pub use super::bytes::{Damage, HEAD, LARGEST, VERSION, decode, encode};
use crate::game::printable;

/// Error of reading a solution file.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum FileError {
    /// The file cannot be opened or read.
    #[error("cannot read {path}", path = shown(.path))]
    Unreadable { path: PathBuf, source: io::Error },
    /// The file is not a complete, undamaged solution file.
    #[error("{path} cannot be used: {damage}", path = shown(.path))]
    Damaged { path: PathBuf, damage: Damage },
}

/// Reads what a solution file claims; `-` is standard input. The checksum is checked;
/// [`verify`](crate::verify::verify) proves the claims.
///
/// # Errors
///
/// [`FileError`] if the file cannot be read, or is not a complete, undamaged solution file.
pub fn read(path: &Path) -> Result<Claims, FileError> {
    let bytes = read_bytes(path).map_err(|source| FileError::Unreadable {
        path: path.to_owned(),
        source,
    })?;
    decode(&bytes).map_err(|damage| FileError::Damaged {
        path: path.to_owned(),
        damage,
    })
}

fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // Read up to one byte beyond the limit, which shows that a file is too long, even if the file grows meanwhile.
    let most = LARGEST + 1;
    if is_stream(path) {
        io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    } else {
        let file = File::open(path)?;
        let expected = file.metadata()?.len().min(LARGEST);
        bytes.reserve(expected as usize + 1);
        file.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Returns the name of an input file in messages: control characters are escaped, and `-` is "standard input".
///
/// ```
/// use std::path::{Path, PathBuf};
/// use tourne_solver::file::shown;
///
/// assert_eq!(shown(Path::new("a\u{202e}b")), r"a\u{202e}b");
/// assert_eq!(shown(Path::new("-")), "standard input");
/// ```
#[doc(hidden)]
pub fn shown(path: &Path) -> String {
    if is_stream(path) {
        "standard input".to_owned()
    } else {
        printable(&path.to_string_lossy())
    }
}

/// Returns `true` for `-`, which means standard input or output. A file with this name can be given as `./-`.
#[doc(hidden)]
pub fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}
