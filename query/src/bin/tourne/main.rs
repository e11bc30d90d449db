//! `tourne`: answers questions about Tourne-case from its proven solution.

mod arguments;
mod asking;
mod check;
mod help;
mod policies;
mod report;
mod review;
mod show;
mod threshold;

use std::borrow::Cow;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use arguments::{Arguments, Command, FirstThrow, MatchScore, Table, YesNo};
use policies::Source;
use tourne_query::answer::Answer;
use tourne_query::atlas::Entry;
use tourne_query::best_play::{self, Outcomes};
use tourne_query::engine::server;
use tourne_query::info::Info;
use tourne_query::judge::{Judge, MatchJudge, needs};
use tourne_query::policy::Arena;
use tourne_query::policy::builtin::Builtin;
use tourne_query::policy::duel::{self, Duel};
use tourne_query::policy::ladder::{self, Ladder};
use tourne_query::question::Question;
use tourne_query::readings::readings;
use tourne_query::{batch, match_scores, table};
use tourne_solver::game::{Move, Position, Rules, Setup, shortened};
use tourne_solver::solution::file::{FileError, shown};
use tourne_solver::solution::{LookUpError, Solution};
use tourne_solver::solve::matches::{MatchRules, MatchTable};
use tourne_solver::solve::threads;
use tourne_solver::terminal::{
    Format, Progress, StandardInput, StandardOutput, StreamTaken, finish, handle_interrupts, parse,
    print,
};

fn main() -> ExitCode {
    finish(handle_interrupts().and_then(|()| run()))
}

/// Does something that solves, on threads of its own.
fn solving<T: Send>(task: impl FnOnce() -> T + Send) -> anyhow::Result<T> {
    let pool = threads(None).context("the system starts no threads")?;
    Ok(pool.install(task))
}

/// An answer, or an error that names the solution file that has none.
fn named<T>(table: &Table, answer: Result<T, LookUpError>) -> anyhow::Result<T> {
    answer.map_err(|error| match &table.file {
        Some(file) => anyhow::Error::new(error).context(shown(file)),
        None => error.into(),
    })
}

fn open(table: &Table) -> anyhow::Result<Cow<'static, Solution>> {
    let (file, rules) = (table.file.as_deref(), table.rules);
    if file.is_some() || matches!(rules, None | Some(Rules::STANDARD)) {
        return Ok(table::open(file, rules)?);
    }
    solving(|| solved(rules))?
}

/// The largest error bound of a solution by which play is judged, in its unit: what is given away in a game adds up over
/// dozens of throws, and is printed to a ten-thousandth of a percent.
pub(crate) const NEEDED: f64 = 1e-9;

/// A solution that is exact enough to judge play by.
fn open_exact(table: &Table) -> anyhow::Result<Cow<'static, Solution>> {
    let solution = open(table)?;
    match &table.file {
        Some(file) if solution.error_bound() > NEEDED => Err(FileError::TooCoarse {
            path: file.clone(),
            bound: solution.error_bound(),
            needed: NEEDED,
        }
        .into()),
        _ => Ok(solution),
    }
}

/// The solution of a rule set without a file, with progress if it must be solved.
fn solved(rules: Option<Rules>) -> anyhow::Result<Cow<'static, Solution>> {
    let name = rules.map_or_else(String::new, |rules| rules.to_string());
    let progress = Progress::new(name.clone());
    let show = &mut |stage| progress.show(&name, stage);
    Ok(table::open_observed(None, rules, show)?)
}

