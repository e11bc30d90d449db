//! Arguments of matches: length, score, and the player who throws first.

use anyhow::bail;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use tourne_solver::matches::{FirstThrow, LONGEST_MATCH, MatchRules, MatchTable};
use tourne_solver::shortened;
use tourne_terminal::{Progress, on_threads};

/// Returns the parser of the length of a match, 1 to [`LONGEST_MATCH`] points.
pub(crate) fn length() -> ValueParser {
    #[expect(clippy::cast_possible_wrap, reason = "the longest match is to 25")]
    let longest = LONGEST_MATCH as i64;
    clap::value_parser!(u8).range(1..=longest).into()
}

/// Returns the parser of the option that says who throws first in the next game.
pub(crate) fn first_throw() -> ValueParser {
    let values = PossibleValuesParser::new([
        PossibleValue::new("dice").help("Dice decide before each game"),
        PossibleValue::new("loser").help("The loser of the last game"),
        PossibleValue::new("winner").help("The winner of the last game"),
        PossibleValue::new("alternate").help("The player who did not begin the last game"),
    ]);
    values
        .map(|name| match &*name {
            "loser" => FirstThrow::Loser,
            "winner" => FirstThrow::Winner,
            "alternate" => FirstThrow::Alternate,
            _ => FirstThrow::Dice,
        })
        .into()
}

/// Solves a match: computes the probability of winning at every score.
pub(crate) fn solved(of: MatchRules) -> anyhow::Result<MatchTable> {
    let table = on_threads(None, || {
        let progress = Progress::new(format!("{}: scores of the match", of.rules));
        MatchTable::new(of, &mut |done, scores| progress.count(done, scores))
    })?;
    Ok(table?)
}

#[derive(Args)]
pub(crate) struct MatchScore {
    /// Play for a match to N points, at the score given with --score
    #[arg(long = "match", value_name = "N", requires = "score", value_parser = length())]
    pub(crate) length: Option<u8>,
    /// Points so far: of the side on roll, then of its opponent
    #[arg(long, value_name = "A-B", requires = "length", value_parser = score)]
    pub(crate) score: Option<[usize; 2]>,
    /// How it is decided who throws first in the next game [default: dice]
    #[arg(long, requires = "length", value_parser = first_throw())]
    pub(crate) first: Option<FirstThrow>,
    /// With --first alternate: did the side on roll begin this game?
    #[arg(long, requires = "length",
        value_parser = PossibleValuesParser::new(["yes", "no"]).map(|word| word == "yes"))]
    pub(crate) began: Option<bool>,
}

/// Parses the points of the side on roll and those of its opponent, with a dash between them.
fn score(text: &str) -> anyhow::Result<[usize; 2]> {
    let points = |text: &str| text.trim().parse::<u16>().ok().map(usize::from);
    let (own, other) = text.split_once('-').unzip();
    match (own.and_then(points), other.and_then(points)) {
        (Some(own), Some(other)) => Ok([own, other]),
        _ => bail!(
            "\"{}\" is not a score: write the points of the side on roll, a dash, and those of its opponent, such as 3-1",
            shortened(text)
        ),
    }
}
