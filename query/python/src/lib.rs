//! The compiled part of the Python package `tourne`: a thin layer over the libraries. Only the Python modules in
//! `python/tourne` call it; the documentation and the type hints are there. Positions come as indices and dice as
//! numbers, except in [`Solution::index`](game::Solution) and `die`, which read texts. No function calls Python code: a
//! thread that the interpreter ends in the middle of Python code could not unwind through Rust.

mod arrays;
mod batch;
mod errors;
mod evaluation;
mod game;
mod policy;
mod solution;
mod work;

/// Python module `tourne._rust`.
#[pyo3::pymodule]
mod _rust {
    use crate::errors::raise;
    use pyo3::prelude::*;
    use tourne_solver::Rules;

    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::game::Solution;
    #[pymodule_export]
    use crate::policy::Policy;

    /// Returns the names of [`Rules::PRESETS`].
    #[pyfunction]
    fn rules() -> Vec<&'static str> {
        Rules::PRESETS.map(|(name, _)| name).to_vec()
    }

    /// Returns the canonical name of a rule set, such as `course+double-win` for `double-win+course`.
    #[pyfunction]
    fn canonical(rules: &str) -> PyResult<String> {
        let rules: Rules = rules.parse().map_err(raise)?;
        Ok(rules.to_string())
    }
}
