//! Standard input, output and error. Each stream is used for one purpose at a time, and errors name the stream.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::exit_codes::Exit;
use super::lines::for_stream;
use crate::file::is_stream;
use crate::printable;
use crate::terminal::replace::{folder_of, followed};

/// Standard input. Errors of reading name the stream.
#[derive(Debug)]
pub struct StandardInput(io::StdinLock<'static>);

impl StandardInput {
    pub fn lock() -> StandardInput {
        StandardInput(io::stdin().lock())
    }
}

impl Read for StandardInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer);
        read.map_err(|error| named("cannot read standard input", &error))
    }
}

/// Standard output. Errors of writing name the stream.
#[derive(Debug)]
pub struct StandardOutput(io::StdoutLock<'static>);

impl StandardOutput {
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

pub fn print(answer: impl AsRef<[u8]>) -> Result<(), Exit> {
    write(answer.as_ref()).map_err(Exit::of_output)
}

pub(super) fn write(bytes: &[u8]) -> io::Result<()> {
    let mut output = StandardOutput::lock();
    output.write_all(bytes)?;
    output.flush()
}

/// Destination of a command's answer: standard output, or standard error if a file that the command writes is `-`,
/// which stands for standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    Output,
    Error,
}

/// File that the user named: the name of its option or argument for errors, and its path, where `-` is standard input or
/// output. The path is `None` if the user named no file.
pub type NamedFile<'a> = (&'static str, Option<&'a Path>);

/// Checks that at most one of these inputs is standard input.
pub fn check_inputs(inputs: &[NamedFile]) -> anyhow::Result<()> {
    let uses = match &streams(inputs)[..] {
        [one, other, ..] if one == other => "used for two inputs".to_owned(),
        [one, other, ..] => format!("both {one} and {other}"),
        _ => return Ok(()),
    };
    bail!("standard input cannot be {uses}: give one of them as a file")
}

fn streams(files: &[NamedFile]) -> Vec<&'static str> {
    let streams = files.iter().filter(|(_, path)| path.is_some_and(is_stream));
    streams.map(|&(name, _)| name).collect()
}

/// Returns the full path of a regular file, or of a file that does not exist yet, after [following](followed) links.
/// Returns `None` for a folder, a device, or a path whose folder does not exist.
fn place(path: &Path) -> Option<PathBuf> {
    let path = followed(path).ok()?;
    if path.exists() {
        return path.is_file().then_some(path);
    }
    let folder = folder_of(&path).canonicalize().ok()?;
    Some(folder.join(path.file_name()?))
}

/// Returns `true` if two paths name the same regular file, even through a link.
pub fn same_file(one: &Path, other: &Path) -> bool {
    place(one).is_some_and(|one| place(other) == Some(one))
}

impl Answers {
    /// Returns where a command prints its answer: on standard output, or on standard error if one of these `outputs` is
    /// standard output. Returns an error if two outputs are standard output, if an output is also one of the `inputs`, or
    /// if a file is written twice. Inputs that do not exist are ignored, since they cannot be overwritten; reading such
    /// an input fails later.
    ///
    /// ```
    /// use std::path::Path;
    /// use tourne_solver::terminal::Answers;
    ///
    /// let inputs = [("--policy", Some(Path::new("Cargo.toml"))), ("--solution", None)];
    /// let beside = |path| Answers::beside(&[("--exploiter", Some(Path::new(path)))], &inputs);
    /// assert_eq!(beside("other.csv")?, Answers::Output);
    /// assert_eq!(beside("-")?, Answers::Error);
    /// let error = beside("src/../Cargo.toml").unwrap_err();
    /// assert!(error.to_string().starts_with("--policy and --exploiter are the same file"));
    /// # Ok::<(), anyhow::Error>(())
    /// ```
    pub fn beside(outputs: &[NamedFile], inputs: &[NamedFile]) -> anyhow::Result<Answers> {
        let answers = match &streams(outputs)[..] {
            [] => Answers::Output,
            [_] => Answers::Error,
            [one, other, ..] => bail!(
                "{one} and {other} cannot both be standard output: give one of them the name of a file"
            ),
        };
        let named = |&(name, path): &NamedFile| {
            let path = path.filter(|path| !is_stream(path))?;
            Some((name, path.to_owned(), place(path)?))
        };
        let inputs = inputs.iter().filter_map(named);
        let mut needed: Vec<_> = inputs.filter(|(_, path, _)| path.exists()).collect();
        for output in outputs.iter().filter_map(named) {
            let (written, path, place) = &output;
            if let Some((needed, ..)) = needed.iter().find(|(_, _, other)| other == place) {
                let path = printable(&path.to_string_lossy());
                bail!(
                    "{needed} and {written} are the same file, {path}, which would be overwritten: give {written} \
                     another name"
                );
            }
            needed.push(output);
        }
        Ok(answers)
    }

    /// Wraps the lines of a text to the width of the terminal, if the answer goes to a terminal.
    pub(super) fn fitted(self, text: &str) -> String {
        match self {
            Answers::Output => for_stream(text, &io::stdout()),
            Answers::Error => for_stream(text, &io::stderr()),
        }
    }

    pub fn print(self, answer: &str) -> Result<(), Exit> {
        let written = match self {
            Answers::Output => write(answer.as_bytes()),
            Answers::Error => {
                let written = io::stderr().write_all(answer.as_bytes());
                written.map_err(|error| named("cannot write to standard error", &error))
            }
        };
        written.map_err(Exit::of_output)
    }
}
