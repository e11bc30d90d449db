//! The command line of `tourne`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};
use tourne_query::policy::builtin::Builtin;
use tourne_solver::game::{Die, Move, ParseRollError, Roll, Rules, shortened};
use tourne_solver::solution::file::is_stream;
use tourne_solver::solve::matches::{self, LONGEST_MATCH};
use tourne_solver::terminal::Format;

use crate::policies::Source;

/// Ask the proven solution of Tourne-case
#[derive(Parser)]
#[command(
    name = "tourne",
    version,
    disable_help_subcommand = true,
    before_help = "\
Examples:
  tourne best 000/000 3            the moves with a 3, best first
  tourne best 04h/007              the best moves with every die
  tourne best - <questions.txt     many questions, one a line, answered in JSON
  tourne check --policy mine.csv   how good a policy is, exactly
  tourne review game.txt           what each move and each throw of a game did
  tourne rules                     the rule sets, and the rules of each
  tourne match 7                   the chances at every score of a match to 7
  tourne help answers              every field of the answers; also checking,
                                   protocol, review"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Show all moves of a position, best first
    #[command(
        before_help = "\
Examples:
  tourne best 04h/007 3               0 is off, a point 10, b 11, h home
  tourne best 04h/007:3               the same, as one word
  tourne best 0,4,12/0,0,7 4-3        the same; of two dice the lower is played
  tourne best 04h/007 --format json   for every die, as JSON
  tourne best x45/006 3 --rules forced-entry    x was hit and owes its entry
  tourne best 04h/007 3 --rules double-win --match 5 --score 3-1
  tourne best - <questions.txt        many questions, answered in JSON",
        after_help = "\
With -, questions are read from standard input, one a line: POSITION, POSITION:ROLL or POSITION ROLL. \
Each is answered with one line of JSON; a line that cannot be answered gets an object with \"error\", \
\"line\" and \"question\". \"tourne help answers\" explains every field."
    )]
    Best {
        /// The men of the side on roll, a slash, the men of its opponent, and perhaps a colon and a
        /// throw; or - for standard input
        position: String,
        /// Two dice (43 or 4-3), or the die that is played (3); without a throw, every die
        roll: Option<String>,
        #[command(flatten)]
        table: Table,
        #[command(flatten)]
        score: MatchScore,
        /// How to write the answer [default: text; with -, json]
        #[arg(long, value_enum)]
        format: Option<Format>,
    },
    /// Check the play of an engine against perfect play, exactly
    #[command(
        before_help = "\
Examples:
  tourne check --policy mine.csv              a file: position,die,move
  tourne check --policy builtin:front         a policy of the program itself
  tourne check --engine 'python3 engine.py' --jobs 2
  tourne check --engine ./slow --sample 1000  estimates from 1000 decisions
  tourne check --policy mine.csv --fail-above 1%       exit code 1 if it loses
                                              more: for use in CI
  tourne check --engine ./slow --record slow.csv       Ctrl-C keeps the answers
  tourne check --engine ./slow --resume slow.csv --record slow.csv",
        after_help = "\
The file has a row for each decision, in any order; with a column probability a policy is mixed. JSON \
lines with the same names will do as well. Built-in policies: builtin:perfect, builtin:random, \
builtin:front, builtin:rear, builtin:hit, builtin:errs:P, builtin:within:D.\n\
\n\
If a file to write is -, it goes to standard output, and the report to standard error.\n\
\n\
\"tourne help protocol\" prints the protocol for engines, \"tourne help checking\" explains every field \
of the answer."
    )]
    Check(Box<crate::check::Check>),
    /// Have two policies play each other, exactly
    #[command(before_help = "\
Examples:
  tourne duel mine.csv yours.csv
  tourne duel mine.csv builtin:hit --rules double-win")]
    Duel {
        /// A policy: a file, or builtin:NAME
        a: Source,
        /// Its opponent
        b: Source,
        #[command(flatten)]
        table: Table,
        #[command(flatten)]
        shared: Shared,
    },
    /// Compare policies: the grade of each, and each against each
    #[command(before_help = "\
