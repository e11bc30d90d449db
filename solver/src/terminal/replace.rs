//! Atomic replacement of a file: a reader sees either the complete old content or the complete new content.

use std::error::Error as _;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, PersistError};

use crate::file::is_stream;
use crate::printable;
use crate::terminal::interrupt::{self, Registration};
use crate::terminal::lock::Lock;

/// Checks in advance, as far as possible, that a file can be [replaced](replace). `-` stands for standard output.
pub fn make_sure_of_writing(path: &Path) -> io::Result<()> {
    if is_stream(path) {
        return Ok(());
    }
    temporary(&target(path)?).map(drop)
}

/// Makes a temporary file, to be renamed to `path`, that is removed if an interrupt ends the process, even while the
/// file is being made.
fn temporary(path: &Path) -> io::Result<(NamedTempFile, Registration)> {
    let folder = folder_of(path);
    let mut prefix = std::ffi::OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    let old = fs::metadata(path).ok();
    // Until it has the permissions of the file that it replaces, only the user may open the temporary file.
    #[cfg(unix)]
    if old.is_none() {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    let made = interrupt::make_or_else(|| {
        let file = builder.tempfile_in(folder)?;
        let path = file.path().to_owned();
        // Ignore an error: the file may be gone already.
        Ok((file, move || _ = fs::remove_file(path)))
    });
    let (file, removal) = made.map_err(|source: io::Error| {
        if old.is_some() && source.kind() == io::ErrorKind::PermissionDenied {
            let folder = printable(&folder.to_string_lossy());
            let reason = format!(
                "its folder {folder} is not writable, and a file is replaced by a new one in the same folder: name a \
                 file in another folder"
            );
            return error(path, source.kind(), &reason);
        }
        with_path(path, &source)
    })?;
    #[cfg(unix)]
    if let Some(old) = old {
        take_over(&old, file.as_file()).map_err(|source| with_path(path, &source))?;
    }
    Ok((file, removal))
}

/// Gives a new file the owner, the group and the permissions of the file that it replaces, whatever the umask. An owner
/// or group that this user may not give is left out; another group then gets no more permissions than everybody. The
/// set-user-ID and set-group-ID bits are dropped, as the system drops them when somebody else writes a file.
#[cfg(unix)]
fn take_over(old: &fs::Metadata, new: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};

    // Ignore an error: only the superuser may give files to other users.
    let _ = fchown(new, Some(old.uid()), None);
    let keeps_group = fchown(new, None, Some(old.gid())).is_ok();
    let mode = old.mode() & 0o1777;
    let mode = if keeps_group {
        mode
    } else {
        mode & (!0o070 | (mode & 0o007) << 3)
    };
    new.set_permissions(fs::Permissions::from_mode(mode))
}

/// Returns `true` if a file exists that this user may not write, because it is read-only or belongs to somebody else.
pub fn is_read_only(path: &Path) -> bool {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};

    fs::metadata(path).is_ok_and(|held| held.permissions().readonly())
        || (File::options().append(true).open(path))
            .is_err_and(|error| matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem))
}

/// Writes a file under a temporary name in the same folder, makes sure that the content is on disk, and only then
/// renames the file. If anything fails, an existing file is untouched. A symbolic link to a file is followed. The
/// permissions of an existing file are kept and, as far as the system allows, its owner and its group; hard links to it
/// under other names keep the old content.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, |file, path| file.persist(path))
}

/// Writes a file as [`replace`] does, but fails if the file exists, even if another program makes it at the same time.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, |file, path| file.persist_noclobber(path))
}

