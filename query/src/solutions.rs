//! Choice of the solution: a file or a folder that was named, built in, or solved on the spot.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tourne_solver::file::{self, is_stream, shown};
use tourne_solver::verify::{OpenError, open};
use tourne_solver::{Rules, Solution, SolveError, Solver, Stage};

static BUILT_IN: [OnceLock<Solution>; Rules::PRESETS.len()] =
    [const { OnceLock::new() }; Rules::PRESETS.len()];

/// Returns the built-in solution of the standard game.
#[cfg(feature = "built-in")]
#[expect(clippy::missing_panics_doc, reason = "every preset is built in")]
pub fn standard() -> &'static Solution {
    built_in(Rules::STANDARD).expect("the standard game is a preset")
}

/// Returns the built-in solution of a rule set, which is decoded at the first call; `None` if the rule set is not one of
/// the [presets](Rules::PRESETS), or if the feature `built-in` is off.
#[expect(clippy::missing_panics_doc, reason = "the tests prove the files")]
pub fn built_in(rules: Rules) -> Option<&'static Solution> {
    let mut presets = Rules::PRESETS.iter().zip(&BUILT_IN);
    let ((name, _), kept) = presets.find(|((_, preset), _)| *preset == rules)?;
    if let Some(solution) = kept.get() {
        return Some(solution);
    }
    let bytes = file_of(name)?;
    let claims = file::decode(bytes).expect("the files of data are valid: the tests prove them");
    // Decoded before the cell is locked: a process that is forked meanwhile would wait for ever for the thread that
    // decodes.
    Some(kept.get_or_init(|| claims.on_trust()))
}

#[cfg(feature = "built-in")]
fn file_of(rules: &str) -> Option<&'static [u8]> {
    tourne_data::of(rules)
}

#[cfg(not(feature = "built-in"))]
fn file_of(_: &str) -> Option<&'static [u8]> {
    None
}

/// File or folder that was named as the source of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSource {
    /// Name of the option or variable that names it, for messages.
    pub by: &'static str,
    /// Path of a solution file or of a folder of solution files, or `-` for standard input.
    pub path: PathBuf,
}

impl NamedSource {
    /// Name of the option of commands.
    pub const OPTION: &'static str = "--solution";
    /// Name of the environment variable. Libraries do not read it: programs pass its value.
    pub const VARIABLE: &'static str = "TOURNE_SOLUTION";

    /// Returns the file or folder that the option names, otherwise the one that the environment variable names. An empty
    /// variable names nothing.
    ///
    /// ```
    /// use tourne::solutions::NamedSource;
    ///
    /// let named = |option: Option<&str>, variable: &str| {
    ///     let named = NamedSource::new(option.map(Into::into), Some(variable.into()));
    ///     named.map(|it| (it.by, it.path.display().to_string()))
    /// };
    /// assert_eq!(named(Some("a.bin"), "data"), Some(("--solution", "a.bin".to_owned())));
    /// assert_eq!(named(None, "data"), Some(("TOURNE_SOLUTION", "data".to_owned())));
    /// assert_eq!(named(None, ""), None);
    /// ```
    pub fn new(option: Option<PathBuf>, variable: Option<OsString>) -> Option<NamedSource> {
        if let Some(path) = option {
            let by = NamedSource::OPTION;
            return Some(NamedSource { by, path });
        }
        let path = variable.filter(|path| !path.is_empty())?.into();
        let by = NamedSource::VARIABLE;
        Some(NamedSource { by, path })
    }
}

/// Source of a solution: the file or folder that was named, and the rule set that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// File or folder that was named. It decides for every rule set: no other solution is opened instead.
    pub named: Option<NamedSource>,
    /// Rule set that the solution must have. `None` accepts any file, and means the standard game elsewhere.
    pub rules: Option<Rules>,
}

/// Place that a solution comes from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// A file that was named itself, or the file of the rule set in a folder that was named.
    File {
        /// Path of the file, or `-` for standard input.
        path: PathBuf,
        /// Name of the option or variable that names the file or the folder.
        by: &'static str,
        /// Rule set that the file must hold; `None` accepts any.
        rules: Option<Rules>,
    },
    /// The solution of this rule set is built in.
    BuiltIn(Rules),
    /// This rule set is solved when it is opened.
    Solved(Rules),
}

/// Error when opening a solution. Of what was named, `by` is the name of the option or variable.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum SolutionError {
    /// The solution file that was named, or that is in the folder that was named, cannot be used.
    #[error("cannot use what {by} names")]
    File { by: &'static str, source: OpenError },
    /// There is no file or folder of the name.
    #[error(
        "cannot use what {by} names: there is no file or folder {}: write one with tourne-solve --rules {rules} --output \
         {}, or name another",
        shown(.path), word(.path)
    )]
    Missing {
        by: &'static str,
        path: PathBuf,
        rules: Rules,
    },
    /// The folder that was named has no file of the rule set.
    #[error(
        "cannot use what {by} names: the folder {folder} has no {rules}.bin, {}: write it with tourne-solve --rules \
         {rules} --output {file}",
        others(.there), folder = shown(.folder), file = word(&.folder.join(format!("{rules}.bin")))
    )]
    Lacking {
        by: &'static str,
        folder: PathBuf,
        rules: Rules,
        /// Names of the files in the folder that end in `.bin`, sorted.
        there: Vec<String>,
    },
    /// The game under these rules cannot be solved.
    #[error("cannot solve {0}")]
    Unsolved(Rules, #[source] SolveError),
}

