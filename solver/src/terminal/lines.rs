//! Widths of texts: columns that are aligned, and lines that are wrapped to the width of the terminal. Text that does not
//! go to a terminal keeps its lines, since programs may read it.

use std::io::{self, IsTerminal, Write as _};

use anstream::adapter::strip_str;
use terminal_size::terminal_size;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_width::UnicodeWidthStr as _;

/// Maximum number of columns of prose: longer lines are hard to read.
const MOST_COLUMNS: usize = 100;
/// Number of columns to which text is wrapped if the terminal does not report its width.
pub const USUAL_COLUMNS: usize = 80;
/// No-break space, which keeps a number and its unit together while a line is wrapped.
const NO_BREAK: &str = "\u{a0}";

/// Returns the number of columns of the terminal to which standard output goes; `None` if it does not go to a terminal.
pub fn columns() -> Option<usize> {
    columns_of(&io::stdout())
}

fn columns_of(stream: &impl IsTerminal) -> Option<usize> {
    let columns = || terminal_size().map(|(width, _)| usize::from(width.0));
    let is_terminal = stream.is_terminal();
    is_terminal.then(|| columns().unwrap_or(USUAL_COLUMNS))
}

pub(super) fn for_stream(text: &str, stream: &impl IsTerminal) -> String {
    columns_of(stream).map_or_else(|| text.to_owned(), |columns| fitted(text, columns))
}

/// Writes a message to standard error, wrapped to the width of its terminal. Errors of writing are ignored.
pub fn warn(message: &str) {
    let _ = writeln!(io::stderr(), "{}", for_stream(message, &io::stderr()));
}

/// Returns the number of columns that a text takes on a terminal. Signs of East Asia and emoji take two columns; accents
/// that follow their letter, joiners and the codes of styles take none.
///
/// ```
/// use tourne_solver::terminal::width;
///
/// assert_eq!(width("山田太郎"), 8);
/// assert_eq!(width("e\u{301}"), 1);
/// assert_eq!(width("\u{1b}[1mBen\u{1b}[0m"), 3);
/// ```
pub fn width(text: &str) -> usize {
    strip_str(text).map(str::width).sum()
}

pub fn padded(text: &str, columns: usize) -> String {
    text.to_owned() + &" ".repeat(columns.saturating_sub(width(text)))
}

/// Formats pairs of a name and a text as lines in two aligned columns.
pub fn aligned(lines: &[(&str, String)]) -> String {
    let widest = lines.iter().map(|(name, _)| width(name)).max().unwrap_or(0);
    let mut text = String::new();
    for (name, line) in lines {
        text += &format!("{}  {line}\n", padded(name, widest));
    }
    text
}

/// Wraps a text at spaces where a line is too long. Continuation lines are indented to the text of a list item, or to
/// the second column.
///
/// ```
/// use tourne_solver::terminal::fitted;
///
/// let text = "1. three men a side\n\nundo  take back a choice\n";
/// let narrow = "1. three men a\n   side\n\nundo  take back\n      a choice\n";
/// assert_eq!(fitted(text, 15), narrow);
/// assert_eq!(fitted(text, 80), text);
/// ```
pub fn fitted(text: &str, columns: usize) -> String {
    let columns = columns.min(MOST_COLUMNS);
    let fitted = |line| hung(line, columns, hanging(line, columns / 2));
    let lines = text.split('\n').map(fitted);
    lines.collect::<Vec<_>>().join("\n")
}

/// Wraps a line at spaces if it is longer than `columns`. Continuation lines begin after `indent` spaces. A number and
/// its unit stay on one line.
///
/// ```
/// use tourne_solver::terminal::hung;
///
/// assert_eq!(hung("hit, else the rear man", 16, 4), "hit, else the\n    rear man");
/// assert_eq!(hung("it loses 2.5 % a game", 12, 0), "it loses\n2.5 % a game");
/// assert_eq!(hung("hit, else the rear man", 80, 4), "hit, else the rear man");
/// ```
pub fn hung(line: &str, columns: usize, indent: usize) -> String {
    if width(line) <= columns {
        return line.to_owned();
    }
    let indent = " ".repeat(indent);
    let options = Options::new(columns.min(MOST_COLUMNS))
        .subsequent_indent(&indent)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let mut line = line.to_owned();
    for unit in ["%", "point"] {
        for digit in '0'..='9' {
            let apart = format!("{digit} {unit}");
            line = line.replace(&apart, &apart.replace(' ', NO_BREAK));
        }
    }
    let lines = textwrap::wrap(&line, options).join("\n");
    lines.replace(NO_BREAK, " ")
}

/// Returns the number of columns by which continuation lines are indented. They begin below the text after a list mark
/// or a name, if that text begins within the first `most` columns, and otherwise below the line itself.
fn hanging(line: &str, most: usize) -> usize {
    let text = line.trim_start();
    let indent = line.len() - text.len();
    let name = text.rfind("  ").map(|at| at + 2);
    let number = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let mark = ["- ", ". "].iter().find(|mark| number.starts_with(**mark));
    let mark = mark.map(|mark| text.len() - number.len() + mark.len());
    let before = name.or(mark);
    let before = before.map(|end| indent + width(&text[..end]));
    // A line that is indented by more than two spaces is a list item without a mark: indent its continuation by two
    // more.
    let items = if indent > 2 { indent + 2 } else { indent };
    before.filter(|before| *before <= most).unwrap_or(items)
}
