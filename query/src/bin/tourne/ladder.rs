//! `tourne ladder`: policies side by side.

use clap::Args;
use tourne_query::grading::ladder::ladder;
use tourne_query::policy::builtin::Builtin;
use tourne_query::show;
use tourne_solver::terminal::{FormatArgument, Progress, StreamTaken, columns, print};

use crate::arguments::SolutionArguments;
use crate::solution::in_arena;
use tourne_query::policy::source::PolicySource;

/// Compare policies: the grade of each, and each against each
#[derive(Args)]
#[command(before_help = "\
Examples:
  tourne ladder                                the built-in policies
  tourne ladder builtin:hit mine.csv           others
  tourne ladder builtin:level-1 builtin:level-2        levels, up to level-10")]
pub(crate) struct LadderArguments {
    /// Policies: files, - for standard input, or builtin:NAME [default: the built-in ones]
    policies: Vec<PolicySource>,
    #[command(flatten)]
    solution: SolutionArguments,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &LadderArguments) -> anyhow::Result<()> {
    let mut sources = arguments.policies.clone();
    if sources.is_empty() {
        sources = Builtin::ALL.map(PolicySource::Builtin).to_vec();
    }
    let mut inputs: Vec<_> = sources.iter().map(PolicySource::input).collect();
    inputs.push(arguments.solution.input());
    StreamTaken::check(&inputs)?;
    let ladder = in_arena(&arguments.solution.source(), |arena| {
        let read = |source: &PolicySource| Ok((source.to_string(), source.read(arena)?.policy));
        let policies: Vec<_> = sources.iter().map(read).collect::<anyhow::Result<_>>()?;
        let progress = Progress::new("grades and duels");
        let observe = &mut |done, steps| progress.count(done, steps);
        Ok(ladder(arena, &policies, observe)?)
    })?;
    Ok(print(&arguments.shared.format.write(
        || show::policies::ladder(&ladder, columns()),
        &ladder,
        &ladder.policies,
    )?)?)
}
