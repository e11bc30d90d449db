//! `tourne outcomes`: probabilities of the ends of games from a position, under best play.

use anyhow::Context as _;
use clap::Args;
use tourne::show;
use tourne_query::ask::Question;
use tourne_study::facts;
use tourne_terminal::{FormatArgument, Progress};

use crate::arguments::SolutionArguments;

/// Show how games from a position end under best play: won or lost, single or double
#[derive(Args)]
#[command(before_help = "Example:\n  tourne outcomes 000/000 --rules double-win")]
pub(crate) struct OutcomesArguments {
    /// The men of the side on roll, a slash, the men of its opponent
    position: String,
    #[command(flatten)]
    solution: SolutionArguments,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &OutcomesArguments) -> anyhow::Result<()> {
    let outcomes = arguments.solution.exact_world()?.in_arena(|arena| {
        let position = Question::parse(&arguments.position, None, arena.rules())?.position;
        let _progress = Progress::new("following best play");
        let outcomes = facts::outcomes_at(arena, position)?;
        outcomes.with_context(|| format!("internal error: {position} has no state"))
    })?;
    arguments.shared.print(
        || show::outcomes::outcomes(&outcomes),
        &outcomes,
        [&outcomes],
    )
}
