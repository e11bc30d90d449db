//! Reasons: what speaks for and against each legal move of a position and die.

use serde::{Serialize, Serializer};
use tourne_solver::game::{Die, Man, Move, Play, Point, Position, Rules};
use tourne_solver::solution::{LookUpError, Solution, Value};

use super::best_play::{self, Outcomes};
use super::error::FactsError;
use crate::ask::answer::{Ranked, for_die};
use crate::ask::judge::{Judge, Measure};
use crate::grading::mistake_kind::Kind;
use crate::policy::Arena;

/// The men that a move hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// The point on which they stand, 1 to 11.
    #[serde(serialize_with = "as_number")]
    pub point: Point,
    /// Number of men; above 1 only if a point may hold several.
    pub men: usize,
}

/// A legal move with what speaks for and against it, seen by the player who makes it. The field names are those of the
/// JSON; `query/ANSWERS.md` shows real ones.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reasons {
    /// The die that is played.
    pub die: Die,
    /// The move.
    #[serde(rename = "move")]
    pub action: Move,
    /// The value to the player who makes the move.
    pub value: Value,
    /// Loss: the best value minus this one; exactly 0 for a best move.
    pub loss: f64,
    /// `true` if the move wins the game.
    pub wins: bool,
    /// The men that the move hits, if any.
    pub hits: Option<Hit>,
    /// Number of throws with which the opponent can hit a man of the player next turn, of `throws`. Only legal moves
    /// count.
    pub hit_by: u32,
    /// The dice with which it can, ascending.
    pub hit_by_dice: Vec<Die>,
    /// Number of equally likely throws: 36, or 6 with one die.
    pub throws: u32,
    /// Pips of the player after the move.
    pub pips: u8,
    /// Pips of the opponent after the move.
    pub opponent_pips: u8,
    /// Probabilities of the ends of the game after the move, under best play by both. `None` in a match, where best
    /// play depends on the score and ends are not computed.
    pub ends: Option<Outcomes>,
    /// Kind of the mistake, by comparison with the best move as [`Kind::of`] makes it; `None` for a best move.
    pub mistake: Option<Kind>,
}

/// Serialises a point as its number.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes references to fields"
)]
fn as_number<S: Serializer>(point: &Point, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(point.number())
}

/// A source of reasons for the moves of one rule set. It is made once, for many positions.
///
/// ```
/// use tourne_query::facts::reasons::Explainer;
/// use tourne_query::solutions;
/// use tourne_solver::game::Die;
///
/// let solution = solutions::embedded();
/// let explainer = Explainer::new(solution)?;
/// let position = solution.rules().position(&"04h/007".parse()?)?;
/// let reasons = explainer.explain(solution, position, Die::new(3))?;
/// let [hit, entry] = reasons.as_slice() else { panic!("there are two moves") };
///
/// assert_eq!(hit.action.to_string(), "4/7*");
/// assert_eq!(hit.hits.map(|hit| hit.point.number()), Some(7));
/// assert_eq!((hit.pips, hit.opponent_pips), (17, 36));
/// assert_eq!(hit.mistake, None);
///
/// assert_eq!(entry.action.to_string(), "0/3");
/// assert_eq!(entry.mistake.map(|kind| kind.to_string()).as_deref(), Some("missed hit"));
/// let ends = entry.ends.unwrap();
/// assert!((ends.win_single + ends.win_double - entry.value.number()).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Explainer {
    rules: Rules,
    ends: Option<Ends>,
}

/// Ends of games from every position of a solution.
#[derive(Clone, Debug)]
struct Ends {
    solution: Solution,
    /// In the order of the solution's index.
    outcomes: Vec<Outcomes>,
}

impl Explainer {
    /// An explainer of games by the rules of a solution. Follows best play from every position once.
    ///
    /// # Errors
    ///
    /// [`FactsError`] if the solution is wrong, or games go on for too long.
    pub fn new(solution: &Solution) -> Result<Explainer, FactsError> {
        let arena = Arena::new(solution)?;
        let of_states = best_play::outcomes(&arena)?;
        let outcomes = solution.index().positions().map(|position| {
            let state = arena.states().state(position);
            let rules = arena.rules();
            let outcomes = state.map(|state| of_states[state]);
            outcomes.ok_or(LookUpError::NotHeld { position, rules })
        });
        Ok(Explainer {
            rules: solution.rules(),
            ends: Some(Ends {
                outcomes: outcomes.collect::<Result<_, _>>()?,
                solution: solution.clone(),
            }),
        })
    }

