//! `tourne duel`: two policies or engines play each other.

use clap::Args;
use tourne::show::numbers::amount;
use tourne_query::grading::{Duel, duel};
use tourne_solver::{Unit, printable};
use tourne_terminal::{Exit, FormatArgument, Progress, aligned};

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

pub(crate) fn run(arguments: &DuelArguments) -> Result<(), Exit> {
    let players = [&arguments.a, &arguments.b].map(Clone::clone);
    let (solution, limits) = (&arguments.solution, &arguments.limits);
    let duel = with_policies(&players, solution, limits, |arena, policies| {
        let [one, other] = [0, 1].map(|at| (&*policies[at].0, &policies[at].1));
        let _progress = Progress::new("playing");
        Ok(duel(arena, one, other)?)
    })?;
    arguments.shared.print(|| text(&duel), &duel, [&duel])
}

/// Describes the values that the first of two policies gets against the second, and names the better policy.
fn text(duel: &Duel) -> String {
    let (a, b) = (printable(&duel.a), printable(&duel.b));
    let amount = |value| amount(duel.unit, value);
    let value = amount(duel.value);
    let result = match duel.unit {
        Unit::WinProbability => format!("{a} wins {value} of games against {b}"),
        Unit::Points => format!("{a} gets {value} points a game against {b}"),
    };
    // Call the policies equal if the lead is tiny: results are exact to only about nine decimals.
    let lead = duel.unit.to_points(duel.value);
    let better = if lead.abs() < 1e-9 {
        "they are equal".to_owned()
    } else {
        format!("{} is better", if lead > 0.0 { &a } else { &b })
    };
    let lines = aligned(&[
        ("on average", value),
        ("moving first", amount(duel.first)),
        ("moving second", amount(duel.second)),
    ]);
    format!("{result}, {}: {better}\n\n{a}:\n{lines}", duel.rules)
}
