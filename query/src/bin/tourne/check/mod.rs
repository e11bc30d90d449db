//! `tourne check`: the play of an engine or a policy, compared with perfect play.

mod compare;
mod gate;
mod record;
mod text;

use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, slice};

use anyhow::{Context as _, anyhow, bail};
use clap::{ArgGroup, Args};
use tourne::cards::{PolicySource, card_lines};
use tourne::engine::fault::Fault;
use tourne::engine::meant::Meant;
use tourne::engine::survey::{Agenda, Saving, Survey};
use tourne::grading::{Bounds, Report, Sample, compare, grade_of};
use tourne::policy::{Arena, Level, Part, Policy, ReadPolicy, file};
use tourne::show::numbers::counted;
use tourne_solver::file::{is_stream, shown};
use tourne_solver::printable;
use tourne_solver::terminal::{
    Answers, Exit, ForceArgument, Format, FormatArgument, Output, Progress, check_inputs, columns,
    end_on_interrupt, on_first_interrupt, same_file, warn,
};

use self::compare::CHANGE_COLUMNS;
use self::gate::{Gate, Requirements};
use self::record::Record;
use self::text::{Checked, text, warnings};
use crate::arguments::{SolutionArguments, opened, words_of};
use crate::engines::{self, EngineLimits};
use crate::player::{level, of_level, policy, read_policy, unnamed};
use crate::world::World;

/// Grade an engine or a policy against perfect play
#[derive(Args)]
#[command(
    group = ArgGroup::new("who").required(true),
    override_usage = "tourne check [OPTIONS] <--policy FILE...|--engine COMMAND|--level N>",
    before_help = "\
Examples:
  tourne check --policy mine.csv              a file: position,die,move
  tourne check --policy builtin:front         a policy of the program itself
  tourne check --engine 'python3 engine.py' --jobs 2
  tourne check --engine ./slow --sample 1000  estimates from about 1000
                                              decisions in games
  tourne check --policy mine.csv --fail-above 1%       exit code 1 if it loses
                                              more: for use in CI
  tourne check --policy new.csv --compare old.csv      decision by decision
  tourne check --engine ./slow --record slow.csv       Ctrl-C keeps the answers,
                                              the same command goes on with them
  tourne check --engine ./slow --part 3/100 --record part-3.csv    one of 100
                                              machines or jobs asks its part
  tourne check --policy part-*.csv            all parts, as one policy",
    after_help = "\
The file has a row for each decision, in any order; with a column probability a policy is mixed. JSON \
lines with the same names are accepted too. A file whose name ends in .card holds rules in words: \"tourne \
help cards\". Built-in policies: builtin:perfect, builtin:random, builtin:front, builtin:rear, \
builtin:hit, builtin:level-1 to builtin:level-10, builtin:card-1 to builtin:card-10, builtin:errs:P, \
builtin:within:D, builtin:perfect-but:RULE.\n\
\n\
With --sample N, the number of games is N divided by the mean number of decisions of a perfect player in a game, \
about 10 (13 in course), whatever the engine. A decision that comes up again is not asked again.\n\
\n\
If an output file is named -, it goes to standard output, and the report to standard error.\n\
\n\
\"tourne help protocol\" prints the protocol for engines, \"tourne help checking\" explains every field \
of the answer.",
    mut_arg("force", |force| force.help(
        "Replace files of --record and --exploiter that exist, instead of going on with a record"
    )),
)]
pub(crate) struct CheckArguments {
    /// Policy to check: a file of CSV or JSON lines, - for standard input, or builtin:NAME; several files, such as the
    /// records of --part, are put together as one policy
    #[arg(long, value_name = "FILE", group = "who", num_args = 1.., value_parser = policy(),
        conflicts_with_all = OF_ENGINES)]
    policy: Vec<PolicySource>,
    /// Engine to check, which speaks the protocol: a program and its arguments
    #[arg(long, value_name = "COMMAND", group = "who")]
    engine: Option<OsString>,
    /// Level to check, 1 (weakest) to 10 (perfect play)
    #[arg(long, value_name = "N", group = "who", value_parser = level,
        conflicts_with_all = OF_ENGINES)]
    level: Option<Level>,
    /// Catches a player who is named without an option
    #[arg(value_name = "PLAYER", hide = true, value_parser = unnamed)]
    unnamed: Option<Infallible>,
    #[command(flatten)]
    solution: SolutionArguments,
    #[command(flatten)]
    limits: EngineLimits,
    /// Estimate the grade from games against perfect play, in which the engine makes about N decisions in all
    #[arg(long, value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    sample: Option<u32>,
    /// Ask only the K-th of N parts of all decisions, and keep the answers with --record: when all parts are done, --policy
    /// takes their records together
    #[arg(
        long,
        value_name = "K/N",
        conflicts_with = "sample",
        requires = "record"
    )]
    part: Option<Part>,
    /// Seed of the random sample
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample")]
    seed: u64,
    /// Earlier name of --record for a file that exists; with --record of another file, FILE is only read
    #[arg(long, value_name = "FILE", hide = true)]
    resume: Option<PathBuf>,
    /// Old version to compare with, decision by decision: a file, - for standard input, or builtin:NAME
    #[arg(long, value_name = "OLD", value_parser = policy())]
    compare: Option<PolicySource>,
    /// Number of mistakes to list, the costliest first; with --compare, of changes for better and for worse
    #[arg(long, value_name = "N", default_value_t = 5)]
    mistakes: usize,
    /// Write the best possible counter-strategy, as a policy file; - is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "sample")]
    exploiter: Option<PathBuf>,
    /// Write what the engine played, as a policy file, saved every minute. An engine is asked only about decisions missing
    /// in a record that exists; - is standard output
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
    #[command(flatten)]
    requirements: Requirements,
    #[command(flatten)]
    shared: FormatArgument,
}

