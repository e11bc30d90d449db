//! `tourne-solve export`: the game written down for other solvers, and the proof for other checkers.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tourne_solver::game::Rules;
use tourne_solver::solve::threads;
use tourne_solver::terminal::{Progress, print, write};
use tourne_solver::{Solution, certificate, export};

use crate::{RulesArgument, Threads};

#[derive(Args)]
pub(crate) struct ExportArguments {
    /// What to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: To,
    #[command(flatten)]
    which: RulesArgument,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The forms in which the game is written.
#[derive(Clone, Copy, ValueEnum)]
enum To {
    /// The rules as a program for PRISM-games
    Prism,
    /// One player's choices against best play, for Storm
    Drn,
    /// Every move, as comma-separated values
    Csv,
    /// The proof in integers, for checkers in other languages
    Certificate,
}

pub(crate) fn run(arguments: &ExportArguments) -> anyhow::Result<()> {
    let rules = arguments.which.rules;
    let text = match arguments.to {
        To::Prism => writing(rules, || export::prism(rules)),
        To::Drn => {
            let solution = solution(rules)?;
            writing(rules, || export::drn(&solution))?
        }
        To::Csv => writing(rules, || export::tables(rules)),
        To::Certificate => {
            let solution = solution(rules)?;
            writing(rules, || {
                Ok::<_, anyhow::Error>(certificate::text(&certificate::make(&solution)?))
            })?
        }
    };
    match &arguments.output {
        Some(path) => Ok(write(path, &text)?),
        None => Ok(print(&text)?),
    }
}

fn solution(rules: Rules) -> anyhow::Result<Solution> {
    let pool = threads(None).map_err(|_| Threads(None))?;
    Ok(pool.install(|| crate::solved(rules))?.solution)
}

/// Writes the game down, and shows that it does.
fn writing<T>(rules: Rules, write: impl FnOnce() -> T) -> T {
    let _progress = Progress::new(format!("{rules}: writing the game down"));
    write()
}
