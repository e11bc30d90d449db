//! Opening solutions, and laying out their games, on all cores and with progress on a terminal.

use anyhow::anyhow;
use tourne_query::facts::{Explainer, FactsError};
use tourne_query::policy::Arena;
use tourne_query::solutions::{SolutionError, Source};
use tourne_solver::solution::Solution;
use tourne_solver::solution::file::shown;
use tourne_solver::solve::Stage;
use tourne_terminal::{Progress, WrongFile};

/// Runs a task on one thread for each core.
pub(crate) fn on_threads<T: Send>(task: impl FnOnce() -> T + Send) -> anyhow::Result<T> {
    tourne_terminal::on_threads(None, task)
        .map_err(|error| anyhow!("cannot start threads: {error}"))
}

/// Opens a solution.
pub(crate) fn open(source: &Source) -> anyhow::Result<Solution> {
    opened(source, Source::open)
}

/// Opens a solution to judge play by. What a file says must not contradict itself.
pub(crate) fn open_exact(source: &Source) -> anyhow::Result<Solution> {
    let solution = opened(source, Source::open_exact)?;
    if source.file.is_some() {
        in_arena_of(source, &solution, |_| Ok(()))?;
    }
    Ok(solution)
}

type Open = fn(&Source, &mut dyn FnMut(Stage)) -> Result<Solution, SolutionError>;

fn opened(source: &Source, open: Open) -> anyhow::Result<Solution> {
    if !source.must_be_solved() {
        return Ok(open(source, &mut |_| ())?);
    }
    on_threads(|| {
        let name = source
            .rules
            .map_or_else(String::new, |rules| rules.to_string());
        let progress = Progress::new(name.clone());
        Ok(open(source, &mut |stage| progress.show(&name, stage))?)
    })?
}

/// An answer, or its error with the name of the solution file.
pub(crate) fn named<T>(
    source: &Source,
    answer: Result<T, impl Into<FactsError>>,
) -> anyhow::Result<T> {
    answer.map_err(|error| {
        let error = match (error.into(), &source.file) {
            (FactsError::Contradiction(contradiction), Some(file)) => {
                let (path, reason) = (file.clone(), contradiction.to_string());
                return WrongFile { path, reason }.into();
            }
            // The exit code depends on the error of the look-up.
            (FactsError::LookUp(error), _) => anyhow::Error::new(error),
            (error, _) => error.into(),
        };
        match &source.file {
            Some(file) => error.context(shown(file)),
            None => error,
        }
    })
}

/// Prepares to explain the moves of a solution.
pub(crate) fn explainer(source: &Source, solution: &Solution) -> anyhow::Result<Explainer> {
    on_threads(|| {
        let _progress = Progress::new("following best play");
        named(source, Explainer::new(solution))
    })?
}

/// Lays out the game of a solution to judge play by, and runs a task in it.
pub(crate) fn in_arena<T: Send>(
    source: &Source,
    task: impl FnOnce(&Arena) -> anyhow::Result<T> + Send,
) -> anyhow::Result<T> {
    in_arena_of(source, &opened(source, Source::open_exact)?, task)
}

/// Lays out the game of an open solution, and runs a task in it.
pub(crate) fn in_arena_of<T: Send>(
    source: &Source,
    solution: &Solution,
    task: impl FnOnce(&Arena) -> anyhow::Result<T> + Send,
) -> anyhow::Result<T> {
    on_threads(|| {
        let arena = {
            let _progress = Progress::new("laying out all positions");
            named(source, Arena::new(solution))?
        };
        task(&arena)
    })?
}