/// Arguments that only an engine has.
const OF_ENGINES: [&str; 7] = [
    "jobs",
    "timeout",
    "startup_timeout",
    "faults",
    "sample",
    "part",
    "resume",
];

impl CheckArguments {
    /// Returns the policy to check: files to put together, or a single policy of any kind. Empty of an engine.
    fn policies(&self) -> Vec<PolicySource> {
        let level = self.level.map(of_level);
        level.map_or_else(|| self.policy.clone(), |level| vec![level])
    }

    /// Returns the part of the decisions that the engine is asked; `None` if that is all of them.
    fn part(&self) -> Option<Part> {
        self.part.filter(|part| !part.is_whole())
    }

    /// Returns an error for an option that needs all decisions, with a part of them.
    fn make_sure_of_the_whole(&self) -> anyhow::Result<()> {
        let needing = [
            ("--fail-above", self.requirements.is_loss_limited()),
            ("--compare", self.compare.is_some()),
            ("--exploiter", self.exploiter.is_some()),
        ];
        let needing = needing.into_iter().find(|(_, is_given)| *is_given);
        if let (Some(part), Some((option, _))) = (self.part(), needing) {
            bail!(
                "{option} needs the answers to all decisions, but part {part} has only some: ask all parts, and give \
                 {option} when you check their records together with --policy FILE..."
            );
        }
        Ok(())
    }

    /// Looks at the files of records that the options name.
    fn records(&self) -> Records<'_> {
        let resumed = self.resume.as_deref();
        let named = resumed.filter(|path| !is_stream(path));
        let written = self.record.as_deref().or(named);
        let goes_on = self.engine.is_some() && !self.force.force;
        let holds_answers = |path: &&Path| {
            let metadata = (!is_stream(path)).then(|| fs::metadata(path).ok());
            metadata
                .flatten()
                .is_some_and(|it| it.is_file() && it.len() > 0)
        };
        let record = self.record.as_deref();
        let read = resumed.or(record.filter(|path| goes_on && holds_answers(path)));
        let continues = read
            .zip(written)
            .is_some_and(|(old, new)| !is_stream(new) && same_file(old, new));
        Records {
            written,
            read,
            continues,
        }
    }
}

/// Records of a check, as they are when it begins.
struct Records<'a> {
    /// File to which the answers are written.
    written: Option<&'a Path>,
    /// Record whose answers an engine is not asked for again.
    read: Option<&'a Path>,
    /// `true` if new answers are added to the record that is read.
    continues: bool,
}

pub(crate) fn run(check: &CheckArguments) -> Result<(), Exit> {
    check.make_sure_of_the_whole()?;
    let policies = check.policies();
    let policies = policies.iter().filter_map(PolicySource::file);
    let policies: Vec<_> = policies.map(|path| ("--policy", Some(path))).collect();
    let source = check.solution.source();
    let (named, read) = source.file();
    let solution = (named, read.as_deref());
    let resumed = ("--resume", check.resume.as_deref());
    let old = check.compare.as_ref().and_then(PolicySource::file);
    let old = ("--compare", old);
    check_inputs(&[&policies[..], &[resumed, solution, old]].concat())?;
    let record = ("--record", check.record.as_deref());
    let exploiter = ("--exploiter", check.exploiter.as_deref());
    let answers = Answers::beside(
        &[record, exploiter],
        &[&policies[..], &[solution, old]].concat(),
    )?;
    // --record may name the same file as --resume: new answers are then added to it.
    Answers::beside(&[exploiter], &[resumed])?;
    let output = |path: Option<&Path>| {
        let output = path.map(|path| Output::new(path, &[], check.force));
        output.transpose()
    };
    // Without --force, replace a file that is not empty only if it is the record to resume from.
    let records = check.records();
    let record = match records.written {
        Some(path) if records.continues => Some(Output::continuing(path, check.force)?),
        path => output(path)?,
    };
    let exploiter = output(check.exploiter.as_deref())?;
    let world = World::open(&source)?;
    world.in_arena(|arena| {
        let record = record.map(|output| Record::new(arena, output, records.continues));
        run_in(check, arena, answers, &records, record, exploiter)
    })
}

