//! Sentences and paragraphs.

/// A paragraph in lines of at most this number of characters, unless a word is longer.
///
/// ```
/// use tourne::show::paragraph::wrapped;
///
/// assert_eq!(wrapped("three men a side", 9), "three men\na side\n");
/// ```
#[must_use]
pub fn wrapped(paragraph: &str, width: usize) -> String {
    let mut text = String::new();
    let mut line = 0;
    for word in paragraph.split_whitespace() {
        let length = word.chars().count();
        if line > 0 && line + 1 + length > width {
            text.push('\n');
            line = 0;
        }
        if line > 0 {
            text.push(' ');
            line += 1;
        }
        text += word;
        line += length;
    }
    text.push('\n');
    text
}

/// Lines, those that are too long wrapped: what follows is indented as the line is, and by `more` characters.
///
/// ```
/// use tourne::show::paragraph::fitted;
///
/// assert_eq!(fitted("  three men a side\n\nnine", 11, 2), "  three men\n    a side\n\nnine\n");
/// ```
#[must_use]
pub fn fitted(lines: &str, width: usize, more: usize) -> String {
    let mut text = String::new();
    for line in lines.lines() {
        if line.chars().count() <= width {
            text += line;
            text.push('\n');
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let spaces = line.char_indices().enumerate();
        let spaces = spaces.filter(|(_, (byte, letter))| *byte > indent && *letter == ' ');
        let mut fitting = spaces.take_while(|(column, _)| *column <= width);
        let at = fitting
            .by_ref()
            .last()
            .map_or(line.len(), |(_, (byte, _))| byte);
        let (head, tail) = line.split_at(at);
        text += head.trim_end();
        text.push('\n');
        let hanging = " ".repeat(indent + more);
        let narrow = width.saturating_sub(hanging.len()).max(1);
        for part in wrapped(tail, narrow)
            .lines()
            .filter(|part| !part.is_empty())
        {
            text += &hanging;
            text += part;
            text.push('\n');
        }
    }
    text
}

/// A text with a capital at its beginning.
///
/// ```
/// assert_eq!(tourne::show::paragraph::capitalised("it moves"), "It moves");
/// ```
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A text as a sentence: with a capital at its beginning, and a full stop at its end.
///
/// ```
/// assert_eq!(tourne::show::paragraph::sentence("it moves"), "It moves.");
/// ```
#[must_use]
pub fn sentence(text: &str) -> String {
    capitalised(text) + "."
}
