//! `tourne`: answers questions about Tourne-case from its proven solution.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use tourne_query::answer::Answer;
use tourne_query::info::Info;
use tourne_query::question::Question;
use tourne_query::{batch, table, text};
use tourne_solver::terminal::{Format, aligned, csv, finish, grouped, json, print};
use tourne_solver::{Solution, Unit};

/// Ask the proven solution of Tourne-case
#[derive(Parser)]
#[command(
    name = "tourne",
    version,
    disable_help_subcommand = true,
    before_help = "\
Examples:
  tourne best 000/000 3            the moves with a 3 (or 4-3: the lower counts), best first
  tourne best 04h/007              the best moves with every die
  tourne best - <questions.txt     many questions, one a line, answered in JSON
  tourne info                      what the solution holds"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show all moves of a position, best first
    #[command(
        before_help = "\
Examples:
  tourne best 04h/007 3                 side on roll first; 0 is off, a 10, b 11, h home
  tourne best 0,4,12/0,0,7 4-3          the same; of two dice the lower is played
  tourne best 04h/007 --format json     for every die, as JSON
  tourne best - <questions.txt          many questions, answered in JSON",
        after_help = "\
With -, questions are read from standard input, one a line: POSITION, POSITION:ROLL or
POSITION ROLL. Each is answered with one line of JSON; a line that cannot be answered gets
an object with \"error\", \"line\" and \"question\"."
    )]
    Best {
        /// The men of the side on roll, a slash, the men of its opponent; or - for standard input
        position: String,
        /// Two dice (43 or 4-3), or the die that is played (3); without it, every die
        roll: Option<String>,
        #[command(flatten)]
        table: Table,
        /// How to write the answer [default: text; with -, json]
        #[arg(long, value_enum)]
        format: Option<Format>,
    },
    /// Show what the solution holds
    Info {
        #[command(flatten)]
        table: Table,
        /// How to write the answer
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
}

#[derive(Args)]
struct Table {
    /// A solution file written by tourne-solve [default: the standard game, built in]
    #[arg(long = "table", value_name = "FILE")]
    file: Option<PathBuf>,
}

fn main() -> ExitCode {
    finish(run(Arguments::parse()))
}

fn run(arguments: Arguments) -> anyhow::Result<()> {
    match arguments.command {
        Command::Best {
            position,
            roll,
            table,
            format,
        } if position == "-" => {
            if let Some(roll) = roll {
                anyhow::bail!(
                    "\"{roll}\" follows -, but with - each line has its own throw: leave it out"
                );
            }
            if let Some(Format::Text | Format::Csv) = format {
                anyhow::bail!("with - every answer is a line of JSON: leave --format out");
            }
            let solution = table::open(table.file.as_deref())?;
            Ok(batch::run(
                &solution,
                io::stdin().lock(),
                io::stdout().lock(),
            )?)
        }
        Command::Best {
            position,
            roll,
            table,
            format,
        } => {
            let solution = table::open(table.file.as_deref())?;
            let answer = best(
                &solution,
                &position,
                roll.as_deref(),
                format.unwrap_or_default(),
            )?;
            Ok(print(&answer)?)
        }
        Command::Info { table, format } => {
            let solution = table::open(table.file.as_deref())?;
            Ok(print(&info(&solution, table.file.as_deref(), format)?)?)
        }
    }
}

fn best(
    solution: &Solution,
    position: &str,
    roll: Option<&str>,
    format: Format,
) -> anyhow::Result<String> {
    let rules = solution.rules();
    let question = Question::parse(position, roll, rules)?;
    let name = rules.to_string();
    let answer = Answer::new(solution, &name, question.position, question.die)?;
    match format {
        Format::Text => Ok(text::best(&answer, rules)),
        Format::Json => Ok(json(&answer)?),
        Format::Csv => csv(answer.rows()),
    }
}

fn info(solution: &Solution, file: Option<&Path>, format: Format) -> anyhow::Result<String> {
    let info = Info::new(solution)?;
    match format {
        Format::Json => Ok(json(&info)?),
        Format::Csv => csv([info]),
        Format::Text => {
            let file = file.map_or("built in".to_owned(), |file| file.display().to_string());
            let value = match solution.unit() {
                Unit::WinProbability => {
                    format!(
                        "the first to throw wins with probability {:.12}",
                        info.value
                    )
                }
                Unit::Points => format!("the first to throw can expect {:+.12} points", info.value),
            };
            Ok(aligned(&[
                ("rules", info.rules),
                ("solution", file),
                (
                    "positions",
                    format!(
                        "{}, of which {} can arise from the start",
                        grouped(info.positions),
                        grouped(info.reachable)
                    ),
                ),
                (
                    "decisions",
                    format!(
                        "{} of {} throws leave a choice ({} in positions that can arise)",
                        grouped(info.decisions),
                        grouped(info.pairs),
                        grouped(info.reachable_decisions)
                    ),
                ),
                (
                    "ties",
                    format!(
                        "{} decisions with exactly equal best moves",
                        grouped(info.ties)
                    ),
                ),
                ("start", value),
                (
                    "bounds",
                    format!(
                        "every value is within {:.1e} of the true one",
                        info.error_bound
                    ),
                ),
                (
                    "games",
                    format!(
                        "{:.2} throws under best play, of which {:.2} leave a choice ({:.1} %)",
                        info.throws_per_game,
                        info.choices_per_game,
                        100.0 * info.choices_per_game / info.throws_per_game
                    ),
                ),
            ]))
        }
    }
}
