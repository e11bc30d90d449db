//! Page on which the game is shown and played in a browser: one HTML file that needs no other file.
//!
//! `query/page` holds the parts, a file each. `index.html` names the other parts and the solutions, each on a line of
//! its own; [`Template`] replaces these lines by the parts and the solutions. A browser also opens `index.html` itself,
//! so the page can be changed without building anything.

mod constants;
mod error;
mod parts;
mod policy;
mod solutions;
mod template;

pub use error::PageError;
pub use parts::{INDEX, PARTS};
pub use template::Template;

use tourne_solver::Solution;

/// Assembles the page with these solutions; the page opens with the first one. The bytes of the page depend only on
/// the solutions.
///
/// # Errors
///
/// [`PageError`] if there is no solution, two solutions have the same rules, or a rule set has no name.
///
/// ```
/// let page = tourne_page::page(&[tourne_query::solutions::standard()])?;
/// assert!(page.contains("id=\"solution-standard\""));
/// # Ok::<(), tourne_page::PageError>(())
/// ```
pub fn page(solutions: &[&Solution]) -> Result<String, PageError> {
    Template::built_in().with(solutions)
}
