//! Files that a system starts as programs.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Longest beginning of a file that is read to find its first line, in bytes: more than the kernel of Linux reads.
const FIRST_LINE: u64 = 512;

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

#[cfg(unix)]
pub(super) fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
pub(super) fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok()
}
