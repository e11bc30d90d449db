//! The Royal Game of Ur after Finkel's rules, solved and proven: the largest example of what `tourne-graph` is for.
//!
//! `cargo run --release -p tourne-graph --example royal_game_of_ur -- --help`
#![expect(clippy::print_stderr, reason = "this is a program")]

mod best;
mod game;
mod games;
mod literal;
mod notation;
mod numbering;
mod plain;
mod report;
mod values_file;

use std::error::Error;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use tourne_graph::{Progress, Proven, Stage};

use game::Ur;
use games::Games;
use literal::Literal;
use notation::Notation;
use numbering::{Numbering, Position};
use report::Report;
use values_file::ValuesFile;

/// Solves the Royal Game of Ur (Finkel's rules), and proves the values and best moves.
///
/// A position is written HOME:SQUARES/HOME:SQUARES, the player on roll first: for each player the number of pieces home,
/// and the squares of the pieces on the board along the player's own path, 1 to 14, such as 2:3.7.12/0:1.5. The game
/// begins with 0:/0:. Values are in points, from the view of the player on roll: a win is 1, a loss −1.
#[derive(Parser)]
#[command(name = "royal_game_of_ur")]
struct Arguments {
    /// Number of pieces a player, 1 to 7; by default 7, or those of the file that is read
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=7))]
    pieces: Option<u8>,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Print a line for each position instead: the position, a blank, and its value; for up to 4 pieces a player
    #[arg(long)]
    dump: bool,
    /// File to write all values to; with --best and --games, the file to read them from
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,
    /// List the moves of a position with a throw of 0 to 4, best first, by the values of a file, without verifying its
    /// checksum
    #[arg(long, num_args = 2, value_names = ["POSITION", "THROW"], requires = "values", conflicts_with_all = ["dump", "check", "plain"])]
    best: Option<Vec<String>>,
    /// Play this number of games, both players by the values of a file, which is read into memory: how long they last,
    /// how many choices the first player meets, and how often that player wins
    #[arg(long, value_name = "N", requires = "values", conflicts_with_all = ["best", "dump", "check", "plain"], value_parser = clap::value_parser!(u32).range(2..))]
    games: Option<u32>,
    /// Prove the values of a file by a second, literal implementation of the rules
    #[arg(long, value_name = "FILE", conflicts_with_all = ["dump", "values", "plain"])]
    check: Option<PathBuf>,
    /// Find values by plain value iteration instead, without a proof, to compare the time
    #[arg(long, conflicts_with_all = ["dump", "values"])]
    plain: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

