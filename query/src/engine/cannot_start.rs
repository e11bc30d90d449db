//! Error for an engine that cannot be started, with the reason why.

use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::path::Path;

use tourne_solver::{printable, shortened};

use super::meant::Meant;
use super::program::{file_of, first_line, is_executable};

#[derive(Debug, thiserror::Error)]
#[error("cannot start the engine \"{}\" ({})", printable(&.command.to_string_lossy()), advice(.command, .source))]
pub struct CannotStart {
    pub command: OsString,
    pub source: io::Error,
}

/// Error code of Linux, macOS and Windows for a file that is not there.
const NO_FILE: i32 = 2;

impl CannotStart {
    pub(super) fn new(command: OsString, source: io::Error) -> CannotStart {
        // A folder of the search path that may not be entered is what the system reports of a program that is nowhere.
        let is_nowhere = source.kind() == ErrorKind::PermissionDenied
            && Path::new(&command).components().count() == 1
            && !Path::new(&command).is_dir()
            && file_of(&command).is_none();
        let source = if is_nowhere {
            io::Error::from_raw_os_error(NO_FILE)
        } else {
            source
        };
        CannotStart { command, source }
    }
}

/// Error codes of Linux, macOS and Windows for a file that is not a program.
const NO_PROGRAM: [i32; 2] = if cfg!(windows) { [193, 216] } else { [8, 86] };

/// Cause and cure of a script that does not start or says nothing: the carriage return becomes part of the name of its
/// interpreter.
pub(super) const CARRIAGE_RETURN: &str =
    "its first line ends with a carriage return: save it with Unix line ends";

fn advice(command: &OsStr, error: &io::Error) -> String {
    if let ErrorKind::WouldBlock | ErrorKind::OutOfMemory = error.kind() {
        return "the system allows no further process or thread: close other programs".to_owned();
    }
    match Meant::by(command) {
        None | Some(Meant::Engine(_)) => {}
        Some(other) => return other.to_string(),
    }
    let Some(path) = file_of(command) else {
        return if Path::new(command).exists() {
            let path = Path::new(".").join(command);
            format!(
                "to name a program in this folder, write {}",
                printable(&path.to_string_lossy())
            )
        } else {
            "the command must begin with the name or path of a program".to_owned()
        };
    };
    if path.is_dir() {
        return "it is a folder: name the program in it".to_owned();
    }
    // A pipe would be read until somebody writes into it.
    if !path.is_file() {
        return "it is not a regular file: name a program".to_owned();
    }
    let is_program = !error
        .raw_os_error()
        .is_some_and(|code| NO_PROGRAM.contains(&code));
    let first = first_line(&path);
    let interpreter = first.strip_prefix("#!").map(|rest| {
        let program = rest.split_whitespace().next();
        shortened(program.unwrap_or_default())
    });
    let named = |what: &str| {
        match &interpreter {
        Some(_) if first.ends_with('\r') => CARRIAGE_RETURN.to_owned(),
        Some(interpreter) => format!("its first line names \"{interpreter}\", which {what}"),
        None => "the file is there, but what is needed to run it is not: perhaps it is made for another system".to_owned(),
    }
    };
    match error.kind() {
        _ if !is_program && first.starts_with("\u{feff}#!") => {
            "its first line begins with a byte order mark: save it without one".to_owned()
        }
        _ if !is_program => "it is not a program of this system: a script needs a first line such as #!/usr/bin/env python3, \
             or its interpreter before it, as in python3 engine.py".to_owned(),
        ErrorKind::NotFound => named("is not there"),
        ErrorKind::PermissionDenied if interpreter.is_some() && is_executable(&path) => named("may not be executed"),
        ErrorKind::PermissionDenied => "it may not be executed: make it executable with chmod +x, or name its interpreter \
             before it, as in python3 engine.py".to_owned(),
        _ => "the system refuses it".to_owned(),
    }
}

/// Returns whether a program is a script whose first line ends with a carriage return.
pub(super) fn ends_with_carriage_return(program: &OsStr) -> bool {
    let first = file_of(program).map(|path| first_line(&path));
    first.is_some_and(|line| line.starts_with("#!") && line.ends_with('\r'))
}
