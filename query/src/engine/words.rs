//! Command lines of engines, split into words.

use std::ffi::{OsStr, OsString};

/// Splits a command line into the program and its arguments: on Windows as programs there do, where backslashes separate
/// folders, elsewhere as a shell does. Returns `None` if a quotation has no end or there is no word.
pub fn words(line: impl AsRef<OsStr>, is_windows: bool) -> Option<Vec<OsString>> {
    let line = line.as_ref();
    let words = if is_windows {
        let words = winsplit::split(line.to_str()?);
        Some(words.into_iter().map(OsString::from).collect())
    } else {
        shell_words(line)
    };
    words.filter(|words: &Vec<OsString>| words.first().is_some_and(|program| !program.is_empty()))
}

/// Splits bytes, since the name of a file on Unix need not be UTF-8.
#[cfg(unix)]
fn shell_words(line: &OsStr) -> Option<Vec<OsString>> {
    use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
    let words = shlex::bytes::split(line.as_bytes())?;
    Some(words.into_iter().map(OsString::from_vec).collect())
}

#[cfg(not(unix))]
fn shell_words(line: &OsStr) -> Option<Vec<OsString>> {
    let words = shlex::split(line.to_str()?)?;
    Some(words.into_iter().map(OsString::from).collect())
}
