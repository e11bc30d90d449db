//! Advisory lock on a file that programs of this project read, change and [replace](crate::terminal::replace::update).

use std::fs::File;
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// Time between two attempts to lock a file.
const INTERVAL: Duration = Duration::from_millis(10);
/// Maximum number of attempts: about 20 seconds in all. A program holds the lock only while it replaces the file.
const MOST_ATTEMPTS: u32 = 2000;

/// Lock on a file, held until this value is dropped or the process ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Locks the file at `path`, whose links have been followed. A file that does not exist may be created, empty.
    ///
    /// # Errors
    ///
    /// `WouldBlock` if another program holds the lock, `Unsupported` where files cannot be locked, or the error of the
    /// system if the file cannot be opened.
    pub fn try_acquire(path: &Path) -> io::Result<Lock> {
        attempt(path)
    }

    /// Locks as [`try_acquire`](Lock::try_acquire) does, but waits until no other program holds the lock. Returns `None`
    /// where files cannot be locked, such as on some network drives: it is better to write without a lock than not to
    /// write.
    pub(crate) fn acquire(path: &Path) -> io::Result<Option<Lock>> {
        for _ in 0..MOST_ATTEMPTS {
            match Lock::try_acquire(path) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => thread::sleep(INTERVAL),
                Err(error) if error.kind() == io::ErrorKind::Unsupported => return Ok(None),
                attempted => return attempted.map(Some),
            }
        }
        let reason = "another program keeps it locked: end that program, or wait for its end";
        Err(io::Error::new(io::ErrorKind::WouldBlock, reason))
    }
}

/// Locks the file itself, so that no other file is left behind. Whoever locks a file that has been replaced meanwhile
/// tries again with the new file.
#[cfg(unix)]
fn attempt(path: &Path) -> io::Result<Lock> {
    use std::fs::TryLockError;
    use std::os::unix::fs::MetadataExt as _;

    // Network drives lock only files that are open for writing; a read-only file is replaced with --force.
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    let file = match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => File::open(path)?,
        opened => opened?,
    };
    file.try_lock().map_err(|error| match error {
        TryLockError::Error(error) if error.kind() != io::ErrorKind::Interrupted => {
            io::ErrorKind::Unsupported
        }
        _ => io::ErrorKind::WouldBlock,
    })?;
    let number = |file: &std::fs::Metadata| (file.dev(), file.ino());
    let held = file.metadata()?;
    match std::fs::metadata(path) {
        Ok(named) if number(&named) == number(&held) => Ok(Lock { _file: file }),
        _ => Err(io::ErrorKind::WouldBlock.into()),
    }
}

/// Opens a file beside the locked file that no other program can open meanwhile, and that the system removes when it is
/// closed, even if the process is killed. Windows does not replace a file that is locked itself.
#[cfg(windows)]
fn attempt(path: &Path) -> io::Result<Lock> {
    use std::os::windows::fs::OpenOptionsExt as _;

    /// `FILE_FLAG_DELETE_ON_CLOSE` of `CreateFileW`.
    const DELETE_ON_CLOSE: u32 = 0x0400_0000;
    /// `ERROR_ACCESS_DENIED`, also for a file that is about to be removed, and `ERROR_SHARING_VIOLATION`.
    const HELD: [i32; 2] = [5, 32];
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".lock");
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    options.share_mode(0).custom_flags(DELETE_ON_CLOSE);
    match options.open(path.with_file_name(name)) {
        Ok(file) => Ok(Lock { _file: file }),
        Err(error)
            if error
                .raw_os_error()
                .is_some_and(|code| HELD.contains(&code)) =>
        {
            Err(io::ErrorKind::WouldBlock.into())
        }
        Err(_) => Err(io::ErrorKind::Unsupported.into()),
    }
}
