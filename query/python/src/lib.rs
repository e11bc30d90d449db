//! The compiled part of the Python package `tourne`: a thin layer over `tourne-query`. Only the modules in `python/tourne`
//! call it; they have the documentation and the types.

mod answers;
mod arguments;
mod arrays;
mod batch;
mod errors;
mod evaluation;
mod game;
mod policy;
mod records;
mod solution;
mod work;

/// The compiled part of the package.
#[pyo3::pymodule]
mod _rust {
    use crate::errors::raise;
    use pyo3::prelude::*;
    use tourne_solver::Rules;

    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::policy::Policy;
    #[pymodule_export]
    use crate::solution::Solution;

    /// Names of the rule sets that have a name of their own.
    #[pyfunction]
    fn rules() -> Vec<&'static str> {
        Rules::PRESETS.map(|(name, _)| name).to_vec()
    }

    /// Canonical name of a rule set: `double-win+course` is `course+double-win`.
    #[pyfunction]
    fn canonical(rules: &str) -> PyResult<String> {
        let rules: Rules = rules.parse().map_err(raise)?;
        Ok(rules.to_string())
    }
}
