//! Choice of the solution: built in, read from a file, or solved on the spot.

use std::fmt;
use std::path::PathBuf;
use std::sync::LazyLock;

use tourne_solver::file::{self, FileError};
use tourne_solver::{Rules, Solution, SolveError, Solver, Stage};

static EMBEDDED: LazyLock<Solution> = LazyLock::new(|| {
    file::decode(tourne_data::STANDARD).expect("data/standard.bin is whole: the tests read it")
});

/// Solution of the standard game that is built into the program.
///
/// ```
/// use tourne_solver::Rules;
///
/// assert_eq!(tourne_query::solutions::standard().rules(), Rules::STANDARD);
/// ```
#[must_use]
pub fn standard() -> &'static Solution {
    &EMBEDDED
}

/// Largest error bound of a solution by which play is judged, in the unit of the solution: losses add up over the
/// dozens of throws of a game, and are printed to a ten-thousandth of a percent.
pub const EXACT_ENOUGH: f64 = 1e-9;

/// Source of a solution: a file (standard input, if its name is `-`), the embedded solution of the standard game, or a
/// solution that is computed on the spot for other rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Path of the solution file; `-` is standard input.
    pub file: Option<PathBuf>,
    /// Rule set of the solution. If a file is given too, it must hold these rules.
    pub rules: Option<Rules>,
}

/// Error of opening a solution.
#[derive(Debug, thiserror::Error)]
pub enum SolutionError {
    /// The solution file cannot be used.
    #[error("cannot open the solution")]
    File(#[from] FileError),
    /// The game under these rules cannot be solved.
    #[error("cannot solve {0}")]
    Unsolved(Rules, #[source] SolveError),
}

impl Source {
    /// Source of a solution without a file: embedded for the standard game, computed on the spot for other rules.
    #[must_use]
    pub fn of(rules: Rules) -> Source {
        Source {
            file: None,
            rules: Some(rules),
        }
    }

    /// Returns whether the game must be solved to open the solution.
    #[must_use]
    pub fn must_be_solved(&self) -> bool {
        self.file.is_none() && !matches!(self.rules, None | Some(Rules::STANDARD))
    }

    /// Opens the solution. Solving runs on the threads of the current `rayon` pool.
    ///
    /// # Errors
    ///
    /// [`SolutionError`] if the file cannot be used or holds other rules, or the game cannot be solved.
    ///
    /// ```
    /// use tourne_query::solutions::Source;
    /// use tourne_solver::Rules;
    ///
    /// let course = Source::of(Rules::COURSE).open()?;
    /// assert_eq!(course.counts().positions, 124_155);
    /// # Ok::<(), tourne_query::solutions::SolutionError>(())
    /// ```
    pub fn open(&self) -> Result<Solution, SolutionError> {
        self.open_observed(&mut |_| ())
    }

    /// Opens the solution as [`open`](Source::open) does; `observe` receives the stages of solving.
    ///
    /// # Errors
    ///
    /// [`SolutionError`] if the file cannot be used or holds other rules, or the game cannot be solved.
    pub fn open_observed(&self, observe: &mut dyn FnMut(Stage)) -> Result<Solution, SolutionError> {
        match (&self.file, self.rules) {
            (Some(file), Some(rules)) => Ok(file::read_for(rules, file)?),
            (Some(file), None) => Ok(file::read(file)?),
            (None, None | Some(Rules::STANDARD)) => Ok(standard().clone()),
            (None, Some(rules)) => match Solver::new(rules).observe(observe).solve() {
                Ok(solved) => Ok(solved.solution),
                Err(error) => Err(SolutionError::Unsolved(rules, error)),
            },
        }
    }

    /// Refuses a solution that is too inexact to judge play by.
    ///
    /// # Errors
    ///
    /// [`FileError`] if the solution is read from a file, and its error bound is above [`EXACT_ENOUGH`].
    pub fn check_exact(&self, solution: &Solution) -> Result<(), FileError> {
        match &self.file {
            Some(path) if solution.error_bound() > EXACT_ENOUGH => Err(FileError::TooCoarse {
                path: path.clone(),
                bound: solution.error_bound(),
                needed: EXACT_ENOUGH,
            }),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => f.write_str(&file::shown(file)),
            None if self.must_be_solved() => f.write_str("solved on the spot"),
            None => f.write_str("built in"),
        }
    }
}
