//! `tourne duel`: two policies or engines play each other.

use clap::Args;
use tourne::show;
use tourne_query::grading::duel;
use tourne_terminal::{FormatArgument, Progress};

use crate::arguments::SolutionArguments;
use crate::engines::EngineLimits;
use crate::player::{ABOUT_ENGINES, Contestant, with_policies};

/// Have two policies or engines play each other, exactly
#[derive(Args)]
#[command(
    before_help = "\
Examples:
  tourne duel mine.csv yours.csv
  tourne duel mine.csv builtin:hit --rules double-win
  tourne duel 'engine:python3 engine.py' builtin:level-5 --jobs 2",
    after_help = ABOUT_ENGINES
)]
pub(crate) struct DuelArguments {
    /// First player: a file, - for standard input, builtin:NAME, or engine:COMMAND
    a: Contestant,
    /// Second player, its opponent
    b: Contestant,
    #[command(flatten)]
    limits: EngineLimits,
    #[command(flatten)]
    solution: SolutionArguments,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &DuelArguments) -> anyhow::Result<()> {
    let players = [&arguments.a, &arguments.b].map(Clone::clone);
    let (solution, limits) = (&arguments.solution, &arguments.limits);
    let duel = with_policies(&players, solution, limits, |arena, policies| {
        let [one, other] = [0, 1].map(|at| (&*policies[at].0, &policies[at].1));
        let _progress = Progress::new("playing");
        Ok(duel(arena, one, other)?)
    })?;
    arguments
        .shared
        .print(|| show::policies::duel(&duel), &duel, [&duel])
}