/// Returns a path as a word of a shell's command line, in apostrophes if it needs them.
fn word(path: &Path) -> String {
    let text = shown(path);
    let is_plain = |letter: char| letter.is_alphanumeric() || "/\\._-+:~".contains(letter);
    if text.chars().all(is_plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

const MOST_NAMES: usize = 8;

fn others(there: &[String]) -> String {
    match there {
        [] => "nor any other file that ends in .bin".to_owned(),
        [one] => format!("only {one}"),
        [names @ .., last] if names.len() <= MOST_NAMES => {
            format!("only {} and {last}", names.join(", "))
        }
        names => {
            let (shown, more) = names.split_at(MOST_NAMES);
            format!("only {} and {} others", shown.join(", "), more.len())
        }
    }
}

impl Source {
    /// Creates a source for which nothing was named.
    pub fn of(rules: Rules) -> Source {
        Source {
            named: None,
            rules: Some(rules),
        }
    }

    /// Returns the same source for another rule set.
    #[must_use]
    pub fn with_rules(&self, rules: Rules) -> Source {
        Source {
            named: self.named.clone(),
            rules: Some(rules),
        }
    }

    /// Returns the path of the file from which the solution is read, after the name of the option or variable that names it
    /// or its folder. If nothing was named, the name is that of the option. The file may be missing.
    pub fn file(&self) -> (&'static str, Option<PathBuf>) {
        match (self.origin(), &self.named) {
            (Ok(Origin::File { path, by, .. }), _) => (by, Some(path)),
            (_, Some(NamedSource { by, path })) => (by, Some(path.clone())),
            (_, None) => (NamedSource::OPTION, None),
        }
    }

    /// Decides where the solution comes from: from the file that was named, or from the file of the rule set in the folder
    /// that was named; if nothing was named, from a built-in solution, or from solving the rule set. A rule set without a
    /// [name](Rules::name) has no file in a folder and is solved.
    ///
    /// # Errors
    ///
    /// [`SolutionError::Missing`] or [`SolutionError::Lacking`] if the name leads to no file.
    pub fn origin(&self) -> Result<Origin, SolutionError> {
        let rules = self.rules.unwrap_or(Rules::STANDARD);
        let Some(NamedSource { by, path }) = &self.named else {
            let is_built_in = rules.name().is_some_and(|name| file_of(name).is_some());
            return Ok(if is_built_in {
                Origin::BuiltIn(rules)
            } else {
                Origin::Solved(rules)
            });
        };
        let file = |path, rules| Origin::File { path, by, rules };
        if is_stream(path) {
            return Ok(file(path.clone(), self.rules));
        }
        match path.metadata() {
            Ok(found) if found.is_dir() => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let path = path.clone();
                return Err(SolutionError::Missing { by, path, rules });
            }
            _ => return Ok(file(path.clone(), self.rules)),
        }
        let Some(name) = rules.name() else {
            return Ok(Origin::Solved(rules));
        };
        let in_folder = path.join(format!("{name}.bin"));
        // A link to a file that is missing is a file that cannot be read.
        let found = in_folder.symlink_metadata();
        if found.is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return Err(SolutionError::Lacking {
                by,
                folder: path.clone(),
                rules,
                there: solution_files(path),
            });
        }
        Ok(file(in_folder, Some(rules)))
    }

    /// Opens the solution. A file is proven, and games that are not built in are solved, on the threads of the current
    /// `rayon` pool.
    ///
    /// # Errors
    ///
    /// [`SolutionError`] if what was named cannot be used, is wrong or holds another rule set, or if the game cannot be
    /// solved.
    ///
    /// ```
    /// use tourne::solutions::Source;
    /// use tourne_solver::Rules;
    ///
    /// let course = Source::of(Rules::COURSE).open()?;
    /// assert_eq!(course.counts().positions, 124_155);
    /// # Ok::<(), tourne::solutions::SolutionError>(())
    /// ```
    pub fn open(&self) -> Result<Solution, SolutionError> {
        self.origin()?.open(&mut |_| ())
    }
}

/// Returns the names of the files in a folder that end in `.bin`, sorted, as messages show them.
fn solution_files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| PathBuf::from(entry.file_name()));
    let names = names.filter(|name| name.extension().is_some_and(|it| it == "bin"));
    let mut names: Vec<String> = names.map(|name| shown(&name)).collect();
    names.sort_unstable();
    names
}

impl Origin {
    /// Opens the solution as [`Source::open`] does, and calls `observe` at each stage of solving.
    ///
    /// # Errors
    ///
    /// [`SolutionError`] in the same cases.
    pub fn open(&self, observe: &mut dyn FnMut(Stage)) -> Result<Solution, SolutionError> {
        match self {
            Origin::File { path, by, rules } => match open(path, *rules) {
                Ok((solution, _)) => Ok(solution),
                Err(source) => Err(SolutionError::File { by, source }),
            },
            &(Origin::BuiltIn(rules) | Origin::Solved(rules)) => {
                if let Some(solution) = built_in(rules) {
                    return Ok(solution.clone());
                }
                let solved = Solver::new(rules).observe(observe).solve();
                let solved = solved.map_err(|error| SolutionError::Unsolved(rules, error))?;
                Ok(solved.solution)
            }
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::File { path, by, .. } => write!(f, "{}, named by {by}", shown(path)),
            Origin::BuiltIn(_) => f.write_str("built in"),
            Origin::Solved(_) => f.write_str("solved on the spot"),
        }
    }
}
