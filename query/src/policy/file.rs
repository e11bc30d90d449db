//! Policies in files: a row for each position and die, as CSV or as lines of JSON.
//!
//! ```text
//! position,die,move
//! 04h/007,3,4/7            or    {"position":"04h/007","die":3,"move":"4/7"}
//! ```
//!
//! With a column `probability`, several rows may answer the same position and die. Their probabilities must sum to 1.
//! Names of columns may be in capitals. A column that only numbers the rows is ignored, and a die may be written as 3.0:
//! programs that work with tables write both.

use std::collections::HashSet;
use std::fmt;
use std::io::Read;

use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use tourne_solver::shortened;

use super::answers::{Answers, ReadPolicy, Written};
use super::faults::{HeaderCure, PolicyError};
use super::{Arena, Policy, Row, Said};
use crate::lines::{LineError, Lines};

/// Maximum length of a row, in bytes.
const LONGEST_ROW: usize = 4096;
/// Maximum number of lines in a file. The largest rule set has 201,821 positions, each with six dice and three men, and
/// so at most 3,632,778 moves.
const MOST_ROWS: u64 = 4_000_000;

/// Reads a policy from CSV or from lines of JSON.
///
/// # Errors
///
/// [`PolicyError`] if the file cannot be read, or if a row is invalid; the error then names the line. An illegal move
/// is not an error; the result lists it.
///
/// ```
/// use tourne::policy::{Arena, Said, file};
///
/// let arena = Arena::new(tourne::solutions::standard());
/// let text = "position,die,move\n04h/007,3,4/7\n4h0/007,2,4/7\n";
/// let read = file::read(text.as_bytes(), &arena)?;
/// let position = arena.rules().position(&"04h/007".parse()?)?;
/// let row = |die| arena.row_of(position, tourne_solver::Die::new(die)).unwrap();
/// assert_eq!(read.policy.said(row(3)), Said::Given);
/// assert_eq!(read.policy.said(row(2)), Said::Illegal);
/// assert_eq!(read.illegal[0].line, Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(input: impl Read, arena: &Arena) -> Result<ReadPolicy, PolicyError> {
    let mut lines = Lines::new(input, LONGEST_ROW).at_most(MOST_ROWS);
    let mut answers = Answers::new(arena);
    let mut is_json = false;
    let mut columns: Option<HeaderPlaces> = None;
    while let Some(line) = lines.next()? {
        let number = line.number;
        let at_line = |fault: PolicyError| fault.on_line(number);
        let is_first = columns.is_none() && !is_json;
        let is_list = is_first && line.first() == Some(b'[');
        is_json |= is_first && line.first() == Some(b'{');
        let text = match line.text() {
            _ if is_list => return Err(PolicyError::NotLines),
            Err(LineError::TooLong(_)) if is_first && is_json => return Err(PolicyError::NotLines),
            text => text.map_err(|error| at_line(error.into()))?,
        };
        // Spreadsheets end tables with rows of empty cells, and may begin them with the separator.
        let is_empty = text.chars().all(|it| it == ',' || it.is_whitespace());
        if is_empty || number == 1 && text.trim().eq_ignore_ascii_case("sep=,") {
            continue;
        }
        let added = if is_json {
            let row: Result<JsonRow, _> = serde_json::from_str(text);
            if is_first && row.as_ref().is_err_and(serde_json::Error::is_eof) {
                return Err(PolicyError::NotLines);
            }
            row.map_err(|error| PolicyError::of_json(error, text))
                .and_then(|row| row.add_to(&mut answers, number))
        } else if let Some(columns) = &columns {
            columns.add_row(text, &mut answers, number)
        } else {
            columns = Some(HeaderPlaces::of(text)?);
            Ok(())
        };
        added.map_err(at_line)?;
    }
    if !is_json && columns.is_none() {
        return Err(PolicyError::Empty);
    }
    answers.finish()
}

/// Reads a record, which [`write()`] has written: a policy that is to be written anew with further answers. Blank lines
/// and the order of the lines do not matter.
///
/// # Errors
///
/// [`PolicyError`] if the record is not a policy, or if writing it anew would lose one of its lines.
pub fn read_record(mut input: impl Read, arena: &Arena) -> Result<Policy, PolicyError> {
    let mut held = Vec::new();
    input.read_to_end(&mut held)?;
    let policy = read(&*held, arena)?.policy;
    let record = write(&policy, arena);
    let kept: HashSet<&[u8]> = record.lines().map(str::as_bytes).collect();
    let lines = held.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let is_lost = |line: &[u8]| !line.is_empty() && !kept.contains(line);
    match lines.zip(1..).find(|(line, _)| is_lost(line)) {
        Some((_, number)) => Err(PolicyError::Lost(number)),
        None => Ok(policy),
    }
}

/// Names of the columns of a policy file, and of the fields of its JSON objects.
const NAMES: [&str; 4] = ["position", "die", "move", "probability"];

