//! `tourne-solve export`: writes the game for other solvers, or the proof for other checkers.

mod drn;
mod rocq;
mod tables;

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use tourne_solver::file::shown;
use tourne_solver::terminal::{
    Answers, Exit, ForceArgument, NoThreads, Output, Progress, on_threads,
};
use tourne_solver::{Rules, Solution, verify};

use crate::arguments::RulesArgument;
use crate::proven::{read_and_prove, solved};

/// Write the game, or its proof, for other programs
#[derive(Args)]
#[command(mut_arg("force", |force| force.help("Replace the output file if it exists")))]
pub(crate) struct ExportArguments {
    /// Format of the export
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: To,
    #[command(flatten)]
    which: RulesArgument,
    /// Solution file to prove and export, instead of solving the rule set
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    from: Option<PathBuf>,
    /// File to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
}

#[derive(Clone, Copy, ValueEnum)]
enum To {
    /// A Markov decision process for Storm: one player's choices against best play
    Drn,
    /// Every move, as comma-separated values
    Csv,
    /// The proof in integers, for checkers in other languages
    Certificate,
    /// The proof as data for the Rocq theorems in tests/theorem
    Rocq,
}

pub(crate) fn run(arguments: &ExportArguments) -> Result<(), Exit> {
    let from = ("--from", arguments.from.as_deref());
    Answers::beside(&[("--output", arguments.output.as_deref())], &[from])?;
    let path = arguments.output.as_deref().unwrap_or(Path::new("-"));
    let output = Output::new(path, &[], arguments.force)?;
    let text = text(arguments.to, arguments.which.rules, from.1)?;
    output.write(&text)
}

fn text(to: To, rules: Rules, from: Option<&Path>) -> Result<String, Exit> {
    let text: fn(&Solution) -> anyhow::Result<String> = match (to, from) {
        (To::Csv, Some(file)) => Err(anyhow!(
            "--from {} cannot be used with this format, which contains the rules but no values: name the rules with --rules",
            shown(file)
        ))?,
        (To::Csv, None) => return Ok(exporting(rules, || tables::tables(rules))?),
        (To::Drn, _) => |solution| Ok(drn::drn(solution)),
        (To::Certificate, _) => |solution| Ok(verify::make_certificate(solution)?.to_string()),
        (To::Rocq, _) => rocq::rocq,
    };
    let solution = match from {
        Some(path) => read_and_prove(path)?.0,
        None => solved(rules, None)?.solution,
    };
    Ok(exporting(solution.rules(), || text(&solution))??)
}

/// Makes an export on all cores, and shows a progress line on a terminal.
fn exporting<T: Send>(rules: Rules, write: impl FnOnce() -> T + Send) -> Result<T, NoThreads> {
    let _progress = Progress::new(format!("{rules}: exporting"));
    on_threads(None, write)
}
