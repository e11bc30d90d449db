//! Ledger of a game: the luck of each throw, the loss of each move, and their sums.
//!
//! Luck is the value after the throw minus the value before it. The loss of a move is the value after the throw minus
//! the value after the move. All these are values to the side whose turn it is.
//!
//! Over a whole game, result − value at the start = luck − errors, from the point of view of one side. Here, luck and
//! errors are sums of that side minus sums of the other side. Giving up a game is a choice too. Its loss is the value
//! of the game before giving up minus the value of losing.

use std::fmt;

use arrayvec::ArrayVec;
use serde::{Serialize, Serializer};
use tourne_solver::{Die, MOST_MOVES, Move, NotHeld, Position, Roll, Rules, Solution, Unit};

use super::record::Game;
use crate::ask::{ForDie, Judge, Measure, for_die};
use crate::facts::{Explainer, FactsError, Reasons};
use crate::grading::{Evidence, rating};

/// Thresholds for marking choices: the minimum loss for each mark, in the unit of the values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Thresholds {
    /// Minimum loss of a choice that is marked as doubtful.
    pub doubtful: f64,
    /// Minimum loss of a choice that is marked as bad.
    pub bad: f64,
}

impl Thresholds {
    /// Default thresholds in points: 0.02 for a doubtful move and 0.06 for a bad move. One point corresponds to 50 % of
    /// winning probability, so in winning probability these thresholds are 1 % and 3 %.
    pub const IN_POINTS: Thresholds = Thresholds {
        doubtful: 0.02,
        bad: 0.06,
    };

    /// Returns the default thresholds in the given unit.
    pub fn usual(unit: Unit) -> Thresholds {
        Thresholds {
            doubtful: unit.difference(Thresholds::IN_POINTS.doubtful),
            bad: unit.difference(Thresholds::IN_POINTS.bad),
        }
    }

    /// Returns the mark of a choice with this loss; `None` if the loss is 0 or below both thresholds.
    pub fn mark(self, loss: f64) -> Option<Mark> {
        let marks = [(self.bad, Mark::Bad), (self.doubtful, Mark::Doubtful)];
        let reached = marks.iter().find(|(least, _)| loss >= *least);
        reached.map(|&(_, mark)| mark).filter(|_| loss > 0.0)
    }
}

/// Mark of a choice whose loss reaches a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Mark {
    /// The loss reaches the threshold `doubtful`; written `?!`.
    #[serde(rename = "?!")]
    Doubtful,
    /// The loss reaches the threshold `bad`; written `?`.
    #[serde(rename = "?")]
    Bad,
}

impl Mark {
    /// Returns the text of the mark in a review: `?!` or `?`.
    pub fn text(self) -> &'static str {
        match self {
            Mark::Doubtful => "?!",
            Mark::Bad => "?",
        }
    }
}

/// Review of a game: its turns and their sums. All values are in `unit`. The fields have the same names in the JSON
/// output.
#[derive(Clone, Debug, Serialize)]
pub struct Review {
    /// Rule set under which the game was played and its turns are judged.
    pub rules: Rules,
    /// Unit of the values: winning probability, or points.
    pub unit: Unit,
    /// Name and text of each header of the game, except those for rules and position.
    pub headers: Vec<(String, String)>,
    /// `true` if the game was played to the end or given up.
    pub finished: bool,
    /// Value before the first throw, to the side that moves first.
    pub start: f64,
    /// Value after the last turn, to the side that moves first. If the game is finished, this is its result.
    pub result: f64,
    /// Luck of the side that moves first minus luck of the other side.
    pub luck: f64,
    /// Errors of the side that moves first minus errors of the other side.
    pub errors: f64,
    /// Sums of the two sides; the side that moves first has index 0.
    pub sides: [SideSum; 2],
    /// Turns of the game, each compared with perfect play.
    pub turns: Vec<Reviewed>,
    /// Resignation after the last turn; `None` if nobody gave up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resigned: Option<Reviewed>,
}

