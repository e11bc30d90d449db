//! Page on which the game is shown and played in a browser: one HTML file that needs no other file.
//!
//! The folder `query/page/web` holds its sources: `index.html`, style sheets, and scripts that import each other. The folder
//! `query/page/built` has them as esbuild joins them. [`page`] puts all of it and the solutions into one file.

mod constants;
mod costs;
mod error;
mod parts;
mod solutions;
mod template;

pub use error::PageError;

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
/// let page = tourne::page::page(&[tourne::solutions::standard()])?;
/// assert!(page.contains("id=\"solution-standard\""));
/// # Ok::<(), tourne::page::PageError>(())
/// ```
pub fn page(solutions: &[&Solution]) -> Result<String, PageError> {
    template::assembled(solutions)
}
