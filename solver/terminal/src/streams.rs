//! Standard input, output and error. Each stream is used for one purpose at a time, and errors name the stream.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::lines::{for_errors, for_output};
use tourne_solver::file::is_stream;
use tourne_solver::printable;

use crate::replace::followed;

/// Standard input. Errors of reading name the stream.
#[derive(Debug)]
pub struct StandardInput(io::StdinLock<'static>);

impl StandardInput {
    /// Locks standard input until the returned value is dropped.
    pub fn lock() -> StandardInput {
        StandardInput(io::stdin().lock())
    }
}

impl Read for StandardInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0
            .read(buffer)
            .map_err(|error| named("cannot read standard input", &error))
    }
}

/// Standard output. Errors of writing name the stream.
#[derive(Debug)]
pub struct StandardOutput(io::StdoutLock<'static>);

impl StandardOutput {
    /// Locks standard output until the returned value is dropped.
    pub fn lock() -> StandardOutput {
        StandardOutput(io::stdout().lock())
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(to_output)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(to_output)
    }
}

/// Adds the name of the stream to an error of standard output.
#[expect(
    clippy::needless_pass_by_value,
    reason = "`map_err` passes errors by value"
)]
pub(super) fn to_output(error: io::Error) -> io::Error {
    named("cannot write to standard output", &error)
}

fn named(what: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{what}: {error}"))
}

/// Writes an answer to standard output.
pub fn print(answer: &str) -> io::Result<()> {
    print_bytes(answer.as_bytes())
}

pub(super) fn print_bytes(bytes: &[u8]) -> io::Result<()> {
    let mut output = StandardOutput::lock();
    output.write_all(bytes)?;
    output.flush()
}

/// Destination of a command's answer: standard output, or standard error if a file that the command writes is `-`,
/// which stands for standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// The answer goes to standard output.
    Output,
    /// The answer goes to standard error.
    Error,
}

/// Error: two output files are both `-`, standard output. The fields are the names of their options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} and {1} cannot both be standard output: give one of them the name of a file")]
pub struct SameStream(pub &'static str, pub &'static str);

/// Error: two inputs are both `-`, standard input. The fields are the names of the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("standard input cannot be {}: give one of them as a file", if .0 == .1 { "used for two inputs".to_owned() } else { format!("both {} and {}", .0, .1) })]
pub struct StreamTaken(pub &'static str, pub &'static str);

impl StreamTaken {
    /// Checks that at most one of these inputs is standard input. Each input is given as its name and `true` if it is
    /// `-`.
    pub fn check(inputs: &[(&'static str, bool)]) -> Result<(), StreamTaken> {
        match two_of(inputs) {
            Some((one, other)) => Err(StreamTaken(one, other)),
            None => Ok(()),
        }
    }
}

/// Error: an output file is the same file as an input or another output file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{needed} and {written} are the same file, {path}, which would be overwritten: give {written} another name"
)]
pub struct SameFile {
    /// Name of the option or argument for the other file, which would be overwritten.
    pub needed: &'static str,
    /// Name of the option for the file to write.
    pub written: &'static str,
    /// Path of the file to write.
    pub path: String,
}

/// Returns the full path of a regular file, or of a file that does not exist yet, after [following](followed) links.
/// Returns `None` for a folder, a device, or a path whose folder does not exist.
fn place(path: &Path) -> Option<PathBuf> {
    let path = followed(path).ok()?;
    if path.exists() {
        return path.is_file().then_some(path);
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
    Some(folder.join(path.file_name()?))
}

/// Returns `true` if two paths name the same regular file, even through a link.
pub fn same_file(one: &Path, other: &Path) -> bool {
    place(one).is_some_and(|one| place(other) == Some(one))
}

impl SameFile {
    /// Checks that no output file is also an input file, and that no file is written twice. Each file comes with the
    /// name of its option or argument. Inputs that do not exist are ignored, since they cannot be overwritten; reading
    /// such an input fails later.
    ///
    /// ```
    /// use std::path::Path;
    /// use tourne_terminal::SameFile;
    ///
    /// let inputs = [("--policy", Some(Path::new("Cargo.toml"))), ("--table", None)];
    /// let exploiter = |path| [("--exploiter", Some(Path::new(path)))];
    /// assert!(SameFile::check(&inputs, &exploiter("other.csv")).is_ok());
    /// let error = SameFile::check(&inputs, &exploiter("src/../Cargo.toml")).unwrap_err();
    /// assert!(error.to_string().starts_with("--policy and --exploiter are the same file"));
    /// ```
    pub fn check(
        inputs: &[(&'static str, Option<&Path>)],
        outputs: &[(&'static str, Option<&Path>)],
    ) -> Result<(), SameFile> {
        let named = |&(name, path): &(&'static str, Option<&Path>)| {
            let path = path.filter(|path| !is_stream(path))?;
            Some((name, path.to_owned(), place(path)?))
        };
        let inputs = inputs.iter().filter_map(named);
        let mut needed: Vec<_> = inputs.filter(|(_, path, _)| path.exists()).collect();
        for output in outputs.iter().filter_map(named) {
            let (written, path, place) = &output;
            if let Some((needed, ..)) = needed.iter().find(|(_, _, other)| other == place) {
                return Err(SameFile {
                    needed,
                    written,
                    path: printable(&path.to_string_lossy()),
                });
            }
            needed.push(output);
        }
        Ok(())
    }
}

impl Answers {
    /// Chooses the destination of the answer of a command that writes these files. Each file comes with the name of its
    /// option.
    ///
    /// ```
    /// use std::path::Path;
    /// use tourne_terminal::Answers;
    ///
    /// let (file, output) = (Some(Path::new("a.csv")), Some(Path::new("-")));
    /// assert_eq!(Answers::beside(&[("--record", file)]), Ok(Answers::Output));
    /// assert_eq!(Answers::beside(&[("--record", output)]), Ok(Answers::Error));
    /// assert!(Answers::beside(&[("--record", output), ("--exploiter", output)]).is_err());
    /// ```
    pub fn beside(files: &[(&'static str, Option<&Path>)]) -> Result<Answers, SameStream> {
        let named: Vec<(&str, bool)> = files
            .iter()
            .map(|&(option, path)| (option, path.is_some_and(is_stream)))
            .collect();
        match two_of(&named) {
            Some((one, other)) => Err(SameStream(one, other)),
            None if named.iter().any(|&(_, is_stream)| is_stream) => Ok(Answers::Error),
            None => Ok(Answers::Output),
        }
    }

    /// Wraps the lines of a text to the width of the terminal, if the answer goes to a terminal.
    pub fn fitted(self, text: &str) -> String {
        match self {
            Answers::Output => for_output(text),
            Answers::Error => for_errors(text),
        }
    }

    /// Writes the answer to its destination.
    pub fn print(self, answer: &str) -> io::Result<()> {
        match self {
            Answers::Output => print(answer),
            Answers::Error => io::stderr()
                .lock()
                .write_all(answer.as_bytes())
                .map_err(|error| named("cannot write to standard error", &error)),
        }
    }
}

fn two_of(named: &[(&'static str, bool)]) -> Option<(&'static str, &'static str)> {
    let mut streams = named.iter().filter(|&&(_, is_stream)| is_stream);
    Some((streams.next()?.0, streams.next()?.0))
}
