//! `tourne engine`: a player that other programs ask for moves through standard input and output.

use std::convert::Infallible;
use std::path::Path;

use anyhow::anyhow;
use clap::Args;
use tourne::cards::{Named, ParseNameError};
use tourne::engine::server;
use tourne::policy::{Builtin, Level};
use tourne_solver::terminal::{Exit, StandardInput, StandardOutput, check_inputs};

use crate::arguments::SolutionArguments;
use crate::player::{level, unnamed};
use crate::world::World;

/// Play as an engine, perfectly or weaker, for other programs
#[derive(Args)]
#[command(
    before_help = "\
Examples:
  tourne engine                                perfect play
  tourne engine --level 3                      the third of ten levels
  tourne engine --policy builtin:errs:0.1      one move in ten at random
  tourne engine --policy builtin:within:0.02 --seed 7",
    after_help = "\
Reads commands and writes answers, one per line; \"tourne help protocol\" describes them."
)]
pub(crate) struct EngineArguments {
    /// Built-in policy to play by: builtin:perfect, random, front, rear, hit, card-N (rules of N lines, 1 to 10), errs:P
    /// (any legal move with probability P, otherwise the best) or within:D (any move that gives away at most D)
    /// [default: builtin:perfect]
    #[arg(long, alias = "strength", value_name = "NAME", value_parser = built_in)]
    policy: Option<Named>,
    /// Level to play at, 1 (weakest) to 10 (perfect play)
    #[arg(long, value_name = "N", conflicts_with = "policy", value_parser = level)]
    level: Option<Level>,
    /// Catches a player who is named without an option
    #[arg(value_name = "PLAYER", hide = true, value_parser = unnamed)]
    unnamed: Option<Infallible>,
    /// Seed of the random moves
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    solution: SolutionArguments,
}

/// Parses the name of a built-in policy; `builtin:` may be left out.
fn built_in(text: &str) -> Result<Named, ParseNameError> {
    text.strip_prefix("builtin:").unwrap_or(text).parse()
}

pub(crate) fn run(arguments: &EngineArguments) -> Result<(), Exit> {
    let commands = ("the commands", Some(Path::new("-")));
    let source = arguments.solution.source();
    let (named, file) = source.file();
    check_inputs(&[commands, (named, file.as_deref())])?;
    let world = World::open(&source)?;
    let mut others = move |rules| {
        let world = World::open(&source.with_rules(rules));
        Ok(world.map_err(|error| anyhow!("{error:#}"))?.solution)
    };
    let level = arguments.level.map(|level| Builtin::Level(level).into());
    let strength = level.or(arguments.policy);
    let strength = strength.unwrap_or_else(|| Builtin::Perfect.into());
    let seed = arguments.seed;
    let (input, output) = (StandardInput::lock(), StandardOutput::lock());
    let ended = server::run(&world.solution, strength, seed, &mut others, input, output);
    ended.map_err(Exit::of_output)
}
