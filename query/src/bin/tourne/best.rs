//! `tourne best`: the moves of a position, best first, or answers to many questions.

use std::path::Path;
use std::slice::Iter;

use anyhow::bail;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use tourne::ask::{Answer, Found, Judge, Measure, Question, Ranked, batch, needs};
use tourne::facts::{Explained, Explainer, Reasons, board};
use tourne::show::numbers::{self, expectation, loss_of};
use tourne_solver::matches::{AtScore, FirstThrow};
use tourne_solver::terminal::{
    Exit, Format, FormatArgument, Progress, StandardInput, StandardOutput, check_inputs, on_threads,
};
use tourne_solver::{Rules, shortened};

use crate::arguments::{SolutionArguments, first_throw, length, note_scores};
use crate::world::World;

/// Number of lines that one parallel task explains. An explanation takes 0.02 ms with one die and 0.1 ms with all dice
/// (measured), so a task takes a millisecond or less, and the first answers come soon.
const EXPLAINED_PER_TASK: usize = 16;

/// Show all moves of a position, best first
#[derive(Args)]
#[command(
    before_help = "\
Examples:
  tourne best 04h/007 3               0 is off, a point 10, b 11, h home
  tourne best 04h/007:3               the same, as one word
  tourne best 0,4,12/0,0,7 4-3        the same; of two dice the lower is played
  tourne best 04h/007 --format json   for every die, as JSON
  tourne best 04h/007 3 --explain     with the reasons for and against each move
  tourne best x45/006 3 --rules forced-entry    x was hit and must re-enter
  tourne best 04h/007 3 --rules double-win --match 5 --score 3-1
  tourne best - <questions.txt        many questions, answered in JSON
  tourne best - --explain <questions.txt      the same, with reasons",
    after_help = "\
With -, questions are read from standard input, one per line: POSITION, POSITION:ROLL or POSITION ROLL. \
Each is answered with one line of JSON, with --explain with the reasons too; a line that cannot be answered gets an object with \"error\", \
\"line\" and \"question\". \"tourne help answers\" explains every field."
)]
pub(crate) struct BestArguments {
    /// The men of the side on roll, a slash, the men of its opponent, and optionally a colon and a
    /// throw; or - for standard input
    position: String,
    /// Two dice (43 or 4-3), or the die that is played (3); without a throw, every die
    roll: Option<String>,
    #[command(flatten)]
    solution: SolutionArguments,
    /// Play for a match to N points, at the score given with --score
    #[arg(long = "match", value_name = "N", requires = "score", value_parser = length())]
    length: Option<u8>,
    /// Points so far: of the side on roll, then of its opponent
    #[arg(long, value_name = "A-B", requires = "length", value_parser = score)]
    score: Option<[usize; 2]>,
    /// How it is decided who throws first in the next game [default: dice]
    #[arg(long, requires = "length", value_parser = first_throw())]
    first: Option<FirstThrow>,
    /// With --first alternate: did the side on roll begin this game?
    #[arg(long, requires = "length",
        value_parser = PossibleValuesParser::new(["yes", "no"]).map(|word| word == "yes"))]
    began: Option<bool>,
    /// Explain each move: the men it hits, the throws that can hit next, the chances to hit and to come home, the pips
    /// left, how games end (not in a match), the kind of mistake, and the throws that cause the loss
    #[arg(long)]
    explain: bool,
    /// Format of the answer [default: text; with -, json]
    #[arg(long, value_enum)]
    format: Option<Format>,
}

pub(crate) fn run(arguments: &BestArguments) -> Result<(), Exit> {
    let many = arguments.position == "-";
    if many {
        check_many(arguments)?;
    }
    let asked = Asked::open(arguments)?;
    if many {
        answer_lines(arguments, &asked)
    } else {
        answer(arguments, &asked)
    }
}

/// What answers the questions: best play at a score of a match, or a solution.
enum Asked {
    Match(Box<AtScore>, Explainer),
    Game(Box<World>),
}

impl Asked {
    fn open(arguments: &BestArguments) -> Result<Asked, Exit> {
        let source = arguments.solution.source();
        let (Some(length), Some(score)) = (arguments.length, arguments.score) else {
            return Ok(Asked::Game(Box::new(World::open(&source)?)));
        };
        let rules = if source.named.is_some() {
            let world = World::open(&source)?;
            note_scores(&world.origin);
            world.rules()
        } else {
            source.rules.unwrap_or(Rules::STANDARD)
        };
        let judge = match_judge(arguments, rules, usize::from(length), score)?;
        let explainer = Explainer::of_match(rules);
        Ok(Asked::Match(Box::new(judge), explainer))
    }

    fn judge(&self) -> &(dyn Judge + Sync) {
        match self {
            Asked::Match(judge, _) => &**judge,
            Asked::Game(world) => &world.solution,
        }
    }

    fn explainer(&self) -> Result<&Explainer, Exit> {
        match self {
            Asked::Match(_, explainer) => Ok(explainer),
            Asked::Game(world) => Ok(world.explainer()?),
        }
    }
}

