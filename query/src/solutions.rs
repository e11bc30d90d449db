//! Choice of the solution: built in, read from a file, or solved on the spot.

use std::fmt;
use std::path::PathBuf;
use std::sync::LazyLock;

use tourne_solver::file::{self, FileError};
use tourne_solver::{Rules, Solution, SolveError, Solver, Stage};

static EMBEDDED: LazyLock<Solution> = LazyLock::new(|| {
    file::decode(tourne_data::STANDARD).expect("data/standard.bin is valid: the tests read it")
});

/// Returns the built-in solution of the standard game.
pub fn standard() -> &'static Solution {
    &EMBEDDED
}

/// Maximum error bound of a solution that judges play, in the unit of the solution. Losses add up over the dozens of
/// throws of a game, and are printed to a ten-thousandth of a percent. A larger error could change the printed digits.
pub const EXACT_ENOUGH: f64 = 1e-9;

/// Source of a solution: a file, the built-in solution of the standard game, or a computation for another rule set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Path of the solution file, or `-` for standard input; `None` if no file is read.
    pub file: Option<PathBuf>,
    /// Rule set that the solution must have. `None` accepts any file and, without a file, means the standard game.
    pub rules: Option<Rules>,
}

/// Error when opening a solution.
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
    /// Creates a source without a file: the built-in solution for the standard game, a computation on the spot for any
    /// other rule set.
    pub fn of(rules: Rules) -> Source {
        Source {
            file: None,
            rules: Some(rules),
        }
    }

    /// Returns `true` if the game must be solved to open the solution.
    pub fn must_be_solved(&self) -> bool {
        self.file.is_none() && !matches!(self.rules, None | Some(Rules::STANDARD))
    }

    /// Opens the solution. If the game must be solved, this runs on the threads of the current `rayon` pool.
    ///
    /// # Errors
    ///
    /// [`SolutionError`] if the file cannot be used, if it holds another rule set, or if the game cannot be solved.
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

    /// Opens the solution as [`open`](Source::open) does, and calls `observe` at each stage of solving.
    ///
    /// # Errors
    ///
    /// [`SolutionError`] if the file cannot be used, if it holds another rule set, or if the game cannot be solved.
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

    /// Checks that a solution is exact enough to judge play.
    ///
    /// # Errors
    ///
    /// [`FileError`] if the solution was read from a file and its error bound is above [`EXACT_ENOUGH`].
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
