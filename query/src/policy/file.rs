//! Policies in files: a row for each position and die, as CSV or as lines of JSON.
//!
//! ```text
//! position,die,move
//! 04h/007,3,4/7            or    {"position":"04h/007","die":3,"move":"4/7"}
//! ```
//!
//! With a column `probability`, several rows may answer the same position and die. Their probabilities must sum to 1.

use std::cell::Cell;
use std::io::{self, Read};

use serde::Deserialize;
use tourne_solver::shortened;

use super::answers::{Answers, FromFile, Written};
use super::faults::{PolicyError, RowFault};
use super::{Arena, Policy, Row, Said};
use crate::ask::{LineError, Lines};

/// Maximum length of a row, in bytes.
const LONGEST_ROW: usize = 4096;
/// Maximum number of lines in a file. The largest rule set has 201,821 positions, each with six dice and three men, and
/// so at most 3,632,778 moves.
const MOST_LINES: u64 = 4_000_000;

/// Reads a policy from CSV or from lines of JSON.
///
/// # Errors
///
/// [`PolicyError`] if the file cannot be read, or if a row is invalid; the error then names the line. An illegal move
/// is not an error; the result lists it.
///
/// ```
/// use tourne_query::policy::{Arena, Said, file};
///
/// let arena = Arena::new(tourne_query::solutions::standard())?;
/// let text = "position,die,move\n04h/007,3,4/7\n4h0/007,2,4/7\n";
/// let read = file::read(text.as_bytes(), &arena)?;
/// let position = arena.rules().position(&"04h/007".parse()?)?;
/// let row = |die| arena.row_of(position, tourne_solver::Die::new(die)).unwrap();
/// assert_eq!(read.policy.said(row(3)), Said::Given);
/// assert_eq!(read.policy.said(row(2)), Said::Illegal);
/// assert_eq!(read.illegal[0].line, Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(input: impl Read, arena: &Arena) -> Result<FromFile, PolicyError> {
    let mut lines = Lines::new(input, LONGEST_ROW).at_most(MOST_LINES);
    let mut answers = Answers::new(arena);
    if lines.peek()? == Some(b'{') {
        read_json(lines, &mut answers)?;
    } else {
        read_csv(lines, &mut answers)?;
    }
    answers.finish()
}

/// Row of a policy as a JSON object.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonRow {
    position: String,
    die: NumberOrText,
    #[serde(rename = "move")]
    action: String,
    probability: Option<f64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum NumberOrText {
    Number(u64),
    Text(String),
}

fn read_json(mut lines: Lines<impl Read>, answers: &mut Answers) -> Result<(), PolicyError> {
    while let Some(line) = lines.next()? {
        let number = line.number;
        let at_line = |fault| PolicyError::Row {
            line: number,
            fault,
        };
        let text = line.text().map_err(|error| at_line(error.into()))?;
        if text.trim().is_empty() {
            continue;
        }
        let row: JsonRow =
            serde_json::from_str(text).map_err(|error| at_line(RowFault::Json(error)))?;
        let die = match row.die {
            NumberOrText::Number(number) => number.to_string(),
            NumberOrText::Text(text) => text,
        };
        answers.add(&Written {
            line: number,
            position: &row.position,
            die: &die,
            action: &row.action,
            probability: row.probability.map(|number| number.to_string()).as_deref(),
        })?;
    }
    Ok(())
}

/// Input of a CSV reader: the lines that are not empty, each ended by a line feed. Each call of `read` returns one
/// line, and the CSV reader asks for another line only if a row needs it. So the number of the first line of each row
/// is known, and the length of a row can be limited.
struct Feed<'a, R> {
    lines: Lines<R>,
    row: &'a RowSoFar,
}

/// Row of CSV that is being read: its first line, counted from 1, and its length so far, in bytes.
#[derive(Default)]
struct RowSoFar {
    line: Cell<u64>,
    bytes: Cell<usize>,
}

