//! `tourne check`: the play of an engine, compared with perfect play.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use serde::Serialize;
use tourne_query::engine::fault::Fault;
use tourne_query::engine::survey::{FaultAt, MOST_FAULTS, Survey};
use tourne_query::policy::estimate::{Estimate, Sample};
use tourne_query::policy::grade::{Grade, Graded, grade};
use tourne_query::policy::{Arena, IllegalAnswer, table};
use tourne_solver::game::{Move, printable};
use tourne_solver::solution::digits::grouped;
use tourne_solver::solution::file::make_sure_of_writing;
use tourne_solver::terminal::{
    Answers, Format, Interrupted, Progress, StreamTaken, Wanting, csv, json, write,
};

use crate::arguments::{Shared, Table};
use crate::asking::{Asked, Asking, ask};
use crate::in_arena;
use crate::policies::Source;
use crate::report::{self, times, unknown_because};
use crate::threshold::{Threshold, shown, shown_above};

#[derive(Args)]
pub(crate) struct Check {
    #[command(flatten)]
    who: Who,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    asking: Asking,
    /// Number of mistakes to list, the costliest first
    #[arg(long, value_name = "N", default_value_t = 5)]
    mistakes: usize,
    /// Write the best possible counter-strategy, as a policy file; - is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "sample")]
    exploiter: Option<PathBuf>,
    /// Write what the engine played, as a policy file; - is standard output
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Exit with 1 if the loss per game exceeds this (0.01 or 1%, or points) or is unknown
    #[arg(long, value_name = "LOSS")]
    fail_above: Option<Threshold>,
    /// Exit with 1 if an answer is not a legal move, or does not come
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
    resumed: usize,
    given_up: bool,
    interrupted: bool,
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
    pub(crate) asked: Option<&'a Asked>,
    pub(crate) sample: Option<&'a Sample>,
    pub(crate) estimate: Option<Estimate>,
}

impl<'a> Checked<'a> {
    pub(crate) fn survey(&self) -> Option<&'a Survey> {
        self.asked.map(|asked| &asked.survey)
    }

    fn is_nothing_answered(&self) -> bool {
        self.grade.answered == 0
    }
}

/// Does the check and prints the answer.
pub(crate) fn run(check: &Check) -> anyhow::Result<()> {
    let answers = Answers::beside(&[
        ("--record", check.record.as_deref()),
        ("--exploiter", check.exploiter.as_deref()),
    ])?;
    let policy = check.who.policy.as_ref().map(Source::input);
    StreamTaken::check(&[
        policy.unwrap_or_default(),
        check.asking.input(),
        check.table.input(),
    ])?;
    in_arena(&check.table, |arena| run_in(check, arena, answers))
}

fn run_in(check: &Check, arena: &Arena, answers: Answers) -> anyhow::Result<()> {
    let limit = check.fail_above.map(|limit| limit.amount(arena.unit()));
    let limit = limit.transpose()?;
    // Hours may go into the answers: what cannot be written is said before they are asked for.
    for path in [&check.record, &check.exploiter].into_iter().flatten() {
        make_sure_of_writing(path)?;
    }
    let mut sample = None;
    if let Some(count) = check.asking.sample {
        sample = Some(Sample::new(arena, count as usize, check.asking.seed)?);
    }
    let (name, policy, illegal, asked) = match &check.who {
        Who {
            policy: Some(source),
            ..
        } => {
            let read = source.read(arena)?;
            (source.to_string(), read.policy, read.illegal, None)
        }
        Who { engine, .. } => {
            let command = engine.as_deref().unwrap_or_default();
            let asked = ask(&check.asking, command, sample.as_ref(), arena)?;
            let survey = &asked.survey;
            let name = survey.name.clone().unwrap_or_else(|| command.to_owned());
            let (policy, illegal) = (survey.policy.clone(), survey.illegal.clone());
            (name, policy, illegal, Some(asked))
        }
    };
    // Hours may have gone into the answers: they are written before anything else can fail.
    let recorded = match &check.record {
        Some(path) => write(path, table::write(&policy, arena)?),
        None => Ok(()),
    };
    // A record may hold more than the sample.
    let policy = match &sample {
        Some(sample) => policy.only(arena, &sample.rows()),
        None => policy,
    };
    let Graded { grade, exploiter } = {
        let _progress = Progress::new("grading");
        grade(arena, &policy, check.mistakes)?
    };
    let checked = Checked {
        name,
        grade: &grade,
        illegal: &illegal,
        asked: asked.as_ref(),
        estimate: sample
            .as_ref()
            .and_then(|sample| sample.estimate(arena, &policy)),
        sample: sample.as_ref(),
    };
    make_sure_of_something(&checked)?;
    let printed = answers.print(&answer(&checked, check.shared.format)?);

    recorded?;
    if let Some(path) = &check.exploiter {
        let Some(exploiter) = exploiter else {
            bail!(
                "{} is not written: the best counter-strategy is known only if every decision that the \
                 policy can meet is answered with a legal move",
                printable(&path.to_string_lossy())
            );
        };
        write(path, table::write(&exploiter, arena)?)?;
    }
    // Whether the engine is good enough matters also if nobody reads the answer.
    judge(check, limit, &checked)?;
    Ok(printed?)
}

