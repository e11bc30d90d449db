//! Asking a live engine for `tourne check`: with progress on a terminal, until all is answered or the
//! user interrupts.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use tourne_query::engine::checked::Asked;
use tourne_query::engine::process::Launch;
use tourne_query::engine::survey::{Event, FaultAt, survey};
use tourne_query::grading::estimate::Sample;
use tourne_query::policy::{Arena, Policy, Said, file};
use tourne_solver::game::shortened;
use tourne_solver::solution::file::{is_stream, shown};
use tourne_solver::terminal::{Progress, StandardInput, end_on_interrupt, on_first_interrupt};

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
    /// Ask about N decisions only, drawn by how often perfect play meets them, and estimate the grade
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
    let mut rows = sample.map_or_else(|| arena.decisions().collect(), Sample::rows);
    let all = rows.len();
    rows.retain(|&row| known.said(row) == Said::Missing);

    let stop = Arc::new(AtomicBool::new(false));
    let to_stop = Arc::clone(&stop);
    on_first_interrupt(move || to_stop.store(true, Ordering::Relaxed));
    let jobs = usize::from(asking.jobs);
    let teller = Teller::new(rows.len());
    let tell = |event| teller.tell(event);
    let surveyed = survey(arena, &rows, known, &launch, jobs, &stop, &tell);
    end_on_interrupt();
    drop(teller);
    Ok(Asked {
        survey: surveyed?,
        questions: rows.len(),
        resumed: all - rows.len(),
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
    errors: AtomicUsize,
    stderr: AtomicUsize,
}

impl Teller {
    fn new(questions: usize) -> Teller {
        let progress = Progress::new("asking");
        progress.count(0, questions);
        Teller {
            progress,
            errors: AtomicUsize::new(0),
            stderr: AtomicUsize::new(0),
        }
    }

    fn tell(&self, event: Event) {
        match event {
            Event::Asked => self.progress.count_one(),
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
        // If standard error is closed, nobody can be told.
        self.progress.aside(|| _ = writeln!(io::stderr(), "{line}"));
    }
}
