//! `tourne duel`: two or more policies or engines play each other.

use anyhow::anyhow;
use clap::Args;
use tourne::grading::{Duel, duel};
use tourne::show::numbers::{amount, verb};
use tourne::show::table::folded;
use tourne_solver::terminal::{Exit, FormatArgument, Progress, aligned, columns};
use tourne_solver::{Unit, printable};

use crate::arguments::SolutionArguments;
use crate::engines::EngineLimits;
use crate::player::{ABOUT_ENGINES, Players, with_policies};

/// Have policies or engines play each other, exactly
#[derive(Args)]
#[command(
    before_help = "\
Examples:
  tourne duel mine.csv yours.csv
  tourne duel mine.csv builtin:hit --rules double-win
  tourne duel --engine 'python3 engine.py' --level 5 --jobs 2
  tourne duel mine.csv yours.csv builtin:hit      each against each",
    override_usage = "tourne duel [OPTIONS] <A> <B> [C]...",
    after_help = ABOUT_ENGINES
)]
pub(crate) struct DuelArguments {
    #[command(flatten)]
    players: Players,
    #[command(flatten)]
    limits: EngineLimits,
    #[command(flatten)]
    solution: SolutionArguments,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &DuelArguments) -> Result<(), Exit> {
    let players = &arguments.players.0;
    if players.len() < 2 {
        return Err(anyhow!(
            "a duel needs two players or more: name each by a file, builtin:NAME, --engine COMMAND or --level N"
        )
        .into());
    }
    let (solution, limits) = (&arguments.solution, &arguments.limits);
    let duels = with_policies(players, solution, limits, |arena, policies| {
        let _progress = Progress::new("playing");
        let mut duels = Vec::new();
        for (at, (a, one)) in policies.iter().enumerate() {
            for (b, other) in &policies[at + 1..] {
                duels.push(duel(arena, (a, one), (b, other))?);
            }
        }
        Ok(duels)
    })?;
    let format = &arguments.shared;
    match &duels[..] {
        [duel] => format.print(|| text(duel), duel, [duel]),
        _ => format.print(|| table(players.len(), &duels, columns()), &duels, &duels),
    }
}

/// Formats the duels of several policies as a [folded] table: what each policy (row) wins against each (column). There is
/// one duel for each pair, in the order of the policies.
fn table(policies: usize, duels: &[Duel], width: Option<usize>) -> String {
    let Some(Duel { rules, unit, a, .. }) = duels.first() else {
        return String::new();
    };
    // The first policy plays each of the others first.
    let others = duels[..policies - 1].iter().map(|duel| &duel.b);
    let names: Vec<String> = [a]
        .into_iter()
        .chain(others)
        .map(|it| printable(it.strip_prefix("builtin:").unwrap_or(it)))
        .collect();
    let mut values = vec![vec![unit.from_points(0.0); policies]; policies];
    let pairs = (0..policies).flat_map(|at| (at + 1..policies).map(move |against| (at, against)));
    for ((at, against), duel) in pairs.zip(duels) {
        values[at][against] = duel.value;
        values[against][at] = unit.flip(duel.value);
    }
    let opponents = [&[String::new()], &names[..]].concat();
    let rows = names.iter().zip(values).map(|(name, values)| {
        let values = values.into_iter().map(|value| amount(*unit, value));
        [name.clone()].into_iter().chain(values).collect()
    });
    format!(
        "Each against each, {rules}: what the policy on the left {} on average\n\n{}",
        verb(*unit),
        folded(&opponents, rows, width)
    )
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
