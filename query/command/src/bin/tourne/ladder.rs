//! `tourne ladder`: grades of policies and engines, and duels between all of them.

use clap::Args;
use tourne::show;
use tourne_query::grading::ladder;
use tourne_query::policy::Builtin;
use tourne_terminal::{FormatArgument, Progress, columns};

use crate::arguments::SolutionArguments;
use crate::engines::EngineLimits;
use crate::player::{ABOUT_ENGINES, Contestant, with_policies};
use tourne_cards::PolicySource;

/// Grade policies and engines, and compare every pair of them
#[derive(Args)]
#[command(
    before_help = "\
Examples:
  tourne ladder                                the built-in policies
  tourne ladder builtin:hit mine.csv           others
  tourne ladder builtin:level-1 builtin:level-2        levels, up to level-10
  tourne ladder 'engine:./mine' 'engine:./yours' builtin:hit",
    after_help = ABOUT_ENGINES
)]
pub(crate) struct LadderArguments {
    /// Players: files, - for standard input, builtin:NAME, or engine:COMMAND [default: the built-in policies]
    policies: Vec<Contestant>,
    #[command(flatten)]
    limits: EngineLimits,
    #[command(flatten)]
    solution: SolutionArguments,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &LadderArguments) -> anyhow::Result<()> {
    let mut sources = arguments.policies.clone();
    if sources.is_empty() {
        let builtins = Builtin::ALL.map(|builtin| PolicySource::Named(builtin.into()));
        sources.extend(builtins.map(Contestant::Policy));
    }
    let (solution, limits) = (&arguments.solution, &arguments.limits);
    let ladder = with_policies(&sources, solution, limits, |arena, policies| {
        let progress = Progress::new("grades and duels");
        let observe = &mut |done, steps| progress.count(done, steps);
        Ok(ladder(arena, policies, observe)?)
    })?;
    arguments.shared.print(
        || show::policies::ladder(&ladder, columns()),
        &ladder,
        &ladder.policies,
    )
}
