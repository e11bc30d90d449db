//! World of a command: the solution, with the arena and the explainer. The arena and the explainer are created from the
//! solution when they are first needed, on all cores; a terminal shows the progress.

use std::sync::OnceLock;

use tourne_query::policy::Arena;
use tourne_query::solutions::Source;
use tourne_solver::file::shown;
use tourne_solver::{Rules, Solution};
use tourne_study::facts::{Explainer, FactsError};
use tourne_terminal::{Progress, WrongFile, on_threads};

pub(crate) struct World {
    pub(crate) source: Source,
    pub(crate) solution: Solution,
    arena: OnceLock<Arena>,
    explainer: OnceLock<Explainer>,
}

impl World {
    pub(crate) fn open(source: Source) -> anyhow::Result<World> {
        let solution = if source.must_be_solved() {
            on_threads(None, || {
                let name = source.rules.map(|rules| rules.to_string());
                let name = name.unwrap_or_default();
                let progress = Progress::new(name.clone());
                source.open_observed(&mut |stage| progress.show(&name, stage))
            })??
        } else {
            source.open()?
        };
        Ok(World {
            source,
            solution,
            arena: OnceLock::new(),
            explainer: OnceLock::new(),
        })
    }

    /// Opens a solution; returns an error if a file is not exact enough to judge play, or contradicts itself.
    pub(crate) fn open_exact(source: Source) -> anyhow::Result<World> {
        let world = World::open(source)?;
        world.source.check_exact(&world.solution)?;
        if world.source.file.is_some() {
            world.in_arena(|_| Ok(()))?;
        }
        Ok(world)
    }

    pub(crate) fn rules(&self) -> Rules {
        self.solution.rules()
    }

    /// Calls `task` with the arena of the solution. The first call creates the arena.
    pub(crate) fn in_arena<T: Send>(
        &self,
        task: impl FnOnce(&Arena) -> anyhow::Result<T> + Send,
    ) -> anyhow::Result<T> {
        on_threads(None, || {
            task(made_once(&self.arena, || {
                let _progress = Progress::new("laying out all positions");
                named(&self.source, Arena::new(&self.solution))
            })?)
        })?
    }

    /// Returns the explainer, which finds the reasons for and against moves. The first call creates it.
    pub(crate) fn explainer(&self) -> anyhow::Result<&Explainer> {
        made_once(&self.explainer, || {
            on_threads(None, || {
                let _progress = Progress::new("following best play");
                named(&self.source, Explainer::new(&self.solution))
            })?
        })
    }
}

fn made_once<T>(
    kept: &OnceLock<T>,
    make: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<&T> {
    if let Some(kept) = kept.get() {
        return Ok(kept);
    }
    let new = make()?;
    Ok(kept.get_or_init(|| new))
}

/// Adds the name of the solution file to an error.
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
            // Do not wrap this error: the exit code depends on its type.
            (FactsError::LookUp(error), _) => anyhow::Error::new(error),
            (error, _) => error.into(),
        };
        match &source.file {
            Some(file) => error.context(shown(file)),
            None => error,
        }
    })
}