/// Refuses what there is nothing to say about.
fn make_sure_of_something(checked: &Checked) -> anyhow::Result<()> {
    let Some(survey) = checked.survey() else {
        if checked.is_nothing_answered() && checked.illegal.is_empty() {
            bail!(
                "{} answers no decision: a policy has a row for each decision",
                printable(&checked.name)
            );
        }
        return Ok(());
    };
    let only_fault = survey.faults.first().map(|fault| &fault.what.fault);
    if let Some(Fault::Refusal { rules, words }) = only_fault
        && survey.asked == survey.faults.len()
    {
        bail!(
            "the engine does not play the rules \"{rules}\": it said \"{words}\" \
             (choose rules that it plays with --rules)"
        );
    }
    Ok(())
}

fn answer(checked: &Checked, format: Format) -> anyhow::Result<String> {
    match format {
        Format::Text => Ok(report::check(checked)),
        // The columns are named also if there are no rows.
        Format::Csv if checked.grade.mistakes.is_empty() => Ok(MISTAKE_COLUMNS.to_owned()),
        Format::Csv => csv(&checked.grade.mistakes),
        Format::Json => Ok(json(&CheckAnswer {
            grade: checked.grade,
            illegal_answers: checked
                .illegal
                .iter()
                .take(MOST_LISTED)
                .map(Illegal::from)
                .collect(),
            engine: checked.asked.map(|asked| EngineAnswer {
                name: asked.survey.name.as_deref(),
                asked: asked.survey.asked,
                resumed: asked.resumed,
                given_up: asked.survey.given_up,
                interrupted: asked.survey.interrupted,
                faults: &asked.survey.faults,
            }),
            estimate: checked.estimate,
        })?),
    }
}

/// Number of illegal answers that are listed.
const MOST_LISTED: usize = 100;
/// The header of mistakes in CSV: the fields of [`Mistake`](tourne_query::policy::grade::Mistake).
const MISTAKE_COLUMNS: &str = "position,die,played,best,kind,probability,loss,visits,cost\n";

/// Whether the check came to its end, and the engine is as good as the user wants it to be.
fn judge(check: &Check, limit: Option<f64>, checked: &Checked) -> anyhow::Result<()> {
    let who = checked.asked.map_or("the policy", |_| "the engine");
    if let Some(asked) = checked.asked.filter(|asked| asked.survey.interrupted) {
        let advice = match &check.record {
            Some(path) => format!(
                "go on with --resume {}",
                printable(&path.display().to_string())
            ),
            None => {
                "--record FILE keeps the answers, and --resume FILE goes on from there".to_owned()
            }
        };
        return Err(Interrupted(format!(
            "{} of {} decisions were asked: {advice}",
            grouped(asked.survey.asked as u64),
            grouped(asked.questions as u64)
        ))
        .into());
    }
    let faults = checked.survey().map_or(0, |survey| survey.faults.len());
    let illegal = checked.illegal.len();
    if check.fail_illegal && illegal + faults > 0 {
        let illegal = match illegal {
            0 => None,
            1 => Some("1 answer is not a legal move".to_owned()),
            _ => Some(format!(
                "{} answers are not legal moves",
                grouped(illegal as u64)
            )),
        };
        let failed = (faults > 0).then(|| format!("the engine failed {}", times(faults)));
        let what: Vec<String> = illegal.into_iter().chain(failed).collect();
        return Err(Wanting(what.join(", ")).into());
    }
    if let Some(limit) = limit {
        within(limit, who, checked)?;
    }
    if checked.survey().is_some_and(|survey| survey.given_up) {
        let failures = if faults == 1 { "failure" } else { "failures" };
        bail!(
            "gave up on the engine after {faults} {failures} (limit {MOST_FAULTS}; a failed handshake \
             and refused rules end it at once)"
        );
    }
    if checked.is_nothing_answered() {
        bail!("{who} answers no decision with a legal move: there is nothing to grade");
    }
    Ok(())
}

/// Whether the loss per game is known and within the limit.
fn within(limit: f64, who: &str, checked: &Checked) -> anyhow::Result<()> {
    let unit = checked.grade.unit;
    let allowed = shown(unit, limit);
    // What was drawn and not answered with a legal move could have been anything.
    let estimate = checked
        .estimate
        .filter(|estimate| estimate.answered == estimate.draws && estimate.illegal == 0)
        .map(|estimate| estimate.loss_per_game);
    let (loss, is_estimate) = match (checked.grade.loss_per_game, estimate) {
        (Some(loss), _) => (loss, ""),
        (None, Some(loss)) => (loss.estimate, "by estimate "),
        (None, None) => {
            return Err(Wanting(format!(
                "cannot compare with --fail-above {allowed}: the loss per game is unknown because {}",
                unknown_because(checked)
            ))
            .into());
        }
    };
    if loss > limit {
        let loss = shown_above(unit, loss, limit);
        return Err(Wanting(format!(
            "{is_estimate}{who} loses {loss} a game, more than the {allowed} allowed"
        ))
        .into());
    }
    Ok(())
}
