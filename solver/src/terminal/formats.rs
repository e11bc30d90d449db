//! Formats of answers: text, JSON and CSV.

use std::fmt::Write as _;

use serde::Serialize;

/// How an answer is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON object.
    Json,
    /// Comma-separated values with a header line.
    Csv,
}

/// An answer as one line of JSON.
///
/// # Errors
///
/// What the answer's serialisation says.
pub fn json(answer: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(answer).map(|line| line + "\n")
}

/// Rows as comma-separated values, after a header line of the rows' field names.
///
/// # Errors
///
/// What the rows' serialisation says.
pub fn csv<T: Serialize>(rows: impl IntoIterator<Item = T>) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row)?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// Lines of a name and a text, the texts aligned.
///
/// ```
/// let lines = [("die", "3".to_owned()), ("value", "0.5".to_owned())];
/// assert_eq!(tourne_solver::terminal::aligned(&lines), "die    3\nvalue  0.5\n");
/// ```
#[must_use]
pub fn aligned(lines: &[(&str, String)]) -> String {
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, line) in lines {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:width$}  {line}");
    }
    text
}