fn answer(arguments: &BestArguments, asked: &Asked) -> Result<(), Exit> {
    let judge = asked.judge();
    let roll = arguments.roll.as_deref();
    let question = Question::parse_words(&arguments.position, roll, judge.rules())?;
    let Question { position, die, .. } = question;
    let format = arguments.format.unwrap_or_default();
    let format = FormatArgument { format };
    if arguments.explain {
        let full = Explained::new(asked.explainer()?, judge, position, die)?;
        let text = || text(&full.answer, Some(&full.explain));
        format.print(text, &full, full.rows())
    } else {
        let answer = Answer::new(judge, position, die)?;
        let text = || text(&answer, None);
        format.print(text, &answer, answer.rows())
    }
}

fn check_many(arguments: &BestArguments) -> anyhow::Result<()> {
    if let Some(roll) = &arguments.roll {
        let roll = shortened(roll);
        bail!("\"{roll}\" cannot follow -: each line has its own throw, so leave it out");
    }
    if !matches!(arguments.format, None | Some(Format::Json)) {
        bail!("with - every answer is a line of JSON: leave --format out");
    }
    let questions = ("the questions", Some(Path::new("-")));
    let (named, file) = arguments.solution.source().file();
    check_inputs(&[questions, (named, file.as_deref())])
}

fn answer_lines(arguments: &BestArguments, asked: &Asked) -> Result<(), Exit> {
    let judge = asked.judge();
    let explainer = arguments.explain.then(|| asked.explainer()).transpose()?;
    let answered = on_threads(None, || {
        let (input, output) = (StandardInput::lock(), StandardOutput::lock());
        let Some(explainer) = explainer else {
            return batch::run(judge, input, output);
        };
        let answer = |asked: Question| Explained::new(explainer, judge, asked.position, asked.die);
        batch::run_by(judge.rules(), EXPLAINED_PER_TASK, answer, input, output)
    })?;
    answered.map_err(Exit::of_output)
}

/// Returns the judge of moves at a score of a match to `length` points.
fn match_judge(
    arguments: &BestArguments,
    rules: Rules,
    length: usize,
    [own, other]: [usize; 2],
) -> anyhow::Result<AtScore> {
    let needs = needs(own, other, length)?;
    let first = arguments.first.unwrap_or(FirstThrow::Dice);
    let began = match (first, arguments.began) {
        (FirstThrow::Alternate, Some(began)) => began,
        (FirstThrow::Alternate, None) => {
            bail!("with --first alternate it matters who began this game: give --began yes or no")
        }
        (_, Some(_)) => bail!("--began matters only with --first alternate: leave it out"),
        (_, None) => true,
    };
    let judge = on_threads(None, || {
        let progress = Progress::new(format!("{rules}: scores of the match"));
        let mut observe = |done, scores| {
            progress.count(done, scores);
            if done == scores {
                progress.say(format!("{rules}: best play at this score"));
            }
        };
        AtScore::solve(rules, first, needs, began, &mut observe)
    });
    Ok(judge??)
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

/// Formats an answer: the board, then the moves, best first, each above its reasons if `explain` has them.
fn text(answer: &Answer, explain: Option<&[Reasons]>) -> String {
    let (measure, position, rules) = (answer.unit, answer.position, answer.rules);
    let (before, value) = match &answer.found {
        Found::OfDie(found) => (format!("X plays a {}", found.die), found.value),
        Found::OfPosition { value, .. } => ("X is about to throw".to_owned(), *value),
    };
    let expects = expectation(measure, value);
    let mut text = board::draw(position);
    text += &format!("\n{position}, {rules}: {before} and {expects}.");
    if !answer.reachable {
        text += " (This position cannot arise from the start.)";
    }
    text += "\n";
    let mut explain = explain.map(<[Reasons]>::iter);
    match &answer.found {
        Found::OfDie(found) => {
            text += "\n";
            list(&mut text, &found.moves, "", measure, explain.as_mut());
        }
        Found::OfPosition { rolls, .. } => {
            let of = rules.throws();
            for roll in rolls {
                let (die, chances) = (roll.die, rules.chances(roll.die));
                text += &format!("\nwith a {die} ({chances} of {of} throws):\n");
                list(&mut text, &roll.moves, "  ", measure, explain.as_mut());
            }
        }
    }
    text
}

/// Lists moves, each followed by the reasons for and against it if `explain` has them.
fn list(
    text: &mut String,
    moves: &[Ranked],
    indent: &str,
    measure: Measure,
    mut explain: Option<&mut Iter<Reasons>>,
) {
    for (rank, ranked) in moves.iter().enumerate() {
        let reasons = explain.as_mut().and_then(Iterator::next);
        let verdict = if ranked.loss > 0.0 {
            let mistake = reasons.and_then(|reasons| reasons.mistake);
            let kind = mistake.map(|kind| format!(": {kind}"));
            let loss = loss_of(ranked.value, ranked.loss);
            format!("gives away {loss}{}", kind.unwrap_or_default())
        } else if moves.len() == 1 {
            "the only move".to_owned()
        } else if rank == 0 {
            "best".to_owned()
        } else {
            "just as good".to_owned()
        };
        let (rank, action, value) = (rank + 1, ranked.action, numbers::value(ranked.value));
        *text += &format!("{indent}{rank}. {action:<6}  {value:>10}   {verdict}\n");
        let Some(reasons) = reasons else { continue };
        for line in reasons.lines(measure).iter().chain(&reasons.reason) {
            *text += &format!("{indent}     {line}\n");
        }
    }
}
