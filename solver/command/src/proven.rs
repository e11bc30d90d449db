//! Proven solutions, either solved anew or read from a file, with a progress line on a terminal.

use std::path::Path;

use anyhow::Context as _;
use tourne_solver::{Findings, Rules, Solution, Solved, file, solve_observed, verify};
use tourne_terminal::{Progress, WrongFile, on_threads};

/// Error: the system does not allow this number of threads.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Threads {
    #[error("cannot start {0} threads: ask for fewer with --threads")]
    Asked(u16),
    #[error("cannot start a thread for each core: the system allows this process fewer threads")]
    EachCore,
}

impl From<Option<u16>> for Threads {
    fn from(asked: Option<u16>) -> Threads {
        asked.map_or(Threads::EachCore, Threads::Asked)
    }
}

/// Solves a rule set, by default with one thread for each core.
pub(crate) fn solved(rules: Rules, threads: Option<u16>) -> anyhow::Result<Solved> {
    let solved = on_threads(threads, || {
        let name = rules.to_string();
        let progress = Progress::new(name.clone());
        solve_observed(rules, &mut |stage| progress.show(&name, stage))
    })
    .map_err(|_| Threads::from(threads))?;
    solved.with_context(|| format!("cannot solve {rules}"))
}

/// Reads a solution file and proves it.
pub(crate) fn read_and_prove(path: &Path) -> anyhow::Result<(Solution, Findings)> {
    let solution = file::read(path)?;
    let findings = on_threads(None, || {
        let _progress = Progress::new(format!("proving {}", file::shown(path)));
        verify(&solution)
    })
    .map_err(|_| Threads::EachCore)?;
    let findings = findings.map_err(|wrong| WrongFile {
        path: path.to_owned(),
        reason: format!("{:#}", anyhow::Error::from(wrong)),
    })?;
    Ok((solution, findings))
}