fn run() -> anyhow::Result<()> {
    let Some(arguments) = parse::<Arguments>()? else {
        return Ok(());
    };
    let answer = match arguments.command {
        Command::Best {
            position,
            roll,
            table,
            score,
            format,
        } => {
            let roll = roll.as_deref();
            if position == "-" {
                return run_batch(roll, &table, &score, format);
            }
            best(&position, roll, &table, &score, format.unwrap_or_default())?
        }
        Command::Check(check) => return check::run(&check),
        Command::Review(arguments) => return review::run(&arguments),
        Command::Duel {
            a,
            b,
            table,
            shared,
        } => show::duel(&duel(&a, &b, &table)?, shared.format)?,
        Command::Ladder {
            policies,
            table,
            shared,
        } => show::ladder(&ladder(policies, &table)?, shared.format)?,
        Command::Engine {
            strength,
            seed,
            table,
        } => {
            return play(strength, seed, &table);
        }
        Command::Outcomes {
            position,
            table,
            shared,
        } => {
            let (position, rules, outcomes) = outcomes(&position, &table)?;
            show::outcomes(position, rules, outcomes, shared.format)?
        }
        Command::Info { table, shared } => {
            let (info, unit) = in_arena_of(&table, &*open(&table)?, |arena| {
                let _progress = Progress::new("following best play");
                Ok((Info::new(arena)?, arena.unit()))
            })?;
            show::info(info, unit, &origin(&table), shared.format)?
        }
        Command::Atlas { rules, shared } => {
            show::atlas(&solving(|| atlas(&rules))??, shared.format)?
        }
        Command::Match {
            length,
            rules,
            convention,
            shared,
        } => {
            let first = convention.first.into();
            let of = MatchRules {
                rules: rules.rules,
                length: usize::from(length),
                first,
            };
            let table = solving(|| {
                let progress = Progress::new(format!("{}: scores of the match", of.rules));
                MatchTable::new(of, &mut |done, scores| progress.count(done, scores))
            })??;
            show::match_table(&table, &match_scores::rows(&table), shared.format)?
        }
        Command::Rules { rules, shared } => show::rules(rules, shared.format)?,
        Command::Identify {
            position,
            die,
            moves,
            shared,
        } => {
            let setup: Setup = position.parse()?;
            let readings = readings(&setup, die, &moves);
            if moves.len() > 1 && moves.contains(&Move::Pass) {
                bail!("pass stands beside other moves: give it alone, or leave it out");
            }
            let error = readings[0].error.as_ref();
            if let Some(error) = error.filter(|_| readings.iter().all(|r| r.error.is_some())) {
                let typed = shortened(&position);
                bail!("no rule set knows the position {typed}: {error}");
            }
            show::readings(&setup, die, &moves, &readings, shared.format)?
        }
        Command::Help { topic } => return help::run(topic.as_deref()),
    };
    Ok(print(&answer)?)
}

/// The game of a table laid out for policies, and what is done in it.
fn in_arena<T: Send>(
    table: &Table,
    task: impl FnOnce(&Arena) -> anyhow::Result<T> + Send,
) -> anyhow::Result<T> {
    in_arena_of(table, &*open_exact(table)?, task)
}

fn in_arena_of<T: Send>(
    table: &Table,
    solution: &Solution,
    task: impl FnOnce(&Arena) -> anyhow::Result<T> + Send,
) -> anyhow::Result<T> {
    solving(|| {
        let arena = {
            let _progress = Progress::new("laying out all positions");
            named(table, Arena::new(solution))?
        };
        task(&arena)
    })?
}

/// How games from a position end under best play.
fn outcomes(position: &str, table: &Table) -> anyhow::Result<(Position, Rules, Outcomes)> {
    in_arena(table, |arena| {
        let position = Question::parse(position, None, arena.rules())?.position;
        let state = arena.states().state(position);
        let state = state.context("no position that can be asked about is over")?;
        let _progress = Progress::new("following best play");
        let outcomes = best_play::outcomes(arena)?[state];
        Ok((position, arena.rules(), outcomes))
    })
}

/// Plays as an engine over standard input and output.
fn play(strength: Builtin, seed: u64, table: &Table) -> anyhow::Result<()> {
    StreamTaken::check(&[("what the engine is told", true), table.input()])?;
    let solution = open(table)?;
    let mut others = |rules| {
        let table = Table {
            file: None,
            rules: Some(rules),
        };
        open(&table).map_err(|error| format!("{error:#}"))
    };
    let (input, output) = (StandardInput::lock(), StandardOutput::lock());
    Ok(server::run(
        &solution,
        strength,
        seed,
        &mut others,
        input,
        output,
    )?)
}

fn duel(a: &Source, b: &Source, table: &Table) -> anyhow::Result<Duel> {
    StreamTaken::check(&[a.input(), b.input(), table.input()])?;
    in_arena(table, |arena| {
        let (one, other) = (a.read(arena)?.policy, b.read(arena)?.policy);
        let _progress = Progress::new("playing");
        let (a, b) = (a.to_string(), b.to_string());
        Ok(duel::duel(arena, (&a, &one), (&b, &other))?)
    })
}

