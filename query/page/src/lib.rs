//! Page on which the game is shown and played in a browser: one HTML file that needs no other file.
//!
//! The folder `query/page` holds the parts, each in a file. `index.html` names the other parts and the solutions, each
//! on a line of its own; [`page`] replaces these lines by the parts and the solutions. `index.html` can also be opened in
//! a browser as it is, so the page can be changed without building anything.

mod ascii;
mod constants;
mod costs;
mod error;
mod parts;
mod solutions;
mod template;

pub use error::PageError;
pub use parts::{INDEX, PARTS};

use tourne_solver::Solution;

/// Assembles the page with these solutions; the page opens with the first one. The bytes of the page depend only on
/// the solutions, and are ASCII.
///
/// # Errors
///
/// [`PageError`] if there is no solution, if two solutions have the same rules, if a rule set has no name, or if
/// the matches of a rule set cannot be solved.
///
/// ```
/// let page = tourne_page::page(&[tourne_query::solutions::standard()])?;
/// assert!(page.contains("id=\"solution-standard\""));
/// # Ok::<(), tourne_page::PageError>(())
/// ```
pub fn page(solutions: &[&Solution]) -> Result<String, PageError> {
    template::assembled(solutions)
}
