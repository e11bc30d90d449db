//! `tourne outcomes`: ends and lengths of games from a position, under best play.

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tourne::show;
use tourne_query::ask::Question;
use tourne_study::facts::{self, Lengths, OutcomesAt};
use tourne_terminal::{FormatArgument, Progress};

use crate::arguments::SolutionArguments;

/// Show how and when games from a position end under best play
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

/// Ends and lengths of games from a position, serialised as the JSON output of the command.
#[derive(Serialize)]
struct EndsAndLengths {
    #[serde(flatten)]
    outcomes: OutcomesAt,
    lengths: Lengths,
}

pub(crate) fn run(arguments: &OutcomesArguments) -> anyhow::Result<()> {
    let answer = arguments.solution.exact_world()?.in_arena(|arena| {
        let position = Question::parse(&arguments.position, None, arena.rules())?.position;
        let _progress = Progress::new("following best play");
        let outcomes = facts::outcomes_at(arena, position)?;
        let lengths = facts::lengths_at(arena, position)?;
        let both = outcomes.zip(lengths);
        let both = both.with_context(|| format!("internal error: {position} has no state"))?;
        Ok(EndsAndLengths {
            outcomes: both.0,
            lengths: both.1,
        })
    })?;
    arguments.shared.print(
        || show::outcomes::outcomes(&answer.outcomes, &answer.lengths),
        &answer,
        [&answer.outcomes],
    )
}