/// Checks the policy or engine, prints the report, and writes the record and the best response.
fn run_in(
    check: &CheckArguments,
    arena: &Arena,
    answers: Answers,
    records: &Records,
    record: Option<Record>,
    exploiter: Option<Output>,
) -> Result<(), Exit> {
    let gate = Gate::new(
        &check.requirements,
        &check.limits,
        records.written,
        arena.unit(),
    )?;
    let old = check.compare.as_ref();
    let old = old.map(|old| read_old(old, arena)).transpose()?;
    let policies = check.policies();
    let (read, card, engine) = match &check.engine {
        None => {
            let (read, card) = read_policy(&policies, arena)?;
            (read, card, None)
        }
        Some(command) => {
            let (read, engine) = ask(check, command, records, record.as_ref(), arena)?;
            (read, None, Some(engine))
        }
    };
    let ReadPolicy {
        policy, illegal, ..
    } = read;
    let sampled = engine.as_ref().and_then(|engine| engine.sampled.as_ref());
    // Write the answers before anything else can fail, since asking may have taken hours.
    let recorded = record.map_or(Ok(()), |record| record.finish(&policy));
    // Keep only the decisions of the sample or of the part, since the resumed record may hold others.
    let of_part = check.part().map(|part| part.rows(arena));
    let policy = match (sampled, &of_part) {
        (Some(played), _) => policy.only(arena, &played.rows),
        (None, Some(rows)) => policy.only(arena, rows),
        (None, None) => policy,
    };
    let (grade, lines) = {
        let _progress = Progress::new("grading");
        let lines = card.map(|card| card_lines(arena, &card)).transpose()?;
        let rows = of_part.unwrap_or_else(|| arena.decisions().collect());
        (grade_of(arena, &policy, &rows, check.mistakes)?, lines)
    };
    let name = name_of(check, &policies, engine.as_ref());
    let compare = old.as_ref().map(|old| {
        let old_name = check.compare.as_ref().map(ToString::to_string);
        let old = (&*old_name.unwrap_or_default(), old);
        compare(arena, old, (&name, &policy), check.mistakes)
    });
    let estimate = sampled.and_then(|played| played.estimate(arena));
    let bounds = match (sampled, check.part()) {
        (None, None) => Bounds::of(arena, &policy)?,
        _ => None,
    };
    let checked = Checked {
        name,
        solution: arena.solution(),
        report: Report::new(&grade, bounds, &illegal, lines.as_deref(), estimate),
        sample: sampled.map(|played| played.sample),
        engine: engine.as_ref(),
        compare: compare.transpose()?,
        part: check.part(),
        record: records.written,
    };
    make_sure_of_something(&checked)?;
    let answer = answer(&checked, check.shared.format, answers)?;
    let printed = answers.print(&answer);
    // Print warnings below the report, where they are not scrolled away.
    for warning in warnings(&checked) {
        warn(&warning);
    }

    unless_closed(recorded.map_err(Exit::of_output))?;
    if let Some(output) = exploiter {
        let Some(response) = &checked.report.grade.response else {
            Err(anyhow!(
                "cannot write {}: the best counter-strategy cannot be computed without a legal move for every \
                 decision that the policy can meet",
                printable(&output.path().to_string_lossy())
            ))?
        };
        unless_closed(output.write(file::write(response, arena)))?;
    }
    // Determine the exit code even if nobody reads standard output any more.
    gate.pass(&checked)?;
    printed
}

/// Ignores that standard output was closed: its reader has read enough, and other files are still to be written.
fn unless_closed(written: Result<(), Exit>) -> Result<(), Exit> {
    match written {
        Err(Exit::ReaderLeft) => Ok(()),
        written => written,
    }
}

/// Returns the name of what is graded: of the engine, or of the policy and the number of files that are put together with
/// it.
fn name_of(check: &CheckArguments, policies: &[PolicySource], engine: Option<&Survey>) -> String {
    if let Some(command) = &check.engine {
        let named = engine.and_then(|engine| engine.name.clone());
        return named.unwrap_or_else(|| command.to_string_lossy().into_owned());
    }
    let first = policies.first().map(PolicySource::to_string);
    let others = match policies.len().saturating_sub(1) {
        0 => String::new(),
        others => format!(" and {}", counted(others, "other file")),
    };
    first.unwrap_or_default() + &others
}

