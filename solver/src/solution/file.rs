//! Reading solution files, which may be damaged or wrong. `data/README.md` specifies every byte.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::Solution;
pub use super::bytes::{Damage, HEAD, LARGEST, VERSION, decode, encode};
use crate::game::{Rules, printable};

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
    /// The file is undamaged, but belongs to a rule set other than the requested rule set.
    #[error("{path} holds the rules {found}, but {asked} was asked for: ask for the rules {found}, or give a file of the rules {asked}", path = shown(.path))]
    OtherRules {
        path: PathBuf,
        found: Rules,
        asked: Rules,
    },
    /// The file is undamaged, but its error bound is too large for grades and reviews.
    #[error(
        "the values of {path} are proven to within {bound:e} only, but judging play needs {needed:e}: solve its rules again",
        path = shown(.path)
    )]
    TooCoarse {
        path: PathBuf,
        bound: f64,
        needed: f64,
    },
}

/// Reads a solution file; `-` is standard input. The checksum is checked, but not the values and best moves, which
/// [`verify`](crate::verify::verify) proves.
///
/// # Errors
///
/// [`FileError`] if the file cannot be read, or is not a complete, undamaged solution file.
pub fn read(path: &Path) -> Result<Solution, FileError> {
    let bytes = read_bytes(path).map_err(|source| FileError::Unreadable {
        path: path.to_owned(),
        source,
    })?;
    decode(&bytes).map_err(|damage| FileError::Damaged {
        path: path.to_owned(),
        damage,
    })
}

/// Reads a solution file as [`read`] does, and refuses a file of another rule set.
///
/// # Errors
///
/// [`FileError`] in the same cases as [`read`], and if the file belongs to another rule set.
pub fn read_for(rules: Rules, path: &Path) -> Result<Solution, FileError> {
    let solution = read(path)?;
    if solution.rules() != rules {
        return Err(FileError::OtherRules {
            path: path.to_owned(),
            found: solution.rules(),
            asked: rules,
        });
    }
    Ok(solution)
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
