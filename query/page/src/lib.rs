//! The page: the game to look at and to play in a browser, in one HTML file that needs nothing else.
//!
//! `query/page` has it in parts, a file each. `index.html` names the others, each on a line of its own, and opens
//! without being put together as well: whoever changes the page need not build anything. [`Template`] puts the parts
//! and the solutions in the places of these lines.

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

/// The page with these solutions, of which the first is shown first. The same solutions give the same bytes.
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
