//! `tourne outcomes`: ends and lengths of games from a position, under best play.

use clap::Args;
use tourne::ask::Question;
use tourne::facts::{EndsAndLengths, Lengths, board};
use tourne::show::curve::blocks;
use tourne::show::numbers::{fixed, in_percent};
use tourne_solver::terminal::{Exit, FormatArgument, Progress, aligned};

use crate::arguments::SolutionArguments;

/// Show how and when games from a position end under best play
#[derive(Args)]
#[command(before_help = "Example:\n  tourne outcomes 000/000 --rules double-win")]
pub(crate) struct OutcomesArguments {
    /// The men of the side on roll, a slash, the men of its opponent
    position: String,
    #[command(flatten)]
    solution: SolutionArguments,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &OutcomesArguments) -> Result<(), Exit> {
    let answer = arguments.solution.world()?.in_arena(|arena| {
        let position = Question::parse(&arguments.position, None, arena.rules())?.position;
        let _progress = Progress::new("following best play");
        Ok(EndsAndLengths::new(arena, position)?)
    })?;
    arguments.shared.print(|| text(&answer), &answer, [&answer])
}

/// Formats the board, the probabilities of the four ends, and the distribution of the number of throws to the end.
fn text(answer: &EndsAndLengths) -> String {
    let EndsAndLengths {
        outcomes: at,
        lengths,
    } = answer;
    let line = |chance: f64, of: &str| format!("{:>8} %  {of}", in_percent(chance, 4));
    let outcomes = at.outcomes;
    let lines = [
        ("X wins", line(outcomes.win_single, "and O has a man home")),
        ("", line(outcomes.win_double, "and O has none")),
        ("X loses", line(outcomes.lose_single, "with a man home")),
        ("", line(outcomes.lose_double, "with none")),
    ];
    let heading = format!("\n{}, {}, best play by both:\n\n", at.position, at.rules);
    board::draw(at.position) + &heading + &aligned(&lines) + "\n" + &throws(lengths)
}

/// Maximum number of bars in the histogram, not counting the last bar for longer games.
const MOST_BARS: usize = 10;

/// Length of the longest bar, in characters.
const LONGEST_BAR: usize = 40;

/// Formats the mean and the quantiles of the number of throws to the end of the game, and draws its histogram.
fn throws(lengths: &Lengths) -> String {
    let (mean, at) = (fixed(lengths.mean, 2), lengths.quantiles);
    let unit = if mean == "1.00" { "throw" } else { "throws" };
    let mut text = format!(
        "over after {mean} {unit} on average: 5 % of games after {}, 25 % after {}, 50 % after {}, 75 % after {}, 95 % after {}\n\n",
        at.p5, at.p25, at.p50, at.p75, at.p95
    );
    let steps = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
    let width = steps
        .take_while(|width| *width < at.p95)
        .find(|width| at.p95 <= MOST_BARS * width)
        .unwrap_or(1);
    let over_after = |throws: usize| {
        let chance = lengths.over_after.get(throws);
        chance.copied().unwrap_or(1.0)
    };
    let bars = at.p95.div_ceil(width);
    let mut shares = Vec::with_capacity(bars + 1);
    for bar in 0..bars {
        let (from, to) = (bar * width, (bar + 1) * width);
        let label = if width == 1 {
            to.to_string()
        } else {
            format!("{} to {to}", from + 1)
        };
        shares.push((label, over_after(to) - over_after(from)));
    }
    let last = bars * width;
    shares.push((format!("more than {last}"), 1.0 - over_after(last)));
    let most = shares.iter().map(|(_, share)| *share).fold(0.0, f64::max);
    let widths = shares.iter().map(|(label, _)| label.len());
    let indent = widths.max().unwrap_or(0);
    for (label, share) in shares {
        let bar = blocks(share / most, LONGEST_BAR);
        let line = format!("{label:>indent$}  {:>7} %  {bar}", in_percent(share, 3));
        text += line.trim_end();
        text += "\n";
    }
    text
}
