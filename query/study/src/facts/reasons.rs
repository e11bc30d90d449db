//! Reasons for and against each legal move of a position and die.

use std::collections::HashMap;

use serde::{Serialize, Serializer};
use tourne_query::ask::{Judge, Measure, Ranked, for_die};
use tourne_query::grading::exchange::{Outlook, Standing};
use tourne_query::grading::{Counts, Kind, Parts};
use tourne_query::policy::Arena;
use tourne_solver::{Die, Man, Move, NotHeld, Point, Position, Rules, Solution, Value};

use super::best_play::{self, Outcomes};
use super::error::FactsError;

/// Men that a move hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// Point of the men that are hit, 1 to 11.
    #[serde(serialize_with = "as_number")]
    pub point: Point,
    /// Number of men that are hit; more than 1 only if a point may hold several men.
    pub men: usize,
}

/// Legal move with the reasons for and against it, from the point of view of the player who makes it. The fields have
/// the same names in the JSON output; `query/ANSWERS.md` shows real answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reasons {
    /// Die that is played, 1 to 6.
    pub die: Die,
    /// Move of a man, or a pass.
    #[serde(rename = "move")]
    pub action: Move,
    /// Value of the game after the move, to the player who makes it.
    pub value: Value,
    /// Loss of the move: the value of the best move minus the value of this move; exactly 0 for a best move.
    pub loss: f64,
    /// `true` if the move wins the game.
    pub wins: bool,
    /// Men that the move hits; `None` if the move hits nothing.
    pub hits: Option<Hit>,
    /// Number of throws with which the opponent can hit a man of the player next turn, out of `throws`. Only legal
    /// moves count.
    pub hit_by: u32,
    /// Dice with which the opponent can hit a man of the player next turn, ascending.
    pub hit_by_dice: Vec<Die>,
    /// Mean number of pips that the player loses to the opponent's hits next turn, if the opponent plays the best reply
    /// with each throw.
    pub hit_pips: f64,
    /// Number of equally likely throws: 36, or 6 with one die.
    pub throws: u32,
    /// Probability that the player can hit with the next throw, if the opponent replies with the best move that does
    /// not hit. If the opponent has no such move with a die, a pass is assumed. If the game is over, 0.
    pub aim: f64,
    /// Number of throws with which the player can bring a man home next turn, if the opponent hits no man.
    pub home_by: u32,
    /// Number of pips that the player has left after the move.
    pub pips: u8,
    /// Number of pips that the opponent has left after the move.
    pub opponent_pips: u8,
    /// Probabilities of the ends of the game after the move, under best play by both players. `None` in a match, where
    /// best play depends on the score and the ends are not computed.
    pub ends: Option<Outcomes>,
    /// Parts of the value of the move, in the unit of `value`.
    pub parts: Parts,
    /// Kind of the mistake, found by [`Kind::of`]; `None` for a best move.
    pub mistake: Option<Kind>,
    /// Best reply of the opponent with each die, and the value after the reply; empty if the move wins. The mean of
    /// these values, weighted by `chances`, is the value of the move.
    pub replies: Vec<Reply>,
}

/// Best reply of the opponent to a move, for one of the six dice that the opponent may have to play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reply {
    /// Die that the opponent plays, 1 to 6.
    pub die: Die,
    /// Number of throws in which the opponent plays this die.
    pub chances: u32,
    /// Best move of the opponent; of several best moves, the move of the rearmost man.
    pub reply: Move,
    /// Value after the reply, to the player who made the move.
    pub value: Value,
}

/// Serialises a point as its number.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes references to fields"
)]
fn as_number<S: Serializer>(point: &Point, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(point.number())
}

impl Reasons {
    /// Returns the numbers of throws on which the kind of a mistake depends.
    fn counts(&self) -> Counts {
        Counts {
            hit_by: self.hit_by,
            home_by: self.home_by,
            throws: self.throws,
        }
    }
}

/// Explainer of moves under one rule set: it finds the reasons for and against each move. One explainer can be used for
/// many positions.
///
/// ```
/// use tourne_study::facts::Explainer;
/// use tourne_query::solutions;
/// use tourne_solver::Die;
///
/// let solution = solutions::standard();
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
    /// Probabilities of the ends of the game from each position; `None` in a match.
    ends: Option<HashMap<Position, Outcomes>>,
}

impl Explainer {
    /// Creates an explainer for the rules of a solution, and computes the ends of games from every position.
    ///
    /// # Errors
    ///
    /// [`FactsError`] if games go on for too long.
    pub fn new(solution: &Solution) -> Result<Explainer, FactsError> {
        let arena = Arena::new(solution);
        let positions = arena.states().positions().iter().copied();
        let ends = positions.zip(best_play::outcomes(&arena)?);
        Ok(Explainer {
            rules: solution.rules(),
            ends: Some(ends.collect()),
        })
    }

    /// Creates an explainer for games of a match under these rules. It leaves out the ends of games, since best play
    /// depends on the score.
    pub fn of_match(rules: Rules) -> Explainer {
        Explainer { rules, ends: None }
    }

