//! `tourne review`: recorded games, compared with perfect play.

use std::fs::File;
use std::io;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tourne_query::facts::reasons::Explainer;
use tourne_query::review::ledger::{Review, Reviewed, Thresholds, review};
use tourne_query::review::record::{self, Game};
use tourne_query::show::{self, curve};
use tourne_query::solutions::Source;
use tourne_solver::game::Rules;
use tourne_solver::solution::Solution;
use tourne_solver::solution::file::{is_stream, shown};
use tourne_solver::terminal::{
    Answers, Format, FormatArgument, SameFile, StreamTaken, csv, json, write,
};

use crate::solution::{explainer, named, open_exact};

/// Review recorded games: the loss of each move and the luck of each throw
#[derive(Args)]
#[command(
    before_help = "\
Examples:
  tourne review game.txt
  tourne review game.txt --rules double-win
  tourne review game.txt --svg game.svg --doubtful 0.005",
    after_help = "\
The file has header lines such as \"rules: standard\" or \"position: 38h/6hh\" (to go on from there), then \
a line for each turn: side, both dice, move, such as \"A 3-2 off/2\" or \"1. A 3-2 off/2\". Text after a # \
is a comment. A header after turns begins another game.\n\
\n\
With --svg -, the picture goes to standard output, and the answer to standard error. \"tourne help review\" \
describes the file and every field of the answer."
)]
pub(crate) struct ReviewArguments {
    /// File with the games, or - for standard input
    file: PathBuf,
    /// Mark moves that give away at least this as doubtful (?!), in the unit of the rules [default:
    /// 0.01, or 0.02 points]
    #[arg(long, value_name = "LOSS", value_parser = loss)]
    doubtful: Option<f64>,
    /// Mark moves that give away at least this as bad (?) [default: 0.03, or 0.06 points]
    #[arg(long, value_name = "LOSS", value_parser = loss)]
    bad: Option<f64>,
    /// Write the course of the games as an SVG picture; - is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Solution file written by tourne-solve, or - for standard input [default: the standard game
    /// is built in, others are solved first]
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Rule set of games whose record names none [default: standard]
    #[arg(long, value_name = "NAME")]
    rules: Option<Rules>,
    #[command(flatten)]
    shared: FormatArgument,
}

/// Reviews the games of a file and prints the answer.
pub(crate) fn run(arguments: &ReviewArguments) -> anyhow::Result<()> {
    let answers = Answers::beside(&[("--svg", arguments.svg.as_deref())])?;
    let (name, is_input) = (shown(&arguments.file), is_stream(&arguments.file));
    let is_table = arguments.table.as_deref().is_some_and(is_stream);
    StreamTaken::check(&[("the games", is_input), ("--table", is_table)])?;
    SameFile::check(
        &[
            ("the games", Some(&arguments.file)),
            ("--table", arguments.table.as_deref()),
        ],
        &[("--svg", arguments.svg.as_deref())],
    )?;
    let games = if is_input {
        record::read_by(io::stdin().lock(), arguments.rules)
    } else {
        let file = File::open(&arguments.file).with_context(|| format!("cannot read {name}"))?;
        record::read_by(file, arguments.rules)
    };
    let games = games.with_context(|| format!("cannot read {name} as a record of games"))?;
    let reviews = reviewed(&games, arguments)?;
    answers.print(&match arguments.shared.format {
        Format::Text => reviews
            .iter()
            .map(show::review::review)
            .collect::<Vec<_>>()
            .join("\n"),
        Format::Json => json(&Games { games: &reviews })?,
        Format::Csv => csv(rows(&reviews))?,
    })?;
    if let Some(path) = &arguments.svg {
        write(path, curve::svg(&reviews))?;
    }
    Ok(())
}

fn reviewed(games: &[Game], arguments: &ReviewArguments) -> anyhow::Result<Vec<Review>> {
    let mut reviews = Vec::with_capacity(games.len());
    // Each rule set is solved once, however many games are played by it, and prepared for explanations once if a game
    // needs one.
    let mut solutions: Vec<(Solution, Option<Explainer>)> = Vec::new();
    for game in games {
        let source = Source {
            file: arguments.table.clone(),
            rules: Some(game.rules),
        };
        let mut known = solutions.iter();
        let known = known.position(|(solution, _)| solution.rules() == game.rules);
        let at = known.unwrap_or(solutions.len());
        if at == solutions.len() {
            solutions.push((open_exact(&source)?, None));
        }
        let (solution, prepared) = &mut solutions[at];
        let usual = Thresholds::usual(solution.unit());
        let thresholds = Thresholds {
            doubtful: arguments.doubtful.unwrap_or(usual.doubtful),
            bad: arguments.bad.unwrap_or(usual.bad),
        };
        let mut review = named(&source, review(game, solution, thresholds))?;
        if shows_reasons(&review, arguments.shared.format) {
            let explainer = match prepared {
                Some(explainer) => explainer,
                None => prepared.insert(explainer(&source, solution)?),
            };
            named(&source, review.explain(explainer, solution))?;
        }
        reviews.push(review);
    }
    Ok(reviews)
}

/// Returns whether a review shows reasons in this format: in text those of marked moves, in JSON those of all mistakes.
fn shows_reasons(review: &Review, format: Format) -> bool {
    match format {
        Format::Text => review.turns.iter().any(|turn| turn.mark.is_some()),
        Format::Json => review.turns.iter().any(|turn| turn.loss > 0.0),
        Format::Csv => false,
    }
}

/// The answer in JSON.
#[derive(Serialize)]
struct Games<'a> {
    games: &'a [Review],
}

/// A line of the CSV.
#[derive(Serialize)]
struct Row<'a> {
    game: usize,
    #[serde(flatten)]
    turn: &'a Reviewed,
}

fn rows(reviews: &[Review]) -> impl Iterator<Item = Row<'_>> {
    let games = (1..).zip(reviews);
    games.flat_map(|(game, review)| review.turns.iter().map(move |turn| Row { game, turn }))
}

fn loss(text: &str) -> Result<f64, &'static str> {
    let loss = text
        .parse()
        .ok()
        .filter(|loss: &f64| loss.is_finite() && *loss >= 0.0);
    loss.ok_or("write a loss from 0 on, such as 0.01")
}
