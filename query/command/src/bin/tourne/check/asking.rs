//! Asks a live engine the questions of `tourne check`, until all are answered or the user interrupts.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use clap::Args;
use tourne::engine::survey::{Agenda, Survey};
use tourne_query::grading::{Coverage, Questions, Sample};
use tourne_query::policy::{Arena, Policy, Row, Said, file};
use tourne_solver::file::shown;
use tourne_terminal::{NamedFile, end_on_interrupt, on_first_interrupt};

use crate::arguments::{opened, words_of};
use crate::engines::{self, EngineLimits, decisions};

#[derive(Args)]
pub(super) struct AskingArguments {
    #[command(flatten)]
    limits: EngineLimits,
    /// Estimate the grade from games against perfect play, in which the engine makes about N decisions in all
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

impl AskingArguments {
    /// Returns the name of the option for the record to resume from, and the path if the user gave one.
    pub(super) fn resumed(&self) -> NamedFile<'_> {
        ("--resume", self.resume.as_deref())
    }
}

/// Asks a live engine about all decisions, or about the decisions of a sample.
pub(super) fn ask(
    asking: &AskingArguments,
    command: &str,
    sample: Option<&Sample>,
    arena: &Arena,
) -> anyhow::Result<Survey> {
    let known = known(asking, arena)?;
    let agenda = match sample {
        Some(sample) => Agenda::Games(Questions::new(arena, *sample)),
        None => decisions(arena, &known)?,
    };

    let stop = Arc::new(AtomicBool::new(false));
    let to_stop = Arc::clone(&stop);
    on_first_interrupt(move || to_stop.store(true, Ordering::Relaxed));
    let engine = ("the engine", words_of(command)?);
    let surveyed = engines::ask(&asking.limits, engine, agenda, known.clone(), arena, &stop);
    end_on_interrupt();
    let mut survey = surveyed?;
    let asked_about: Vec<Row> = match sample {
        Some(sample) => sample.rows(arena, &survey.policy),
        None => {
            survey.covered = Some(Coverage::new(arena, &survey.policy)?);
            arena.decisions().collect()
        }
    };
    let is_known = |row: &&Row| known.said(**row) != Said::Missing;
    survey.resumed = asked_about.iter().filter(is_known).count();
    Ok(survey)
}

/// Reads the record that `--resume` names, as a policy. Without `--resume`, returns a policy without answers.
fn known(asking: &AskingArguments, arena: &Arena) -> anyhow::Result<Policy> {
    let Some(path) = &asking.resume else {
        return Ok(Policy::unknown(arena));
    };
    let read = file::read(opened(path)?, arena);
    let read = read.with_context(|| format!("cannot read {} as a record", shown(path)))?;
    // Ask again about decisions with an illegal answer.
    Ok(read.policy.without_illegal())
}
