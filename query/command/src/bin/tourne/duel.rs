//! `tourne duel`: two policies or engines against each other.

use clap::Args;
use tourne::show;
use tourne_query::grading::duel;
use tourne_terminal::{FormatArgument, Progress, StreamTaken, print};

use crate::arguments::SolutionArguments;
use crate::engines::EngineLimits;
use crate::player::{ABOUT_ENGINES, Player, check_limits, read};
use crate::solution::in_arena;

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
    a: Player,
    /// Second player, its opponent
    b: Player,
    #[command(flatten)]
    limits: EngineLimits,
    #[command(flatten)]
    solution: SolutionArguments,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &DuelArguments) -> anyhow::Result<()> {
    let DuelArguments {
        a,
        b,
        limits,
        solution,
        ..
    } = arguments;
    StreamTaken::check(&[a.input(), b.input(), solution.input()])?;
    let players = [a.clone(), b.clone()];
    check_limits(&players, limits)?;
    let duel = in_arena(&solution.source(), |arena| {
        let policies = read(&players, arena, limits)?;
        let [one, other] = [0, 1].map(|at| (&*policies[at].0, &policies[at].1));
        let _progress = Progress::new("playing");
        Ok(duel(arena, one, other)?)
    })?;
    Ok(print(&arguments.shared.format.write(
        || show::policies::duel(&duel),
        &duel,
        [&duel],
    )?)?)
}
