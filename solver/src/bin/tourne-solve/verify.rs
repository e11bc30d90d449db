//! `tourne-solve verify`: proves that a solution file is correct.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use tourne_solver::terminal::{Exit, FormatArgument};

use crate::account::Account;
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
    let path = &arguments.file;
    let start = Instant::now();
    let (solution, findings) = read_and_prove(path)?;
    let seconds = start.elapsed().as_secs_f64();
    let account = Account::new(&solution, &findings, path, seconds)?;
    let text = || account.verified();
    arguments.shared.print(text, &account, [&account])
}