    /// Returns all legal moves with the reasons for and against them, best first, in the order of [`for_die`].
    ///
    /// # Errors
    ///
    /// [`FactsError`] if judge and explainer have different rules, or if the position is not in the solution.
    pub fn explain(
        &self,
        judge: &dyn Judge,
        position: Position,
        die: Die,
    ) -> Result<Vec<Reasons>, FactsError> {
        self.reasons(judge, position, die, &for_die(judge, position, die)?.moves)
    }

    /// Returns the reasons for and against each of `moves`, which are the legal moves as the judge ranks them, best
    /// first.
    pub(super) fn reasons(
        &self,
        judge: &dyn Judge,
        position: Position,
        die: Die,
        moves: &[Ranked],
    ) -> Result<Vec<Reasons>, FactsError> {
        if judge.rules() != self.rules {
            return Err(FactsError::OtherRules {
                expected: self.rules,
                found: judge.rules(),
            });
        }
        let opponent = judge.opponent();
        let mut all: Vec<Reasons> = Vec::with_capacity(moves.len());
        for ranked in moves {
            let mut reasons = self.reasons_of([judge, &*opponent], position, die, ranked)?;
            // The first move is a best move, since the moves come best first.
            reasons.mistake = all.first().filter(|_| ranked.loss > 0.0).map(|best| {
                let charges = best.parts.less(reasons.parts);
                let counts = || [&reasons, best].map(Reasons::counts);
                Kind::of(ranked.action, best.action, charges, counts)
            });
            all.push(reasons);
        }
        Ok(all)
    }

    /// Returns the reasons for and against a move, without the field `mistake`. `own` judges for the player who makes
    /// the move, and `other` for the opponent.
    fn reasons_of(
        &self,
        [own, other]: [&dyn Judge; 2],
        position: Position,
        die: Die,
        ranked: &Ranked,
    ) -> Result<Reasons, NotHeld> {
        let (rules, next) = (self.rules, ranked.position);
        let outlook = Outlook {
            rules,
            movers: |side, die| rules.movers(side, die),
            points: |position, is_own| {
                let judge = if is_own { own } else { other };
                Ok(judge.value(position)?.points())
            },
        };
        let after = Standing {
            position: next,
            is_own: false,
            points: -ranked.value.points(),
        };
        let calm = outlook.calm(after)?.replies;
        let parts = outlook.parts(after, &calm, |at| Ok(outlook.calm(at)?.values))?;
        let still_played = Die::ALL.into_iter().filter(|_| !next.is_over());
        let replies = still_played.map(|die| {
            let answer = for_die(other, next, die)?;
            Ok(Reply {
                die,
                chances: rules.chances(die),
                reply: answer.best,
                value: answer.value.flipped(),
            })
        });
        let replies: Vec<Reply> = replies.collect::<Result<_, NotHeld>>()?;
        let counts = outlook.counts_after(next);
        let aims = Die::ALL.into_iter().zip(&calm).map(|(die, then)| {
            let hitting = outlook.dice_that(then.position, Move::hits);
            rules.chances(die) * hitting.map(|die| rules.chances(die)).sum::<u32>()
        });
        let ends = match own.measure() {
            Measure::Game(_) => self.ends_after(next)?,
            Measure::Match => None,
        };
        Ok(Reasons {
            die,
            action: ranked.action,
            value: ranked.value,
            loss: ranked.loss,
            wins: next.is_over(),
            hits: hit_of(position, ranked.action),
            hit_by: counts.hit_by,
            hit_by_dice: outlook.dice_that(next, Move::hits).collect(),
            hit_pips: f64::from(hit_pips(next, &replies)) / f64::from(rules.throws()),
            throws: counts.throws,
            aim: f64::from(aims.sum::<u32>()) / f64::from(rules.throws().pow(2)),
            home_by: counts.home_by,
            pips: next.opponent().pips(),
            opponent_pips: next.on_roll().pips(),
            ends,
            parts: parts.of_points(own.measure().unit()),
            mistake: None,
            replies,
        })
    }

    /// Returns the probabilities of the ends after a move to the position `next`, from the point of view of the player
    /// who makes the move; `None` in a match.
    fn ends_after(&self, next: Position) -> Result<Option<Outcomes>, NotHeld> {
        let Some(ends) = &self.ends else {
            return Ok(None);
        };
        if next.is_over() {
            let is_double = next.on_roll().has_none_home();
            return Ok(Some(Outcomes {
                win_single: f64::from(!is_double),
                win_double: f64::from(is_double),
                lose_single: 0.0,
                lose_double: 0.0,
            }));
        }
        let ends = ends.get(&next).ok_or(NotHeld {
            position: next,
            rules: self.rules,
        })?;
        Ok(Some(ends.flipped()))
    }
}

/// Returns the number of pips that the player loses when the opponent's `replies` in this position hit men, summed over
/// all throws.
fn hit_pips(position: Position, replies: &[Reply]) -> u32 {
    let hits = replies.iter().filter_map(|reply| {
        let hit = hit_of(position, reply.reply)?;
        Some(reply.chances * u32::from(hit.point.number()) * hit.men as u32)
    });
    hits.sum()
}

/// Returns the men that a move in this position hits; `None` if the move hits nothing.
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