/// Returns whether a column of this name, in small letters, only numbers the rows. Programs that work with tables write
/// such a column without a name, as `Unnamed: 0`, or as `index`.
fn is_numbering(name: &str) -> bool {
    name.is_empty() || name == "index" || name.starts_with("unnamed: ")
}

/// Row of a policy as a JSON object: the value of each of the [`NAMES`], if the object has it.
struct JsonRow([Option<Value>; 4]);

impl<'de> Deserialize<'de> for JsonRow {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<JsonRow, D::Error> {
        from.deserialize_map(Fields)
    }
}

/// Reader of the fields of a [`JsonRow`].
struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = JsonRow;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonRow, A::Error> {
        let mut row = JsonRow([const { None }; 4]);
        while let Some(name) = map.next_key::<String>()? {
            let lower = name.trim().to_ascii_lowercase();
            match NAMES.iter().position(|known| *known == lower) {
                Some(at) if row.0[at].is_some() => {
                    return Err(A::Error::duplicate_field(NAMES[at]));
                }
                Some(at) => row.0[at] = Some(map.next_value()?),
                None if is_numbering(&lower) => _ = map.next_value::<IgnoredAny>()?,
                None => return Err(A::Error::unknown_field(&name, &NAMES)),
            }
        }
        Ok(row)
    }
}

impl JsonRow {
    fn add_to(self, answers: &mut Answers, line: u64) -> Result<(), PolicyError> {
        let mut texts = [const { None }; 4];
        for ((text, value), name) in texts.iter_mut().zip(self.0).zip(NAMES) {
            *text = text_of(name, value)?;
        }
        let needed = |at: usize| texts[at].as_deref().ok_or(PolicyError::NoField(NAMES[at]));
        answers.add(&Written {
            line,
            position: needed(0)?,
            die: needed(1)?,
            action: needed(2)?,
            probability: texts[3].as_deref(),
        })
    }
}

/// Returns the text of a field in JSON; `None` if the field is missing or null.
fn text_of(name: &'static str, value: Option<Value>) -> Result<Option<String>, PolicyError> {
    let is_number = ["die", "probability"].contains(&name);
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(Value::Number(number)) if is_number => Ok(Some(number.to_string())),
        Some(other) => Err(PolicyError::Field {
            name,
            found: shortened(&other.to_string()),
        }),
    }
}

/// Splits a row of CSV at the commas outside quotation marks. Returns the fields without the quotation marks and white
/// space around them. No field of a policy contains a quotation mark or a line break.
fn fields(row: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let fields = row.split(move |character| {
        is_quoted ^= character == '"';
        character == ',' && !is_quoted
    });
    fields.map(|field| {
        let field = field.trim();
        let quoted = field.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
        quoted.unwrap_or(field).trim()
    })
}

/// Index of each column, counted from 0.
struct HeaderPlaces {
    /// Places of the columns `position`, `die` and `move`.
    named: [usize; 3],
    probability: Option<usize>,
    /// Number of all columns.
    columns: usize,
}

impl HeaderPlaces {
    fn of(header: &str) -> Result<HeaderPlaces, PolicyError> {
        let titles: Vec<String> = fields(header).map(str::to_ascii_lowercase).collect();
        let mut places = [None; 4];
        let mut unknown = Vec::new();
        for (at, title) in titles.iter().enumerate() {
            match NAMES.iter().position(|name| name == title) {
                Some(name) if places[name].is_none() => places[name] = Some(at),
                None if is_numbering(title) => (),
                _ => unknown.push(&**title),
            }
        }
        let [Some(position), Some(die), Some(action), probability] = places else {
            let cure = HeaderCure::of(header);
            return Err(PolicyError::Header(shortened(header.trim()), cure));
        };
        if !unknown.is_empty() {
            return Err(PolicyError::Columns {
                header: shortened(header.trim()),
                unknown: shortened(&unknown.join(", ")),
            });
        }
        Ok(HeaderPlaces {
            named: [position, die, action],
            probability,
            columns: titles.len(),
        })
    }

    fn add_row(&self, row: &str, answers: &mut Answers, line: u64) -> Result<(), PolicyError> {
        let fields: Vec<&str> = fields(row).collect();
        let (found, columns) = (fields.len(), self.columns);
        if row.matches('"').count() % 2 == 1 {
            return Err(PolicyError::OpenQuotation);
        }
        if found != columns {
            return Err(PolicyError::Fields { found, columns });
        }
        let [position, die, action] = self.named.map(|at| fields[at]);
        answers.add(&Written {
            line,
            position,
            die,
            action,
            probability: self.probability.map(|at| fields[at]),
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
        let probabilities = policy.probabilities(arena.places(row));
        probabilities.iter().filter(|&&chance| chance > 0.0).count() > 1
    });
    let mut text = String::from("position,die,move");
    text += if is_mixed { ",probability\n" } else { "\n" };
    for row in rows {
        let (position, die) = arena.position_of(row);
        let probabilities = policy.probabilities(arena.places(row));
        for (play, chance) in arena.plays(row).zip(probabilities) {
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
