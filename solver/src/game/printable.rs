//! Makes text from outside safe to print.

/// Escapes control and format characters, so that a text can neither control a terminal nor reorder its line. All other
/// characters, quotes and combining accents included, stay as they are. A text with letters that are written from right
/// to left is put between U+2068 and U+2069, which keep them from reordering what stands beside the text.
///
/// ```
/// use tourne_solver::printable;
///
/// assert_eq!(printable("O'Brien e\u{301}"), "O'Brien e\u{301}");
/// assert_eq!(printable("a\u{1b}[2J\u{202e}b\n"), r"a\u{1b}[2J\u{202e}b\n");
/// assert_eq!(printable("\u{5d3}"), "\u{2068}\u{5d3}\u{2069}");
/// ```
pub fn printable(text: &str) -> String {
    let escaped: String = text.chars().map(printable_character).collect();
    if text.contains(is_from_right_to_left) {
        format!("\u{2068}{escaped}\u{2069}")
    } else {
        escaped
    }
}

/// Returns whether a character is in a block of Unicode for scripts that are written from right to left, such as Hebrew
/// and Arabic (`DerivedBidiClass.txt`, default values R and AL).
fn is_from_right_to_left(character: char) -> bool {
    matches!(character,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

fn printable_character(character: char) -> String {
    match character {
        '\'' | '"' | '\\' => character.to_string(),
        // `escape_debug` escapes a combining character only at the start of a string, so put an "a" in front and drop
        // it again.
        _ => format!("a{character}").escape_debug().skip(1).collect(),
    }
}

/// Escapes a text as [`printable`] does, but without isolating it, for quotations in error messages. If the result has
/// more than 40 characters, the rest is replaced by `…`.
///
/// ```
/// use tourne_solver::shortened;
///
/// assert_eq!(shortened("04h/0\n"), "04h/0\\n");
/// assert_eq!(shortened(&"0".repeat(1_000_000)).chars().count(), 41);
/// assert_eq!(shortened(&"\u{1}".repeat(1_000_000)).chars().count(), 41);
/// ```
pub fn shortened(text: &str) -> String {
    let escaped = text.chars().map(printable_character);
    let mut escaped = escaped.flat_map(|shown| shown.chars().collect::<Vec<_>>());
    let mut shown: String = escaped.by_ref().take(40).collect();
    if escaped.next().is_some() {
        shown.push('…');
    }
    shown
}
