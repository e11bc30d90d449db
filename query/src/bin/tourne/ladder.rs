//! `tourne ladder`: grades of policies and engines, and duels between all of them.

use clap::Args;
use tourne::cards::PolicySource;
use tourne::grading::{Ladder, Rung, ladder};
use tourne::policy::Builtin;
use tourne::show::numbers::{amount, fixed, loss, percent, rating, verb};
use tourne::show::table::folded;
use tourne_solver::terminal::{Exit, FormatArgument, Progress, columns};
use tourne_solver::{Unit, printable};

use crate::arguments::SolutionArguments;
use crate::engines::EngineLimits;
use crate::player::{ABOUT_ENGINES, Contestant, Players, with_policies};

/// Grade policies and engines, and compare every pair of them
#[derive(Args)]
#[command(
    before_help = "\
Examples:
  tourne ladder                                the built-in policies
  tourne ladder builtin:hit mine.csv           others
  tourne ladder builtin:level-1 builtin:level-2        levels, up to level-10
  tourne ladder --engine ./mine --engine ./yours --level 5",
    after_help = ABOUT_ENGINES,
    mut_arg("players", |players| players.help(
        "Players: files of policies, - for standard input, or builtin:NAME [default: the built-in policies]"
    ))
)]
pub(crate) struct LadderArguments {
    #[command(flatten)]
    players: Players,
    #[command(flatten)]
    limits: EngineLimits,
    #[command(flatten)]
    solution: SolutionArguments,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &LadderArguments) -> Result<(), Exit> {
    let mut sources = arguments.players.0.clone();
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
    let format = &arguments.shared;
    format.print(|| text(&ladder, columns()), &ladder, &ladder.policies)
}

/// Formats, in [folded] tables, the grades, and below them the value of each policy (row) against each (column).
fn text(ladder: &Ladder, width: Option<usize>) -> String {
    let unit = ladder.unit;
    let name = |rung: &Rung| short_name(&rung.policy);
    let names: Vec<String> = ladder.policies.iter().map(name).collect();
    let or_unknown = |text: Option<String>| text.unwrap_or_else(|| "?".to_owned());
    let amount = |value: f64| amount(unit, value);
    let loss = |value: f64| loss(unit, value);
    let grades = names.iter().zip(&ladder.policies).map(|(name, rung)| {
        let grade = &rung.grade;
        let (losses, games) = (grade.losses, grade.games);
        let cells = [
            grade.agreement.map(percent),
            losses.map(|it| loss(it.mean_loss)),
            losses.map(|it| loss(it.p95_loss)),
            losses.map(|it| loss(it.worst_loss)),
            games.map(|it| amount(it.first)),
            games.map(|it| amount(it.second)),
            games.map(|it| amount(it.value)),
            games.map(|it| loss(it.loss_per_game)),
            games.map(|it| fixed(it.decisions_per_game, 3)),
            games.map(|it| rating(it.rating)),
            grade.exploiter.map(amount),
        ];
        let cells = cells.into_iter().map(or_unknown);
        [name.clone()].into_iter().chain(cells).collect()
    });
    let header = ", best moves, mean loss, 95 %, worst, first, second, average, lost a game, decisions, rating, \
                  exploiter";
    let columns: Vec<&str> = header.split(", ").collect();
    format!(
        "Policies against perfect play, {}\n\n{}\nEach against each: {}",
        ladder.rules,
        folded(&columns, grades, width),
        each_against_each(unit, &names, &ladder.duels, width)
    )
}

/// Formats the value of each policy (row) against each (column).
pub(crate) fn each_against_each(
    unit: Unit,
    names: &[String],
    values: &[Vec<f64>],
    width: Option<usize>,
) -> String {
    let opponents = [&[String::new()], names].concat();
    let rows = names.iter().zip(values).map(|(name, values)| {
        let values = values.iter().map(|&value| amount(unit, value));
        [name.clone()].into_iter().chain(values).collect()
    });
    format!(
        "what the policy on the left {} on average\n\n{}",
        verb(unit),
        folded(&opponents, rows, width)
    )
}

/// Returns the name of a policy in a table.
pub(crate) fn short_name(policy: &str) -> String {
    printable(policy.strip_prefix("builtin:").unwrap_or(policy))
}
