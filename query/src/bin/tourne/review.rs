//! `tourne review`: recorded games, held against perfect play.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tourne_query::review::curve;
use tourne_query::review::ledger::{Mark, Review, ReviewError, SideSum, Thresholds, review};
use tourne_query::review::record::{self, Game};
use tourne_query::text;
use tourne_solver::game::{Rules, printable};
use tourne_solver::solution::Solution;
use tourne_solver::solution::file::{is_stream, shown};
use tourne_solver::terminal::{Answers, Format, StreamTaken, csv, json, write};

use crate::arguments::{Shared, Table};
use crate::{named, open_exact};

#[derive(Args)]
pub(crate) struct ReviewArguments {
    /// The file with the games, or - for standard input
    file: PathBuf,
    /// Mark moves that give away at least this as doubtful (?!), in the unit of the rules [default:
    /// 0.01, or 0.02 points]
    #[arg(long, value_name = "LOSS", value_parser = crate::check::amount)]
    doubtful: Option<f64>,
    /// Mark moves that give away at least this as bad (?) [default: 0.03, or 0.06 points]
    #[arg(long, value_name = "LOSS", value_parser = crate::check::amount)]
    bad: Option<f64>,
    /// Write the course of the games as an SVG picture; - is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// A solution file written by tourne-solve, or - for standard input [default: the standard game
    /// is built in, others are solved on the spot]
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// The rule set of games whose record names none [default: standard]
    #[arg(long, value_name = "NAME")]
    rules: Option<Rules>,
    #[command(flatten)]
    shared: Shared,
}

/// Reviews the games of a file and prints the answer.
pub(crate) fn run(arguments: &ReviewArguments) -> anyhow::Result<()> {
    let answers = Answers::beside(&[("--svg", arguments.svg.as_deref())])?;
    let (name, is_input) = (shown(&arguments.file), is_stream(&arguments.file));
    let is_table = arguments.table.as_deref().is_some_and(is_stream);
    StreamTaken::check(&[("the games", is_input), ("--table", is_table)])?;
    let games = if is_input {
        record::read_by(io::stdin().lock(), arguments.rules)
    } else {
        let file = File::open(&arguments.file).with_context(|| format!("cannot read {name}"))?;
        record::read_by(file, arguments.rules)
    };
    let games = games.with_context(|| format!("{name} is no record of a game"))?;
    let reviews = reviewed(&games, arguments)?;
    answers.print(&match arguments.shared.format {
        Format::Text => reviews.iter().map(as_text).collect::<Vec<_>>().join("\n"),
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
    // Each rule set is solved once, however many games are played by it.
    let mut solutions: Vec<Cow<Solution>> = Vec::new();
    for game in games {
        let table = Table {
            file: arguments.table.clone(),
            rules: Some(game.rules),
        };
        let known = solutions.iter().position(|it| it.rules() == game.rules);
        let at = known.unwrap_or(solutions.len());
        if at == solutions.len() {
            solutions.push(open_exact(&table)?);
        }
        let solution = &solutions[at];
        let usual = Thresholds::usual(solution.unit());
        let thresholds = Thresholds {
            doubtful: arguments.doubtful.unwrap_or(usual.doubtful),
            bad: arguments.bad.unwrap_or(usual.bad),
        };
        reviews.push(match review(game, solution, thresholds) {
            Err(ReviewError::LookUp(error)) => named(&table, Err(error))?,
            review => review?,
        });
    }
    Ok(reviews)
}

/// The answer, as JSON has it.
#[derive(Serialize)]
struct Games<'a> {
    games: &'a [Review],
}

/// A line of the CSV.
#[derive(Serialize)]
struct Row<'a> {
    game: usize,
    line: u64,
    side: &'a str,
    position: String,
    roll: String,
    die: u8,
    played: String,
    best: String,
    choices: usize,
    before: f64,
    luck: f64,
    loss: f64,
    chance: f64,
    mark: &'static str,
}

