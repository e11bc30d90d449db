//! Reading a solution file gives the right answer or a clear error, whatever its bytes.

mod header;
mod lengths;
mod round_trips;
mod tables;
mod unreadable;

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tourne_solver::file::{Damage, FileError, decode, read};

use crate::solution_bytes::SolutionBytes;

/// Returns the error of a file that is refused. Panics if it is read; the message leaves out the megabytes of its
/// `Debug`.
#[track_caller]
fn refused<T, E>(read: Result<T, E>) -> E {
    match read {
        Ok(_) => panic!("the file is read as if it were sound"),
        Err(error) => error,
    }
}

#[track_caller]
fn damage(bytes: &[u8]) -> Damage {
    refused(decode(bytes))
}

/// Returns the damage that is found in the committed file after an alteration, with the checksum corrected.
#[track_caller]
fn sealed_damage(alter: impl FnOnce(&mut SolutionBytes)) -> Damage {
    let mut bytes = SolutionBytes::standard();
    alter(&mut bytes);
    damage(&bytes.sealed())
}

/// Asserts that this damage is found in the committed file after an alteration, and that its message has these parts.
#[track_caller]
fn assert_damage(alter: impl FnOnce(&mut SolutionBytes), expected: &Damage, says: &[&str]) {
    let damage = sealed_damage(alter);
    assert_eq!(damage, *expected);
    assert_says(&damage, says);
}

#[track_caller]
fn assert_says(error: &impl std::fmt::Display, parts: &[&str]) {
    crate::commands::assert_says(&error.to_string(), parts);
}

/// Returns a file with these bytes, in a folder of its own.
fn file_of(bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = crate::folder();
    let path = folder.path().join("damaged.bin");
    fs::write(&path, bytes).expect("a temporary file can be written");
    (folder, path)
}

/// Returns the damage that `read` finds, and asserts that its error names the file.
#[track_caller]
fn damage_of_file(path: &Path) -> Damage {
    let error = refused(read(path));
    assert_says(&error, &[&path.display().to_string()]);
    let FileError::Damaged {
        path: named,
        damage,
    } = error
    else {
        panic!("{error:?} instead of damage");
    };
    assert_eq!(named, path);
    damage
}

/// Returns the committed file of the standard game (stakes 0) or of `double-win` (stakes 1).
fn bytes_of(stakes: u8) -> SolutionBytes {
    SolutionBytes::committed(["standard", "double-win"][usize::from(stakes)])
}