/// Reads the old version of a comparison. Of an old engine, that is the record of its answers.
fn read_old(old: &PolicySource, arena: &Arena) -> anyhow::Result<Policy> {
    let meant = old.file().and_then(|file| Meant::by(file.as_os_str()));
    match (read_policy(slice::from_ref(old), arena), meant) {
        (Err(error), Some(Meant::Engine(_))) => {
            Err(anyhow!("{error:#} --record FILE, and then --compare FILE"))
        }
        (read, _) => Ok(read?.0.policy),
    }
}

/// Asks a live engine about all decisions, or about the decisions of a sample. Saves its answers to the `record`.
fn ask(
    check: &CheckArguments,
    command: &OsStr,
    records: &Records,
    record: Option<&Record>,
    arena: &Arena,
) -> anyhow::Result<(ReadPolicy, Survey)> {
    let known = known(check, records, arena)?;
    let agenda = match check.sample {
        Some(count) => {
            let sample = Sample::new(arena, count as usize, check.seed)?;
            Agenda::of_sample(arena, sample)
        }
        None => {
            let part = check.part().map(|part| part.rows(arena));
            let rows = part.unwrap_or_else(|| arena.decisions().collect());
            Agenda::of_decisions(arena, rows, &known)?
        }
    };

    let stop = Arc::new(AtomicBool::new(false));
    let to_stop = Arc::clone(&stop);
    on_first_interrupt(move || to_stop.store(true, Ordering::Relaxed));
    let engine = ("the engine", words_of(command)?);
    let save = |answers: &Policy| record.map_or(Ok(()), |record| record.save(answers));
    let saving = record.filter(|record| record.is_file()).map(|_| Saving {
        interval: record::interval(),
        save: &save,
    });
    let surveyed = engines::ask(&check.limits, engine, agenda, &known, arena, &stop, saving);
    end_on_interrupt();
    surveyed
}

/// Reads the answers that need not be asked for, as a policy. Without a record, returns a policy without answers.
fn known(check: &CheckArguments, records: &Records, arena: &Arena) -> anyhow::Result<Policy> {
    let Some(path) = records.read else {
        return Ok(Policy::unknown(arena));
    };
    let input = opened(path)?;
    let read = if records.continues {
        // The record is written anew with the new answers, so make sure that this loses nothing.
        file::read_record(input, arena)
    } else {
        file::read(input, arena).map(|read| read.policy)
    };
    let read = read.map_err(|error| match &check.resume {
        Some(_) => error.into(),
        None => anyhow!(
            "{error}; it may hold work of yours: choose another name, or add --force to replace it"
        ),
    });
    let read = read.with_context(|| format!("cannot read {} as a record", shown(path)))?;
    // Ask again about decisions with an illegal answer.
    Ok(read.without_illegal())
}

/// Returns an error for a policy without answers, or an engine that refuses the rules.
fn make_sure_of_something(checked: &Checked) -> anyhow::Result<()> {
    let Some(engine) = &checked.engine else {
        if checked.report.grade.tally.answered == 0 && checked.illegal() == 0 {
            let name = printable(&checked.name);
            bail!("{name} has no answer to any decision: write a row for each decision");
        }
        return Ok(());
    };
    let only_fault = engine.faults.first().map(|fault| &fault.what.fault);
    if let Some(Fault::Refusal { rules, words }) = only_fault
        && engine.asked == engine.faults.len()
    {
        bail!(
            "the engine does not play the rules \"{rules}\": it said \"{words}\" \
             (choose rules that it plays with --rules)"
        );
    }
    Ok(())
}

fn answer(checked: &Checked, format: Format, answers: Answers) -> anyhow::Result<String> {
    let text = || text(checked, columns());
    // In CSV, print the header even if there are no rows.
    if let Some(compare) = &checked.compare {
        if format == Format::Csv && compare.changes.is_empty() {
            return Ok(CHANGE_COLUMNS.to_owned());
        }
        return format.write(answers, text, checked, &compare.changes);
    }
    let mistakes = &checked.report.grade.mistakes;
    if format == Format::Csv && mistakes.is_empty() {
        return Ok(MISTAKE_COLUMNS.to_owned());
    }
    format.write(answers, text, checked, mistakes)
}

/// Header of the mistakes in CSV: the fields of [`Mistake`](tourne::grading::Mistake).
const MISTAKE_COLUMNS: &str = "position,die,played,best,kind,probability,loss,visits,cost\n";
