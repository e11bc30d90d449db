//! `tourne check`: the play of an engine, held against perfect play.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use serde::Serialize;
use tourne_query::engine::process::Launch;
use tourne_query::engine::survey::{Event, FaultAt, MOST_FAULTS, Survey, survey};
use tourne_query::policy::estimate::{Estimate, Sample};
use tourne_query::policy::grade::{Grade, Graded, grade};
use tourne_query::policy::{Arena, IllegalAnswer, table};
use tourne_solver::game::{Move, printable};
use tourne_solver::terminal::{Answers, Format, Progress, StreamTaken, Wanting, csv, json, write};

use crate::arguments::{Shared, Table};
use crate::policies::Source;
use crate::{in_arena, report};

#[derive(Args)]
pub(crate) struct Check {
    #[command(flatten)]
    who: Who,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    asking: Asking,
    /// How many mistakes to list, the costliest first
    #[arg(long, value_name = "N", default_value_t = 5)]
    mistakes: usize,
    /// Write the policy of the opponent who exploits the engine best; - is standard output
    #[arg(long, value_name = "FILE")]
    exploiter: Option<PathBuf>,
    /// Write what the engine played, as a policy file; - is standard output
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Exit with 1 if it loses more than this in a game, or if that cannot be known
    #[arg(long, value_name = "LOSS", value_parser = amount)]
    fail_above: Option<f64>,
    /// Exit with 1 if it answers with a move that is not legal, or fails to answer
    #[arg(long)]
    fail_illegal: bool,
    #[command(flatten)]
    shared: Shared,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct Who {
    /// A policy: a file of CSV or JSON lines, - for standard input, or builtin:NAME
    #[arg(long, value_name = "FILE")]
    policy: Option<Source>,
    /// An engine that speaks the protocol: a program and its arguments
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
}

#[derive(Args)]
struct Asking {
    /// How many processes of the engine to ask at once
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "policy",
        value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// How many seconds the engine may take to answer
    #[arg(long, value_name = "SECONDS", default_value = "10", conflicts_with = "policy",
        value_parser = seconds)]
    timeout: Duration,
    /// Ask only about so many decisions, drawn by how often perfect play meets them, and estimate
    #[arg(long, value_name = "N", conflicts_with = "policy",
        value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    sample: Option<u32>,
    /// What the drawing begins with
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample")]
    seed: u64,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text
        .parse()
        .ok()
        .filter(|seconds| (0.001..=86_400.0).contains(seconds));
    let seconds = seconds.ok_or("write a number of seconds from 0.001 to 86400")?;
    Ok(Duration::from_secs_f64(seconds))
}

pub(crate) fn amount(text: &str) -> Result<f64, &'static str> {
    let amount = text
        .parse()
        .ok()
        .filter(|amount: &f64| amount.is_finite() && *amount >= 0.0);
    amount.ok_or("write a loss from 0 on, such as 0.01")
}

/// The answer, as JSON has it.
#[derive(Serialize)]
struct CheckAnswer<'a> {
    #[serde(flatten)]
    grade: &'a Grade,
    illegal_answers: Vec<Illegal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<EngineAnswer<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<Estimate>,
}

/// What came of asking a live engine, as JSON has it.
#[derive(Serialize)]
struct EngineAnswer<'a> {
    name: Option<&'a str>,
    asked: usize,
    given_up: bool,
    faults: &'a [FaultAt],
}

#[derive(Serialize)]
struct Illegal {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    position: String,
    die: u8,
    played: String,
    legal: Vec<String>,
}

impl From<&IllegalAnswer> for Illegal {
    fn from(illegal: &IllegalAnswer) -> Illegal {
        Illegal {
            line: illegal.line,
            position: illegal.position.to_string(),
            die: illegal.die.number(),
            played: illegal.played.clone(),
            legal: illegal.legal.iter().map(Move::to_string).collect(),
        }
    }
}

/// What is checked.
pub(crate) struct Checked<'a> {
    pub(crate) name: String,
    pub(crate) grade: &'a Grade,
    pub(crate) illegal: &'a [IllegalAnswer],
    pub(crate) survey: Option<&'a Survey>,
    pub(crate) estimate: Option<Estimate>,
}

/// Does the check and prints the answer.
pub(crate) fn run(check: &Check) -> anyhow::Result<()> {
    let answers = Answers::beside(&[
        ("--record", check.record.as_deref()),
        ("--exploiter", check.exploiter.as_deref()),
    ])?;
    let policy = check.who.policy.as_ref().map(Source::input);
    StreamTaken::check(&[policy.unwrap_or_default(), check.table.input()])?;
    in_arena(&check.table, |arena| run_in(check, arena, answers))
}

