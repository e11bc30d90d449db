//! Atomic replacement of a file: a reader sees either the complete old content or the complete new content.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, PersistError};

use crate::interrupt::{self, Registration};
use tourne_solver::file::is_stream;
use tourne_solver::printable;

/// Checks in advance, as far as possible, that a file can be [replaced](replace). `-` stands for standard output.
pub fn make_sure_of_writing(path: &Path) -> io::Result<()> {
    if is_stream(path) {
        return Ok(());
    }
    let (path, folder) = target(path)?;
    temporary(&path, &folder).map(drop)
}

/// Makes a temporary file, to be renamed to `path`, that is removed if an interrupt ends the process, even while the
/// file is being made.
fn temporary(path: &Path, folder: &Path) -> io::Result<(NamedTempFile, Registration)> {
    let mut prefix = std::ffi::OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    if let Ok(old) = fs::metadata(path) {
        builder.permissions(old.permissions());
    } else {
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    let made = interrupt::make_or_else(|| {
        let file = builder.tempfile_in(folder)?;
        let path = file.path().to_owned();
        // Ignore an error: the file may be gone already.
        Ok((file, move || _ = fs::remove_file(path)))
    });
    made.map_err(|source| with_path(path, &source))
}

/// Writes a file under a temporary name in the same folder, makes sure that the content is on disk, and only then
/// renames the file. If anything fails, an existing file is untouched. A symbolic link to a file is followed.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, |file, path| file.persist(path))
}

/// Writes a file as [`replace`] does, but fails if the file exists, even if another program makes it at the same time.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, |file, path| file.persist_noclobber(path))
}

/// Function that renames a temporary file to its final name.
type Persist = fn(NamedTempFile, &Path) -> Result<File, PersistError>;

fn put(path: &Path, bytes: &[u8], persist: Persist) -> io::Result<()> {
    let (path, folder) = target(path)?;
    let with_path = |source: io::Error| with_path(&path, &source);
    let (mut file, _removal) = temporary(&path, &folder)?;
    file.write_all(bytes).map_err(with_path)?;
    file.as_file().sync_all().map_err(with_path)?;
    persist(file, &path).map_err(|failed| with_path(failed.error))?;
    // The new name survives a crash once the folder is on disk. If the folder cannot be synced, a crash may bring back
    // the old content. Both the old and the new content are complete.
    let _ = File::open(&folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Maximum number of symbolic links that are followed in a row: the limit of Linux.
const MOST_LINKS: usize = 40;

/// Follows symbolic links, even to a file that does not exist yet, just as the system does when it opens a file for
/// writing.
pub(crate) fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut at = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Ok(whole) = at.canonicalize() {
            return Ok(whole);
        }
        match (at.read_link(), at.parent()) {
            (Ok(target), Some(folder)) => at = folder.join(target),
            _ => return Ok(at),
        }
    }
    let reason = "its links lead in a circle, or there are too many: name a file";
    Err(error(path, io::ErrorKind::InvalidInput, reason))
}

/// Returns the path of the file after following links, and the path of its folder.
fn target(path: &Path) -> io::Result<(PathBuf, PathBuf)> {
    // Make this check before following links: the target of /dev/stdout may be a pipe, which has no path.
    if fs::metadata(path).is_ok_and(|held| !held.is_file()) {
        let reason = if path.is_dir() {
            "it is a folder, not a regular file: name a file in it"
        } else {
            "it is not a regular file: for a device or a pipe, write to standard output (-)"
        };
        return Err(error(path, io::ErrorKind::InvalidInput, reason));
    }
    let path = followed(path)?;
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    if path.file_name().is_none() {
        let reason = "it has no file name";
        return Err(error(&path, io::ErrorKind::InvalidInput, reason));
    }
    if !folder.is_dir() {
        let exists = folder.exists();
        let folder = printable(&folder.to_string_lossy());
        let reason = if exists {
            format!("{folder} is not a folder")
        } else {
            format!("the folder {folder} does not exist: make it first")
        };
        return Err(error(&path, io::ErrorKind::NotFound, &reason));
    }
    Ok((path, folder))
}

/// Adds the path to an error of the system, and removes the name of the temporary file, which `tempfile` appends.
fn with_path(path: &Path, source: &io::Error) -> io::Error {
    let text = source.to_string();
    let plain = text.split(" at path ").next().unwrap_or(&text);
    error(path, source.kind(), plain)
}

/// Returns an error that says why a file cannot be written.
pub(crate) fn error(path: &Path, kind: io::ErrorKind, reason: &str) -> io::Error {
    let path = printable(&path.to_string_lossy());
    io::Error::new(kind, format!("cannot write {path}: {reason}"))
}
