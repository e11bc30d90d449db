//! Questions. Rule sets, positions, throws and moves in them are texts in the notation.

use serde::Deserialize;
use tourne::grading::Evidence;
use tourne::review::record::Game;
use tourne_solver::matches::FirstThrow;

/// Question. Those after [`Solve`](Question::Solve) may take longer than a page can wait.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "most fields have the names of options")]
pub enum Question {
    /// What never changes: version, rule sets, levels, words.
    Facts,
    /// Rules of a rule set in words: `tourne rules NAME`.
    Rulebook(String),
    /// A position and a throw as the notation writes them.
    Read(Place),
    /// Rules that a set-up breaks.
    Faults(Place),
    /// Legal moves with a throw or with each die, the rearmost man first.
    Plays(Place),
    /// Reasons why men of the side on roll cannot move with a throw.
    Obstacles(Place),
    /// Values of set-ups to the side on roll; `null` for one that is no position.
    Values {
        rules: String,
        positions: Vec<String>,
        score: Option<Score>,
    },
    /// Moves with a throw or with each die, best first: `tourne best`.
    Best(Place),
    /// The same with reasons: `tourne best --explain`, but without the ends of games.
    Explain(Place),
    /// The same with the ends of games, which are followed once.
    ExplainWithEnds(Place),
    /// Rules of the card of five lines for a rule set, each also as a sentence.
    Card(String),
    /// Move of the card, and the line that decides, from 1; `null` if none fits.
    CardChoice(Place),
    /// Move of a built-in policy, such as `level-3`, for the value of a single game. What it leaves to chance is drawn from a
    /// seed.
    Choice {
        at: Place,
        player: String,
        seed: u32,
    },
    /// Throws of a game on the page.
    Throws {
        rules: String,
        seed: u32,
        count: u16,
    },
    /// Games of a record.
    Record(Record),
    /// Record of games.
    Write(Vec<Game>),
    /// Games of a record, compared with perfect play: `tourne review`, but without the ends of games.
    Review(Record),
    /// The same with the ends of games.
    ReviewWithEnds(Record),
    /// What the choices of both sides in each game of a record say about their strength.
    Evidence(Record),
    /// The same of one choice of a move, added to what is known.
    Chosen {
        at: Place,
        #[serde(rename = "move")]
        action: String,
        #[serde(default)]
        after: Box<Evidence>,
    },
    /// Strength of a player of whom this is known; `null` without a choice.
    Strength(Vec<Evidence>),
    /// The solution of a rule set, to be opened. The answer is the name of the rule set.
    Solve(String),
    /// Facts about a solution: `tourne info`.
    Info(String),
    /// How and when games from a position end: `tourne outcomes`.
    Outcomes(Place),
    /// Chances at every score of a match: `tourne match`.
    Match {
        rules: String,
        length: usize,
        first: FirstThrow,
    },
    /// Positions and dice to practise, of one kind of mistake, such as `missed-home`, or of all: `tourne quiz`.
    Practice {
        rules: String,
        kind: Option<String>,
        hard: bool,
        seed: u32,
        count: u16,
    },
    /// An example of each line of the card for a rule set: a position and a die, or `null`.
    Examples(String),
}

/// Position, with a throw or without, in a single game or at a score of a match.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of options")]
pub struct Place {
    pub rules: String,
    pub position: String,
    pub roll: Option<String>,
    pub score: Option<Score>,
}

/// Score of a match before a game, seen by the player on roll. Dice decide who begins each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "points so far, and points that win")]
pub struct Score {
    pub own: usize,
    pub other: usize,
    pub length: usize,
}

/// Text of a record, and the rules of games in it that name none.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the sentence above names both fields")]
pub struct Record {
    pub text: String,
    pub rules: Option<String>,
}