fn run_in(check: &Check, arena: &Arena, answers: Answers) -> anyhow::Result<()> {
    let mut sample = None;
    if let Some(count) = check.asking.sample {
        sample = Some(Sample::new(arena, count as usize, check.asking.seed)?);
    }
    let (name, policy, illegal, survey) = match &check.who {
        Who {
            policy: Some(source),
            ..
        } => {
            let read = source.read(arena)?;
            (source.to_string(), read.policy, read.illegal, None)
        }
        Who { engine, .. } => {
            let command = engine.as_deref().unwrap_or_default();
            let survey = ask(&check.asking, command, sample.as_ref(), arena)?;
            let name = survey.name.clone().unwrap_or_else(|| command.to_owned());
            (
                name,
                survey.policy.clone(),
                survey.illegal.clone(),
                Some(survey),
            )
        }
    };
    let Graded { grade, exploiter } = {
        let _progress = Progress::new("grading");
        grade(arena, &policy, check.mistakes)?
    };
    let checked = Checked {
        name,
        grade: &grade,
        illegal: &illegal,
        survey: survey.as_ref(),
        estimate: sample.and_then(|sample| sample.estimate(arena, &policy)),
    };
    let printed = answers.print(&answer(&checked, check.shared.format)?);

    if let Some(path) = &check.record {
        write(path, table::write(&policy, arena)?)?;
    }
    if let Some(path) = &check.exploiter {
        let Some(exploiter) = exploiter else {
            bail!(
                "{} is not written: the exploiter is known only if the engine has a legal move for every decision that it can meet",
                printable(&path.to_string_lossy())
            );
        };
        write(path, table::write(&exploiter, arena)?)?;
    }
    // Whether the engine is good enough matters also if nobody reads the answer.
    judge(check, &checked)?;
    Ok(printed?)
}

/// Asks a live engine about all decisions, or those of a sample.
fn ask(
    asking: &Asking,
    command: &str,
    sample: Option<&Sample>,
    arena: &Arena,
) -> anyhow::Result<Survey> {
    let words = shlex::split(command).filter(|words| !words.is_empty());
    let command = words.with_context(|| {
        let command = printable(command);
        format!("\"{command}\" is not a command: write a program and its arguments, quoted as in a shell")
    })?;
    let launch = Launch {
        command,
        rules: arena.rules(),
        timeout: asking.timeout,
    };
    let rows = sample.map_or_else(|| arena.decisions().collect(), Sample::rows);
    let progress = Progress::new("asking");
    progress.count(0, rows.len());
    let errors = AtomicUsize::new(0);
    let tell = |line: String| {
        // If standard error is closed, nobody wants to know.
        progress.aside(|| _ = writeln!(std::io::stderr(), "{line}"));
    };
    let survey = survey(
        arena,
        &rows,
        &launch,
        usize::from(asking.jobs),
        &|event| match event {
            Event::Asked => progress.count_one(),
            Event::Fault(FaultAt {
                position,
                die,
                what,
                ..
            }) => tell(format!(
                "the engine failed at {position} with a {}: {what}",
                die.number()
            )),
            Event::Error(line) => match errors.fetch_add(1, Ordering::Relaxed) {
                0..MOST_ERRORS => tell(format!("the engine says: {line}")),
                MOST_ERRORS => tell("the engine says more errors, which are not shown".to_owned()),
                _ => (),
            },
        },
    )?;
    Ok(survey)
}

/// So many errors of an engine are shown.
const MOST_ERRORS: usize = 10;

fn answer(checked: &Checked, format: Format) -> anyhow::Result<String> {
    match format {
        Format::Text => Ok(report::check(checked)),
        Format::Csv => csv(&checked.grade.mistakes),
        Format::Json => Ok(json(&CheckAnswer {
            grade: checked.grade,
            illegal_answers: checked
                .illegal
                .iter()
                .take(MOST_LISTED)
                .map(Illegal::from)
                .collect(),
            engine: checked.survey.map(|survey| EngineAnswer {
                name: survey.name.as_deref(),
                asked: survey.asked,
                given_up: survey.given_up,
                faults: &survey.faults,
            }),
            estimate: checked.estimate,
        })?),
    }
}

/// So many illegal answers are listed.
pub(crate) const MOST_LISTED: usize = 100;

/// Whether the engine is as good as the user wants it to be.
fn judge(check: &Check, checked: &Checked) -> anyhow::Result<()> {
    let faults = checked.survey.map_or(0, |survey| survey.faults.len());
    let illegal = checked.illegal.len();
    if check.fail_illegal && illegal + faults > 0 {
        let what =
            format!("{illegal} answers are not legal moves, {faults} times it failed to answer");
        return Err(Wanting(what).into());
    }
    if let Some(most) = check.fail_above {
        // What was drawn and not answered could have been anything.
        let estimate = checked
            .estimate
            .filter(|estimate| estimate.answered == estimate.draws)
            .map(|estimate| estimate.loss_per_game.estimate);
        match checked.grade.loss_per_game.or(estimate) {
            Some(loss) if loss <= most => (),
            Some(loss) => {
                return Err(Wanting(format!("it loses {loss} in a game, more than {most}")).into());
            }
            None => {
                return Err(Wanting(format!(
                    "what it loses in a game cannot be known, so not that it is at most {most}"
                ))
                .into());
            }
        }
    }
    if checked.survey.is_some_and(|survey| survey.given_up) {
        bail!(
            "the engine was given up, as it failed {faults} times: {} are borne, but no wrong handshake",
            MOST_FAULTS - 1
        );
    }
    Ok(())
}
