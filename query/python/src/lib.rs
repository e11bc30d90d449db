//! The compiled part of the Python package `tourne`: a thin layer over `tourne-query`. Only the Python modules in
//! `python/tourne` call it; the documentation and the type hints are there.

mod answers;
mod arguments;
mod arrays;
mod batch;
mod errors;
mod evaluation;
mod game;
mod policy;
mod race;
mod records;
mod solution;
mod steps;
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
    use crate::evaluation::{evaluate, lengths};
    #[pymodule_export]
    use crate::game::Solution;
    #[pymodule_export]
    use crate::policy::Policy;
    #[pymodule_export]
    use crate::race::{Race, RacePolicy};

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
