//! `tourne match`: the probability of winning a match at every score.

use clap::Args;
use tourne::facts::{MatchScores, ScoreRow};
use tourne::show::numbers::in_percent;
use tourne::show::table::folded;
use tourne_solver::digits::rounded_up;
use tourne_solver::matches::{FirstThrow, MatchRules};
use tourne_solver::terminal::{Exit, FormatArgument, columns};
use tourne_solver::{Rules, Stakes};

use crate::arguments::{SolutionArguments, first_throw, length, note_scores, solved};
use crate::world::World;

/// Show the probability of winning a match at every score
#[derive(Args)]
#[command(before_help = "\
Examples:
  tourne match 7                      dice decide who begins each game
  tourne match 7 --rules double-win --first loser     the loser begins the next")]
pub(crate) struct MatchArguments {
    /// Number of points that win the match
    #[arg(value_parser = length())]
    length: u8,
    #[command(flatten)]
    solution: SolutionArguments,
    /// How it is decided who throws first in the next game
    #[arg(long, default_value = "dice", value_parser = first_throw())]
    first: FirstThrow,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &MatchArguments) -> Result<(), Exit> {
    let source = arguments.solution.source();
    let rules = source.rules.unwrap_or(Rules::STANDARD);
    // Where a win can count two points, the game is solved at each score, whatever its solution.
    let is_needed = source.named.is_some() || rules.stakes == Stakes::Single;
    let world = is_needed.then(|| World::open(&source)).transpose()?;
    let rules = world.as_ref().map_or(rules, World::rules);
    if let Some(world) = &world
        && rules.stakes == Stakes::DoubleWin
    {
        note_scores(&world.origin);
    }
    let of = MatchRules {
        rules,
        length: usize::from(arguments.length),
        first: arguments.first,
    };
    let scores = MatchScores::new(&solved(of, world.as_ref().map(|world| &world.solution))?);
    let format = &arguments.shared;
    format.print(|| text(&scores, columns()), &scores, &scores.scores)
}

/// Formats the probabilities in [folded] tables: own points down, the points of the opponent across.
fn text(scores: &MatchScores, width: Option<usize>) -> String {
    let square = |chance: fn(&ScoreRow) -> f64| square(scores, chance, width);
    let begins = match scores.first {
        FirstThrow::Dice => "dice decide who begins each game",
        FirstThrow::Loser => "the loser begins the next game",
        FirstThrow::Winner => "the winner begins the next game",
        FirstThrow::Alternate => "the players begin in turn",
    };
    let (length, rules) = (scores.length, scores.rules);
    let bound = rounded_up(scores.error_bound, 0);
    let mut text = format!(
        "Match to {length} points, {rules}; {begins}.\nProbability of winning the match in percent (within {bound}); own \
         points down, the opponent's across.\n"
    );
    if scores.first == FirstThrow::Dice {
        text += "\nBefore the draw:\n";
        text += &square(|row| row.before_draw);
    }
    text += "\nThrowing first in the next game:\n";
    text += &square(|row| row.throwing_first);
    text += "\nThrowing second in the next game:\n";
    text + &square(|row| row.throwing_second)
}

fn square(scores: &MatchScores, chance: fn(&ScoreRow) -> f64, width: Option<usize>) -> String {
    let points = (0..scores.length).map(|points| points.to_string());
    let header: Vec<String> = [String::new()].into_iter().chain(points.clone()).collect();
    let rows = points.zip(scores.scores.chunks(scores.length));
    let rows = rows.map(|(own, rows)| {
        let cells = rows.iter().map(|row| in_percent(chance(row), 3));
        [own].into_iter().chain(cells).collect()
    });
    folded(&header, rows, width)
}
