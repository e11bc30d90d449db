//! The ledger of a game: the luck of each throw, the loss of each move, and their sums.
//!
//! Luck is the value after the throw minus the value before it, and the loss of a move is the value after
//! the throw minus the value after the move, both to the side whose turn it is. So over a game, seen by
//! one side: result − value at the start = luck − errors, where luck and errors are those of that side
//! minus those of the other side. Giving a game up is a choice as well: it loses the value that the game had.

use std::fmt;

use serde::{Serialize, Serializer};
use tourne_solver::{Die, LookUpError, Move, Position, Roll, Rules, Solution, Unit};

use super::record::{Game, Resignation, Turn};
use crate::ask::{Judge, Ranked, for_die};
use crate::facts::{Explainer, FactsError, Reasons};
use crate::grading::rating;

/// Smallest losses at which a move is marked, in the unit of the values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// A doubtful move.
    pub doubtful: f64,
    /// A bad move.
    pub bad: f64,
}

impl Thresholds {
    /// Default thresholds in points: 1 % of a game is doubtful, 3 % is bad. A point is worth half a game.
    pub const IN_POINTS: Thresholds = Thresholds {
        doubtful: 0.02,
        bad: 0.06,
    };

    /// Default thresholds in this unit.
    #[must_use]
    pub fn usual(unit: Unit) -> Thresholds {
        Thresholds {
            doubtful: unit.difference(Thresholds::IN_POINTS.doubtful),
            bad: unit.difference(Thresholds::IN_POINTS.bad),
        }
    }

    /// The mark of a choice with this loss.
    fn mark(self, loss: f64) -> Option<Mark> {
        if loss >= self.bad && loss > 0.0 {
            Some(Mark::Bad)
        } else if loss >= self.doubtful && loss > 0.0 {
            Some(Mark::Doubtful)
        } else {
            None
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
    /// `true` if the game was played to its end, or given up.
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
    /// The giving up of the game after them, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resigned: Option<Resigned>,
}

/// Sums of one side in a game.
#[derive(Clone, Debug, Serialize)]
pub struct SideSum {
    /// Its name.
    pub side: String,
    /// Its turns.
    pub turns: usize,
    /// Its choices: turns with two legal moves or more, and giving the game up.
    pub decisions: usize,
    /// Its choices that were not best.
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

/// The giving up of a game, with the fields of a turn. Values are those of the side that gives up.
#[derive(Clone, Debug, Serialize)]
pub struct Resigned {
    /// Its line in the record.
    pub line: u64,
    /// The side that gives up.
    pub side: String,
    /// The position, the side on roll first.
    pub position: Position,
    /// The throw, if it was thrown.
    pub roll: Option<Roll>,
    /// The die that would have been played.
    pub die: Option<Die>,
    /// [`Played::Resigns`].
    pub played: Played,
    /// The best move, if it was thrown.
    pub best: Option<Move>,
    /// Number of legal moves; 0 if it was not thrown.
    pub choices: usize,
    /// The value before the throw.
    pub before: f64,
    /// Luck of the throw.
    pub luck: f64,
    /// The value that was given up, less that of losing.
    pub loss: f64,
    /// The value of the result, to the side that moved first.
    pub chance: f64,
    /// The mark.
    pub mark: Option<Mark>,
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
/// use tourne_query::review::{Thresholds, record, review};
/// use tourne_query::solutions;
///
/// let game = &record::read("A 4-3 off/3\nB 1-1 off/1\nA 5-1 3/4\n".as_bytes())?[0];
/// let solution = solutions::standard();
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
    let mut sides = game
        .sides
        .each_ref()
        .map(|side| SideSum::new(name_of(side)));
    let mut turns = Vec::with_capacity(game.turns.len());
    for (at, turn) in game.turns.iter().enumerate() {
        let side = Game::side_of(at);
        let reviewed = reviewed(turn, side, &game.sides[side], judges[side], thresholds)?;
        sides[side].turns += 1;
        sides[side].luck += reviewed.luck;
        sides[side].add(reviewed.choices > 1, reviewed.loss, reviewed.mark);
        turns.push(reviewed);
    }
    let resigned = game
        .resigned
        .map(|how| resigned(game, how, judges, thresholds));
    let resigned = resigned.transpose()?;
    if let (Some(how), Some(resigned)) = (game.resigned, &resigned) {
        sides[how.side].luck += resigned.luck;
        sides[how.side].add(true, resigned.loss, resigned.mark);
    }
    for side in &mut sides {
        side.rate(unit);
    }
    let start = judges[0].value(game.start)?.number();
    let chances = turns.last().map(|turn| turn.chance);
    let result = resigned.as_ref().map(|how| how.chance).or(chances);
    Ok(Review {
        rules: game.rules,
        unit,
        headers: game.headers.clone(),
        finished: game.is_finished(),
        start,
        result: result.unwrap_or(start),
        luck: sides[0].luck - sides[1].luck,
        errors: sides[0].errors - sides[1].errors,
        sides,
        turns,
        resigned,
    })
}

/// What a side gave up: the value after the throw if it had thrown, otherwise that before the throw.
fn resigned(
    game: &Game,
    how: Resignation,
    judges: [&dyn Judge; 2],
    thresholds: Thresholds,
) -> Result<Resigned, LookUpError> {
    let Resignation { line, side, thrown } = how;
    let (position, judge) = (game.end(), judges[side]);
    let before = if Game::side_of(game.turns.len()) == side {
        judge.value(position)?
    } else {
        judges[1 - side].value(position)?.flipped()
    };
    let answer = thrown
        .map(|(_, die)| for_die(judge, position, die))
        .transpose()?;
    let best = answer.as_ref().map_or(before, |answer| answer.value);
    let result = judge.lost(game.points_of_resigning(side));
    let loss = best.number() - result.number();
    Ok(Resigned {
        line,
        side: name_of(&game.sides[side]),
        position,
        roll: thrown.map(|(roll, _)| roll),
        die: thrown.map(|(_, die)| die),
        played: Played::Resigns,
        best: answer.as_ref().map(|answer| answer.best),
        choices: answer.map_or(0, |answer| answer.moves.len()),
        before: before.number(),
        luck: best.number() - before.number(),
        loss,
        chance: if side == 0 { result } else { result.flipped() }.number(),
        mark: thresholds.mark(loss),
    })
}

/// The name of a side, also of one that had no turn.
fn name_of(side: &str) -> String {
    if side.is_empty() {
        "the other side".to_owned()
    } else {
        side.to_owned()
    }
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
    // The position may be one of both, but a move of other rules is none of the judge's.
    let Ranked { loss, value, .. } = *played.ok_or(LookUpError::NotHeld {
        position: turn.next,
        rules: judge.rules(),
    })?;
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
        chance: if side == 0 { value } else { value.flipped() }.number(),
        mark: thresholds.mark(loss),
        explain: None,
    })
}

/// A turn, or the giving up of the game after the last one, as a picture or a table of the game shows it.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The side.
    pub side: &'a str,
    /// The throw; `None` if the game was given up before it.
    pub roll: Option<Roll>,
    /// The move, or `resigns`.
    pub played: Played,
    /// The best move, if there was a throw.
    pub best: Option<Move>,
    /// Luck of the throw.
    pub luck: f64,
    /// What was given away.
    pub loss: f64,
    /// The value afterwards, to the side that moved first.
    pub chance: f64,
    /// The mark.
    pub mark: Option<Mark>,
}

