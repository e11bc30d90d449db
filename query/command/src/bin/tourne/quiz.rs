//! `tourne quiz`: choices to practise, drawn at random or the mistakes of a recorded game.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use tourne::play::quiz::{Question, ask, drawn};
use tourne_query::grading::Kind;
use tourne_solver::Rules;
use tourne_solver::file::shown;
use tourne_study::review::record::Game;
use tourne_study::review::{Thresholds, review};
use tourne_terminal::{Interrupted, check_inputs};

use crate::arguments::{SolutionArguments, drawn_seed};
use crate::review::read_games;
use crate::table;
use crate::world::{World, named};

/// Practise: choices from real games, with the answer and the reasons
#[derive(Args)]
#[command(before_help = "\
Examples:
  tourne quiz                          ten questions
  tourne quiz --kind missed-home       only homecomings that are easily missed
  tourne quiz --file game.txt          the mistakes of a game that was played")]
pub(crate) struct QuizArguments {
    /// Number of questions
    #[arg(long, value_name = "N", default_value_t = 10,
        value_parser = clap::value_parser!(u16).range(1..=1000))]
    count: u16,
    #[arg(long, value_name = "KIND", conflicts_with = "record", help = help_of_kinds())]
    kind: Option<Kind>,
    /// Ask about the mistakes of a recorded game, as "tourne review" finds them, the costliest first
    #[arg(long = "file", value_name = "FILE", conflicts_with = "seed")]
    record: Option<PathBuf>,
    /// Seed of the questions: the same seed gives the same questions [default: a new one]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    solution: SolutionArguments,
}

fn help_of_kinds() -> String {
    let kinds = Kind::ALL.map(|kind| kind.to_string().replace(' ', "-"));
    format!("Practise one kind of mistake: {}", kinds.join(", "))
}

pub(crate) fn run(arguments: &QuizArguments) -> anyhow::Result<()> {
    table::handle_stops()?;
    check_inputs(&[
        ("the answers", Some(Path::new("-"))),
        arguments.solution.file(),
        ("--file", arguments.record.as_deref()),
    ])?;
    let mut source = arguments.solution.source();
    let games = match &arguments.record {
        Some(file) => {
            let games = read_games(file, source.rules)?;
            source.rules = Some(only_rules(file, &games)?);
            games
        }
        None => Vec::new(),
    };
    let seed = match (&arguments.record, arguments.seed) {
        (Some(_), _) => None,
        (None, seed) => Some(seed.map_or_else(drawn_seed, Ok)?),
    };
    let world = World::open_exact(source)?;
    let (questions, arena) = world.in_arena(|arena| {
        let questions = match &arguments.record {
            Some(file) => mistakes(arguments, &world, file, &games)?,
            None => drawn(
                arena,
                arguments.kind,
                seed.unwrap_or_default(),
                usize::from(arguments.count),
            )?,
        };
        Ok((questions, arena.clone()))
    })?;
    let explainer = world.explainer()?;
    let mut table = table::open(false)?;
    if let Some(seed) = seed {
        table.tell(&format!(
            "The seed is {seed}: --seed {seed} asks the same questions again.\n"
        ))?;
    }
    if !ask(&mut *table, &questions, &arena, explainer)? {
        bail!(Interrupted("the quiz is not finished".to_owned()));
    }
    Ok(())
}

/// Returns the rule set of the games, or an error if they have several: all questions of a quiz have the same rules.
fn only_rules(file: &Path, games: &[Game]) -> anyhow::Result<Rules> {
    let rules = games.first().map_or(Rules::STANDARD, |game| game.rules);
    match games.iter().find(|game| game.rules != rules) {
        None => Ok(rules),
        Some(other) => bail!(
            "{} has games of {rules} and of {}: put the games of each rule set into a file of their own",
            shown(file),
            other.rules
        ),
    }
}

/// Returns the mistakes in the games of a file, costliest first, cut to the number of questions that the user wants.
fn mistakes(
    arguments: &QuizArguments,
    world: &World,
    file: &Path,
    games: &[Game],
) -> anyhow::Result<Vec<Question>> {
    let solution = &world.solution;
    let mut mistakes: Vec<(f64, Question)> = Vec::new();
    let mut known = HashSet::new();
    for game in games {
        let reviewed = review(game, solution, Thresholds::usual(solution.unit()));
        let reviewed = named(&world.source, reviewed)?;
        let turns = reviewed.turns.iter().filter(|turn| turn.loss > 0.0);
        for turn in turns {
            let question = (turn.position, turn.die);
            if known.insert(question) {
                mistakes.push((turn.loss, question));
            }
        }
    }
    if mistakes.is_empty() {
        let name = shown(file);
        bail!("there is no mistake in {name}: every move was best");
    }
    mistakes.sort_by(|one, other| other.0.total_cmp(&one.0));
    mistakes.truncate(usize::from(arguments.count));
    Ok(mistakes.into_iter().map(|(_, question)| question).collect())
}
