//! Command lines of engines and pagers, split into words.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::cannot_start::{file_of, first_line, is_executable, is_policy_by_name};

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

/// Programs that run files whose names have these endings.
const INTERPRETERS: [(&str, &str); 3] = [("py", "python3"), ("js", "node"), ("sh", "sh")];

/// Returns the command of the engine that a user may mean by a name that is not that of a policy: the name itself if it has
/// several words or is a program in the search path, or what runs the file. Returns `None` if it looks like neither.
pub fn command_meant(name: &OsStr) -> Option<String> {
    let text = name.to_string_lossy();
    let path = Path::new(name);
    let is_file = path.is_file();
    if !is_file && words(name, cfg!(windows)).is_some_and(|words| words.len() > 1) {
        return Some(text.into_owned());
    }
    let quoted = shlex::try_quote(&text).ok()?;
    let ending = path.extension().and_then(OsStr::to_str);
    let interpreter = INTERPRETERS.iter().find(|(of, _)| ending == Some(of));
    if let Some((_, program)) = interpreter {
        return Some(format!("{program} {quoted}"));
    }
    let is_program = is_file
        && !is_policy_by_name(path)
        && (is_executable(path) || first_line(path).starts_with("#!"));
    match path.components().count() {
        1 if is_program => Some(format!("./{quoted}")),
        _ if is_program || !is_file && file_of(name).is_some() => Some(quoted.into_owned()),
        _ => None,
    }
}
