//! Record of the answers of an engine: saved while the engine is asked, together with what other checks add to the file.

use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use tourne::policy::{Arena, Policy, PolicyError, Row, Said, file};
use tourne_solver::file::is_stream;
use tourne_solver::terminal::Output;
use tourne_solver::terminal::interrupt::locked;
use tourne_solver::terminal::replace::{is_full, update};

/// Time between two savings: the work that is lost at most if the process is killed.
const INTERVAL: Duration = Duration::from_secs(60);

/// Name of the environment variable that sets this time, in milliseconds. It has an effect only in builds with debug
/// assertions, and makes tests fast.
const INTERVAL_FOR_TESTS: &str = "TOURNE_SAVE_INTERVAL";

/// Returns the time between two savings of the answers.
pub(super) fn interval() -> Duration {
    let set = std::env::var(INTERVAL_FOR_TESTS).ok();
    let set = set.filter(|_| cfg!(debug_assertions));
    let set = set.and_then(|milliseconds| milliseconds.parse().ok());
    set.map_or(INTERVAL, Duration::from_millis)
}

/// Record of the answers of an engine or a policy.
pub(super) struct Record<'a> {
    arena: &'a Arena,
    output: Output,
    kept: Mutex<Kept>,
}

/// State of the file of a record.
struct Kept {
    /// File to which answers are added: the record that the check continues, or the file that it has written first.
    path: Option<PathBuf>,
    /// Answers of this check that were saved last.
    saved: Option<Policy>,
    /// Error that names another file than the one that the user named, to which the answers are saved.
    taken: Option<io::Error>,
}

impl<'a> Record<'a> {
    /// Creates a record. It `continues` the file if the check has resumed from it.
    pub(super) fn new(arena: &'a Arena, output: Output, continues: bool) -> Record<'a> {
        Record {
            arena,
            kept: Mutex::new(Kept {
                path: continues.then(|| output.path().to_owned()),
                saved: None,
                taken: None,
            }),
            output,
        }
    }

    /// Returns whether the record is a file, which can be saved again and again.
    pub(super) fn is_file(&self) -> bool {
        !is_stream(self.output.path())
    }

    /// Saves all answers of the check up to now. Answers that other checks have added to the file meanwhile stay: if both
    /// have answered a decision, the answer that was saved first.
    pub(super) fn save(&self, answers: &Policy) -> io::Result<()> {
        let mut kept = locked(&self.kept);
        let kept = &mut *kept;
        if let Some(path) = &kept.path {
            match update(path, |held| self.added(held, answers, kept.saved.as_ref())) {
                Ok(()) => {}
                Err(PolicyError::Io(error)) => return Err(error),
                Err(changed) => {
                    let own = file::write(answers, self.arena);
                    let (path, taken) = self.output.write_beside(own, &changed.to_string())?;
                    (kept.path, kept.taken) = (Some(path), Some(taken));
                }
            }
        } else {
            let own = file::write(answers, self.arena);
            // Do not write a file without answers: the next check could not replace it without --force.
            if self.is_file() && own.lines().nth(1).is_none() {
                return Ok(());
            }
            let (path, taken) = self.output.write_or_beside(own)?;
            (kept.path, kept.taken) = (Some(path), taken);
        }
        kept.saved = Some(answers.clone());
        Ok(())
    }

    /// Saves the answers of a check that has ended, or as many as there is space for. The error may be that the record is
    /// not the file that the user named.
    pub(super) fn finish(self, answers: &Policy) -> io::Result<()> {
        match self.save(answers) {
            Err(error) if is_full(&error) && self.is_file() => {
                let [kept, all] = self.save_what_fits(answers);
                let cure = "make room, and go on with --record of this file";
                let text = format!("{error}: {kept} of {all} answers are in it; {cure}");
                return Err(io::Error::new(error.kind(), text));
            }
            saved => saved?,
        }
        let taken = locked(&self.kept).taken.take();
        taken.map_or(Ok(()), Err)
    }

    /// Saves as many answers as there is space for. Returns their number, and that of all answers.
    fn save_what_fits(&self, answers: &Policy) -> [usize; 2] {
        let arena = self.arena;
        let is_given = |row: &Row| answers.said(*row) == Said::Given;
        let given: Vec<Row> = arena.decisions().filter(is_given).collect();
        let (mut fit, mut step) = (0, given.len().next_power_of_two());
        while step > 0 {
            let more = given.get(..fit + step);
            if more.is_some_and(|rows| self.save(&answers.only(arena, rows)).is_ok()) {
                fit += step;
            }
            step /= 2;
        }
        [fit, given.len()]
    }

    /// Returns the content of the file with the answers of this check. `held` is its content now; `saved` are the answers
    /// of this check that were saved last. An answer that has been taken back since is removed.
    fn added(
        &self,
        held: &[u8],
        answers: &Policy,
        saved: Option<&Policy>,
    ) -> Result<Vec<u8>, PolicyError> {
        let arena = self.arena;
        let mut all = answers.clone();
        if !held.trim_ascii().is_empty() {
            let held = file::read(held, arena);
            let held = held.map_err(|error| PolicyError::Changed(error.into()))?;
            let held = held.policy;
            for row in arena.decisions() {
                let is_given = |policy: &Policy| policy.said(row) == Said::Given;
                let is_taken_back = saved.is_some_and(is_given) && !is_given(answers);
                if is_given(&held) && !is_taken_back {
                    all.take(arena, row, &held);
                }
            }
        }
        Ok(file::write(&all, arena).into_bytes())
    }
}
