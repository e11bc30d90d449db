//! Asking a live engine for `tourne check`: with progress on a terminal, until all is answered or the
//! user interrupts.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use tourne_query::engine::checked::Asked;
use tourne_query::engine::process::{Launch, adopt_orphans};
use tourne_query::engine::survey::{Agenda, Event, FaultAt, survey};
use tourne_query::grading::questions::Questions;
use tourne_query::grading::sample::Sample;
use tourne_query::policy::{Arena, Policy, Row, Said, file};
use tourne_solver::game::shortened;
use tourne_solver::solution::file::{is_stream, shown};
use tourne_solver::terminal::{
    Progress, StandardInput, end_on_interrupt, on_first_interrupt, warn,
};

use crate::arguments::{seconds, words_of};

#[derive(Args)]
pub(super) struct Asking {
    /// Number of processes of the engine to ask at once
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "policy",
        value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Time allowed for each answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", conflicts_with = "policy",
        value_parser = seconds)]
    timeout: Duration,
    /// Time allowed for the engine to start and be ready, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", conflicts_with = "policy",
        value_parser = seconds)]
    startup_timeout: Duration,
    /// Play games with about N decisions of the engine against perfect play, and estimate the grade
    #[arg(long, value_name = "N", conflicts_with = "policy",
        value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(super) sample: Option<u32>,
    /// Seed of the random sample
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample")]
    pub(super) seed: u64,
    /// Ask only about decisions missing in FILE, which --record wrote; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "policy")]
    resume: Option<PathBuf>,
}

impl Asking {
    /// Name of the record in errors, and whether it is standard input.
    pub(super) fn input(&self) -> (&'static str, bool) {
        ("--resume", self.resume.as_deref().is_some_and(is_stream))
    }

    /// The record to go on from, with the name of its option.
    pub(super) fn resumed(&self) -> (&'static str, Option<&Path>) {
        ("--resume", self.resume.as_deref())
    }
}

/// Maximum number of errors of an engine that are shown.
const MOST_ERRORS: usize = 10;
/// Maximum number of lines of standard error that are shown.
const MOST_STDERR: usize = 1000;

/// Asks a live engine about all decisions, or those of a sample.
pub(super) fn ask(
    asking: &Asking,
    command: &str,
    sample: Option<&Sample>,
    arena: &Arena,
) -> anyhow::Result<Asked> {
    let launch = Launch {
        command: words_of(command)?,
        rules: arena.rules(),
        startup_timeout: asking.startup_timeout,
        timeout: asking.timeout,
    };
    let known = known(asking, arena)?;
    let agenda = match sample {
        Some(sample) => Agenda::Games(Questions::new(arena, *sample)),
        None => {
            let unknown = |row: &Row| known.said(*row) == Said::Missing;
            Agenda::Rows(arena.decisions().filter(unknown).collect())
        }
    };
    let steps = agenda.steps();

    // If it cannot, only what left its parent and its process group is left behind.
    let _ = adopt_orphans();
    let stop = Arc::new(AtomicBool::new(false));
    let to_stop = Arc::clone(&stop);
    on_first_interrupt(move || to_stop.store(true, Ordering::Relaxed));
    let jobs = usize::from(asking.jobs);
    let teller = Teller::new(steps);
    let tell = |event| teller.tell(event);
    let surveyed = survey(arena, agenda, known.clone(), &launch, jobs, &stop, &tell);
    end_on_interrupt();
    drop(teller);
    let survey = surveyed?;
    let asked_about = match sample {
        Some(sample) => sample.rows(arena, &survey.policy),
        None => arena.decisions().collect(),
    };
    let is_known = |row: &&Row| known.said(**row) != Said::Missing;
    Ok(Asked {
        resumed: asked_about.iter().filter(is_known).count(),
        survey,
        steps,
    })
}

/// The answers that a record holds.
fn known(asking: &Asking, arena: &Arena) -> anyhow::Result<Policy> {
    let Some(path) = &asking.resume else {
        return Ok(Policy::unknown(arena));
    };
    let name = shown(path);
    let read = if is_stream(path) {
        file::read(StandardInput::lock(), arena)
    } else {
        let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
        file::read(file, arena)
    };
    let read = read.with_context(|| format!("cannot read {name} as a record"))?;
    // An illegal answer is asked for again.
    Ok(read.policy.without_illegal())
}

/// Shows events to the user, above a progress bar if there is a terminal.
struct Teller {
    progress: Progress,
    steps: usize,
    errors: AtomicUsize,
    stderr: AtomicUsize,
}

impl Teller {
    fn new(steps: usize) -> Teller {
        let progress = Progress::new("asking");
        progress.count(0, steps);
        Teller {
            progress,
            steps,
            errors: AtomicUsize::new(0),
            stderr: AtomicUsize::new(0),
        }
    }

    fn tell(&self, event: Event) {
        match event {
            Event::Done(done) => self.progress.count(done, self.steps),
            Event::Fault(FaultAt {
                position,
                die,
                what,
                ..
            }) => self.show(&if what.fault.is_final() {
                // Nothing has been asked yet.
                format!("the engine failed at its start: {what}")
            } else {
                format!("the engine failed at {position} with a {die}: {what}")
            }),
            Event::Error(line) => match self.errors.fetch_add(1, Ordering::Relaxed) {
                0..MOST_ERRORS => self.show(&format!("the engine says: {line}")),
                MOST_ERRORS => self.show("the engine says more errors, which are not shown"),
                _ => (),
            },
            Event::Fewer(error) => self.show(&format!(
                "cannot start as many processes as --jobs says, going on with fewer: {error}"
            )),
            Event::Stderr { name, line } => {
                let name = name.map_or("the engine".to_owned(), |name| shortened(&name));
                match self.stderr.fetch_add(1, Ordering::Relaxed) {
                    0..MOST_STDERR => self.show(&format!("{name}: {line}")),
                    MOST_STDERR => self.show(&format!("{name}: more lines, which are not shown")),
                    _ => (),
                }
            }
        }
    }

    fn show(&self, line: &str) {
        self.progress.aside(|| warn(line));
    }
}
