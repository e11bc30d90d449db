//! World of a command: the solution, with the arena and the explainer. The arena and the explainer are created from the
//! solution when they are first needed, on all cores; a terminal shows the progress.

use std::sync::OnceLock;

use tourne::facts::Explainer;
use tourne::policy::Arena;
use tourne::solutions::{Origin, SolutionError, Source};
use tourne_solver::file::shown;
use tourne_solver::terminal::{Exit, Progress, on_threads};
use tourne_solver::{Rules, Solution};

pub(crate) struct World {
    pub(crate) origin: Origin,
    pub(crate) solution: Solution,
    arena: OnceLock<Arena>,
    explainer: OnceLock<Explainer>,
}

impl World {
    pub(crate) fn open(source: &Source) -> Result<World, Exit> {
        let origin = source.origin().map_err(refused)?;
        let name = match &origin {
            Origin::File { path, .. } => format!("proving {}", shown(path)),
            Origin::BuiltIn(rules) | Origin::Solved(rules) => rules.to_string(),
        };
        let opened = match origin {
            Origin::BuiltIn(_) => origin.open(&mut |_| ()),
            _ => on_threads(None, || {
                let progress = Progress::new(name.clone());
                origin.open(&mut |stage| progress.show(&name, stage))
            })?,
        };
        Ok(World {
            origin,
            solution: opened.map_err(refused)?,
            arena: OnceLock::new(),
            explainer: OnceLock::new(),
        })
    }

    pub(crate) fn rules(&self) -> Rules {
        self.solution.rules()
    }

    /// Calls `task` with the arena of the solution. The first call creates the arena.
    pub(crate) fn in_arena<T: Send>(
        &self,
        task: impl FnOnce(&Arena) -> Result<T, Exit> + Send,
    ) -> Result<T, Exit> {
        on_threads(None, || {
            task(made_once(&self.arena, || {
                let _progress = Progress::new("laying out all positions");
                Ok(Arena::new(&self.solution))
            })?)
        })?
    }

    /// Returns the explainer, which finds the reasons for and against moves. The first call creates it.
    pub(crate) fn explainer(&self) -> anyhow::Result<&Explainer> {
        made_once(&self.explainer, || {
            on_threads(None, || {
                let _progress = Progress::new("following best play");
                Ok(Explainer::new(&self.solution)?)
            })?
        })
    }
}

/// Returns how a command ends that cannot open its solution.
pub(crate) fn refused(error: SolutionError) -> Exit {
    match error {
        SolutionError::Unsolved(..) => Exit::Failed(error.into()),
        _ => Exit::BadSolution(error.into()),
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
