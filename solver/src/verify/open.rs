//! Opens solution files: reads what a file claims, and proves it.

use std::path::{Path, PathBuf};

use super::claims::{Wrong, verify};
use crate::game::Rules;
use crate::solution::Solution;
use crate::solution::file::{self, FileError, shown};
use crate::solve::Findings;

/// Error of opening a solution file: the file cannot be used.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what each error means")]
pub enum OpenError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{path} holds the rules {found}, but {asked} was asked for: ask for the rules {found}, or give a file of the rules {asked}", path = shown(.path))]
    OtherRules {
        path: PathBuf,
        found: Rules,
        asked: Rules,
    },
    #[error("{path} is wrong", path = shown(.path))]
    Wrong { path: PathBuf, source: Wrong },
}

/// Opens a solution file, `-` for standard input: reads it, and [proves](verify) what it claims, on the threads of the
/// current `rayon` pool. With `rules`, a file of another rule set is refused.
///
/// # Errors
///
/// [`OpenError`] if the file cannot be read, is damaged, belongs to another rule set, or is wrong.
pub fn open(path: &Path, rules: Option<Rules>) -> Result<(Solution, Findings), OpenError> {
    let claims = file::read(path)?;
    let found = claims.rules();
    if let Some(asked) = rules.filter(|&asked| asked != found) {
        return Err(OpenError::OtherRules {
            path: path.to_owned(),
            found,
            asked,
        });
    }
    verify(claims).map_err(|source| OpenError::Wrong {
        path: path.to_owned(),
        source,
    })
}
