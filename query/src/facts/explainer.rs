//! Explainer: it finds the reasons for and against each legal move of a position and die.

use std::collections::HashMap;

use crate::ask::{ForDie, Judge, Measure, Ranked, for_die};
use crate::grading::Kind;
use crate::grading::exchange::{Outlook, Standing};
use crate::policy::Arena;
use tourne_solver::{
    Die, Man, Men, Move, NotHeld, Position, Reentry, Rules, Setup, Side, Solution,
};

use super::best_play::{self, Outcomes};
use super::error::FactsError;
use super::reasons::{Hit, Reasons, Reply};
use super::sentence::{EXCHANGES, Pair, looks_further};

/// Explainer of moves under one rule set: it finds the reasons for and against each move. One explainer can be used for
/// many positions.
///
/// ```
/// use tourne::facts::Explainer;
/// use tourne::solutions;
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
        self.reasons(judge, position, &for_die(judge, position, die)?)
    }

    /// Returns the reasons for and against each move of the judge's answer for a position and die, in the same order.
    pub(super) fn reasons(
        &self,
        judge: &dyn Judge,
        position: Position,
        answer: &ForDie,
    ) -> Result<Vec<Reasons>, FactsError> {
        if judge.rules() != self.rules {
            return Err(FactsError::OtherRules {
                expected: self.rules,
                found: judge.rules(),
            });
        }
        let opponent = judge.opponent();
        let moment = Moment {
            explainer: self,
            judges: [judge, &*opponent],
            position,
            die: answer.die,
        };
        let mut all: Vec<Reasons> = Vec::with_capacity(answer.moves.len());
        for ranked in &answer.moves {
            let reasons = moment.reasons(ranked, answer.moves.first().zip(all.first()))?;
            all.push(reasons);
        }
        Ok(all)
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

/// Position and die whose moves are explained, as the judges of both players see it.
struct Moment<'a> {
    explainer: &'a Explainer,
    /// Judge for the player who moves, and judge for the opponent.
    judges: [&'a dyn Judge; 2],
    position: Position,
    die: Die,
}

impl Moment<'_> {
    #[expect(clippy::type_complexity, reason = "the two functions have no names")]
    fn outlook(
        &self,
    ) -> Outlook<impl Fn(Side, Die) -> Men, impl Fn(Position, bool) -> Result<f64, NotHeld>> {
        let (rules, [own, other]) = (self.explainer.rules, self.judges);
        Outlook {
            rules,
            movers: move |side, die| rules.movers(side, die),
            points: move |position, is_own: bool| {
                let judge = if is_own { own } else { other };
                Ok(judge.value(position)?.points())
            },
        }
    }

    /// Returns the reasons for and against a move; `best` is the best move with its reasons, unless this is the best.
    fn reasons(
        &self,
        ranked: &Ranked,
        best: Option<(&Ranked, &Reasons)>,
    ) -> Result<Reasons, NotHeld> {
        let (rules, next, [own, other]) = (self.explainer.rules, ranked.position, self.judges);
        let outlook = self.outlook();
        let after = standing_after(ranked);
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
            Measure::Game(_) => self.explainer.ends_after(next)?,
            Measure::Match => None,
        };
        let still = self.value_to_mover(self.position.flipped());
        let hits = hit_of(self.position, ranked.action).map(|hit| {
            let without = self
                .after_hit_alone(next)
                .and_then(|it| self.value_to_mover(it));
            let worth = without.zip(still).map(|(hit, still)| hit - still);
            Hit { worth, ..hit }
        });
        let reasons = Reasons {
            die: self.die,
            action: ranked.action,
            value: ranked.value,
            loss: ranked.loss,
            worth: still.map(|still| ranked.value.number() - still),
            wins: next.is_over(),
            hits,
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
            reason: None,
            replies,
        };
        match best.filter(|_| ranked.loss > 0.0) {
            Some(best) => self.compared(reasons, after, best),
            None => Ok(reasons),
        }
    }

    /// Adds to the reasons of a wrong move how it differs from the best one. `after` is the position after the move.
    fn compared(
        &self,
        reasons: Reasons,
        after: Standing,
        (first, best): (&Ranked, &Reasons),
    ) -> Result<Reasons, NotHeld> {
        let charges = best.parts.less(reasons.parts);
        let counts = || [&reasons, best].map(Reasons::counts);
        let kind = Kind::of(reasons.action, best.action, charges, counts);
        let unit = self.judges[0].measure().unit();
        let later = if looks_further(kind) {
            let outlook = self.outlook();
            let parts = |at| Ok(outlook.parts_over(at, EXCHANGES)?.of_points(unit));
            Some(parts(standing_after(first))?.less(parts(after)?))
        } else {
            None
        };
        let entries = if self.explainer.rules.has_entry_duty() {
            Some([after.position, first.position].map(|next| self.entries_if_hit(next)))
        } else {
            None
        };
        let pair = Pair {
            played: &reasons,
            best,
            unit,
            charges,
            later,
            entries,
            is_first: self.explainer.rules.reentry == Reentry::First,
        };
        let text = pair.sentence(kind);
        Ok(Reasons {
            mistake: Some(kind),
            reason: Some(text),
            ..reasons
        })
    }

    /// Returns the number of throws with which the player's foremost man on the board could enter if it were hit; 0 if no
    /// man is on the board. `next` is the position after a move.
    fn entries_if_hit(&self, next: Position) -> u32 {
        let rules = self.explainer.rules;
        let mut men = next.opponent().men();
        let exposed = |man: &&mut Man| matches!(man, Man::On(point) if !point.is_home());
        let Some(man) = men.iter_mut().filter(exposed).min_by_key(|man| man.pips()) else {
            return 0;
        };
        *man = Man::Owing;
        let hit = Side::new(men);
        let enters = |die: &Die| {
            rules
                .movers(hit, *die)
                .iter()
                .any(|man| hit.men()[man] == Man::Owing)
        };
        let dice = Die::ALL.into_iter().filter(enters);
        dice.map(|die| rules.chances(die)).sum()
    }

    /// Returns the value of a position with the opponent on roll, to the player who moves; `None` if the solution does
    /// not hold it.
    fn value_to_mover(&self, position: Position) -> Option<f64> {
        let value = self.judges[1].value(position).ok()?;
        Some(value.flipped().number())
    }

    /// Returns the position in which the men that a move hits are off the board and the player has moved no man, with
    /// the opponent on roll. `next` is the position after the move. `None` if the rules do not allow it.
    fn after_hit_alone(&self, next: Position) -> Option<Position> {
        let setup = Setup {
            on_roll: next.on_roll().men().to_vec(),
            opponent: self.position.on_roll().men().to_vec(),
        };
        self.explainer.rules.position(&setup).ok()
    }
}

/// Returns the position after a move, with its value in points to the opponent, who is on roll.
fn standing_after(ranked: &Ranked) -> Standing {
    Standing {
        position: ranked.position,
        is_own: false,
        points: -ranked.value.points(),
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

fn hit_of(position: Position, action: Move) -> Option<Hit> {
    match action {
        Move::Man {
            to: Some(point),
            hit: true,
            ..
        } => Some(Hit {
            point,
            men: position.opponent().count(Man::On(point)),
            worth: None,
        }),
        _ => None,
    }
}
