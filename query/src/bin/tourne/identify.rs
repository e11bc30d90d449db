//! `tourne identify`: the rule sets that allow exactly the given moves.

use anyhow::{anyhow, bail};
use clap::Args;
use serde::Serialize;
use tourne::facts::Identified;
use tourne_solver::terminal::{Exit, FormatArgument, aligned};
use tourne_solver::{Die, Move, Position, Roll, Rules, Setup, shortened};

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

pub(crate) fn run(arguments: IdentifyArguments) -> Result<(), Exit> {
    let setup: Setup = arguments.position.parse()?;
    if arguments.moves.len() > 1 && arguments.moves.contains(&Move::Pass) {
        return Err(anyhow!(
            "pass cannot be given with other moves: give pass alone, or leave it out"
        )
        .into());
    }
    let identified = Identified::new(setup, arguments.die, arguments.moves);
    let mut errors = identified.readings.iter().map(|reading| &reading.error);
    if let Some(Some(error)) = errors.next()
        && errors.all(Option::is_some)
    {
        let typed = shortened(&arguments.position);
        return Err(anyhow!("no rule set allows the position {typed}: {error}").into());
    }
    let rows = identified.readings.iter().map(|reading| ReadingRow {
        rules: reading.rules,
        position: reading.position,
        matches: reading.matches,
        legal: joined(&reading.legal, " "),
    });
    let format = &arguments.shared;
    format.print(|| text(&identified), &identified, rows)
}

/// Lists the rule sets that match, then all rule sets with their legal moves.
fn text(identified: &Identified) -> String {
    let impossible = identified.impossible();
    let heading = if !impossible.is_empty() {
        let moves = joined(&impossible, " or ");
        format!("No rule set allows {moves} with a {}.", identified.die)
    } else if identified.matching.is_empty() {
        "No rule set allows exactly these moves.".to_owned()
    } else {
        format!(
            "Exactly these moves: {}.",
            joined(&identified.matching, ", ")
        )
    };
    let lines = identified.readings.iter().map(|reading| {
        let detail = match (reading.position, &reading.error) {
            (Some(position), _) => format!("{position}: {}", joined(&reading.legal, ", ")),
            (None, error) => error.clone().unwrap_or_default(),
        };
        let verdict = if reading.matches { "yes" } else { "no" };
        (verdict, format!("{:<20} {detail}", reading.rules))
    });
    heading + "\n\n" + &aligned(&lines.collect::<Vec<_>>())
}

fn joined(items: &[impl ToString], separator: &str) -> String {
    let texts = items.iter().map(ToString::to_string);
    texts.collect::<Vec<_>>().join(separator)
}