/// Sums of one side in a game.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SideSum {
    /// Name of the side in the record.
    pub side: String,
    /// Number of turns that the side played, including turns with one legal move and passes. A resignation is not
    /// counted.
    pub turns: usize,
    /// Number of choices: turns with at least two legal moves, and giving up the game.
    pub decisions: usize,
    /// Number of choices with a loss above 0.
    pub mistakes: usize,
    /// Number of choices marked as doubtful.
    pub doubtful: usize,
    /// Number of choices marked as bad.
    pub bad: usize,
    /// Sum of the luck of the side's throws.
    pub luck: f64,
    /// Sum of the losses of the side's moves, and of its resignation.
    pub errors: f64,
    /// [Rating](rating) of the side's play; `None` if the side had no choice.
    pub rating: Option<f64>,
    /// Lower end of the 95 % confidence interval of the rating; like the other ends, `None` if the side had no choice of
    /// moves.
    pub rating_low: Option<f64>,
    /// Upper end of the 95 % confidence interval of the rating.
    pub rating_high: Option<f64>,
    /// Lower end of the 95 % confidence interval of the side's level, from 0 for random moves to 10.
    pub level_low: Option<f64>,
    /// Upper end of the 95 % confidence interval of the side's level.
    pub level_high: Option<f64>,
    /// Losses of the side's choices, from which the intervals are computed.
    #[serde(skip)]
    pub evidence: Evidence,
}

/// Turn of a game, or the resignation after the last turn, compared with perfect play. All values except `chance` are
/// values to the side that moved or gave up.
#[derive(Clone, Debug, Serialize)]
pub struct Reviewed {
    /// Line of the turn in the record, counted from 1.
    pub line: u64,
    /// Name of the side that moved or gave up.
    pub side: String,
    /// Position before the throw. The men of the side on roll come first.
    pub position: Position,
    /// Dice of the throw; like `die` and `best`, `None` if a side gave up before its throw.
    pub roll: Option<Roll>,
    /// Die that is played, 1 to 6.
    pub die: Option<Die>,
    /// Move that was played, or `resigns`.
    pub played: Choice,
    /// Best move with the die.
    pub best: Option<Move>,
    /// Number of legal moves with the die; 0 before the throw.
    pub choices: usize,
    /// Value of the position before the throw.
    pub before: f64,
    /// Luck of the throw: the value after the throw minus the value before it; 0 before the throw.
    pub luck: f64,
    /// Loss of the move: the value after the throw minus the value after the move. The loss of a resignation is the
    /// value of the game before giving up minus the value of losing.
    pub loss: f64,
    /// Value after the move, to the side that moves first.
    pub chance: f64,
    /// Mark of the choice; `None` if the loss is below both thresholds.
    pub mark: Option<Mark>,
    /// Legal moves with the reasons for and against them, best first; `None` if the turn was not
    /// [explained](Review::explain).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<Vec<Reasons>>,
}

/// Choice of a side that is reviewed: a move, or giving up the game. Its text is the move, or `resigns`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Move of a man, or a pass.
    Move(Move),
    /// The side gave up the game.
    Resigned,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Move(action) => action.fmt(f),
            Choice::Resigned => f.pad("resigns"),
        }
    }
}

impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Reviewed {
    /// Returns whether there were at least two legal moves, or the side gave up the game.
    pub(crate) fn is_choice(&self) -> bool {
        self.choices > 1 || self.played == Choice::Resigned
    }

    /// Returns the reasons for and against the move played; `None` if the turn was not [explained](Review::explain).
    pub fn reasons(&self) -> Option<&Reasons> {
        let mut all = self.explain.iter().flatten();
        all.find(|reasons| Choice::Move(reasons.action) == self.played)
    }
}

/// Compares a game with perfect play.
///
/// # Errors
///
/// [`NotHeld`] if the solution belongs to another rule set than the game.
///
/// ```
/// use tourne::review::{Thresholds, record, review};
/// use tourne::solutions;
///
/// let game = &record::read("A 4-3 off/3\nB 1-1 off/1\nA 5-1 3/4\n".as_bytes())?[0];
/// let solution = solutions::standard();
/// let review = review(game, solution, Thresholds::usual(solution.unit()))?;
/// // The hit was missed.
/// assert_eq!(review.turns[2].best.unwrap().to_string(), "0/1*");
/// let change = review.result - review.start;
/// assert!((change - (review.luck - review.errors)).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn review(game: &Game, solution: &Solution, thresholds: Thresholds) -> Result<Review, NotHeld> {
    review_by(game, solution, [solution, solution], thresholds)
}

