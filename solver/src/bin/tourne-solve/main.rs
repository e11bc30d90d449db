//! `tourne-solve`: solves Tourne-case, proves the solution and writes it to a file.

mod account;
mod export;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use clap::{Args, Parser, Subcommand};
use tourne_solver::game::Rules;
use tourne_solver::solve::{Census, Findings, MOST_THREADS, Solved, solve, threads, verify};
use tourne_solver::terminal::{
    Answers, Format, Progress, WrongFile, finish, handle_interrupts, parse, print, write,
};
use tourne_solver::{Solution, file};

/// Solve Tourne-case exactly, prove the solution, and write it to a file
#[derive(Parser)]
#[command(
    name = "tourne-solve",
    version,
    args_conflicts_with_subcommands = true,
    before_help = "\
Examples:
  tourne-solve                               solve the standard game, write data/standard.bin
  tourne-solve --rules course -o course.bin  solve another rule set
  tourne-solve verify data/standard.bin      prove a file right, trusting nothing in it
  tourne-solve census                        count the positions by depth
  tourne-solve export --to prism             write the game for another solver"
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    solve: SolveArguments,
    #[command(flatten)]
    shared: Shared,
}

#[derive(Subcommand)]
enum Command {
    /// Prove a solution file right, trusting nothing in it
    Verify {
        /// The solution file, or - for standard input
        file: PathBuf,
        #[command(flatten)]
        shared: Shared,
    },
    /// Count the positions that can arise, by the number of throws after which they first can
    Census {
        #[command(flatten)]
        which: RulesArgument,
        #[command(flatten)]
        shared: Shared,
    },
    /// Write the game for other solvers
    Export(export::ExportArguments),
}

#[derive(Args)]
struct RulesArgument {
    /// The rule set: standard, forced-entry, entry-first, double-win or course, or several joined
    /// with +
    #[arg(long, value_name = "NAME", default_value = "standard")]
    rules: Rules,
}

#[derive(Args)]
struct SolveArguments {
    #[command(flatten)]
    which: RulesArgument,
    /// The file to write, or - for standard output [default: data/NAME.bin]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How many threads to use; the file is the same with any number [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS as i64))]
    threads: Option<u16>,
}

#[derive(Args)]
struct Shared {
    /// How to write the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The system does not give as many threads.
#[derive(Debug, thiserror::Error)]
#[error("the system does not start {} threads: ask for fewer with --threads", .0.map_or("as many".to_owned(), |count| count.to_string()))]
struct Threads(Option<u16>);

fn main() -> ExitCode {
    finish(handle_interrupts().and_then(|()| run()))
}

fn run() -> anyhow::Result<()> {
    let Some(arguments) = parse::<Arguments>()? else {
        return Ok(());
    };
    match arguments.command {
        None => run_solve(&arguments.solve, arguments.shared.format),
        Some(Command::Verify { file, shared }) => run_verify(&file, shared.format),
        Some(Command::Census { which, shared }) => {
            let census = {
                let _progress = Progress::new(format!("{}: finding positions", which.rules));
                Census::new(which.rules)
            };
            Ok(print(&account::census(&census, shared.format)?)?)
        }
        Some(Command::Export(arguments)) => export::run(&arguments),
    }
}

fn run_solve(arguments: &SolveArguments, format: Format) -> anyhow::Result<()> {
    let rules = arguments.which.rules;
    let output = match &arguments.output {
        Some(path) => path.clone(),
        None => Path::new("data").join(format!("{rules}.bin")),
    };
    let pool =
        threads(arguments.threads.map(usize::from)).map_err(|_| Threads(arguments.threads))?;

    let start = Instant::now();
    let solved = pool.install(|| solved(rules))?;
    let bytes = file::encode(&solved.solution);
    write(&output, &bytes)?;
    let seconds = start.elapsed().as_secs_f64();
    let account = account::solved(&solved, &output, bytes.len(), seconds, format)?;
    Ok(Answers::beside(&[("--output", Some(&output))])?.print(&account)?)
}

/// Solves a rule set, on the threads of the current pool, and shows progress.
fn solved(rules: Rules) -> anyhow::Result<Solved> {
    let name = rules.to_string();
    let progress = Progress::new(name.clone());
    let solved = solve(rules, &mut |stage| progress.show(&name, stage));
    solved.with_context(|| format!("cannot solve {rules}"))
}

fn run_verify(path: &Path, format: Format) -> anyhow::Result<()> {
    let start = Instant::now();
    let (solution, findings) = proven(path)?;
    let seconds = start.elapsed().as_secs_f64();
    Ok(print(&account::verified(
        &solution, &findings, path, seconds, format,
    )?)?)
}

/// Reads a solution file and proves it.
fn proven(path: &Path) -> anyhow::Result<(Solution, Findings)> {
    let solution = file::read(path)?;
    let pool = threads(None).map_err(|_| Threads(None))?;
    let findings = {
        let _progress = Progress::new(format!("proving {}", file::shown(path)));
        pool.install(|| verify(&solution))
    };
    let findings = findings.map_err(|wrong| WrongFile {
        path: path.to_owned(),
        reason: format!("{:#}", anyhow::Error::from(wrong)),
    })?;
    Ok((solution, findings))
}
