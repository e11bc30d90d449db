//! Asks live engines, and shows the user the progress, the faults and the engines' standard error.

use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use tourne::engine::event::{Event, Watch};
use tourne::engine::fault::hint;
use tourne::engine::process::Launch;
use tourne::engine::survey::{Agenda, Conduct, Saving, Survey, survey};
use tourne::policy::{Arena, Policy, ReadPolicy};
use tourne::show::numbers::fixed;
use tourne_solver::shortened;
use tourne_solver::terminal::interrupt::locked;
use tourne_solver::terminal::{Progress, warn};

use crate::arguments::seconds;

/// Default of `--faults`, the number of faults after which an engine is given up.
const FAULTS: u32 = 10;
/// Default of `--timeout`, the time allowed for each answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Default of `--startup-timeout`, the time allowed for the start of an engine.
pub(crate) const STARTUP_TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Args)]
pub(crate) struct EngineLimits {
    /// Number of processes of the engine to ask at once [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Time allowed for each answer of the engine, in seconds [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Time allowed for the engine to start and be ready, in seconds [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    startup_timeout: Option<Duration>,
    /// Number of faults after which the engine is given up [default: 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    faults: Option<u32>,
}

impl EngineLimits {
    pub(crate) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--jobs", self.jobs.is_some()),
            ("--timeout", self.timeout.is_some()),
            ("--startup-timeout", self.startup_timeout.is_some()),
            ("--faults", self.faults.is_some()),
        ];
        let given = given.into_iter().find(|(_, is_given)| *is_given);
        given.map(|(name, _)| name)
    }

    pub(crate) fn faults(&self) -> usize {
        self.faults.unwrap_or(FAULTS) as usize
    }
}

/// Asks an engine the questions of an agenda, for answers beside the `known` ones. Messages call the engine `who`;
/// `command` is its command line, split into words. With `saving`, the answers are saved while the engine is asked.
pub(crate) fn ask(
    limits: &EngineLimits,
    (who, command): (&str, Vec<OsString>),
    agenda: Agenda,
    known: &Policy,
    arena: &Arena,
    stop: &AtomicBool,
    saving: Option<Saving>,
) -> anyhow::Result<(ReadPolicy, Survey)> {
    let launch = Launch {
        command,
        rules: arena.rules(),
        startup_timeout: limits.startup_timeout.unwrap_or(STARTUP_TIMEOUT),
        timeout: limits.timeout.unwrap_or(TIMEOUT),
    };
    let teller = Teller::new(who, &agenda);
    let conduct = Conduct {
        jobs: usize::from(limits.jobs.unwrap_or(1)),
        faults: limits.faults(),
        watch: Watch {
            stop,
            tell: &|event| teller.tell(event),
        },
        saving,
    };
    Ok(survey(arena, agenda, known, &launch, conduct)?)
}

/// Maximum number of error lines of an engine that are shown.
const MOST_ERRORS: usize = 10;
/// Maximum number of lines of an engine's standard error that are shown.
const MOST_STDERR: usize = 1000;
/// Minimum time for which the speed of an engine is measured before the remaining time is computed.
const MEASURED: Duration = Duration::from_secs(3);
/// Expected remaining time above which the user is warned, in minutes.
const LONG: f64 = 10.0;

/// Observer that shows events to the user, above a progress bar if the output is a terminal.
struct Teller<'a> {
    who: &'a str,
    progress: Progress,
    steps: usize,
    /// `true` if each step is a game of a sample, `false` if it is a decision.
    is_sample: bool,
    told: Mutex<Told>,
}

/// Messages that were shown, so that none is repeated.
#[derive(Default)]
struct Told {
    /// Number of error lines of the engine.
    errors: usize,
    stderr: Stderr,
    /// Hint to an engine that has not answered anything and is silent for a while.
    hint: bool,
    /// The system allows fewer processes than wanted.
    fewer: bool,
    /// Last message about answers that could not be saved.
    not_saved: String,
    /// Time at which the measurement of the engine's speed began, with the number of steps done by then.
    begun: Option<(Instant, usize)>,
    /// The speed is known.
    measured: bool,
}

/// Formats a number of minutes, in hours from three hours on.
fn rounded(minutes: f64) -> String {
    if minutes < 179.5 {
        fixed(minutes, 0) + " minutes"
    } else {
        fixed(minutes / 60.0, 0) + " hours"
    }
}