Examples:
  tourne ladder                                the built-in policies
  tourne ladder builtin:hit mine.csv           others")]
    Ladder {
        /// The policies: files, or builtin:NAME [default: the built-in ones]
        policies: Vec<Source>,
        #[command(flatten)]
        table: Table,
        #[command(flatten)]
        shared: Shared,
    },
    /// Play as an engine: the perfect player, or a weaker one, for other programs
    #[command(
        before_help = "\
Examples:
  tourne engine                                perfect play
  tourne engine --strength errs:0.1            one move in ten at random
  tourne engine --strength within:0.02 --seed 7",
        after_help = "\
Reads commands and answers, one a line; \"tourne help protocol\" describes them."
    )]
    Engine {
        /// How well it plays: perfect, random, front, rear, hit, errs:P (any legal move with probability
        /// P, otherwise the best) or within:D (any move that gives away at most D)
        #[arg(long, value_name = "NAME", default_value = "perfect")]
        strength: Builtin,
        /// Seed of its random moves
        #[arg(long, value_name = "S", default_value_t = 0)]
        seed: u64,
        #[command(flatten)]
        table: Table,
    },
    /// Review recorded games: what each move gave away, what each throw brought
    #[command(
        before_help = "\
Examples:
  tourne review game.txt
  tourne review game.txt --rules double-win
  tourne review game.txt --svg game.svg --doubtful 0.005",
        after_help = "\
The file has header lines such as \"rules: standard\" or \"position: 38h/6hh\" (to go on from there), then \
a line for each turn: side, both dice, move, such as \"A 3-2 off/2\" or \"1. A 3-2 off/2\". What follows a # \
is a comment. A header after turns begins another game.\n\
\n\
If the picture is -, it goes to standard output, and the answer to standard error. \"tourne help review\" \
describes the file and every field of the answer."
    )]
    Review(crate::review::ReviewArguments),
    /// Show how games from a position end under best play: won or lost, single or double
    #[command(before_help = "Example:\n  tourne outcomes 000/000 --rules double-win")]
    Outcomes {
        /// The men of the side on roll, a slash, the men of its opponent
        position: String,
        #[command(flatten)]
        table: Table,
        #[command(flatten)]
        shared: Shared,
    },
    /// Show what the solution holds
    Info {
        #[command(flatten)]
        table: Table,
        #[command(flatten)]
        shared: Shared,
    },
    /// Compare the rule sets of the sources
    #[command(before_help = "\
Examples:
  tourne atlas                            the five rule sets of the sources
  tourne atlas course course+double-win   others
  tourne atlas --format csv")]
    Atlas {
        /// The rule sets to compare [default: the five presets]
        rules: Vec<Rules>,
        #[command(flatten)]
        shared: Shared,
    },
    /// Show the probability of winning a match at every score
    #[command(before_help = "\
Examples:
  tourne match 7                      each game begun by who wins the draw
  tourne match 7 --rules double-win --first loser     by the loser of the last")]
    Match {
        /// The points that win the match
        #[arg(value_parser = clap::value_parser!(u8).range(1..=LONGEST_MATCH as i64))]
        length: u8,
        #[command(flatten)]
        rules: RulesArgument,
        #[command(flatten)]
        convention: Convention,
        #[command(flatten)]
        shared: Shared,
    },
    /// Print the rules of a rule set, or list the rule sets
    #[command(before_help = "\
Examples:
  tourne rules                        the rule sets, a line each
  tourne rules standard               the game as most sources have it
  tourne rules course+double-win      two rule sets joined")]
    Rules {
        /// The rule set, or several joined with +
        #[arg(value_name = "NAME")]
        rules: Option<Rules>,
        #[command(flatten)]
        shared: Shared,
    },
    /// Find out which rule sets allow exactly the given moves
    #[command(
        before_help = "\
Examples:
  tourne identify 04h/007 3 0/3 4/7   the moves that an engine reports for a 3
  tourne identify 38h/6hh 5 pass      it reports that nothing can be played",
        after_help = "\
Hits need not be marked. Stakes do not change the moves: each rule set stands for its twin with \
double-win too. Where rules tell men that were hit from men that never entered, each way to read the \
men off the board is tried, unless an x says who was hit."
    )]
    Identify {
        /// The men of the side on roll, a slash, the men of its opponent
        position: String,
        /// The die that is played
        #[arg(value_parser = played_die)]
        die: Die,
        /// The moves, from/to; none, or pass, if the turn passes
        moves: Vec<Move>,
        #[command(flatten)]
        shared: Shared,
    },
    /// Print the help of a command, or a page: answers, checking, protocol or review
    Help {
        /// A command, or a page: answers, checking, protocol or review
        topic: Option<String>,
    },
}

