//! `tourne review`: recorded games, compared with perfect play.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::Args;
use serde::Serialize;
use tourne::review::record::{self, Game};
use tourne::review::{
    Choice, Mark, PlayerSum, Review, Reviewed, ReviewedGame, Reviews, SideSum, Thresholds, review,
};
use tourne::show::numbers::{self, as_written, signed};
use tourne::show::{curve, reasons};
use tourne::solutions::Source;
use tourne_solver::file::shown;
use tourne_solver::terminal::{
    Answers, Exit, ForceArgument, Format, FormatArgument, Output, check_inputs, columns, padded,
};
use tourne_solver::{Rules, Unit, printable};

use crate::arguments::{NamedArgument, opened};
use crate::side::{self, is_wanted};
use crate::threshold::Threshold;
use crate::world::World;

/// Review recorded games: losses of moves and luck of throws
#[derive(Args)]
#[command(
    before_help = "\
Examples:
  tourne review game.txt
  tourne review game.txt --rules double-win
  tourne review games/*.txt              what each player did in all of them
  tourne review game.txt --side You      only your mistakes, after tourne play
  tourne review game.txt --svg game.svg --doubtful 0.5%",
    after_help = "\
The file has header lines such as \"rules: standard\" or \"position: 38h/6hh\" (where the game begins), then \
a line for each turn: side, both dice, move, such as \"A 3-2 off/2\" or \"1. A 3-2 off/2\". Text after a # \
is a comment. A header after turns begins another game; \"result: A resigns\" there ends the one before it. \
\"tourne play --from FILE --turn N\" plays on from a turn.
\
\n\
With --svg -, the picture goes to standard output, and the answer to standard error. \"tourne help review\" \
describes the file and every field of the answer.",
    mut_arg("force", |force| force.help("Replace the file of --svg even if it is not such a picture")),
)]
pub(crate) struct ReviewArguments {
    /// Files with the games, or - for standard input; for several games, the totals of each player are added
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Mark moves that give away at least LOSS as doubtful (?!): 2% or 0.02, or points where a win can count two
    /// [default: 1%, or 0.02 points]
    #[arg(long, value_name = "LOSS")]
    doubtful: Option<Threshold>,
    /// Mark moves that give away at least LOSS as bad (?) [default: 3%, or 0.06 points]
    #[arg(long, value_name = "LOSS")]
    bad: Option<Threshold>,
    /// Show the marks, mistakes and sums of the player who has this name in the record ("tourne play" writes You), and
    /// leave out games in which nobody has it; JSON and CSV hold the turns of this player only
    #[arg(long, value_name = "NAME")]
    side: Option<String>,
    /// Write the course of the games as an SVG picture; - is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
    #[command(flatten)]
    solution: NamedArgument,
    /// Rule set of games whose record names none [default: standard]
    #[arg(long, value_name = "NAME")]
    rules: Option<Rules>,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &ReviewArguments) -> Result<(), Exit> {
    let files = arguments.files.iter();
    let records = files.map(|file| ("the games", Some(&**file)));
    let source = arguments.solution.source(None);
    let (named, file) = source.file();
    let inputs: Vec<_> = records.chain([(named, file.as_deref())]).collect();
    check_inputs(&inputs)?;
    let answers = Answers::beside(&[("--svg", arguments.svg.as_deref())], &inputs)?;
    let picture = match &arguments.svg {
        Some(path) => Some(Output::new(path, &[curve::HEAD], arguments.force)?),
        None => None,
    };
    let mut games: Vec<(usize, Option<String>, Game)> = Vec::new();
    for file in &arguments.files {
        let name = (arguments.files.len() > 1).then(|| shown(file));
        for game in read_games(file, arguments.rules)? {
            games.push((games.len() + 1, name.clone(), game));
        }
    }
    let side = arguments.side.as_deref();
    side::check(side, games.iter().map(|(.., game)| game))?;
    let of_several = games.len() > 1;
    games.retain(|(.., game)| side::plays(side, game));
    let mut reviews = reviewed(games.iter().map(|(.., game)| game), &source, arguments)?;
    let drawn = picture.map(|picture| (picture, curve::svg(&reviews)));
    let format = arguments.shared.format;
    if format != Format::Text {
        for review in &mut reviews {
            review.turns.retain(|turn| is_wanted(side, &turn.side));
            review.resigned.take_if(|how| !is_wanted(side, &how.side));
        }
    }
    let pairs = games.into_iter().zip(reviews);
    let games = pairs.map(|((number, file, _), review)| ReviewedGame {
        number,
        file,
        review,
    });
    let mut answer = Reviews::new(games.collect());
    let is_of_side = |player: &PlayerSum| is_wanted(side, &player.sums.side);
    answer.players.retain(is_of_side);
    let text = || text(&answer, side, of_several);
    let written = format.write(answers, text, &answer, rows(&answer))?;
    answers.print(&written)?;
    if let Some((picture, svg)) = drawn {
        picture.write(svg)?;
    }
    Ok(())
}

/// Reads the games of a file; `rules` is the rule set of games whose record names no rules.
pub(crate) fn read_games(file: &Path, rules: Option<Rules>) -> anyhow::Result<Vec<Game>> {
    record::read_by(opened(file)?, rules)
        .with_context(|| format!("cannot read {} as a record of games", shown(file)))
}

fn text(answer: &Reviews, side: Option<&str>, of_several: bool) -> String {
    let mut texts = Vec::new();
    let mut before = None;
    for game in &answer.games {
        let (file, review) = (&game.file, &game.review);
        let title = match file {
            Some(name) if before != Some(name) => format!("{name}\n\n"),
            _ => String::new(),
        };
        before = file.as_ref();
        let number = of_several.then_some(game.number);
        texts.push(title + &reviewed_text(review, number, side, columns()));
    }
    if !answer.players.is_empty() {
        texts.push(sums_of_players(answer.games.len(), &answer.players));
    }
    texts.join("\n")
}

/// Reviews the games. With `--side`, only choices of that side have marks.
fn reviewed<'a>(
    games: impl Iterator<Item = &'a Game>,
    source: &Source,
    arguments: &ReviewArguments,
) -> Result<Vec<Review>, Exit> {
    let mut reviews = Vec::new();
    // Open each solution once, even if several games have it.
    let mut worlds: Vec<World> = Vec::new();
    for game in games {
        let known = worlds.iter().position(|world| world.rules() == game.rules);
        let at = known.unwrap_or(worlds.len());
        if at == worlds.len() {
            worlds.push(World::open(&source.with_rules(game.rules))?);
        }
        let world = &worlds[at];
        let solution = &world.solution;
        let usual = Thresholds::usual(solution.unit());
        let amount = |option, given: Option<Threshold>, usual| {
            given.map_or(Ok(usual), |given| given.of_a_move(option, solution.unit()))
        };
        let thresholds = Thresholds {
            doubtful: amount("--doubtful", arguments.doubtful, usual.doubtful)?,
            bad: amount("--bad", arguments.bad, usual.bad)?,
        };
        if arguments.doubtful.is_some() && thresholds.doubtful > thresholds.bad {
            let written = |loss| as_written(solution.unit(), loss);
            let [doubtful, bad] = [thresholds.doubtful, thresholds.bad].map(written);
            return Err(anyhow!(
                "--doubtful {doubtful} is more than --bad {bad}: write the smaller loss for --doubtful"
            ).into());
        }
        let mut review = review(game, solution, thresholds)?;
        let side = arguments.side.as_deref();
        for turn in &mut review.turns {
            turn.mark.take_if(|_| !is_wanted(side, &turn.side));
        }
        if let Some(how) = &mut review.resigned {
            how.mark.take_if(|_| !is_wanted(side, &how.side));
        }
        if shows_reasons(&review, arguments.shared.format) {
            review.explain(world.explainer()?, solution)?;
        }
        reviews.push(review);
    }
    Ok(reviews)
}

/// Returns whether a review shows reasons in this format: in text for marked moves, in JSON for all mistakes.
fn shows_reasons(review: &Review, format: Format) -> bool {
    match format {
        Format::Text => review.turns.iter().any(|turn| turn.mark.is_some()),
        Format::Json => review.turns.iter().any(|turn| turn.loss > 0.0),
        Format::Csv => false,
    }
}

#[derive(Serialize)]
struct ReviewRow<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    game: usize,
    #[serde(flatten)]
    turn: &'a Reviewed,
}

fn rows(answer: &Reviews) -> impl Iterator<Item = ReviewRow<'_>> {
    answer.games.iter().flat_map(|game| {
        let turns = game.review.steps();
        turns.map(|turn| ReviewRow {
            file: game.file.as_deref(),
            game: game.number,
            turn,
        })
    })
}

/// Width of a turn's bar, in columns: with short names, the line fits into 100 columns.
const BAR: usize = 24;
/// Width of the text to the left of a turn's bar, without the player's name, in columns.
const BEFORE_BAR: usize = 56;

/// Formats a review: the turns, details of the marked turns, and the totals, of `side` if it is given. Marked moves are
/// compared with the best moves if the review is [explained](Review::explain). `number` is the number of the game, if
/// there are several. Bars are shortened to fit `width` columns.
fn reviewed_text(
    review: &Review,
    number: Option<usize>,
    side: Option<&str>,
    width: Option<usize>,
) -> String {
    let unit = review.unit;
    let amount = |value| numbers::amount(unit, value);
    let [first, second] = review.sides.each_ref().map(|side| printable(&side.side));
    let mut text = String::new();
    for (name, content) in &review.headers {
        text += &format!("{}: {}\n", printable(name), printable(content));
    }
    let rules = review.rules;
    text += &format!("{first} against {second}, {rules}; the value is that of {first}\n\n");
    let wide = tourne_solver::terminal::width(&first).max(tourne_solver::terminal::width(&second));
    let room = width.map_or(BAR, |width| width.saturating_sub(BEFORE_BAR + wide));
    let row = |number: &str, name: &str, dice: &str, played: &str, numbers: [&str; 3]| {
        let [luck, loss, value] = numbers;
        let name = padded(name, wide);
        format!("{number:>4} {name} {dice:<4} {played:<8} {luck:>10}  {loss:>10}  {value:>10}")
    };
    text += &row("", "", "dice", "move", ["luck", "loss", "value"]);
    let start = amount(review.start);
    text += &format!("\n{:>41}  {start:>10}\n", "before the first throw");
    for (step, at) in review.steps().zip(1..) {
        let mark = step.mark.map_or("", Mark::text);
        let played = format!("{}{mark}", step.played);
        let loss = match step.loss {
            0.0 => String::new(),
            loss => amount(loss),
        };
        let dice = step.roll.map_or(String::new(), |roll| roll.to_string());
        let (luck, value) = (signed(unit, step.luck), amount(step.chance));
        let numbers = [&*luck, &loss, &value];
        let (at, side) = (at.to_string(), printable(&step.side));
        let bar = curve::bar(step.chance, rules, unit, room.min(BAR));
        let line = row(&at, &side, &dice, &played, numbers) + "  " + &bar;
        text += line.trim_end();
        text += "\n";
    }
    let marked = marked(review, side, number);
    if !marked.is_empty() {
        text += &marked;
        text += "\n";
    }
    text += "\n";
    let sides = review.sides.iter();
    for sums in sides.filter(|sums| is_wanted(side, &sums.side)) {
        text += &totals(sums, review.unit);
    }
    let what = ["value now", "result"][usize::from(review.finished)];
    let [result, start] = [review.result, review.start].map(amount);
    let [luck, errors] = [review.luck, review.errors].map(|sum| signed(unit, sum));
    text + &format!(
        "{what} {result} - value at the start {start} = luck {luck} - errors {errors}\n"
    )
}

/// Describes the marked moves and the resignation of a wanted side, each with the better choice.
fn marked(review: &Review, side: Option<&str>, number: Option<usize>) -> String {
    let unit = review.unit;
    let game = number.map_or(String::new(), |number| format!("game {number}, "));
    let mut text = String::new();
    let mut marked = review.turns.iter().filter(|turn| turn.mark.is_some());
    if marked.any(|turn| turn.reasons().is_some()) {
        text += "\nBelow, \"you\" is whoever made the move.";
    }
    for (step, at) in review.steps().zip(1..) {
        let is_resigned = step.played == Choice::Resigned && is_wanted(side, &step.side);
        if step.mark.is_none() && !is_resigned {
            continue;
        }
        let (name, line, position) = (printable(&step.side), step.line, step.position);
        let (played, mark) = (step.played, step.mark.map_or("", Mark::text));
        let with = step.roll.map(|roll| format!(" with {roll}"));
        let best = step.best.map(|best| format!(", best is {best}"));
        let (with, best) = (with.unwrap_or_default(), best.unwrap_or_default());
        text += &format!(
            "\n{game}turn {at} (line {line}): {name}{with} at {position}: {played}{mark}{best}"
        );
        if let Some(played) = step.reasons() {
            text += &format!("\n{}", reasons::against_best(played));
        }
        if is_resigned {
            let what = step.best.map_or("the position", |_| "that move");
            let loss = numbers::loss(unit, step.loss);
            let worth = numbers::amount(unit, step.before + step.luck);
            text +=
                &format!("\nResigning gives away {loss}: {what} would have been worth {worth}.");
        }
    }
    text
}

fn sums_of_players(games: usize, players: &[PlayerSum]) -> String {
    let mut text = format!("All {games} games\n\n");
    for player in players {
        let (name, rules) = (printable(&player.sums.side), player.rules);
        let noun = if player.games == 1 { "game" } else { "games" };
        let (games, finished, won) = (player.games, player.finished, player.won);
        text += &format!("{name}: {games} {noun} of {rules}, {finished} finished, {won} won\n");
        text += &totals(&player.sums, player.unit);
    }
    text
}

fn totals(side: &SideSum, unit: Unit) -> String {
    let strength = side.evidence.strength();
    let strength = strength.map(|it| format!("; {}", numbers::strength(&it)));
    format!(
        "{}: luck {}, errors {}; turns {}, decisions {}, mistakes {}, doubtful {}, bad {}{}\n",
        printable(&side.side),
        signed(unit, side.luck),
        numbers::loss(unit, side.errors),
        side.turns,
        side.decisions,
        side.mistakes,
        side.doubtful,
        side.bad,
        strength.unwrap_or_default()
    )
}