fn rows(reviews: &[Review]) -> impl Iterator<Item = Row<'_>> {
    let games = (1..).zip(reviews);
    games.flat_map(|(game, review)| {
        review.turns.iter().map(move |turn| Row {
            game,
            line: turn.line,
            side: &turn.side,
            position: turn.position.to_string(),
            roll: turn.roll.to_string(),
            die: turn.die.number(),
            played: turn.played.to_string(),
            best: turn.best.to_string(),
            choices: turn.choices,
            before: turn.before,
            luck: turn.luck,
            loss: turn.loss,
            chance: turn.chance,
            mark: turn.mark.map_or("", Mark::text),
        })
    })
}

/// So wide are the bars.
const BAR: usize = 24;

fn as_text(review: &Review) -> String {
    let unit = review.unit;
    let amount = |value| text::amount(unit, value);
    let [first, second] = review.sides.each_ref().map(|side| printable(&side.side));
    let mut text = String::new();
    for (name, content) in &review.headers {
        text += &format!("{}: {}\n", printable(name), printable(content));
    }
    text += &format!(
        "{first} against {second}, {}; the value is that of {first}\n\n",
        review.rules
    );
    let wide = first.chars().count().max(second.chars().count());
    text += &format!(
        "{:>4} {:wide$} {:<4} {:<8} {:>10}  {:>10}  {:>10}\n{:>41}  {:>10}\n",
        "",
        "",
        "dice",
        "move",
        "luck",
        "loss",
        "value",
        "before the first throw",
        amount(review.start)
    );
    for (turn, at) in review.turns.iter().zip(1..) {
        let mark = turn.mark.map_or("", Mark::text);
        let played = format!("{}{mark}", turn.played);
        let loss = if turn.loss > 0.0 {
            amount(turn.loss)
        } else {
            String::new()
        };
        let bar = curve::bar(turn.chance, review.rules, unit, BAR);
        let line = format!(
            "{at:>4} {:wide$} {:<4} {played:<8} {:>10}  {loss:>10}  {:>10}  {bar}",
            printable(&turn.side),
            turn.roll.to_string(),
            signed(unit, turn.luck),
            amount(turn.chance),
        );
        text += line.trim_end();
        text += "\n";
    }
    for turn in review.turns.iter().filter(|turn| turn.mark.is_some()) {
        text += &format!(
            "\nline {}: {} with {} at {}: {}{}, best is {}",
            turn.line,
            printable(&turn.side),
            turn.roll,
            turn.position,
            turn.played,
            turn.mark.map_or("", Mark::text),
            turn.best
        );
    }
    if review.turns.iter().any(|turn| turn.mark.is_some()) {
        text += "\n";
    }
    text += "\n";
    for side in &review.sides {
        text += &totals(side, review);
    }
    let result = if review.finished {
        "result"
    } else {
        "value now"
    };
    text + &format!(
        "{result} {} - value at the start {} = luck {} - errors {}\n",
        amount(review.result),
        amount(review.start),
        signed(unit, review.luck),
        signed(unit, review.errors)
    )
}

fn totals(side: &SideSum, review: &Review) -> String {
    let rating = side.rating.map(|rating| format!("; rating {rating:.3}"));
    format!(
        "{}: luck {}, errors {}; turns {}, decisions {}, mistakes {}, doubtful {}, bad {}{}\n",
        printable(&side.side),
        signed(review.unit, side.luck),
        text::loss(review.unit, side.errors),
        side.turns,
        side.decisions,
        side.mistakes,
        side.doubtful,
        side.bad,
        rating.unwrap_or_default()
    )
}

/// An amount with its sign.
fn signed(unit: tourne_solver::game::Unit, amount: f64) -> String {
    let text = text::amount(unit, amount);
    if amount >= 0.0 && !text.starts_with('+') {
        format!("+{text}")
    } else {
        text
    }
}