fn ladder(mut sources: Vec<Source>, table: &Table) -> anyhow::Result<Ladder> {
    if sources.is_empty() {
        sources = Builtin::ALL.map(Source::Builtin).to_vec();
    }
    let mut inputs: Vec<_> = sources.iter().map(Source::input).collect();
    inputs.push(table.input());
    StreamTaken::check(&inputs)?;
    in_arena(table, |arena| {
        let read = |source: &Source| Ok((source.to_string(), source.read(arena)?.policy));
        let policies: Vec<_> = sources.iter().map(read).collect::<anyhow::Result<_>>()?;
        let progress = Progress::new("grades and duels");
        let observe = &mut |done, steps| progress.count(done, steps);
        Ok(ladder::ladder(arena, &policies, observe)?)
    })
}

fn run_batch(
    roll: Option<&str>,
    table: &Table,
    score: &MatchScore,
    format: Option<Format>,
) -> anyhow::Result<()> {
    if let Some(roll) = roll {
        let roll = shortened(roll);
        bail!("\"{roll}\" follows -, but with - each line has its own throw: leave it out");
    }
    if let Some(Format::Text | Format::Csv) = format {
        bail!("with - every answer is a line of JSON: leave --format out");
    }
    StreamTaken::check(&[("the questions", true), table.input()])?;
    let (input, output) = (StandardInput::lock(), StandardOutput::lock());
    if let Some(judge) = match_judge(table, score)? {
        return Ok(batch::run(&judge, input, output)?);
    }
    let solution = open(table)?;
    Ok(batch::run(&*solution, input, output)?)
}

fn best(
    position: &str,
    roll: Option<&str>,
    table: &Table,
    score: &MatchScore,
    format: Format,
) -> anyhow::Result<String> {
    let answered = |judge: &dyn Judge| -> anyhow::Result<String> {
        let rules = judge.rules();
        let question = Question::parse_words(position, roll, rules)?;
        let name = rules.to_string();
        let answer = Answer::new(judge, &name, question.position, question.die);
        let answer = named(table, answer)?;
        show::best(&answer, judge.error_bound(), rules, format)
    };
    match match_judge(table, score)? {
        Some(judge) => answered(&judge),
        None => answered(&*open(table)?),
    }
}

/// Best play for a match, if one was asked for.
fn match_judge(table: &Table, score: &MatchScore) -> anyhow::Result<Option<MatchJudge>> {
    let (Some(length), Some(points)) = (score.length, score.score) else {
        return Ok(None);
    };
    let needs = needs(points.own, points.other, usize::from(length))?;
    let first = score.first.unwrap_or(FirstThrow::Dice);
    let began = match (first, score.began) {
        (FirstThrow::Alternate, Some(began)) => began == YesNo::Yes,
        (FirstThrow::Alternate, None) => {
            bail!("with --first alternate it matters who began this game: give --began yes or no")
        }
        (_, Some(_)) => bail!("--began matters only with --first alternate: leave it out"),
        (_, None) => true,
    };
    if let Some(file) = &table.file {
        bail!(
            "{} is of no use for a match, in which best play depends on the score: \
             leave --table out, and name the rules with --rules",
            shown(file)
        );
    }
    let rules = table.rules.unwrap_or(Rules::STANDARD);
    let judge = solving(|| {
        let progress = Progress::new(format!("{rules}: scores of the match"));
        let mut observe = |done, scores| {
            progress.count(done, scores);
            if done == scores {
                progress.say(format!(
                    "{rules}: best play at this score, after all scores"
                ));
            }
        };
        MatchJudge::new(rules, first.into(), needs, began, &mut observe)
    });
    Ok(Some(judge??))
}

fn origin(table: &Table) -> String {
    match (table.file.as_deref().map(shown), table.rules) {
        (Some(file), _) => file,
        (None, None | Some(Rules::STANDARD)) => "built in".to_owned(),
        (None, Some(_)) => "solved on the spot".to_owned(),
    }
}

fn atlas(rules: &[Rules]) -> anyhow::Result<Vec<Entry>> {
    let all = Rules::PRESETS.map(|(_, rules)| rules);
    let rules = if rules.is_empty() { &all[..] } else { rules };
    let standard = table::embedded();
    let mut entries = Vec::new();
    for &rules in rules {
        let solution = solved(Some(rules))?;
        let _progress = Progress::new(format!("{rules}: following best play"));
        entries.push(Entry::new(&Arena::new(&solution)?, standard)?);
    }
    Ok(entries)
}
