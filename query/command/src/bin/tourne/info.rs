//! `tourne info`: facts about a solution.

use clap::Args;
use tourne::show;
use tourne_query::facts::Info;
use tourne_terminal::{FormatArgument, Progress, print};

use crate::arguments::SolutionArguments;
use crate::solution::{in_arena_of, open};

/// Show the facts of a solution: counts, value of the start, length of a game
#[derive(Args)]
pub(crate) struct InfoArguments {
    #[command(flatten)]
    solution: SolutionArguments,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &InfoArguments) -> anyhow::Result<()> {
    let source = arguments.solution.source();
    let info = in_arena_of(&source, &open(&source)?, |arena| {
        let _progress = Progress::new("following best play");
        Ok(Info::new(arena)?)
    })?;
    Ok(print(&arguments.shared.format.write(
        || show::info::info(&info, &source),
        &info,
        [&info],
    )?)?)
}
