//! `tourne-solve solve`, or `tourne-solve` without a command: solves a rule set and writes its solution file.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::anyhow;
use clap::Args;
use tourne_solver::file;
use tourne_solver::terminal::{
    Answers, Exit, ForceArgument, FormatArgument, MOST_THREADS, NoThreads, Output,
};

use crate::account::Account;
use crate::arguments::RulesArgument;
use crate::proven::solved;

#[derive(Args)]
#[command(mut_arg("force", |force| force.help(
    "Replace the output file even if it is not a solution"
)))]
pub(crate) struct SolveArguments {
    #[command(flatten)]
    which: RulesArgument,
    /// File to write, or - for standard output [default: NAME.bin, in the folder data if there is one]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Number of threads [default: one for each core]
    ///
    /// The file does not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS as i64))]
    threads: Option<u16>,
    #[command(flatten)]
    force: ForceArgument,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &SolveArguments) -> Result<(), Exit> {
    let rules = arguments.which.rules;
    let output = arguments.output.clone().unwrap_or_else(|| {
        let has_folder = Path::new("data").is_dir();
        let folder = Path::new(if has_folder { "data" } else { "" });
        folder.join(format!("{rules}.bin"))
    });
    let to = Output::new(&output, &[file::HEAD], arguments.force)?;
    let start = Instant::now();
    let solved = solved(rules, arguments.threads).map_err(|error| match error.downcast_ref() {
        Some(NoThreads::EachCore) => anyhow!("{error}: ask for fewer with --threads"),
        _ => error,
    })?;
    let bytes = file::encode(&solved.solution);
    to.write(&bytes)?;
    let seconds = start.elapsed().as_secs_f64();
    let answers = Answers::beside(&[("--output", Some(&output))], &[])?;
    let mut account = Account::new(&solved.solution, &solved.findings, &output, seconds)?;
    account.sweeps = Some(solved.sweeps);
    account.bytes = Some(bytes.len());
    let text = || account.written();
    let format = arguments.shared.format;
    answers.print(&format.write(answers, text, &account, [&account])?)
}