/// A move, or the giving up of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// The move.
    Move(Move),
    /// The game was given up.
    Resigns,
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Played::Move(action) => action.fmt(f),
            Played::Resigns => f.write_str("resigns"),
        }
    }
}

impl Serialize for Played {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Review {
    /// The turns, and the giving up of the game if it was given up.
    #[must_use]
    pub fn steps(&self) -> Vec<Step<'_>> {
        let turns = self.turns.iter().map(|turn| Step {
            side: &turn.side,
            roll: Some(turn.roll),
            played: Played::Move(turn.played),
            best: Some(turn.best),
            luck: turn.luck,
            loss: turn.loss,
            chance: turn.chance,
            mark: turn.mark,
        });
        let resigned = self.resigned.iter().map(|how| Step {
            side: &how.side,
            roll: how.roll,
            played: how.played,
            best: how.best,
            luck: how.luck,
            loss: how.loss,
            chance: how.chance,
            mark: how.mark,
        });
        turns.chain(resigned).collect()
    }

    /// Explains the turns that gave something away.
    ///
    /// # Errors
    ///
    /// [`FactsError`] if the explainer or the solution is not of the game's rules.
    ///
    /// ```
    /// use tourne_query::facts::Explainer;
    /// use tourne_query::review::{Thresholds, review};
    /// use tourne_query::{review::record, solutions};
    ///
    /// let game = &record::read("A 4-3 off/3\nB 1-1 off/1\nA 5-1 3/4\n".as_bytes())?[0];
    /// let solution = solutions::standard();
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
    /// Sums of nothing.
    pub(super) fn new(side: String) -> SideSum {
        SideSum {
            side,
            turns: 0,
            decisions: 0,
            mistakes: 0,
            doubtful: 0,
            bad: 0,
            luck: 0.0,
            errors: 0.0,
            rating: None,
        }
    }

    /// Adds the sums of another game.
    pub(super) fn merge(&mut self, other: &SideSum) {
        self.turns += other.turns;
        self.decisions += other.decisions;
        self.mistakes += other.mistakes;
        self.doubtful += other.doubtful;
        self.bad += other.bad;
        self.luck += other.luck;
        self.errors += other.errors;
    }

    /// Finds the rating.
    pub(super) fn rate(&mut self, unit: Unit) {
        let loss = self.errors / unit.difference(1.0);
        self.rating = (self.decisions > 0).then(|| rating(loss, self.decisions as f64));
    }

    /// Adds a move, or the giving up of the game.
    fn add(&mut self, is_choice: bool, loss: f64, mark: Option<Mark>) {
        self.decisions += usize::from(is_choice);
        self.mistakes += usize::from(loss > 0.0);
        self.doubtful += usize::from(mark == Some(Mark::Doubtful));
        self.bad += usize::from(mark == Some(Mark::Bad));
        self.errors += loss;
    }
}
