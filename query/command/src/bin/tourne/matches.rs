//! `tourne match`: the probability of winning a match at every score.

use clap::Args;
use tourne::show;
use tourne_solver::Rules;
use tourne_solver::matches::{FirstThrow, MatchRules};
use tourne_study::facts::MatchScores;
use tourne_terminal::{FormatArgument, columns};

use crate::arguments::rule_sets;
use crate::match_arguments::{first_throw, length, solved};

/// Show the probability of winning a match at every score
#[derive(Args)]
#[command(before_help = "\
Examples:
  tourne match 7                      dice decide who begins each game
  tourne match 7 --rules double-win --first loser     the loser begins the next")]
pub(crate) struct MatchArguments {
    /// Number of points that win the match
    #[arg(value_parser = length())]
    length: u8,
    #[arg(long, value_name = "NAME", default_value = "standard", help = rule_sets(""))]
    rules: Rules,
    /// How it is decided who throws first in the next game
    #[arg(long, default_value = "dice", value_parser = first_throw())]
    first: FirstThrow,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &MatchArguments) -> anyhow::Result<()> {
    let of = MatchRules {
        rules: arguments.rules,
        length: usize::from(arguments.length),
        first: arguments.first,
    };
    let scores = MatchScores::new(&solved(of)?);
    arguments.shared.print(
        || show::matches::matches(&scores, columns()),
        &scores,
        &scores.scores,
    )
}
