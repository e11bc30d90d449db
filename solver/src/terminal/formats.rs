//! Formats of answers: text, JSON and CSV.

use anyhow::bail;
use serde::Serialize;
use serde_json::Value;

use super::exit_codes::Exit;
use super::streams::{Answers, print};

/// Format of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Text for people.
    #[default]
    Text,
    /// One JSON object.
    Json,
    /// Comma-separated values with a header line.
    Csv,
}

/// Argument that chooses the format of a command's answer.
#[derive(Debug, clap::Args)]
pub struct FormatArgument {
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

impl FormatArgument {
    /// Prints an answer in this format. `text` returns the text for people; `rows` are the rows of CSV.
    pub fn print<T: Serialize>(
        &self,
        text: impl FnOnce() -> String,
        answer: &impl Serialize,
        rows: impl IntoIterator<Item = T>,
    ) -> Result<(), Exit> {
        let answer = self.format.write(Answers::Output, text, answer, rows)?;
        print(&answer)
    }
}

impl Format {
    /// Formats an answer as text for people, as JSON, or as rows of CSV. Text is wrapped for the destination `to`.
    pub fn write<T: Serialize>(
        self,
        to: Answers,
        text: impl FnOnce() -> String,
        answer: &impl Serialize,
        rows: impl IntoIterator<Item = T>,
    ) -> anyhow::Result<String> {
        match self {
            Format::Text => Ok(to.fitted(&text())),
            Format::Json => Ok(serde_json::to_string(answer)? + "\n"),
            Format::Csv => csv(rows),
        }
    }
}

/// Formats rows as comma-separated values with a header line. Each field of a row has a column, unless the field is a
/// list or an object in JSON. An apostrophe stands before a text that a spreadsheet would take for a formula; numbers stay
/// as they are.
///
/// ```
/// #[derive(serde::Serialize)]
/// struct Row {
///     die: u8,
///     value: Option<f64>,
///     moves: Vec<String>,
/// }
///
/// let rows = [Row { die: 3, value: Some(0.5), moves: Vec::new() }, Row { die: 4, value: None, moves: Vec::new() }];
/// assert_eq!(tourne_solver::terminal::csv(rows)?, "die,value\n3,0.5\n4,\n");
/// # Ok::<(), anyhow::Error>(())
/// ```
pub fn csv<T: Serialize>(rows: impl IntoIterator<Item = T>) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut is_first = true;
    for row in rows {
        let Value::Object(fields) = serde_json::to_value(row)? else {
            bail!("internal error: a row of CSV has no fields");
        };
        let fields = fields.iter();
        let fields = fields.filter(|(_, value)| !value.is_array() && !value.is_object());
        if is_first {
            writer.write_record(fields.clone().map(|(name, _)| name))?;
            is_first = false;
        }
        writer.write_record(fields.map(|(_, value)| match value {
            Value::Null => String::new(),
            Value::String(text) => no_formula(text),
            other => other.to_string(),
        }))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// Puts an apostrophe before a text that a spreadsheet would take for a formula: one that begins with `=`, `+`, `-` or
/// `@`, also in full width, or with a tab or a line break (OWASP, "CSV Injection").
fn no_formula(text: &str) -> String {
    let signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n'];
    let mark = if text.starts_with(signs) { "'" } else { "" };
    format!("{mark}{text}")
}
