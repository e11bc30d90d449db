//! Choice of the solution: built in, read from a file, or solved on the spot.

use std::fmt;
use std::path::PathBuf;
use std::sync::LazyLock;

use tourne_solver::file;
use tourne_solver::verify::{OpenError, open};
use tourne_solver::{Rules, Solution, SolveError, Solver, Stage};

static EMBEDDED: LazyLock<Solution> = LazyLock::new(|| {
    let decoded = file::decode(tourne_data::STANDARD);
    let claims = decoded.expect("data/standard.bin is valid: the tests prove it");
    claims.on_trust()
});

/// Returns the built-in solution of the standard game.
pub fn standard() -> &'static Solution {
    &EMBEDDED
}

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
    #[error(transparent)]
    File(#[from] OpenError),
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

    /// Returns `true` if the solution is built in, so that opening it takes no time.
    pub fn is_built_in(&self) -> bool {
        self.file.is_none() && matches!(self.rules, None | Some(Rules::STANDARD))
    }

    /// Opens the solution. A file is proven, and other games than the built-in one are solved, on the threads of the
    /// current `rayon` pool.
    ///
    /// # Errors
    ///
    /// [`SolutionError`] if the file cannot be used or is wrong, if it holds another rule set, or if the game cannot be solved.
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
    /// [`SolutionError`] if the file cannot be used or is wrong, if it holds another rule set, or if the game cannot be solved.
    pub fn open_observed(&self, observe: &mut dyn FnMut(Stage)) -> Result<Solution, SolutionError> {
        match (&self.file, self.rules) {
            (Some(file), rules) => Ok(open(file, rules)?.0),
            (None, None | Some(Rules::STANDARD)) => Ok(standard().clone()),
            (None, Some(rules)) => match Solver::new(rules).observe(observe).solve() {
                Ok(solved) => Ok(solved.solution),
                Err(error) => Err(SolutionError::Unsolved(rules, error)),
            },
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => f.write_str(&file::shown(file)),
            None if self.is_built_in() => f.write_str("built in"),
            None => f.write_str("solved on the spot"),
        }
    }
}
