//! Proven solutions, either solved anew or read from a file, with a progress line on a terminal.

use std::path::Path;

use anyhow::Context as _;
use tourne_solver::terminal::{Exit, Progress, on_threads};
use tourne_solver::verify::open;
use tourne_solver::{Findings, Rules, Solution, Solved, Solver, file};

/// Solves a rule set, by default with one thread for each core.
pub(crate) fn solved(rules: Rules, threads: Option<u16>) -> anyhow::Result<Solved> {
    let solved = on_threads(threads, || {
        let name = rules.to_string();
        let progress = Progress::new(name.clone());
        let mut observe = |stage| progress.show(&name, stage);
        Solver::new(rules).observe(&mut observe).solve()
    })?;
    solved.with_context(|| format!("cannot solve {rules}"))
}

pub(crate) fn read_and_prove(path: &Path) -> Result<(Solution, Findings), Exit> {
    let opened = on_threads(None, || {
        let _progress = Progress::new(format!("proving {}", file::shown(path)));
        open(path, None)
    })?;
    opened.map_err(|error| Exit::BadSolution(error.into()))
}
