//! `tourne quiz`: choices to practise, drawn at random or the mistakes of a recorded game.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use tourne::grading::Kind;
use tourne::play::practice::Practice;
use tourne::play::quiz::{Decision, ask};
use tourne::review::record::Game;
use tourne::review::{Thresholds, review};
use tourne_solver::file::shown;
use tourne_solver::terminal::{Exit, check_inputs};
use tourne_solver::{Rules, printable};

use crate::arguments::{SolutionArguments, drawn_seed};
use crate::daily::{self, Day};
use crate::review::read_games;
use crate::side::{self, is_wanted};
use crate::table;
use crate::world::World;

/// Practise: choices from games, with the answer and the reasons
#[derive(Args)]
#[command(before_help = "\
Examples:
  tourne quiz                          ten questions
  tourne quiz --hard                   ten that good players get wrong
  tourne quiz --kind missed-home       only homecomings that are easily missed
  tourne quiz --daily                  the ten of today, the same for everyone
  tourne quiz --file game.txt          the mistakes of a game that was played
  tourne quiz --file game.txt --side You    only yours, after tourne play")]
pub(crate) struct QuizArguments {
    /// Number of questions
    #[arg(long, value_name = "N", default_value_t = 10,
        value_parser = clap::value_parser!(u16).range(1..=1000))]
    count: u16,
    #[arg(long, value_name = "KIND", help = help_of_kinds())]
    kind: Option<Kind>,
    /// Ask where good players err: where the best card, level 7 or the rule "hit or bring home" plays a move that is not
    /// best, as often as games bring it
    #[arg(long)]
    hard: bool,
    /// Ask about the mistakes of a recorded game, as "tourne review" finds them, the costliest first
    #[arg(long = "file", value_name = "FILE")]
    record: Option<PathBuf>,
    /// Ask only about the mistakes of the player who has this name in the record ("tourne play" writes You)
    #[arg(long, value_name = "NAME", requires = "record")]
    side: Option<String>,
    /// Seed of the questions: the same seed gives the same questions [default: a new one]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[arg(long, value_name = "DATE", num_args = 0..=1, help = daily::help("the ten questions"),
        conflicts_with_all = ["seed", "record", "count", "kind", "hard"])]
    #[expect(clippy::option_option, reason = "absent, without DATE, or with it")]
    daily: Option<Option<Day>>,
    #[command(flatten)]
    solution: SolutionArguments,
}

impl QuizArguments {
    /// Refuses options of drawn questions beside those of a record.
    fn check_file(&self) -> anyhow::Result<()> {
        let drawn = [
            ("--seed", self.seed.is_some()),
            ("--kind", self.kind.is_some()),
            ("--hard", self.hard),
        ];
        let given = drawn.iter().find(|(_, is_given)| *is_given);
        match given.filter(|_| self.record.is_some()) {
            Some((option, _)) => bail!(
                "--file cannot be used with {option}: --file asks about the mistakes of a record, the costliest first, and \
                 {option} is for questions that are drawn: leave one of them out"
            ),
            None => Ok(()),
        }
    }
}

fn help_of_kinds() -> String {
    let kinds = Kind::ALL.map(Kind::hyphened);
    format!("Practise one kind of mistake: {}", kinds.join(", "))
}

pub(crate) fn run(arguments: &QuizArguments) -> Result<(), Exit> {
    table::handle_stops()?;
    arguments.check_file()?;
    let mut source = arguments.solution.source();
    let (named, file) = source.file();
    check_inputs(&[
        ("the answers", Some(Path::new("-"))),
        (named, file.as_deref()),
        ("--file", arguments.record.as_deref()),
    ])?;
    let games = match &arguments.record {
        Some(file) => {
            let games = read_games(file, source.rules)?;
            source.rules = Some(only_rules(file, &games)?);
            side::check(arguments.side.as_deref(), games.iter())?;
            games
        }
        None => Vec::new(),
    };
    let day = daily::chosen(arguments.daily);
    let seed = match (&arguments.record, arguments.seed, &day) {
        (Some(_), ..) => None,
        (None, _, Some(day)) => Some(u64::from(day.seed)),
        (None, seed, None) => Some(seed.map_or_else(drawn_seed, Ok)?),
    };
    let world = World::open(&source)?;
    let (questions, arena) = world.in_arena(|arena| {
        let questions = match &arguments.record {
            Some(file) => mistakes(arguments, &world, file, &games)?,
            None => Practice::new(arena, arguments.kind, arguments.hard)?
                .drawn(seed.unwrap_or_default(), usize::from(arguments.count)),
        };
        Ok((questions, arena.clone()))
    })?;
    let explainer = world.explainer()?;
    let mut table = table::open(false)?;
    let introduced = match (&day, seed) {
        (Some(day), _) => table.say(&day.introduction("questions")),
        (None, Some(seed)) => table.tell(&format!(
            "The seed is {seed}: --seed {seed} asks the same questions again.\n"
        )),
        (None, None) => Ok(()),
    };
    introduced.map_err(Exit::of_output)?;
    match ask(&mut *table, &questions, &arena, explainer, day.as_ref()) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Exit::Interrupted("the quiz is not finished".to_owned())),
        Err(error) => Err(table::exit(error)),
    }
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
) -> anyhow::Result<Vec<Decision>> {
    let (solution, side) = (&world.solution, arguments.side.as_deref());
    let mut mistakes: Vec<(f64, Decision)> = Vec::new();
    let mut known = HashSet::new();
    for game in games {
        let reviewed = review(game, solution, Thresholds::usual(solution.unit()))?;
        let turns = reviewed.turns.iter();
        let wanted = turns.filter(|turn| turn.loss > 0.0 && is_wanted(side, &turn.side));
        for turn in wanted {
            let question = turn.die.map(|die| (turn.position, die));
            if let Some(question) = question.filter(|question| known.insert(*question)) {
                mistakes.push((turn.loss, question));
            }
        }
    }
    if mistakes.is_empty() {
        let of = side.map_or(String::new(), |side| format!(" of {}", printable(side)));
        bail!(
            "there is no mistake{of} in {}: every move was best",
            shown(file)
        );
    }
    mistakes.sort_by(|one, other| other.0.total_cmp(&one.0));
    mistakes.truncate(usize::from(arguments.count));
    Ok(mistakes.into_iter().map(|(_, question)| question).collect())
}
