//! `tourne review`: recorded games, compared with perfect play.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use serde::Serialize;
use tourne::show::numbers::{self, as_written, signed};
use tourne::show::{curve, reasons};
use tourne_query::ask::Measure;
use tourne_query::solutions::Source;
use tourne_solver::file::shown;
use tourne_solver::{Rules, Unit, printable};
use tourne_study::review::record::{self, Game};
use tourne_study::review::{
    LedgerLine, Mark, PlayerSum, Review, SideSum, Thresholds, players, review,
};
use tourne_terminal::{
    Answers, ForceArgument, Format, FormatArgument, Output, check_inputs, columns,
};

use crate::arguments::opened;
use crate::threshold::Threshold;
use crate::world::{World, named};

/// Review recorded games: the loss of each move and the luck of each throw
#[derive(Args)]
#[command(
    before_help = "\
Examples:
  tourne review game.txt
  tourne review game.txt --rules double-win
  tourne review games/*.txt              what each player did in all of them
  tourne review game.txt --svg game.svg --doubtful 0.5%",
    after_help = "\
The file has header lines such as \"rules: standard\" or \"position: 38h/6hh\" (where the game begins), then \
a line for each turn: side, both dice, move, such as \"A 3-2 off/2\" or \"1. A 3-2 off/2\". Text after a # \
is a comment. A header after turns begins another game; \"result: A resigns\" there ends the one before it.\n\
\n\
With --svg -, the picture goes to standard output, and the answer to standard error. \"tourne help review\" \
describes the file and every field of the answer."
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
    /// Write the course of the games as an SVG picture; - is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
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

/// Reviews the games of all files, and prints the result.
pub(crate) fn run(arguments: &ReviewArguments) -> anyhow::Result<()> {
    let files = arguments.files.iter();
    let files = files.map(|file| ("the games", Some(&**file)));
    let table = ("--table", arguments.table.as_deref());
    let inputs: Vec<_> = files.chain([table]).collect();
    check_inputs(&inputs)?;
    let answers = Answers::beside(&[("--svg", arguments.svg.as_deref())], &inputs)?;
    let picture = arguments.svg.as_ref();
    let picture = picture.map(|path| Output::new(path, &[curve::HEAD], arguments.force));
    let picture = picture.transpose()?;
    let mut games = Vec::new();
    let mut files = Vec::new();
    for file in &arguments.files {
        let read = read_games(file, arguments.rules)?;
        let name = (arguments.files.len() > 1).then(|| shown(file));
        files.resize(files.len() + read.len(), name);
        games.extend(read);
    }
    let reviews = reviewed(&games, arguments)?;
    // The sums of a single game are already printed below it.
    let players = match &reviews[..] {
        [_] => Vec::new(),
        _ => players(&reviews),
    };
    let games = files.iter().zip(&reviews).map(|(file, review)| InFile {
        file: file.as_deref(),
        review,
    });
    let answer = ReviewAnswer {
        games: games.collect(),
        players: &players,
    };
    let format = arguments.shared.format;
    let answer = format.write(answers, || text(&answer), &answer, rows(&answer))?;
    answers.print(&answer)?;
    if let Some(picture) = picture {
        picture.write(curve::svg(&reviews))?;
    }
    Ok(())
}

/// Reads the games of a file; `rules` is the rule set of games whose record names no rules.
pub(crate) fn read_games(file: &Path, rules: Option<Rules>) -> anyhow::Result<Vec<Game>> {
    record::read_by(opened(file)?, rules)
        .with_context(|| format!("cannot read {} as a record of games", shown(file)))
}

fn text(answer: &ReviewAnswer) -> String {
    let mut texts = Vec::new();
    let mut before = None;
    for &InFile { file, review } in &answer.games {
        let title = match file {
            Some(name) if file != before => format!("{name}\n\n"),
            _ => String::new(),
        };
        before = file;
        texts.push(title + &reviewed_text(review, columns()));
    }
    if !answer.players.is_empty() {
        texts.push(sums_of_players(answer.games.len(), answer.players));
    }
    texts.join("\n")
}

fn reviewed(games: &[Game], arguments: &ReviewArguments) -> anyhow::Result<Vec<Review>> {
    let mut reviews = Vec::with_capacity(games.len());
    // Solve each rule set once, even if several games have it.
    let mut worlds: Vec<World> = Vec::new();
    for game in games {
        let source = Source {
            file: arguments.table.clone(),
            rules: Some(game.rules),
        };
        let known = worlds.iter().position(|world| world.rules() == game.rules);
        let at = known.unwrap_or(worlds.len());
        if at == worlds.len() {
            worlds.push(World::open_exact(source)?);
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
            bail!(
                "--doubtful {doubtful} is more than --bad {bad}: write the smaller loss for --doubtful"
            );
        }
        let mut review = named(&world.source, review(game, solution, thresholds))?;
        if shows_reasons(&review, arguments.shared.format) {
            named(&world.source, review.explain(world.explainer()?, solution))?;
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
struct ReviewAnswer<'a> {
    games: Vec<InFile<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    players: &'a [PlayerSum],
}

/// Review of a game, with the file name if there are several files.
#[derive(Clone, Copy, Serialize)]
struct InFile<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(flatten)]
    review: &'a Review,
}

#[derive(Serialize)]
struct ReviewRow<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    game: usize,
    #[serde(flatten)]
    turn: LedgerLine,
}

fn rows<'a>(answer: &ReviewAnswer<'a>) -> impl Iterator<Item = ReviewRow<'a>> {
    let games = (1..).zip(&answer.games);
    games.flat_map(|(game, &InFile { file, review })| {
        let turns = review.steps().into_iter();
        turns.map(move |turn| ReviewRow { file, game, turn })
    })
}

/// Maximum width of a bar, in columns.
const BAR: usize = 24;
/// Width of the text to the left of a turn's bar, without the player's name, in columns.
const BEFORE_BAR: usize = 56;

/// Formats a review: the turns, details of the marked turns, and the totals. Marked moves are compared with the best
/// moves if the review is [explained](Review::explain). Bars are shortened to fit `width` columns.
fn reviewed_text(review: &Review, width: Option<usize>) -> String {
    let unit = review.unit;
    let amount = |value| numbers::amount(unit, value);
    let [first, second] = review.sides.each_ref().map(|side| printable(&side.side));
    let mut text = String::new();
    for (name, content) in &review.headers {
        text += &format!("{}: {}\n", printable(name), printable(content));
    }
    let rules = review.rules;
    text += &format!("{first} against {second}, {rules}; the value is that of {first}\n\n");
    let wide = columns_of(&first).max(columns_of(&second));
    let room = width.map_or(BAR, |width| width.saturating_sub(BEFORE_BAR + wide));
    let row = |number: &str, name: &str, dice: &str, played: &str, numbers: [&str; 3]| {
        let [luck, loss, value] = numbers;
        let gap = " ".repeat(wide - columns_of(name));
        format!("{number:>4} {name}{gap} {dice:<4} {played:<8} {luck:>10}  {loss:>10}  {value:>10}")
    };
    text += &row("", "", "dice", "move", ["luck", "loss", "value"]);
    let start = amount(review.start);
    text += &format!("\n{:>41}  {start:>10}\n", "before the first throw");
    for (step, at) in review.steps().iter().zip(1..) {
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
        let line = row(&at, &side, &dice, &played, numbers);
        let bar = curve::bar(step.chance, rules, unit, room.min(BAR));
        let line = line + "  " + &bar;
        text += line.trim_end();
        text += "\n";
    }
    text += &marked(review);
    if review.resigned.is_some() || review.turns.iter().any(|turn| turn.mark.is_some()) {
        text += "\n";
    }
    text += "\n";
    for side in &review.sides {
        text += &totals(side, review.rules, review.unit);
    }
    let what = ["value now", "result"][usize::from(review.finished)];
    let [result, start] = [review.result, review.start].map(amount);
    let [luck, errors] = [review.luck, review.errors].map(|sum| signed(unit, sum));
    text + &format!(
        "{what} {result} - value at the start {start} = luck {luck} - errors {errors}\n"
    )
}

/// Returns the number of columns of a name, without the invisible characters that [`printable`] puts around names from
/// right to left.
fn columns_of(name: &str) -> usize {
    let visible = name
        .chars()
        .filter(|it| !('\u{2068}'..='\u{2069}').contains(it));
    visible.count()
}

/// Describes the marked moves and the resignation, each with the better choice.
fn marked(review: &Review) -> String {
    let unit = review.unit;
    let mut text = String::new();
    let mut marked = review.turns.iter().filter(|turn| turn.mark.is_some());
    if marked.any(|turn| turn.reasons().is_some()) {
        text += "\nBelow, \"you\" is whoever made the move.";
    }
    for (turn, at) in review.turns.iter().zip(1..) {
        let Some(mark) = turn.mark.map(Mark::text) else {
            continue;
        };
        let (side, line, position) = (printable(&turn.side), turn.line, turn.position);
        let (roll, played, best) = (turn.roll, turn.played, turn.best);
        text += &format!(
            "\nturn {at} (line {line}): {side} with {roll} at {position}: {played}{mark}, best is {best}"
        );
        if let Some((played, best)) = turn.reasons() {
            let measure = Measure::Game(unit);
            text += &format!("\n{}", reasons::against_best(played, best, measure));
        }
    }
    if let Some(how) = &review.resigned {
        let (turn, line, side) = (review.turns.len() + 1, how.line, printable(&how.side));
        let (position, mark) = (how.position, how.mark.map_or("", Mark::text));
        let with = how.roll.map(|roll| format!(" with {roll}"));
        let best = how.best.map(|best| format!(", best is {best}"));
        let what = best.as_ref().map_or("the position", |_| "that move");
        text += &format!(
            "\nturn {turn} (line {line}): {side}{} at {position}: resigns{mark}{}\nResigning gives away {}: {what} would \
             have been worth {}.",
            with.unwrap_or_default(),
            best.unwrap_or_default(),
            numbers::loss(unit, how.loss),
            numbers::amount(unit, how.before + how.luck),
        );
    }
    text
}

/// Formats the sums of each player over all games.
fn sums_of_players(games: usize, players: &[PlayerSum]) -> String {
    let mut text = format!("All {games} games\n\n");
    for player in players {
        let (name, rules) = (printable(&player.sums.side), player.rules);
        let noun = if player.games == 1 { "game" } else { "games" };
        let (games, finished, won) = (player.games, player.finished, player.won);
        text += &format!("{name}: {games} {noun} of {rules}, {finished} finished, {won} won\n");
        text += &totals(&player.sums, player.rules, player.unit);
    }
    text
}

fn totals(side: &SideSum, rules: Rules, unit: Unit) -> String {
    let rating = side
        .rating
        .map(|rating| format!("; rating {}", numbers::rating_in_words(rating, rules)));
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
        rating.unwrap_or_default()
    )
}
