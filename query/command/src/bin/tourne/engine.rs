//! `tourne engine`: a player that other programs ask for moves through standard input and output.

use std::path::Path;

use anyhow::anyhow;
use clap::Args;
use tourne::engine::server;
use tourne_cards::Named;
use tourne_terminal::{Exit, StandardInput, StandardOutput, check_inputs};

use crate::arguments::SolutionArguments;
use crate::world::World;

/// Play as an engine, perfectly or weaker, for other programs
#[derive(Args)]
#[command(
    before_help = "\
Examples:
  tourne engine                                perfect play
  tourne engine --strength level-3             the third of ten levels
  tourne engine --strength errs:0.1            one move in ten at random
  tourne engine --strength within:0.02 --seed 7",
    after_help = "\
Reads commands and writes answers, one per line; \"tourne help protocol\" describes them."
)]
pub(crate) struct EngineArguments {
    /// Strength: perfect, random, front, rear, hit, level-N (N from 1, weakest, to 10, perfect
    /// play), card-N (rules of N lines, 1 to 10), errs:P (any legal move with probability P,
    /// otherwise the best) or within:D (any move that gives away at most D)
    #[arg(long, value_name = "NAME", default_value = "perfect")]
    strength: Named,
    /// Seed of the random moves
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    solution: SolutionArguments,
}

pub(crate) fn run(arguments: &EngineArguments) -> Result<(), Exit> {
    let commands = ("the commands", Some(Path::new("-")));
    let source = arguments.solution.source();
    check_inputs(&[commands, source.file()])?;
    let world = World::open(&source)?;
    let mut others = move |rules| {
        let world = World::open(&source.with_rules(rules));
        Ok(world.map_err(|error| anyhow!("{error:#}"))?.solution)
    };
    let (strength, seed) = (arguments.strength, arguments.seed);
    let (input, output) = (StandardInput::lock(), StandardOutput::lock());
    let ended = server::run(&world.solution, strength, seed, &mut others, input, output);
    ended.map_err(Exit::of_output)
}
