//! `tourne identify`: the rule sets that allow exactly the given moves.

use anyhow::bail;
use clap::Args;
use serde::Serialize;
use tourne::show;
use tourne_solver::{Die, Move, Position, Roll, Rules, Setup, shortened};
use tourne_study::facts::{Identified, Reading};
use tourne_terminal::FormatArgument;

/// Find out which rule sets allow exactly the given moves
#[derive(Args)]
#[command(
    before_help = "\
Examples:
  tourne identify 04h/007 3 0/3 4/7   the moves that an engine reports for a 3
  tourne identify 38h/6hh 5 pass      it reports that nothing can be played",
    after_help = "\
Hits need not be marked. Stakes do not change the moves, so an answer also holds for the rule \
set joined with double-win. Some rules distinguish men that were hit from men that never entered. Under these, \
every reading of the men off the board is tried, unless an x marks a man that was hit."
)]
pub(crate) struct IdentifyArguments {
    /// The men of the side on roll, a slash, the men of its opponent
    position: String,
    /// Die that is played
    #[arg(value_parser = played_die)]
    die: Die,
    /// The moves, from/to; none, or pass, if the turn passes
    moves: Vec<Move>,
    #[command(flatten)]
    shared: FormatArgument,
}

fn played_die(text: &str) -> anyhow::Result<Die> {
    match text.parse()? {
        Roll::Played(die) => Ok(die),
        Roll::Both(..) => bail!("give the one die that is played, 1 to 6"),
    }
}

#[derive(Serialize)]
struct ReadingRow {
    rules: Rules,
    position: Option<Position>,
    matches: bool,
    legal: String,
}

pub(crate) fn run(arguments: IdentifyArguments) -> anyhow::Result<()> {
    let setup: Setup = arguments.position.parse()?;
    if arguments.moves.len() > 1 && arguments.moves.contains(&Move::Pass) {
        bail!("pass cannot be given with other moves: give pass alone, or leave it out");
    }
    let identified = Identified::new(setup, arguments.die, arguments.moves);
    let mut errors = identified.readings.iter().map(|reading| &reading.error);
    if let Some(Some(error)) = errors.next()
        && errors.all(Option::is_some)
    {
        let typed = shortened(&arguments.position);
        bail!("no rule set allows the position {typed}: {error}");
    }
    arguments.shared.print(
        || show::identify::identified(&identified),
        &identified,
        identified.readings.iter().map(row),
    )
}

fn row(reading: &Reading) -> ReadingRow {
    let legal: Vec<String> = reading.legal.iter().map(Move::to_string).collect();
    ReadingRow {
        rules: reading.rules,
        position: reading.position,
        matches: reading.matches,
        legal: legal.join(" "),
    }
}
