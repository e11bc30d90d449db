//! The compiled part of the Python package `tourne`: a thin layer over `tourne-query`. Its callers are the modules in
//! `python/tourne`, which have the documentation, the types and the conversions of arguments.

mod answers;
mod arguments;
mod arrays;
mod errors;
mod game;
mod policy;
mod solution;
mod work;

/// The compiled part of the package.
#[pyo3::pymodule]
mod _rust {
    use crate::errors::raise;
    use pyo3::prelude::*;
    use tourne_solver::game::Rules;

    #[pymodule_export]
    use crate::policy::Policy;
    #[pymodule_export]
    use crate::solution::Solution;

    /// The names of the rule sets of the sources.
    #[pyfunction]
    fn rules() -> Vec<&'static str> {
        Rules::PRESETS.map(|(name, _)| name).to_vec()
    }

    /// The one name of a rule set that can be named in several ways.
    #[pyfunction]
    fn canonical(rules: &str) -> PyResult<String> {
        let rules: Rules = rules.parse().map_err(raise)?;
        Ok(rules.to_string())
    }
}
