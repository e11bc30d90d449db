//! Where solutions come from: the one that is built in, or a file.

use std::borrow::Cow;
use std::path::Path;
use std::sync::LazyLock;

use tourne_solver::game::Rules;
use tourne_solver::solution::Solution;
use tourne_solver::solution::file::{self, FileError};
use tourne_solver::solve::{SolveError, Stage, solve};

static EMBEDDED: LazyLock<Solution> = LazyLock::new(|| {
    file::decode(include_bytes!("../../data/standard.bin"))
        .expect("data/standard.bin is whole: the tests read it")
});

/// The solution of the standard game, which is part of the program.
///
/// ```
/// use tourne_solver::game::Rules;
///
/// assert_eq!(tourne_query::table::embedded().rules(), Rules::STANDARD);
/// ```
#[must_use]
pub fn embedded() -> &'static Solution {
    &EMBEDDED
}

/// A solution that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file cannot be used.
    #[error("cannot answer")]
    File(#[from] FileError),
    /// The rules cannot be solved.
    #[error("cannot solve {0}")]
    Unsolved(Rules, #[source] SolveError),
}

/// The solution in a file (standard input, if its name is `-`), or the embedded one of the standard game, or of other rules one that is
/// solved on the spot. If both are given, the file must be of these rules.
///
/// # Errors
///
/// [`TableError`] if the file cannot be used, or is of other rules.
pub fn open(
    file: Option<&Path>,
    rules: Option<Rules>,
) -> Result<Cow<'static, Solution>, TableError> {
    open_observed(file, rules, &mut |_| ())
}

/// The same as [`open`]; `observe` is told what solving is at, if the rules must be solved.
///
/// # Errors
///
/// As for [`open`].
pub fn open_observed(
    file: Option<&Path>,
    rules: Option<Rules>,
    observe: &mut dyn FnMut(Stage),
) -> Result<Cow<'static, Solution>, TableError> {
    match (file, rules) {
        (Some(file), Some(rules)) => Ok(Cow::Owned(file::read_for(rules, file)?)),
        (Some(file), None) => Ok(Cow::Owned(file::read(file)?)),
        (None, None | Some(Rules::STANDARD)) => Ok(Cow::Borrowed(embedded())),
        (None, Some(rules)) => {
            let solved = solve(rules, observe);
            let solved = solved.map_err(|error| TableError::Unsolved(rules, error))?;
            Ok(Cow::Owned(solved.solution))
        }
    }
}
