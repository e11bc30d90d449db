//! `tourne-solve`: solves Tourne-case, proves the solution and writes it to a file.

mod account;
mod arguments;
mod census;
mod export;
mod proven;
mod solve;
mod value;
mod verify;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
use tourne_terminal::{CompletionsArguments, ManArguments, finish, handle_interrupts, parse};

/// Solve Tourne-case exactly, prove the solution, and write it to a file
#[derive(Parser)]
#[command(
    name = "tourne-solve",
    version,
    args_conflicts_with_subcommands = true,
    before_help = "\
Tourne-case is a French tables game of the 17th century: three men a side race over twelve points, and hit each other on \
the way.

Examples:
  tourne-solve                               solve the standard game, write standard.bin
  tourne-solve --rules course -o course.bin  solve another rule set
  tourne-solve verify data/standard.bin      prove a file right, trusting nothing in it
  tourne-solve census                        count the positions by depth
  tourne-solve export --to prism             write the game for another solver
  tourne-solve value --digits 100            the value of the start to 100 digits"
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    solve: solve::SolveArguments,
}

#[derive(Subcommand)]
enum Command {
    Verify(verify::VerifyArguments),
    Census(census::CensusArguments),
    Export(export::ExportArguments),
    Value(value::ValueArguments),
    #[command(before_help = "\
Example:
  tourne-solve completions bash >~/.local/share/bash-completion/completions/tourne-solve")]
    Completions(CompletionsArguments),
    #[command(before_help = "\
Example:
  tourne-solve man --output ~/.local/share/man/man1")]
    Man(ManArguments),
}

fn main() -> ExitCode {
    finish(handle_interrupts().and_then(|()| run()))
}

fn run() -> anyhow::Result<()> {
    let Some(arguments) = parse::<Arguments>()? else {
        return Ok(());
    };
    match arguments.command {
        None => solve::run(&arguments.solve),
        Some(Command::Verify(arguments)) => verify::run(&arguments),
        Some(Command::Census(arguments)) => census::run(&arguments),
        Some(Command::Export(arguments)) => export::run(&arguments),
        Some(Command::Value(arguments)) => value::run(&arguments),
        Some(Command::Completions(arguments)) => Ok(arguments.run(Arguments::command())?),
        Some(Command::Man(arguments)) => Ok(arguments.run(Arguments::command())?),
    }
}
