//! Page for a browser, to look at the game and play it, in one HTML file that needs nothing else.
//!
//! `query/page` holds the parts, a file each. `index.html` names the other parts, each on a line of its own. It also
//! opens in a browser by itself, so the page can be changed without building anything. [`Template`] replaces these
//! lines by the parts and the solutions.

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
/// [`PageError`] if two solutions are of the same rules, there is none, or a rule set has no name.
///
/// ```
/// let page = tourne_page::page(&[tourne_query::solutions::standard()])?;
/// assert!(page.contains("id=\"solution-standard\""));
/// # Ok::<(), tourne_page::PageError>(())
/// ```
pub fn page(solutions: &[&Solution]) -> Result<String, PageError> {
    Template::built_in().with(solutions)
}