/// Lines of an engine's standard error. A line that was written before a failure is not shown again.
#[derive(Default)]
struct Stderr {
    /// Number of lines so far, including lines above the limit, but without lines repeated after a failure.
    lines: usize,
    /// Number of failures of the engine so far.
    failures: usize,
    /// Lines that were shown, each with the number of failures before it was first written.
    shown: HashMap<String, usize>,
    /// `true` once the user was told that repeated lines are not shown.
    is_told: bool,
}

impl Stderr {
    /// Adds a line; returns the text to show, or `None` if nothing is to be shown.
    fn add(&mut self, line: String) -> Option<String> {
        if self.shown.get(&line).is_some_and(|&at| at < self.failures) {
            let is_told = std::mem::replace(&mut self.is_told, true);
            let says = "lines that it wrote before a failure are not shown again";
            return (!is_told).then(|| says.to_owned());
        }
        self.lines += 1;
        match self.lines {
            ..=MOST_STDERR => {
                self.shown.insert(line.clone(), self.failures);
                Some(line)
            }
            _ if self.lines == MOST_STDERR + 1 => {
                Some("more lines, which are not shown".to_owned())
            }
            _ => None,
        }
    }
}

impl<'a> Teller<'a> {
    fn new(who: &'a str, agenda: &Agenda) -> Teller<'a> {
        let steps = agenda.steps();
        let progress = Progress::new("asking");
        progress.count(0, steps);
        Teller {
            who,
            progress,
            steps,
            is_sample: matches!(agenda, Agenda::Games(_)),
            told: Mutex::default(),
        }
    }

    fn tell(&self, event: Event) {
        let who = self.who;
        let told = &mut *locked(&self.told);
        match event {
            Event::Done(done) => {
                self.progress.count(done, self.steps);
                let (begun, first) = *told.begun.get_or_insert_with(|| (Instant::now(), done));
                if done > first && begun.elapsed() >= MEASURED && !told.measured {
                    told.measured = true;
                    self.estimate(begun, done - first, self.steps.saturating_sub(done));
                }
            }
            Event::Fault(at) => {
                // Show only the fault, since the lines of standard error have been shown already.
                let (position, die, sent) = (at.position, at.die, &at.dice);
                let says = at.what.cause();
                self.show(&if at.what.fault.is_final() {
                    // Name no position: the engine failed before it was asked about any.
                    format!("{who} failed at its start: {says}")
                } else {
                    format!("{who} failed at {position} with a {die} (\"dice {sent}\"): {says}")
                });
                told.stderr.failures += 1;
            }
            Event::Silence { instead } => {
                if !std::mem::replace(&mut told.hint, true) {
                    self.show(&hint(who, instead.as_deref()));
                }
            }
            Event::Error(line) => {
                told.errors += 1;
                match told.errors {
                    ..=MOST_ERRORS => self.show(&format!("{who} says: {line}")),
                    _ if told.errors == MOST_ERRORS + 1 => {
                        self.show(&format!("{who} reports more errors, which are not shown"));
                    }
                    _ => (),
                }
            }
            Event::Fewer(error) => {
                if !std::mem::replace(&mut told.fewer, true) {
                    let says = "cannot start as many processes as --jobs says, going on with fewer";
                    self.show(&format!("{says}: {error}"));
                }
            }
            Event::NotSaved(error) => {
                // Another attempt follows: show only an error that differs from the one before.
                let says = format!("cannot save the answers yet, trying again: {error}");
                let before = std::mem::replace(&mut told.not_saved, says.clone());
                if says != before {
                    self.show(&says);
                }
            }
            Event::Stderr { name, line } => {
                let name = name.map_or(who.to_owned(), |name| shortened(&name));
                if let Some(line) = told.stderr.add(line) {
                    self.show(&format!("{name}: {line}"));
                }
            }
        }
    }

    /// Warns the user if the `left` remaining steps will take long at the speed of the `done` steps since `begun`.
    fn estimate(&self, begun: Instant, done: usize, left: usize) {
        let minutes = begun.elapsed().as_secs_f64() / 60.0 / done as f64 * left as f64;
        if minutes <= LONG {
            return;
        }
        let sample = if self.is_sample {
            "a smaller --sample is done earlier"
        } else {
            "tourne check --sample N estimates the grade from games with about N decisions, --part K/N shares them among \
             computers"
        };
        self.show(&format!(
            "asking {} will take about {} more at this pace: {sample}, and --jobs N runs N processes of the engine at once",
            self.who,
            rounded(minutes)
        ));
    }

    fn show(&self, line: &str) {
        self.progress.aside(|| warn(line));
    }
}
