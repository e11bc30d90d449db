//! A temporary folder, in which tests write, read and list files by their names.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::commands::{names_in, temporary_folder};

pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(temporary_folder())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns the path of a file as text, for a command.
    pub(crate) fn text_of(&self, name: &str) -> String {
        self.path(name).to_str().expect("a plain path").to_owned()
    }

    /// Writes a file, and returns its path as text.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), content).expect("a writable file");
        self.text_of(name)
    }

    #[track_caller]
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns the names of the files, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        names_in(&self.0)
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        self.0.path()
    }
}
