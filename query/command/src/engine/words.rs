//! Command lines of engines, split into words.

/// Splits a command line into the program and its arguments: on Windows as programs there do, where backslashes separate
/// folders, elsewhere as a shell does. Returns `None` if a quotation has no end or there is no word.
pub fn words(line: &str, is_windows: bool) -> Option<Vec<String>> {
    let words = if is_windows {
        Some(winsplit::split(line))
    } else {
        shlex::split(line)
    };
    words.filter(|words| words.first().is_some_and(|program| !program.is_empty()))
}