    /// An explainer of games in a match by these rules: without the ends of games, since best play depends on the score.
    ///
    /// ```
    /// use tourne_query::facts::reasons::Explainer;
    /// use tourne_query::solutions;
    /// use tourne_solver::game::{Die, Rules};
    ///
    /// let explainer = Explainer::of_match(Rules::STANDARD);
    /// let reasons = explainer.explain(solutions::embedded(), Rules::STANDARD.start(), Die::new(3))?;
    /// assert_eq!(reasons[0].ends, None);
    /// # Ok::<(), tourne_query::facts::error::FactsError>(())
    /// ```
    #[must_use]
    pub fn of_match(rules: Rules) -> Explainer {
        Explainer { rules, ends: None }
    }

    /// All legal moves with their reasons, best first, in the order of [`for_die`].
    ///
    /// # Errors
    ///
    /// [`FactsError`] if the judge is of other rules, the position is not in its solution, or the solution is wrong.
    pub fn explain(
        &self,
        judge: &(impl Judge + ?Sized),
        position: Position,
        die: Die,
    ) -> Result<Vec<Reasons>, FactsError> {
        if judge.rules() != self.rules {
            return Err(FactsError::OtherRules {
                expected: self.rules,
                found: judge.rules(),
            });
        }
        let answer = for_die(judge, position, die)?;
        let ends = self
            .ends
            .as_ref()
            .filter(|_| judge.measure() != Measure::Match);
        let mut all: Vec<Reasons> = Vec::with_capacity(answer.moves.len());
        for ranked in &answer.moves {
            let ends = ends.map(|ends| ends.after(ranked.position)).transpose()?;
            let mut reasons = self.of(position, die, ranked, ends);
            // The first is best.
            reasons.mistake = all.first().filter(|_| ranked.loss > 0.0).map(|best| {
                let hit_by = || (reasons.hit_by, best.hit_by);
                Kind::of(ranked.action, best.action, hit_by)
            });
            all.push(reasons);
        }
        Ok(all)
    }

    /// The reasons of a move of these ends, without the kind of the mistake.
    fn of(&self, position: Position, die: Die, ranked: &Ranked, ends: Option<Outcomes>) -> Reasons {
        let next = ranked.position;
        let hit_by_dice: Vec<Die> = dice_that_hit(self.rules, next).collect();
        let chances = hit_by_dice.iter().map(|&die| self.rules.chances(die));
        Reasons {
            die,
            action: ranked.action,
            value: ranked.value,
            loss: ranked.loss,
            wins: next.is_over(),
            hits: hit_of(position, ranked.action),
            hit_by: chances.sum(),
            hit_by_dice,
            throws: self.rules.throws(),
            pips: next.opponent().pips(),
            opponent_pips: next.on_roll().pips(),
            ends,
            mistake: None,
        }
    }
}

impl Ends {
    /// The ends after a move that leaves this position to the opponent, seen by the player who makes it.
    fn after(&self, next: Position) -> Result<Outcomes, LookUpError> {
        if next.is_over() {
            let is_double = next.on_roll().home() == 0;
            return Ok(Outcomes {
                win_single: f64::from(u8::from(!is_double)),
                win_double: f64::from(u8::from(is_double)),
                lose_single: 0.0,
                lose_double: 0.0,
            });
        }
        let number = self.solution.index().number(next);
        let outcomes = number.map(|number| self.outcomes[number].flipped());
        outcomes.ok_or(LookUpError::NotHeld {
            position: next,
            rules: self.solution.rules(),
        })
    }
}

/// The dice with which the player on roll can hit.
fn dice_that_hit(rules: Rules, position: Position) -> impl Iterator<Item = Die> {
    let hits = |play: &Play| matches!(play.action, Move::Man { hit: true, .. });
    let can_hit = move |die: &Die| rules.plays(position, *die).iter().any(hits);
    Die::ALL.into_iter().filter(can_hit)
}

/// The men that a move in this position hits.
fn hit_of(position: Position, action: Move) -> Option<Hit> {
    match action {
        Move::Man {
            to: Some(point),
            hit: true,
            ..
        } => Some(Hit {
            point,
            men: position.opponent().count(Man::On(point)),
        }),
        _ => None,
    }
}
