//! `tourne-solve`: solves Tourne-case, proves the solution and writes it to a file.

mod account;
mod arguments;
mod census;
mod export;
mod proven;
mod solve;
mod value;
mod verify;

use std::convert;
use std::process::ExitCode;

use clap::{ArgAction, CommandFactory as _, Parser, Subcommand};
use tourne_solver::terminal::{
    CompletionsArguments, Exit, ManArguments, finish, handle_interrupts, parse,
};

/// Template of the help of the whole program, so short that it fits a terminal of 24 lines.
const SHORT: &str = "{about}\n{usage-heading} {usage}\n\n{subcommands}\n\n{options}{after-help}";

/// Solve Tourne-case exactly, prove the solution, and write it to a file
#[derive(Parser)]
#[command(
    name = "tourne-solve",
    version,
    args_conflicts_with_subcommands = true,
    override_usage = "tourne-solve [OPTIONS] [COMMAND]",
    disable_help_flag = true,
    help_template = SHORT,
    after_help = "tourne-solve COMMAND --help: its options; tourne-solve help: examples",
    after_long_help = "\
Tourne-case is a French tables game: three men a side race over twelve points, and hit each other on the way.

Examples:
  tourne-solve                               the standard game, to standard.bin
  tourne-solve --rules course -o course.bin  solve another rule set
  tourne-solve verify data/standard.bin      prove a file right
  tourne-solve census                        count the positions by depth
  tourne-solve export --to drn               write the game for another solver
  tourne-solve value --digits 100            100 digits of the first value"
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    solve: solve::SolveArguments,
    /// Print help
    #[arg(short, long, global = true, action = ArgAction::Help)]
    help: Option<bool>,
}

#[derive(Subcommand)]
enum Command {
    /// Solve and prove a rule set, as without a command
    Solve(solve::SolveArguments),
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
    finish(run())
}

fn run() -> Result<(), Exit> {
    handle_interrupts()?;
    let Some(arguments) = parse::<Arguments>()? else {
        return Ok(());
    };
    match arguments.command {
        None => solve::run(&arguments.solve),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Verify(arguments)) => verify::run(&arguments),
        Some(Command::Census(arguments)) => census::run(&arguments),
        Some(Command::Export(arguments)) => export::run(&arguments),
        Some(Command::Value(arguments)) => value::run(&arguments),
        Some(Command::Completions(arguments)) => {
            arguments.run(Arguments::command(), &convert::identity)
        }
        Some(Command::Man(arguments)) => arguments.run(Arguments::command()),
    }
}
