//! Arguments that several commands share, and the files, seeds and matches that they stand for.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use rand::TryRng as _;
use rand::rngs::SysRng;
use tourne::engine::words::words;
use tourne::solutions::{NamedSource, Origin, Source};
use tourne_solver::file::{is_stream, shown};
use tourne_solver::matches::{FirstThrow, LONGEST_MATCH, MatchRules, SolvedMatch};
use tourne_solver::terminal::{Exit, Progress, on_threads, warn};
use tourne_solver::{Rules, Solution, printable};

use crate::world::World;

/// Option that names a solution file or a folder of them.
#[derive(Args)]
pub(crate) struct NamedArgument {
    #[arg(
        long,
        alias = "table",
        value_name = "FILE|FOLDER",
        help = "Solution file written by tourne-solve, - for \
        standard input, or a folder with a file such as course.bin for each rule set [default: what the environment \
        variable TOURNE_SOLUTION names, otherwise built in]"
    )]
    solution: Option<PathBuf>,
}

impl NamedArgument {
    /// Returns the source of the solution of a rule set: what the option names, otherwise the environment.
    pub(crate) fn source(&self, rules: Option<Rules>) -> Source {
        let named = NamedSource::new(self.solution.clone(), env::var_os(NamedSource::VARIABLE));
        Source { named, rules }
    }
}

#[derive(Args)]
pub(crate) struct SolutionArguments {
    #[command(flatten)]
    named: NamedArgument,
    #[arg(long, value_name = "NAME", 
        help = rule_sets("; several joined are solved first, unless a solution is named"))]
    rules: Option<Rules>,
}

impl SolutionArguments {
    pub(crate) fn source(&self) -> Source {
        self.named.source(self.rules)
    }

    /// Opens the chosen solution as a [`World`].
    pub(crate) fn world(&self) -> Result<World, Exit> {
        World::open(&self.source())
    }
}

/// Returns the help text of an option that names a rule set: the names of the presets, followed by `more`.
pub(crate) fn rule_sets(more: &str) -> String {
    let names = Rules::PRESETS.map(|(name, _)| name);
    let [others @ .., last] = &names;
    let others = others.join(", ");
    format!("Rule set: {others} or {last}, or several joined with +{more}")
}

/// Opens a file for reading; `-` is standard input.
pub(crate) fn opened(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    if is_stream(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("cannot read {}", shown(path)))?;
    Ok(Box::new(file))
}

/// Splits an engine's command line into the program and its arguments.
pub(crate) fn words_of(command: &OsStr) -> anyhow::Result<Vec<OsString>> {
    words(command, cfg!(windows)).with_context(|| {
        format!(
            "\"{}\" is not a command: write a program and its arguments, quoted as in a shell",
            printable(&command.to_string_lossy())
        )
    })
}

pub(crate) fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok();
    let seconds = seconds.filter(|seconds| (0.001..=86_400.0).contains(seconds));
    let seconds = seconds.ok_or("write a number of seconds from 0.001 to 86400")?;
    Ok(Duration::from_secs_f64(seconds))
}

/// Draws a seed of at most six digits, which is short enough to type.
pub(crate) fn drawn_seed() -> anyhow::Result<u64> {
    let drawn = SysRng
        .try_next_u32()
        .context("cannot get a random seed from the system")?;
    Ok(u64::from(drawn % 1_000_000))
}

/// Returns the parser of the length of a match, 1 to [`LONGEST_MATCH`] points.
pub(crate) fn length() -> ValueParser {
    #[expect(clippy::cast_possible_wrap, reason = "the longest match is to 25")]
    let longest = LONGEST_MATCH as i64;
    clap::value_parser!(u8).range(1..=longest).into()
}

/// Returns the parser of the option that says who throws first in the next game.
pub(crate) fn first_throw() -> ValueParser {
    let values = PossibleValuesParser::new([
        PossibleValue::new("dice").help("Dice decide before each game"),
        PossibleValue::new("loser").help("The loser of the last game"),
        PossibleValue::new("winner").help("The winner of the last game"),
        PossibleValue::new("alternate").help("The player who did not begin the last game"),
    ]);
    values
        .map(|name| match &*name {
            "loser" => FirstThrow::Loser,
            "winner" => FirstThrow::Winner,
            "alternate" => FirstThrow::Alternate,
            _ => FirstThrow::Dice,
        })
        .into()
}

/// Solves a match, from the solution of its games if there is one: computes the probability of winning at every score.
pub(crate) fn solved(of: MatchRules, game: Option<&Solution>) -> anyhow::Result<SolvedMatch> {
    let table = on_threads(None, || {
        let progress = Progress::new(format!("{}: scores of the match", of.rules));
        let observe = &mut |done, scores| progress.count(done, scores);
        match game {
            Some(game) => SolvedMatch::of_game(game, of.length, of.first, observe),
            None => SolvedMatch::new(of, observe),
        }
    })?;
    Ok(table?)
}

/// Says on standard error that a match needs values which no file has, if a file was named.
pub(crate) fn note_scores(origin: &Origin) {
    if let Origin::File { .. } = origin {
        warn(&format!(
            "note: of {origin}, only the rules are used: games are solved at the scores of the match"
        ));
    }
}