/// Compares a game with perfect play, as [`review`] does, but with a judge for each side. In a match the two judges
/// differ, because best play depends on the score. `judges[0]` is for the side that moves first. The levels choose their
/// moves by the solution of a single game.
///
/// # Errors
///
/// [`NotHeld`] if a judge or the solution belongs to another rule set than the game.
pub(crate) fn review_by(
    game: &Game,
    solution: &Solution,
    judges: [&dyn Judge; 2],
    thresholds: Thresholds,
) -> Result<Review, NotHeld> {
    let unit = judges[0].measure().unit();
    let mut sides = [0, 1].map(|side| SideSum {
        side: name_of(game, side),
        ..SideSum::default()
    });
    let start = judges[0].value(game.start)?.number();
    let mut turns = Vec::with_capacity(game.turns.len());
    for step in Step::all(game) {
        let (reviewed, answer) = step.reviewed(game, judges, thresholds)?;
        let sums = &mut sides[step.side];
        sums.add(&reviewed);
        let loss = unit.points_of_difference(reviewed.loss);
        match (step.played, answer) {
            (Choice::Resigned, _) => sums.evidence.add_resignation(loss),
            (Choice::Move(_), Some(answer)) if reviewed.is_choice() => {
                let charged = losses(&answer, &answer, unit);
                let of_game = match judges[step.side].measure() {
                    Measure::Game(_) => charged.clone(),
                    Measure::Match => {
                        let alone = for_die(solution, step.position, answer.die)?;
                        losses(&answer, &alone, solution.unit())
                    }
                };
                sums.evidence.add(&of_game, &charged, loss);
            }
            (Choice::Move(_), _) => {}
        }
        turns.push(reviewed);
    }
    for side in &mut sides {
        side.rate(unit);
    }
    Ok(Review {
        rules: game.rules,
        unit,
        headers: game.headers.clone(),
        finished: game.is_finished(),
        start,
        result: turns.last().map_or(start, |last| last.chance),
        luck: sides[0].luck - sides[1].luck,
        errors: sides[0].errors - sides[1].errors,
        sides,
        resigned: turns.pop_if(|last| last.played == Choice::Resigned),
        turns,
    })
}

/// Turn of a game, or the resignation after the last turn, as the record has it.
struct Step {
    line: u64,
    /// Index of the side that moved or gave up.
    side: usize,
    position: Position,
    thrown: Option<(Roll, Die)>,
    played: Choice,
    next: Position,
}

impl Step {
    fn all(game: &Game) -> impl Iterator<Item = Step> {
        let turns = game.turns.iter().enumerate().map(|(at, turn)| Step {
            line: turn.line,
            side: Game::side_of(at),
            position: turn.position,
            thrown: Some((turn.roll, turn.die)),
            played: Choice::Move(turn.action),
            next: turn.next,
        });
        turns.chain(game.resigned.map(|how| Step {
            line: how.line,
            side: how.side,
            position: game.end(),
            thrown: how.thrown,
            played: Choice::Resigned,
            next: game.end(),
        }))
    }

    fn reviewed(
        &self,
        game: &Game,
        judges: [&dyn Judge; 2],
        thresholds: Thresholds,
    ) -> Result<(Reviewed, Option<ForDie>), NotHeld> {
        let Step { side, position, .. } = *self;
        let judge = judges[side];
        // A side can give up while the other is on roll.
        let is_waiting = self.thrown.is_none() && Game::side_of(game.turns.len()) != side;
        let before = if is_waiting {
            judges[1 - side].value(position)?.flipped()
        } else {
            judge.value(position)?
        };
        let answer = self.thrown.map(|(_, die)| for_die(judge, position, die));
        let answer = answer.transpose()?;
        let best = answer.as_ref().map_or(before, |answer| answer.value);
        let (after, loss) = match self.played {
            Choice::Move(action) => {
                let mut moves = answer.iter().flat_map(|answer| &answer.moves);
                let played = moves.find(|ranked| ranked.action == action);
                // The move may be missing if the judge has another rule set, even if the judge knows the position.
                let played = played.ok_or(NotHeld {
                    position: self.next,
                    rules: judge.rules(),
                })?;
                (played.value, played.loss)
            }
            Choice::Resigned => {
                let lost = judge.lost(game.points_of_resigning(side));
                (lost, best.number() - lost.number())
            }
        };
        let reviewed = Reviewed {
            line: self.line,
            side: name_of(game, side),
            position,
            roll: self.thrown.map(|(roll, _)| roll),
            die: self.thrown.map(|(_, die)| die),
            played: self.played,
            best: answer.as_ref().map(|answer| answer.best),
            choices: answer.as_ref().map_or(0, |answer| answer.moves.len()),
            before: before.number(),
            luck: best.number() - before.number(),
            loss,
            chance: if side == 0 { after } else { after.flipped() }.number(),
            mark: thresholds.mark(loss),
            explain: None,
        };
        Ok((reviewed, answer))
    }
}