impl<R: Read> Read for Feed<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(line) = self.lines.next()? {
            if self.row.bytes.get() == 0 {
                self.row.line.set(line.number);
            }
            let text = line.text().map_err(io::Error::other)?;
            if text.trim().is_empty() {
                continue;
            }
            let bytes = self.row.bytes.get() + text.len() + 1;
            if bytes > LONGEST_ROW + 1 {
                return Err(io::Error::other(LineError::TooLong(LONGEST_ROW)));
            }
            self.row.bytes.set(bytes);
            buffer[..text.len()].copy_from_slice(text.as_bytes());
            buffer[text.len()] = b'\n';
            return Ok(text.len() + 1);
        }
        Ok(0)
    }
}

fn read_csv(lines: Lines<impl Read>, answers: &mut Answers) -> Result<(), PolicyError> {
    let so_far = RowSoFar::default();
    let feed = Feed {
        lines,
        row: &so_far,
    };
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .buffer_capacity(LONGEST_ROW + 1)
        .from_reader(feed);
    let mut columns: Option<HeaderPlaces> = None;
    let mut row = csv::StringRecord::new();
    loop {
        let is_row = reader.read_record(&mut row);
        let line = so_far.line.get();
        let at_line = |fault: LineError| PolicyError::Row {
            line,
            fault: fault.into(),
        };
        let is_row = is_row.map_err(|error| match error.into_kind() {
            csv::ErrorKind::Io(error) => error.downcast().map_or_else(PolicyError::Io, at_line),
            // `flexible` allows any number of fields, so the only other fault is text that is not UTF-8.
            _ => at_line(LineError::NotText),
        })?;
        if !is_row {
            break;
        }
        so_far.bytes.set(0);
        match &columns {
            None => columns = Some(HeaderPlaces::of(&row)?),
            Some(columns) => answers.add(&columns.written(line, &row)?)?,
        }
    }
    if columns.is_none() {
        return Err(PolicyError::Empty);
    }
    Ok(())
}

/// Number of columns in the header, and the index of each known column, counted from 0.
struct HeaderPlaces {
    count: usize,
    position: usize,
    die: usize,
    action: usize,
    probability: Option<usize>,
}

impl HeaderPlaces {
    fn of(header: &csv::StringRecord) -> Result<HeaderPlaces, PolicyError> {
        let names = header.iter().map(|name| name.trim().to_ascii_lowercase());
        let names: Vec<String> = names.collect();
        let place = |name: &str| names.iter().position(|column| column == name);
        let probability = place("probability");
        let expected = if probability.is_some() { 4 } else { 3 };
        match (place("position"), place("die"), place("move")) {
            (Some(position), Some(die), Some(action)) if names.len() == expected => {
                Ok(HeaderPlaces {
                    count: expected,
                    position,
                    die,
                    action,
                    probability,
                })
            }
            _ => Err(PolicyError::Header(shortened(&names.join(",")))),
        }
    }

    fn written<'a>(
        &self,
        line: u64,
        row: &'a csv::StringRecord,
    ) -> Result<Written<'a>, PolicyError> {
        if row.len() != self.count {
            let fault = RowFault::Fields {
                found: row.len(),
                columns: self.count,
            };
            return Err(PolicyError::Row { line, fault });
        }
        Ok(Written {
            line,
            position: row[self.position].trim(),
            die: row[self.die].trim(),
            action: row[self.action].trim(),
            probability: self.probability.map(|at| row[at].trim()),
        })
    }
}

/// Writes the legal answers of a policy to the [decisions](Arena::decisions) as CSV, in canonical order of the
/// positions. Omits the column `probability` if every answer is a single move.
pub fn write(policy: &Policy, arena: &Arena) -> String {
    let mut rows: Vec<Row> = arena.decisions().collect();
    rows.retain(|&row| policy.said(row) == Said::Given);
    rows.sort_by_key(|&row| arena.number_of(row));
    let is_mixed = rows.iter().any(|&row| {
        let chances = policy.chances(arena.places(row));
        chances.iter().filter(|&&chance| chance > 0.0).count() > 1
    });
    let mut text = String::from("position,die,move");
    text += if is_mixed { ",probability\n" } else { "\n" };
    for row in rows {
        let (position, die) = arena.position_of(row);
        let chances = policy.chances(arena.places(row));
        for (play, chance) in arena.plays(row).zip(chances) {
            if *chance > 0.0 {
                text += &format!("{position},{die},{}", play.action);
                if is_mixed {
                    text += &format!(",{chance}");
                }
                text += "\n";
            }
        }
    }
    text
}