#[derive(Args)]
pub(crate) struct Shared {
    /// How to write the answer
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

#[derive(Args)]
pub(crate) struct RulesArgument {
    /// The rule set: standard, forced-entry, entry-first, double-win or course, or several joined
    /// with +
    #[arg(long, value_name = "NAME", default_value = "standard")]
    pub(crate) rules: Rules,
}

#[derive(Args)]
pub(crate) struct Table {
    /// A solution file written by tourne-solve, or - for standard input [default: the standard game,
    /// built in]
    #[arg(long = "table", value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// The rule set: standard, forced-entry, entry-first, double-win or course, or several joined
    /// with +; without a file it is solved on the spot
    #[arg(long, value_name = "NAME")]
    pub(crate) rules: Option<Rules>,
}

impl Table {
    /// How the table is named in errors, and whether it is standard input.
    pub(crate) fn input(&self) -> (&'static str, bool) {
        ("--table", self.file.as_deref().is_some_and(is_stream))
    }
}

#[derive(Args)]
pub(crate) struct MatchScore {
    /// Play for a match to N points, at the score given with --score
    #[arg(
        long = "match",
        value_name = "N",
        requires = "score",
        value_parser = clap::value_parser!(u8).range(1..=LONGEST_MATCH as i64)
    )]
    pub(crate) length: Option<u8>,
    /// The points so far: of the side on roll, then of its opponent
    #[arg(long, value_name = "A-B", requires = "length")]
    pub(crate) score: Option<Score>,
    /// Who throws first in the next game [default: dice]
    #[arg(long, value_enum, requires = "length")]
    pub(crate) first: Option<FirstThrow>,
    /// With --first alternate: whether the side on roll began this game
    #[arg(long, value_enum, requires = "length")]
    pub(crate) began: Option<YesNo>,
}

#[derive(Args)]
pub(crate) struct Convention {
    /// Who throws first in the next game
    #[arg(long, value_enum, default_value_t = FirstThrow::Dice)]
    pub(crate) first: FirstThrow,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FirstThrow {
    /// Dice decide before each game
    Dice,
    /// The loser of the last game
    Loser,
    /// The winner of the last game
    Winner,
    /// The players take turns
    Alternate,
}

impl From<FirstThrow> for match_play::FirstThrow {
    fn from(first: FirstThrow) -> match_play::FirstThrow {
        match first {
            FirstThrow::Dice => match_play::FirstThrow::Dice,
            FirstThrow::Loser => match_play::FirstThrow::Loser,
            FirstThrow::Winner => match_play::FirstThrow::Winner,
            FirstThrow::Alternate => match_play::FirstThrow::Alternate,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum YesNo {
    Yes,
    No,
}

/// The points of two players so far.
#[derive(Clone, Copy)]
pub(crate) struct Score {
    pub(crate) own: usize,
    pub(crate) other: usize,
}

/// A text that is no score.
#[derive(Debug, thiserror::Error)]
#[error(
    "\"{0}\" is not a score: write the points of the side on roll, a dash, and those of its opponent, such as 3-1"
)]
pub(crate) struct ParseScoreError(String);

impl FromStr for Score {
    type Err = ParseScoreError;

    fn from_str(text: &str) -> Result<Score, ParseScoreError> {
        let points = |text: &str| text.trim().parse::<u16>().ok().map(usize::from);
        let (own, other) = text.split_once('-').unzip();
        match (own.and_then(points), other.and_then(points)) {
            (Some(own), Some(other)) => Ok(Score { own, other }),
            _ => Err(ParseScoreError(shortened(text))),
        }
    }
}

/// Two dice where one is asked for.
#[derive(Debug, thiserror::Error)]
enum PlayedDieError {
    #[error(transparent)]
    Roll(#[from] ParseRollError),
    #[error("give the one die that is played, 1 to 6")]
    TwoDice,
}

fn played_die(text: &str) -> Result<Die, PlayedDieError> {
    match text.parse()? {
        Roll::Played(die) => Ok(die),
        Roll::Both(..) => Err(PlayedDieError::TwoDice),
    }
}
