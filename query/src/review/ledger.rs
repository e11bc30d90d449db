//! The ledger of a game: the luck of each throw, the loss of each move, and their sums.
//!
//! Luck is the value after the throw minus the value before it, and the loss of a move is the value after
//! the throw minus the value after the move, both to the side whose turn it is. So over a game, seen by
//! one side: result − value at the start = luck − errors, where luck and errors are those of that side
//! minus those of the other side.

use serde::Serialize;
use tourne_solver::game::{Die, Move, Position, Roll, Rules, Unit};
use tourne_solver::solution::{LookUpError, Solution};

use super::record::{Game, Turn};
use crate::ask::answer::for_die;
use crate::ask::judge::Judge;
use crate::facts::error::FactsError;
use crate::facts::reasons::{Explainer, Reasons};
use crate::grading::rating::rating;

/// Smallest losses at which a move is marked, in the unit of the values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// A doubtful move.
    pub doubtful: f64,
    /// A bad move.
    pub bad: f64,
}

impl Thresholds {
    /// Default thresholds: 1 % of a game is doubtful, 3 % is bad. A point is worth half a game.
    #[must_use]
    pub fn usual(unit: Unit) -> Thresholds {
        Thresholds {
            doubtful: unit.difference(0.02),
            bad: unit.difference(0.06),
        }
    }
}

/// Mark of a move by its loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Mark {
    /// Doubtful.
    #[serde(rename = "?!")]
    Doubtful,
    /// Bad.
    #[serde(rename = "?")]
    Bad,
}

impl Mark {
    /// The mark as it is written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Mark::Doubtful => "?!",
            Mark::Bad => "?",
        }
    }
}

/// A game with its ledger, with the field names of the JSON. Values are in the `unit`.
#[derive(Clone, Debug, Serialize)]
pub struct Review {
    /// The rule set.
    pub rules: Rules,
    /// Unit of the values.
    pub unit: Unit,
    /// The other headers of the game.
    pub headers: Vec<(String, String)>,
    /// `true` if the game was played to its end.
    pub finished: bool,
    /// The value before the first throw, to the side that moves first.
    pub start: f64,
    /// The value after the last turn, to the side that moved first; of a finished game, its result.
    pub result: f64,
    /// Luck of the side that moved first minus that of the other.
    pub luck: f64,
    /// Errors of the side that moved first minus those of the other.
    pub errors: f64,
    /// The two sides, in the order of their first moves.
    pub sides: [SideSum; 2],
    /// The turns.
    pub turns: Vec<Reviewed>,
}

/// Sums of one side in a game.
#[derive(Clone, Debug, Serialize)]
pub struct SideSum {
    /// Its name.
    pub side: String,
    /// Its turns.
    pub turns: usize,
    /// Its turns with a choice.
    pub decisions: usize,
    /// Its turns without a best move.
    pub mistakes: usize,
    /// Moves marked as doubtful.
    pub doubtful: usize,
    /// Moves marked as bad.
    pub bad: usize,
    /// Luck of its throws.
    pub luck: f64,
    /// Losses of its moves.
    pub errors: f64,
    /// The [rating] of its play, if it had a choice.
    pub rating: Option<f64>,
}

/// One turn, compared with perfect play. Values are those of the side whose turn it is.
#[derive(Clone, Debug, Serialize)]
pub struct Reviewed {
    /// Its line in the record.
    pub line: u64,
    /// The side.
    pub side: String,
    /// The position before the throw.
    pub position: Position,
    /// The throw.
    pub roll: Roll,
    /// The die that is played.
    pub die: Die,
    /// The move.
    pub played: Move,
    /// The best move.
    pub best: Move,
    /// Number of legal moves.
    pub choices: usize,
    /// The value before the throw.
    pub before: f64,
    /// Luck of the throw.
    pub luck: f64,
    /// Loss of the move.
    pub loss: f64,
    /// The value after the move, to the side that moved first.
    pub chance: f64,
    /// The mark of the move.
    pub mark: Option<Mark>,
    /// The legal moves with their reasons, best first, of a turn that is [explained](Review::explain).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<Vec<Reasons>>,
}

impl Reviewed {
    /// The reasons of the move and those of the best one, if the turn is explained.
    #[must_use]
    pub fn reasons(&self) -> Option<(&Reasons, &Reasons)> {
        let explain = self.explain.as_ref()?;
        let played = |reasons: &&Reasons| reasons.action.is_same_as(self.played);
        Some((explain.iter().find(played)?, explain.first()?))
    }
}

/// Compares a game with perfect play.
///
/// # Errors
///
/// [`LookUpError`] if the solution is not of the game's rules.
///
/// ```
/// use tourne_query::review::ledger::Thresholds;
/// use tourne_query::review::ledger::review;
/// use tourne_query::review::record;
/// use tourne_query::solutions;
///
/// let game = &record::read("A 4-3 off/3\nB 1-1 off/1\nA 5-1 3/4\n".as_bytes())?[0];
/// let solution = solutions::embedded();
/// let review = review(game, solution, Thresholds::usual(solution.unit()))?;
/// // The hit was missed.
/// assert_eq!(review.turns[2].best.to_string(), "0/1*");
/// let change = review.result - review.start;
/// assert!((change - (review.luck - review.errors)).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn review(
    game: &Game,
    solution: &Solution,
    thresholds: Thresholds,
) -> Result<Review, LookUpError> {
    review_by(game, [solution, solution], thresholds)
}

