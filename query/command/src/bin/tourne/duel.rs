//! `tourne duel`: two policies against each other.

use clap::Args;
use tourne::show;
use tourne_query::grading::duel::duel;
use tourne_terminal::{FormatArgument, Progress, StreamTaken, print};

use crate::arguments::SolutionArguments;
use crate::solution::in_arena;
use tourne_query::policy::source::PolicySource;

/// Have two policies play each other, exactly
#[derive(Args)]
#[command(before_help = "\
Examples:
  tourne duel mine.csv yours.csv
  tourne duel mine.csv builtin:hit --rules double-win")]
pub(crate) struct DuelArguments {
    /// First policy: a file, - for standard input, or builtin:NAME
    a: PolicySource,
    /// Second policy, its opponent
    b: PolicySource,
    #[command(flatten)]
    solution: SolutionArguments,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &DuelArguments) -> anyhow::Result<()> {
    let DuelArguments { a, b, solution, .. } = arguments;
    StreamTaken::check(&[a.input(), b.input(), solution.input()])?;
    let duel = in_arena(&solution.source(), |arena| {
        let (one, other) = (a.read(arena)?.policy, b.read(arena)?.policy);
        let _progress = Progress::new("playing");
        let (a, b) = (a.to_string(), b.to_string());
        Ok(duel(arena, (&a, &one), (&b, &other))?)
    })?;
    Ok(print(&arguments.shared.format.write(
        || show::policies::duel(&duel),
        &duel,
        [&duel],
    )?)?)
}
