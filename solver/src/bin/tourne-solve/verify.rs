//! `tourne-solve verify`: proves that a solution file is correct.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use tourne_solver::terminal::{Exit, FormatArgument, print};

use crate::account;
use crate::proven::read_and_prove;

/// Prove a solution file right, trusting nothing in it
#[derive(Args)]
pub(crate) struct VerifyArguments {
    /// Solution file, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &VerifyArguments) -> Result<(), Exit> {
    let (path, format) = (&arguments.file, arguments.shared.format);
    let start = Instant::now();
    let (solution, findings) = read_and_prove(path)?;
    let seconds = start.elapsed().as_secs_f64();
    let account = account::verified(&solution, &findings, path, seconds, format)?;
    print(&account)
}