/// Sides that have no name in a record; a name is one word. The first is used only if neither side has a name.
const UNNAMED: [&str; 2] = ["one side", "the other side"];

/// Returns the name of a side. A side has none in the record if it had no turn and the result does not name it.
fn name_of(game: &Game, side: usize) -> String {
    match &*game.sides[side] {
        "" if game.sides[1 - side].is_empty() => UNNAMED[side].to_owned(),
        "" => UNNAMED[1].to_owned(),
        name => name.to_owned(),
    }
}

/// Returns the losses in points that `by` states for the moves of `answer`, in their order there.
fn losses(answer: &ForDie, by: &ForDie, unit: Unit) -> ArrayVec<f64, MOST_MOVES> {
    let of = |action| by.moves.iter().find(|it| it.action == action);
    let losses = answer.moves.iter().filter_map(|it| of(it.action));
    losses
        .map(|it| unit.points_of_difference(it.loss))
        .collect()
}

impl Review {
    /// Returns the turns of the game and, if the game was given up, the resignation as the last step.
    pub fn steps(&self) -> impl Iterator<Item = &Reviewed> {
        self.turns.iter().chain(&self.resigned)
    }

    /// Adds the reasons for and against all legal moves to each turn whose move was not best.
    ///
    /// # Errors
    ///
    /// [`FactsError`] if the explainer or the solution belongs to another rule set than the game.
    pub fn explain(
        &mut self,
        explainer: &Explainer,
        solution: &Solution,
    ) -> Result<(), FactsError> {
        for turn in self.turns.iter_mut().filter(|turn| turn.loss > 0.0) {
            let reasons = |die| explainer.explain(solution, turn.position, die);
            turn.explain = turn.die.map(reasons).transpose()?;
        }
        Ok(())
    }
}

impl SideSum {
    pub(super) fn is_named(&self) -> bool {
        !UNNAMED.contains(&&*self.side)
    }

    pub(crate) fn merge(&mut self, other: &SideSum) {
        self.turns += other.turns;
        self.decisions += other.decisions;
        self.mistakes += other.mistakes;
        self.doubtful += other.doubtful;
        self.bad += other.bad;
        self.luck += other.luck;
        self.errors += other.errors;
        self.evidence.merge(&other.evidence);
    }

    /// Computes the rating from the losses and the number of choices, and the intervals.
    pub(crate) fn rate(&mut self, unit: Unit) {
        let loss = unit.points_of_difference(self.errors);
        self.rating = (self.decisions > 0).then(|| rating(loss, self.decisions as f64));
        let strength = self.evidence.strength();
        let [rating, level] = [
            strength.map(|strength| strength.rating),
            strength.map(|strength| strength.level),
        ];
        self.rating_low = rating.map(|rating| rating.low);
        self.rating_high = rating.map(|rating| rating.high);
        self.level_low = level.map(|level| level.low);
        self.level_high = level.map(|level| level.high);
    }

    fn add(&mut self, step: &Reviewed) {
        self.turns += usize::from(step.played != Choice::Resigned);
        self.decisions += usize::from(step.is_choice());
        self.mistakes += usize::from(step.loss > 0.0);
        self.doubtful += usize::from(step.mark == Some(Mark::Doubtful));
        self.bad += usize::from(step.mark == Some(Mark::Bad));
        self.luck += step.luck;
        self.errors += step.loss;
    }
}
