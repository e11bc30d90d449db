//! The solution file: reading it without trusting it, and replacing it without ever leaving a half.
//!
//! `data/README.md` specifies every byte.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::Solution;
pub use super::bytes::{Damage, HEAD, LARGEST, VERSION, decode, decode_with, encode};
#[doc(hidden)]
pub use super::names::{is_stream, shown};
#[doc(hidden)]
pub(crate) use super::replace::followed;
pub use super::replace::{create, make_sure_of_writing, replace};
use crate::game::Rules;

/// Error of reading a solution file.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum FileError {
    /// It cannot be opened or read.
    #[error("cannot read {path}", path = shown(.path))]
    Unreadable {
        path: std::path::PathBuf,
        source: io::Error,
    },
    /// It is not a complete, undamaged solution file.
    #[error("{path} cannot be used: {damage}", path = shown(.path))]
    Damaged {
        path: std::path::PathBuf,
        damage: Damage,
    },
    /// It is undamaged, but for other rules than those asked for.
    #[error("{path} holds the rules {found}, but {asked} was asked for: ask for the rules {found}, or give a file of the rules {asked}", path = shown(.path))]
    OtherRules {
        path: std::path::PathBuf,
        found: Rules,
        asked: Rules,
    },
    /// It is undamaged, but its values are not exact enough to judge play.
    #[error(
        "the values of {path} are proven to within {bound:e} only, but judging play needs {needed:e}: solve its rules again",
        path = shown(.path)
    )]
    TooCoarse {
        path: std::path::PathBuf,
        bound: f64,
        needed: f64,
    },
}

/// Reads a solution file, or standard input if its name is `-`.
///
/// # Errors
///
/// [`FileError`] if there is no such file, or it is not a complete, undamaged solution file. What is in
/// it is trusted once its checksum is right; to prove it, see
/// [`verify`](crate::verify::verify).
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

/// Reads a solution file of these rules.
///
/// # Errors
///
/// [`FileError`], as for [`read`], or if it holds other rules.
pub fn read_for(rules: Rules, path: &Path) -> Result<Solution, FileError> {
    let solution = read(path)?;
    if solution.rules() == rules {
        Ok(solution)
    } else {
        let (path, found) = (path.to_owned(), solution.rules());
        Err(FileError::OtherRules {
            path,
            found,
            asked: rules,
        })
    }
}

fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more than the largest shows that there are too many, whatever the length said.
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