/// The same with judges of their own for the side that moves first and for the other: in a match best play depends on
/// the score.
///
/// # Errors
///
/// [`LookUpError`] if a judge is not of the game's rules.
pub fn review_by(
    game: &Game,
    judges: [&dyn Judge; 2],
    thresholds: Thresholds,
) -> Result<Review, LookUpError> {
    let unit = judges[0].measure().unit();
    let mut sides = game.sides.clone().map(|side| SideSum {
        side: if side.is_empty() {
            "the other side".to_owned()
        } else {
            side
        },
        turns: 0,
        decisions: 0,
        mistakes: 0,
        doubtful: 0,
        bad: 0,
        luck: 0.0,
        errors: 0.0,
        rating: None,
    });
    let mut turns = Vec::with_capacity(game.turns.len());
    for (at, turn) in game.turns.iter().enumerate() {
        let side = Game::side_of(at);
        let reviewed = reviewed(turn, side, &game.sides[side], judges[side], thresholds)?;
        sides[side].add(&reviewed);
        turns.push(reviewed);
    }
    for side in &mut sides {
        let loss = side.errors / unit.difference(1.0);
        side.rating = (side.decisions > 0).then(|| rating(loss, side.decisions as f64));
    }
    let start = judges[0].value(game.start)?.number();
    let result = turns.last().map_or(start, |turn| turn.chance);
    Ok(Review {
        rules: game.rules,
        unit,
        headers: game.headers.clone(),
        finished: game.end().is_over(),
        start,
        result,
        luck: sides[0].luck - sides[1].luck,
        errors: sides[0].errors - sides[1].errors,
        sides,
        turns,
    })
}

fn reviewed(
    turn: &Turn,
    side: usize,
    name: &str,
    judge: &dyn Judge,
    thresholds: Thresholds,
) -> Result<Reviewed, LookUpError> {
    let before = judge.value(turn.position)?.number();
    let answer = for_die(judge, turn.position, turn.die)?;
    let played = answer
        .moves
        .iter()
        .find(|ranked| ranked.action.is_same_as(turn.action));
    // A game is played by the rules of the solution, or its positions would not have been found.
    let (loss, after) = played.map_or((0.0, answer.value), |ranked| (ranked.loss, ranked.value));
    let mark = if loss >= thresholds.bad && loss > 0.0 {
        Some(Mark::Bad)
    } else if loss >= thresholds.doubtful && loss > 0.0 {
        Some(Mark::Doubtful)
    } else {
        None
    };
    Ok(Reviewed {
        line: turn.line,
        side: name.to_owned(),
        position: turn.position,
        roll: turn.roll,
        die: turn.die,
        played: turn.action,
        best: answer.best,
        choices: answer.moves.len(),
        before,
        luck: answer.value.number() - before,
        loss,
        chance: if side == 0 { after } else { after.flipped() }.number(),
        mark,
        explain: None,
    })
}

impl Review {
    /// Explains the turns that gave something away.
    ///
    /// # Errors
    ///
    /// [`FactsError`] if the explainer or the solution is not of the game's rules.
    ///
    /// ```
    /// use tourne_query::facts::reasons::Explainer;
    /// use tourne_query::review::ledger::{Thresholds, review};
    /// use tourne_query::{review::record, solutions};
    ///
    /// let game = &record::read("A 4-3 off/3\nB 1-1 off/1\nA 5-1 3/4\n".as_bytes())?[0];
    /// let solution = solutions::embedded();
    /// let mut review = review(game, solution, Thresholds::usual(solution.unit()))?;
    /// review.explain(&Explainer::new(solution)?, solution)?;
    /// assert!(review.turns[1].reasons().is_none());
    /// let (played, best) = review.turns[2].reasons().unwrap();
    /// assert!(played.hits.is_none() && best.hits.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(
        &mut self,
        explainer: &Explainer,
        solution: &Solution,
    ) -> Result<(), FactsError> {
        for turn in self.turns.iter_mut().filter(|turn| turn.loss > 0.0) {
            turn.explain = Some(explainer.explain(solution, turn.position, turn.die)?);
        }
        Ok(())
    }
}

impl SideSum {
    fn add(&mut self, turn: &Reviewed) {
        self.turns += 1;
        self.decisions += usize::from(turn.choices > 1);
        self.mistakes += usize::from(turn.loss > 0.0);
        self.doubtful += usize::from(turn.mark == Some(Mark::Doubtful));
        self.bad += usize::from(turn.mark == Some(Mark::Bad));
        self.luck += turn.luck;
        self.errors += turn.loss;
    }
}
