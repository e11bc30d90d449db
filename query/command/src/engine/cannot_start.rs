//! Error for an engine that cannot be started, with the reason why.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

use tourne_cards::Named;
use tourne_solver::{printable, shortened};

#[derive(Debug, thiserror::Error)]
#[error("cannot start the engine \"{}\" ({})", printable(&.command.to_string_lossy()), advice(.command, .source))]
pub struct CannotStart {
    pub command: OsString,
    pub source: io::Error,
}

/// Longest beginning of a file that is read to find its first line, in bytes: more than the kernel of Linux reads.
const FIRST_LINE: u64 = 512;
/// Error codes of Linux, macOS and Windows for a file that is not a program.
const NO_PROGRAM: [i32; 2] = if cfg!(windows) { [193, 216] } else { [8, 86] };

/// Endings of the names of policy files.
const POLICIES: [&str; 5] = ["csv", "json", "jsonl", "ndjson", "card"];

/// Returns whether the name of a file is that of a policy.
pub(super) fn is_policy_by_name(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str);
    ending.is_some_and(|ending| POLICIES.contains(&ending))
}

/// Returns how to name a player who is not an engine; `None` if the command may be meant as that of an engine.
fn other_player(command: &OsStr) -> Option<String> {
    let name = command.to_string_lossy();
    if is_policy_by_name(Path::new(command)) {
        let name = printable(&name);
        return Some(format!("to name a policy file, write --policy {name}"));
    }
    if let Some(command) = name.strip_prefix("engine:") {
        let command = printable(command);
        return Some(format!("leave out engine: and write --engine {command}"));
    }
    let level = name.strip_prefix("level-").unwrap_or(&name);
    if level.parse().is_ok_and(|level| (1..=10).contains(&level)) {
        return Some(format!("to name a level, write --level {level}"));
    }
    let builtin = name.strip_prefix("builtin:");
    let named = builtin.unwrap_or(&name);
    let is_named = builtin.is_some() || named.parse::<Named>().is_ok();
    is_named.then(|| {
        let named = printable(named);
        format!("to name a built-in policy, write --policy builtin:{named}")
    })
}

fn advice(command: &OsStr, error: &io::Error) -> String {
    if let ErrorKind::WouldBlock | ErrorKind::OutOfMemory = error.kind() {
        return "the system allows no further process or thread: close other programs".to_owned();
    }
    if let Some(advice) = other_player(command) {
        return advice;
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
        Some(_) if first.ends_with('\r') => {
            "its first line ends with a carriage return: save it with Unix line ends".to_owned()
        }
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

/// Returns the file that a system starts for the first word of a command: a path, or a name in the search path.
pub(super) fn file_of(program: &OsStr) -> Option<PathBuf> {
    let path = Path::new(program);
    let is_hidden = program.as_encoded_bytes().starts_with(b".");
    if path.components().count() != 1 || is_hidden || cfg!(windows) {
        return path.exists().then(|| path.to_owned());
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders)
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
}

/// Returns the first line of a file, without its line feed; an empty text if the file cannot be read.
pub(super) fn first_line(path: &Path) -> String {
    let mut bytes = Vec::new();
    if let Ok(file) = File::open(path) {
        let _ = file.take(FIRST_LINE).read_to_end(&mut bytes);
    }
    let line = bytes.split(|&byte| byte == b'\n').next();
    String::from_utf8_lossy(line.unwrap_or_default()).into_owned()
}

/// Returns whether a program is a script whose first line ends with a carriage return, which becomes part of the name of
/// its interpreter.
pub(super) fn ends_with_carriage_return(program: &OsStr) -> bool {
    let first = file_of(program).map(|path| first_line(&path));
    first.is_some_and(|line| line.starts_with("#!") && line.ends_with('\r'))
}

#[cfg(unix)]
pub(super) fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
pub(super) fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok()
}
