//! Output files named by options, and the rule for replacing existing files.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::exit_codes::Exit;
use super::streams;
use crate::file::is_stream;
use crate::printable;
use crate::terminal::replace::{create, error, is_read_only, make_sure_of_writing, replace};

/// Argument that lets a command replace existing files. Each command says in its help which files it replaces without it.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ForceArgument {
    /// Replace an existing output file, whatever it holds
    #[arg(long)]
    pub force: bool,
}

/// Output file, named by an option, that may be written because it does not exist or may be replaced.
///
/// ```
/// use std::path::Path;
/// use tourne_solver::terminal::{ForceArgument, Output};
///
/// let no = ForceArgument { force: false };
/// let error = Output::new(Path::new("Cargo.toml"), &["<svg "], no).unwrap_err();
/// assert!(error.to_string().starts_with("cannot write Cargo.toml: it exists"));
/// assert!(Output::new(Path::new("Cargo.toml"), &["[package]"], no).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Output {
    path: PathBuf,
    /// Beginnings of files that may be replaced without `--force`; an empty one is the beginning of every file.
    heads: &'static [&'static str],
    force: bool,
}

impl Output {
    /// Checks that an output file may be written; `-` is standard output. An existing file may be replaced if it begins
    /// with one of `heads`, the beginnings of files that the program can write anew in seconds.
    pub fn new(
        path: &Path,
        heads: &'static [&'static str],
        force: ForceArgument,
    ) -> io::Result<Output> {
        let output = Output {
            path: path.to_owned(),
            heads,
            force: force.force,
        };
        output.check()?;
        Ok(output)
    }

    /// Checks that an output file may be written that is also the input whose content the new content continues. It may
    /// be replaced, unless it is read-only.
    pub fn continuing(path: &Path, force: ForceArgument) -> io::Result<Output> {
        Output::new(path, &[""], force)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn check(&self) -> io::Result<()> {
        make_sure_of_writing(&self.path)?;
        if is_stream(&self.path) || self.force {
            return Ok(());
        }
        let Ok(metadata) = fs::metadata(&self.path) else {
            return Ok(());
        };
        let reason = if is_read_only(&self.path) {
            "it exists and is read-only"
        } else if metadata.len() == 0 || self.is_own()? {
            return Ok(());
        } else if self.heads.is_empty() {
            "it exists, and may hold work of yours"
        } else {
            "it exists, and is not what this program writes there"
        };
        Err(self.refusal(&format!(
            "{reason}: choose another name, or add --force to replace it"
        )))
    }

    fn is_own(&self) -> io::Result<bool> {
        if self.heads.contains(&"") {
            return Ok(true);
        }
        let longest = self.heads.iter().map(|head| head.len()).max().unwrap_or(0);
        let mut begins = Vec::new();
        let read = File::open(&self.path)
            .and_then(|file| file.take(longest as u64).read_to_end(&mut begins));
        read.map_err(|error| self.refusal(&format!("it exists, and cannot be read: {error}")))?;
        let mut heads = self.heads.iter();
        Ok(heads.any(|head| begins.starts_with(head.as_bytes())))
    }

    /// Writes the content to the file, or to standard output for `-`. If another program has made the file since the
    /// check, the content is written to a new file in the same folder, and an error names the new file.
    pub fn write(&self, content: impl AsRef<[u8]>) -> Result<(), Exit> {
        let (_, taken) = self.write_or_beside(content).map_err(Exit::of_output)?;
        taken.map_or(Ok(()), |taken| Err(taken.into()))
    }

    /// Writes the content as [`write`](Output::write) does. Returns the path of the file that was written and, if it is a
    /// new file in the same folder, the error that names it.
    pub fn write_or_beside(
        &self,
        content: impl AsRef<[u8]>,
    ) -> io::Result<(PathBuf, Option<io::Error>)> {
        let content = content.as_ref();
        let written = if is_stream(&self.path) {
            streams::write(content)
        } else if self.force {
            replace(&self.path, content)
        } else {
            let is_new = !self.path.exists();
            let put = if is_new { create } else { replace };
            self.check().and_then(|()| put(&self.path, content))
        };
        match written {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let why = "another program has created it in the meantime";
                let (path, taken) = self.write_beside(content, why)?;
                Ok((path, Some(taken)))
            }
            written => written.map(|()| (self.path.clone(), None)),
        }
    }

    /// Writes the content to a new file in the same folder. Returns its path, and the error that says why the file itself
    /// was not written, and names the new file.
    pub fn write_beside(
        &self,
        content: impl AsRef<[u8]>,
        why: &str,
    ) -> io::Result<(PathBuf, io::Error)> {
        for number in 2_u32.. {
            let mut name = self.path.clone().into_os_string();
            name.push(format!(".{number}"));
            let path = PathBuf::from(name);
            match create(&path, content.as_ref()) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    let name = printable(&path.to_string_lossy());
                    let reason = format!("{why}: the answer was written to {name}");
                    return Ok((path, self.refusal(&reason)));
                }
            }
        }
        Err(self.refusal(why))
    }

    fn refusal(&self, reason: &str) -> io::Error {
        error(&self.path, io::ErrorKind::AlreadyExists, reason)
    }
}
