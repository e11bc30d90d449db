//! Shared code of the examples: options, progress, and the two versions of a game, of which one checks the other.

mod numbering;
mod report;
mod values_file;

use std::error::Error;
use std::io::{self, Write as _};
use std::iter;
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde_json::Value;
use tourne_graph::{Frame, Game, Progress, Rows, Stage};

pub(crate) use numbering::Board;
pub(crate) use report::report;
pub(crate) use values_file::{read, write};

/// The men of one player, as a game sees them, and what is said of the game itself.
pub(crate) trait Side: Copy + Sync {
    /// First bytes of files of values.
    const MAGIC: [u8; 8];
    /// Name of the men, and largest number of men a player.
    const MEN: &str;
    const MOST: u8;
    /// The rules as they are solved, and as they are checked.
    const FAST: fn(&Board<Self>) -> Rules<'_>;
    const LITERAL: fn(&Board<Self>) -> Rules<'_>;

    /// Returns all unfinished sides with this many men.
    fn all(men: u8) -> Vec<Self>;
    /// Returns the side with which a player begins.
    fn start(men: u8) -> Self;
    /// Returns a number of its own, for a table.
    fn code(self) -> usize;
    /// Returns the number of men that have left the board.
    fn off(self, men: u8) -> u8;
    /// Returns what sorts sides with as many men off: those nearer to the end come first.
    fn order(self) -> u32;
    /// Returns the points that no man of the opponent can share, as bits: as the player counts, and as the opponent does.
    fn taken(self) -> [u32; 2];
    /// Returns the side as it is written in positions.
    fn text(self, men: u8) -> String;
    /// Returns a throw as it is written in JSON.
    fn throw(outcome: usize) -> Value;
    /// Returns the name of a figure that the game is known by, and the figure.
    fn figure(board: &Board<Self>, values: &[f64]) -> (&'static str, f64);
}

/// Adds the moves of the positions with these numbers.
type Add<'a> = Box<dyn Fn(Range<u32>, &mut Rows) + Sync + 'a>;

/// The rules of a game, in one of two versions.
pub(crate) struct Rules<'a> {
    pub(crate) weights: Vec<u32>,
    /// Ends of the game pay 1 point, 2, … up to this number.
    pub(crate) payoffs: u8,
    pub(crate) blocks: &'a [usize],
    pub(crate) add: Add<'a>,
}

impl Game for Rules<'_> {
    fn frame(&self) -> Frame {
        Frame {
            weights: self.weights.clone(),
            payoffs: (1..=self.payoffs).map(f64::from).collect(),
            blocks: self.blocks.to_vec(),
        }
    }

    fn moves(&self, block: usize) -> Rows {
        const PART: usize = 1 << 12;
        let first: usize = self.blocks[..block].iter().sum();
        let end = first + self.blocks[block];
        let parts: Vec<Range<u32>> = (first..end)
            .step_by(PART)
            .map(|part| part as u32..end.min(part + PART) as u32)
            .collect();
        let mut rows = Rows::default();
        // Few parts at a time: the rows of a block take most of the memory.
        for parts in parts.chunks(16) {
            let made = parts.par_iter().map(|part| {
                let mut rows = Rows::default();
                (self.add)(part.clone(), &mut rows);
                rows
            });
            let made: Vec<Rows> = made.collect();
            rows = iter::once(rows).chain(made).collect();
        }
        rows
    }
}

/// Options of every game.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Format of the answer
    #[arg(long, value_parser = ["text", "json"], default_value = "text")]
    format: String,
    /// Print a line for each position instead: the position, a blank, and its value
    #[arg(long, conflicts_with = "format")]
    dump: bool,
    /// File to write all values to
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,
    /// Prove the values of a file by a second, literal version of the rules
    #[arg(long, value_name = "FILE", conflicts_with_all = ["dump", "values"])]
    check: Option<PathBuf>,
}

impl Options {
    /// Solves the game with this many men a player, or checks a file of it.
    pub(crate) fn run<S: Side>(&self, men: Option<u8>) -> ExitCode {
        match self.answer::<S>(men) {
            Ok(()) => ExitCode::SUCCESS,
            // The reader of the output has read enough.
            Err(error) if error.downcast_ref().is_some_and(is_closed) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::FAILURE
            }
        }
    }

    fn answer<S: Side>(&self, men: Option<u8>) -> Result<(), Box<dyn Error>> {
        let start = Instant::now();
        let (board, proven) = if let Some(path) = &self.check {
            let (board, values) = read::<S>(path)
                .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            let (found, name) = (board.men, S::MEN);
            if men.is_some_and(|men| men != found) {
                let path = path.display();
                return Err(format!("{path} has the values for --{name} {found}").into());
            }
            let observe = &mut observer(board.count(), "checking");
            let proven = tourne_graph::prove(&S::LITERAL(&board), values, observe, &mut |_| {})?;
            (board, proven)
        } else {
            let board = Board::<S>::new(men.unwrap_or(S::MOST));
            let observe = &mut observer(board.count(), "solving");
            let proven = tourne_graph::solve(&S::FAST(&board), observe, &mut |_| {})?;
            (board, proven)
        };
        if let Some(path) = &self.values {
            write(path, &board, &proven.values)
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
        let mut out = io::BufWriter::new(io::stdout().lock());
        if self.dump {
            for (number, value) in (0..).zip(&proven.values) {
                writeln!(out, "{} {value:.16e}", board.text(number))?;
            }
        } else {
            let report = report(&board, &proven, start.elapsed().as_secs_f64());
            if self.format == "json" {
                writeln!(out, "{report}")?;
            } else {
                for (name, value) in report.as_object().into_iter().flatten() {
                    writeln!(out, "{}: {value}", name.replace('_', " "))?;
                }
            }
        }
        Ok(out.flush()?)
    }
}

fn is_closed(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// Returns a function that shows progress on standard error, if that is a terminal.
fn observer(positions: usize, task: &'static str) -> impl FnMut(Progress) {
    let bar = ProgressBar::new(positions as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent} %, {eta} left") {
        bar.set_style(style);
    }
    let mut done = 0;
    move |progress| match progress.stage {
        Stage::LayingOut => {
            bar.set_position(done);
            done += progress.states as u64;
        }
        Stage::Values { sweep, .. } => bar.set_message(format!("{task}, sweep {sweep}")),
        _ => bar.set_message(format!("{task}, proof")),
    }
}
