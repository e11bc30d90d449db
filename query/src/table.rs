//! Where solutions come from: the one that is built in, or a file.

use std::borrow::Cow;
use std::path::Path;
use std::sync::LazyLock;

use tourne_solver::Solution;
use tourne_solver::file::{self, FileError};

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

/// The solution in a file, or the embedded one if no file is given.
///
/// # Errors
///
/// [`FileError`] if the file cannot be used.
pub fn open(path: Option<&Path>) -> Result<Cow<'static, Solution>, FileError> {
    match path {
        Some(path) => file::read(path).map(Cow::Owned),
        None => Ok(Cow::Borrowed(embedded())),
    }
}
