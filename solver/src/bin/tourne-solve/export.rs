//! `tourne-solve export`: the game written down for other solvers, and the proof for other checkers.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use tourne_solver::game::Rules;
use tourne_solver::solve::{solve, threads};
use tourne_solver::terminal::print;
use tourne_solver::{Solution, certificate, export, file};

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
        To::Prism => export::prism(rules),
        To::Drn => export::drn(&solution(rules)?)?,
        To::Csv => export::tables(rules),
        To::Certificate => certificate::text(&certificate::make(&solution(rules)?)?),
    };
    match &arguments.output {
        Some(path) => Ok(file::replace(path, text.as_bytes())?),
        None => Ok(print(&text)?),
    }
}

fn solution(rules: Rules) -> anyhow::Result<Solution> {
    let pool = threads(None).map_err(|_| Threads(None))?;
    let solved = pool.install(|| solve(rules, &mut |_| ()));
    Ok(solved
        .with_context(|| format!("cannot solve {rules}"))?
        .solution)
}