/// Reads a file, changes its content and [replaces](replace) it, while no other program does the same: several programs
/// can add to one file, and nothing that one of them wrote is lost. `change` receives the current content of the file,
/// empty if there is no file, and returns the new content. It is called again if a program that knows nothing of the
/// lock, such as an editor, has changed the file meanwhile. If the content stays the same, nothing is written. On a disk
/// that has no room for a second copy, what was added at the end is appended to the file itself.
///
/// The lock is held only while this function runs, also while other threads of this process call it. A read-only file is
/// replaced all the same: ask [`is_read_only`] before.
///
/// ```
/// use tourne_solver::terminal::replace::update;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("list.txt");
/// for line in ["one\n", "two\n"] {
///     update(&path, |old| Ok::<_, std::io::Error>([old, line.as_bytes()].concat()))?;
/// }
/// assert_eq!(std::fs::read_to_string(&path)?, "one\ntwo\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn update<E: From<io::Error>>(
    path: &Path,
    mut change: impl FnMut(&[u8]) -> Result<Vec<u8>, E>,
) -> Result<(), E> {
    let path = target(path)?;
    loop {
        let lock = Lock::acquire(&path).map_err(|source| with_path(&path, &source))?;
        let old = content(&path)?;
        let new = change(&old)?;
        if new == old {
            return Ok(());
        }
        let written = written(&path, &new);
        // Writing takes time, in which an editor may have saved the file.
        if content(&path)? != old {
            drop((written, lock));
            continue;
        }
        return match written {
            Err(error) if is_full(&error) && new.starts_with(&old) => {
                append(&path, &new[old.len()..]).map_err(|source| with_path(&path, &source).into())
            }
            written => {
                let (file, _removal) = written?;
                Ok(rename(file, &path, |file, path| file.persist(path))?)
            }
        };
    }
}

pub fn is_full(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), FileTooLarge | QuotaExceeded | StorageFull)
}

/// Appends bytes to a file: all of them or, if they do not fit, none.
fn append(path: &Path, more: &[u8]) -> io::Result<()> {
    let mut file = File::options().append(true).open(path)?;
    let before = file.metadata()?.len();
    let written = file.write_all(more).and_then(|()| file.sync_all());
    if written.is_err() {
        file.set_len(before)?;
    }
    written
}

/// Returns the content of a file; empty if the file does not exist.
fn content(path: &Path) -> io::Result<Vec<u8>> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => {
            let path = printable(&path.to_string_lossy());
            let reason = format!("cannot read {path}: {error}");
            Err(io::Error::new(error.kind(), reason))
        }
        held => held,
    }
}

type Persist = fn(NamedTempFile, &Path) -> Result<File, PersistError>;

fn put(path: &Path, bytes: &[u8], persist: Persist) -> io::Result<()> {
    let path = target(path)?;
    let (file, _removal) = written(&path, bytes)?;
    rename(file, &path, persist)
}

fn written(path: &Path, bytes: &[u8]) -> io::Result<(NamedTempFile, Registration)> {
    let (mut file, removal) = temporary(path)?;
    let file_itself = file.as_file_mut();
    let written = file_itself
        .write_all(bytes)
        .and_then(|()| file_itself.sync_all());
    written.map_err(|source| with_path(path, &source))?;
    Ok((file, removal))
}

fn rename(file: NamedTempFile, path: &Path, persist: Persist) -> io::Result<()> {
    persist(file, path).map_err(|failed| with_path(path, &failed.error))?;
    // The new name survives a crash once the folder is on disk. If the folder cannot be synced, a crash may bring back
    // the old content. Both the old and the new content are complete.
    let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Maximum number of symbolic links that are followed in a row: the limit of Linux.
const MOST_LINKS: usize = 40;

/// Follows symbolic links, even to a file that does not exist yet, just as the system does when it opens a file for
/// writing.
pub fn followed(path: &Path) -> io::Result<PathBuf> {
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

pub(super) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// Returns the path of a file that may be written, after following links.
fn target(path: &Path) -> io::Result<PathBuf> {
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
    let folder = folder_of(&path);
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
    Ok(path)
}

fn with_path(path: &Path, source: &io::Error) -> io::Error {
    // `tempfile` adds the name of the temporary file to its errors; their source is the error of the system.
    let reason = source
        .source()
        .map_or_else(|| source.to_string(), ToString::to_string);
    error(path, source.kind(), &reason)
}

pub(crate) fn error(path: &Path, kind: io::ErrorKind, reason: &str) -> io::Error {
    let path = printable(&path.to_string_lossy());
    io::Error::new(kind, format!("cannot write {path}: {reason}"))
}
