//! Player whom a user may mean by a name that is not what an option takes: the other ways to name a player are its cure.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

use crate::cards::Named;
use tourne_solver::printable;

use super::program::{file_of, first_line, is_executable};
use super::words::words;

/// Player whom a name may mean. Its text says how to name the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    /// One of the levels, 1 to 10.
    Level(u8),
    /// Built-in policy; the text follows `builtin:`.
    BuiltIn(String),
    /// File that is a policy by the ending of its name.
    Policy(String),
    Engine(String),
}

/// Endings of the names of policy files.
const POLICIES: [&str; 5] = ["csv", "json", "jsonl", "ndjson", "card"];
/// Programs that run files whose names have these endings.
const INTERPRETERS: [(&str, &str); 3] = [("py", "python3"), ("js", "node"), ("sh", "sh")];

impl Meant {
    /// Returns the player whom a name may mean; `None` if there is no sign of any.
    pub fn by(name: &OsStr) -> Option<Meant> {
        let text = name.to_string_lossy();
        let level = text.strip_prefix("level-").unwrap_or(&text).parse().ok();
        if let Some(level) = level.filter(|level| (1..=10).contains(level)) {
            return Some(Meant::Level(level));
        }
        if let Some(builtin) = text.strip_prefix("builtin:") {
            return Some(Meant::BuiltIn(builtin.to_owned()));
        }
        if text.parse::<Named>().is_ok() {
            return Some(Meant::BuiltIn(text.into_owned()));
        }
        if let Some(command) = text.strip_prefix("engine:") {
            return Some(Meant::Engine(command.to_owned()));
        }
        let path = Path::new(name);
        let is_file = path.is_file();
        let words = words(name, cfg!(windows)).unwrap_or_default();
        if !is_file && words.len() > 1 {
            return Some(Meant::Engine(text.into_owned()));
        }
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        if POLICIES.contains(&ending) {
            return Some(Meant::Policy(text.into_owned()));
        }
        let file = as_a_word(&text);
        if let Some((_, program)) = INTERPRETERS.iter().find(|(of, _)| *of == ending) {
            return Some(Meant::Engine(format!("{program} {file}")));
        }
        let is_program = is_file && (is_executable(path) || first_line(path).starts_with("#!"));
        match path.components().count() {
            1 if is_program => Some(Meant::Engine(format!("./{file}"))),
            _ if is_program || !is_file && file_of(name).is_some() => Some(Meant::Engine(file)),
            _ => None,
        }
    }
}

impl fmt::Display for Meant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whom, option, name) = match self {
            Meant::Level(level) => ("a level", "level", &level.to_string()),
            Meant::BuiltIn(name) => ("a built-in policy", "policy", &format!("builtin:{name}")),
            Meant::Policy(file) => ("a policy in a file", "policy", file),
            Meant::Engine(command) => ("a program that plays", "engine", command),
        };
        let name = printable(&as_a_word(name));
        write!(f, "to name {whom}, write --{option} {name}")
    }
}

/// Quotes a text for a shell, if necessary.
fn as_a_word(text: &str) -> String {
    shlex::try_quote(text).map_or_else(|_| text.to_owned(), Into::into)
}
