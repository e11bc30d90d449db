//! `tourne info`: facts about a solution.

use clap::Args;
use tourne::show;
use tourne_study::facts::Info;
use tourne_terminal::{FormatArgument, Progress};

use crate::arguments::SolutionArguments;
use crate::world::World;

/// Show the facts of a solution: counts, value of the start, length of a game
#[derive(Args)]
pub(crate) struct InfoArguments {
    #[command(flatten)]
    solution: SolutionArguments,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &InfoArguments) -> anyhow::Result<()> {
    let world = World::open(arguments.solution.source())?;
    let info = world.in_arena(|arena| {
        let _progress = Progress::new("following best play");
        Ok(Info::new(arena)?)
    })?;
    arguments
        .shared
        .print(|| show::info::info(&info, &world.source), &info, [&info])
}