fn main() -> ExitCode {
    match Arguments::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has read enough.
        Err(error) if error.downcast_ref().is_some_and(is_closed) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn is_closed(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// Ends the program because of invalid arguments, with exit code 2.
fn usage(message: impl std::fmt::Display) -> ! {
    Arguments::command()
        .error(ErrorKind::ValueValidation, message)
        .exit()
}

impl Arguments {
    fn run(&self) -> Result<(), Box<dyn Error>> {
        if let (Some(count), Some(path)) = (self.games, &self.values) {
            let games = Games::play(&mut self.open(path)?, count)?;
            return self.print(&games.text(), &games.json());
        }
        match (&self.best, &self.check, &self.values) {
            (Some(words), _, Some(path)) => {
                self.answer(&mut self.open(path)?, &words[0], &words[1])
            }
            (_, Some(path), _) => self.check(&mut self.open(path)?),
            _ if self.plain => self.iterate_plainly(),
            _ => self.solve(),
        }
    }

    /// Opens a file of values, which must be of a game with the number of pieces asked for.
    fn open(&self, path: &std::path::Path) -> Result<ValuesFile, Box<dyn Error>> {
        let file = ValuesFile::open(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let found = file.numbering.pieces();
        match self.pieces {
            Some(pieces) if pieces != found => Err(format!(
                "{} has values for {found} pieces a player, not for {pieces}",
                path.display()
            )
            .into()),
            _ => Ok(file),
        }
    }

    fn answer(
        &self,
        file: &mut ValuesFile,
        position: &str,
        throw: &str,
    ) -> Result<(), Box<dyn Error>> {
        let position =
            notation::parse(position, file.numbering.pieces()).unwrap_or_else(|error| usage(error));
        let Ok(throw @ 0..=4) = throw.parse() else {
            usage(format_args!(
                "\"{throw}\" is not a throw: write a number from 0 to 4"
            ))
        };
        let answer = best::Answer::new(file, position, throw)?;
        self.print(&answer.text(), &answer.json())
    }

    fn check(&self, file: &mut ValuesFile) -> Result<(), Box<dyn Error>> {
        let start = Instant::now();
        let values = file.values()?;
        let game = Literal {
            numbering: &file.numbering,
        };
        let proven = tourne_graph::prove(
            &game,
            values,
            &mut observer(&file.numbering, "checking"),
            &mut |_| {},
        )?;
        self.report(&file.numbering, &proven, start)
    }

    fn solve(&self) -> Result<(), Box<dyn Error>> {
        let pieces = self.pieces.unwrap_or(7);
        if self.dump && pieces > 4 {
            usage(format_args!(
                "--dump is for up to 4 pieces a player: add --pieces 4, or use --values instead"
            ));
        }
        if self.dump && self.format == Format::Json {
            usage("--dump prints lines of text: leave out --format json");
        }
        let start = Instant::now();
        let game = Ur {
            numbering: Numbering::new(pieces),
        };
        let proven = tourne_graph::solve(
            &game,
            &mut observer(&game.numbering, "solving"),
            &mut |_| {},
        )?;
        if let Some(path) = &self.values {
            values_file::write(path, pieces, &proven.values)
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
        if self.dump {
            return dump(&game.numbering, &proven.values);
        }
        self.report(&game.numbering, &proven, start)
    }

    fn iterate_plainly(&self) -> Result<(), Box<dyn Error>> {
        let start = Instant::now();
        let game = Ur {
            numbering: Numbering::new(self.pieces.unwrap_or(7)),
        };
        let (values, sweeps) = plain::iterate(&game, 1e-15);
        let value = values[game.numbering.number(Position::default()) as usize];
        let seconds = start.elapsed().as_secs_f64();
        let text = format!("{value:.15} points, not proven: {sweeps:.1} sweeps, {seconds:.1} s\n");
        self.print(
            &text,
            &serde_json::json!({ "value": value, "sweeps": sweeps, "seconds": seconds }),
        )
    }

    fn report(
        &self,
        numbering: &Numbering,
        proven: &Proven,
        start: Instant,
    ) -> Result<(), Box<dyn Error>> {
        let report = Report::new(numbering, proven, start.elapsed().as_secs_f64());
        self.print(&report.text(), &report.json())
    }

    fn print(&self, text: &str, json: &serde_json::Value) -> Result<(), Box<dyn Error>> {
        let mut out = io::stdout().lock();
        match self.format {
            Format::Text => out.write_all(text.as_bytes())?,
            Format::Json => writeln!(out, "{json}")?,
        }
        Ok(())
    }
}

/// Prints the value of every position, with 17 significant digits.
fn dump(numbering: &Numbering, values: &[f64]) -> Result<(), Box<dyn Error>> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for block in numbering.blocks() {
        for (number, position) in block.clone().zip(numbering.positions(block)) {
            writeln!(
                out,
                "{} {:.16e}",
                Notation(position),
                values[number as usize]
            )?;
        }
    }
    Ok(out.flush()?)
}

/// Returns a function that shows progress on standard error, if that is a terminal.
fn observer(numbering: &Numbering, task: &'static str) -> impl FnMut(Progress) {
    let (start, bar) = (Instant::now(), ProgressBar::new_spinner());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        bar.set_style(style);
    }
    let count = f64::from(numbering.count());
    let firsts: Vec<f64> = numbering
        .blocks()
        .map(|block| f64::from(block.start))
        .collect();
    let blocks = firsts.len();
    move |Progress { block, stage, .. }| {
        let stage = match stage {
            Stage::LayingOut => "moves".to_owned(),
            Stage::Values { sweep, .. } => format!("sweep {sweep}"),
            Stage::Proving => "proof".to_owned(),
            Stage::Bounds { sweep } => format!("proof, sweep {sweep}"),
        };
        let mut message = format!("{task}: block {} of {blocks}, {stage}", block + 1);
        // Every position takes about the same time.
        if firsts[block] > 0.0 {
            let left = start.elapsed().as_secs_f64() * (count / firsts[block] - 1.0);
            message += &format!(", about {left:.0} s left");
        }
        bar.set_message(message);
        bar.tick();
    }
}
