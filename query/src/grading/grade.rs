//! The grade of a policy: how often it is right, what its mistakes cost, what it gets against perfect
//! play, and what the opponent who knows it best gets against it. Exact: solved, not sampled.

use serde::Serialize;
use tourne_solver::game::{Die, Move, Position, Rules, Unit};
use tourne_solver::graph::values::Unsettled;

use super::contest::{Contest, Exploiter, Points, expected_loss, exploit};
use super::kind::Kind;
use crate::policy::builtin::Builtin;
use crate::policy::{Arena, Policy, Row};

/// What a policy is worth, with the field names of the JSON; `query/CHECKING.md` explains them.
/// What cannot be known, because the policy does not say what it plays, is `None`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Grade {
    /// The rule set.
    pub rules: Rules,
    /// What values and losses are measured in.
    pub unit: Unit,
    /// Decisions in positions that can arise from the start.
    pub decisions: usize,
    /// Decisions for which the policy has a legal move.
    pub answered: usize,
    /// Decisions for which it has none.
    pub missing: usize,
    /// Decisions for which it has a move that is not legal.
    pub illegal: usize,
    /// Decisions in which it always plays a best move.
    pub agree: usize,
    /// The share of decisions in which it plays a best move, by its own probabilities.
    pub agreement: Option<f64>,
    /// What it gives away in a decision, on average over all decisions.
    pub mean_loss: Option<f64>,
    /// Nineteen decisions in twenty give away no more than this.
    pub p95_loss: Option<f64>,
    /// The most that it gives away in a decision.
    pub worst_loss: Option<f64>,
    /// What it gets against perfect play, moving first.
    pub first: Option<f64>,
    /// The same, moving second.
    pub second: Option<f64>,
    /// The average of both.
    pub value: Option<f64>,
    /// What perfect play would get on average, less `value`.
    pub loss_per_game: Option<f64>,
    /// The decisions that it meets in a game against perfect play.
    pub decisions_per_game: Option<f64>,
    /// 1000 times the loss of winning probability in a decision met; a point counts as half of one.
    pub rating: Option<f64>,
    /// What the opponent who knows the policy best gets against it.
    pub exploiter: Option<f64>,
    /// How many mistakes there are: wrong moves with a chance to be played, in all decisions.
    pub mistakes_in_all: usize,
    /// The mistakes by kind, the costliest kind first.
    pub kinds: Vec<KindSum>,
    /// The costliest mistakes, the costliest first.
    pub mistakes: Vec<Mistake>,
}

/// A wrong move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mistake {
    /// The position.
    pub position: Position,
    /// The die that is played.
    pub die: Die,
    /// The move that is played.
    pub played: Move,
    /// The best move.
    pub best: Move,
    /// What is wrong with it.
    pub kind: Kind,
    /// The probability with which the policy plays it there.
    pub probability: f64,
    /// What it gives away.
    pub loss: f64,
    /// How often in a game against perfect play it is played.
    pub visits: Option<f64>,
    /// What it costs in a game: `visits` times `loss`.
    pub cost: Option<f64>,
}

/// All mistakes of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct KindSum {
    /// The kind.
    pub kind: Kind,
    /// How many mistakes there are.
    pub mistakes: usize,
    /// How often in a game against perfect play one is made.
    pub visits: Option<f64>,
    /// What they cost in a game.
    pub cost: Option<f64>,
}

/// A grade, and the opponent who knows the policy best.
#[derive(Clone, Debug)]
pub struct Graded {
    /// The grade.
    pub grade: Grade,
    /// The best response, if the policy says enough to find it.
    pub exploiter: Option<Policy>,
}

/// A grade that cannot be given.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum GradeError {
    /// Games go on for too long.
    #[error("games of this policy go on for too long")]
    Unsettled(#[from] Unsettled),
    /// The sums that must be equal are not: a fault of this program.
    #[error(
        "the policy loses {lost} points in a game, but its mistakes cost {attributed}, and its results say {by_outcome}: this is a fault of the program"
    )]
    Unbalanced {
        /// What it loses in a game, in points.
        lost: f64,
        /// The sum of what its mistakes cost.
        attributed: f64,
        /// What it loses in a game by the results alone.
        by_outcome: f64,
    },
}

/// Sums that must be equal may differ by so many points through rounding.
const ROUNDING: f64 = 1e-9;

/// Grades a policy; lists so many mistakes.
///
/// # Errors
///
/// [`GradeError`] if games go on for too long.
///
/// ```
/// use tourne_query::policy::Arena;
/// use tourne_query::policy::builtin::Builtin;
/// use tourne_query::grading::grade::grade;
///
/// let arena = Arena::new(tourne_query::solutions::embedded())?;
/// let graded = grade(&arena, &Builtin::Front.policy(&arena), 1)?;
/// let grade = graded.grade;
/// assert!(grade.agreement.unwrap() > 0.5 && grade.agreement.unwrap() < 0.9);
/// assert!(grade.value.unwrap() < 0.5 && grade.exploiter.unwrap() > 0.5);
/// assert_eq!(grade.mistakes.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grade(arena: &Arena, policy: &Policy, mistakes: usize) -> Result<Graded, GradeError> {
    let unit = arena.unit();
    let tally = Tally::of(arena, policy);
    let perfect = Builtin::Perfect.policy(arena);
    let contest = Contest::new(arena, policy, &perfect);
    let [unknown, _] = contest.unknown();
    let against_perfect = if unknown.is_empty() {
        Some(AgainstPerfect::new(arena, &contest)?)
    } else {
        None
    };
    let exploiter = exploit(arena, policy)?;
    let found = Found::new(arena, policy, against_perfect.as_ref());
    if let Some(against) = &against_perfect {
        against.check(&found)?;
    }

    let is_whole = tally.answered == tally.losses.len();
    let whole = |amount: f64| is_whole.then_some(unit.difference(amount));
    let decisions = tally.losses.len();
    let amount = |of: fn(&AgainstPerfect) -> f64| against_perfect.as_ref().map(of);
    let lost = amount(AgainstPerfect::lost);
    let grade = Grade {
        rules: arena.rules(),
        unit,
        decisions,
        answered: tally.answered,
        missing: tally.missing,
        illegal: tally.illegal,
        agree: tally.agree,
        agreement: (tally.missing == 0).then_some(tally.agreement / decisions as f64),
        mean_loss: whole(tally.losses.iter().sum::<f64>() / decisions as f64),
        p95_loss: whole(tally.losses[(decisions * 95).div_ceil(100) - 1]),
        worst_loss: whole(tally.losses[decisions - 1]),
        first: amount(|against| against.points.first).map(|points| unit.from_points(points)),
        second: amount(|against| against.points.second).map(|points| unit.from_points(points)),
        value: amount(|against| against.points.average()).map(|points| unit.from_points(points)),
        loss_per_game: lost.map(|lost| unit.difference(lost)),
        decisions_per_game: amount(|against| against.decisions),
        rating: amount(|against| 500.0 * against.lost() / against.decisions),
        exploiter: exploiter
            .as_ref()
            .map(|exploiter| unit.from_points(exploiter.points.average())),
        mistakes_in_all: found.mistakes.len(),
        kinds: found.kinds(arena),
        mistakes: found.costliest(arena, mistakes),
    };
    Ok(Graded {
        grade,
        exploiter: exploiter.map(|Exploiter { policy, .. }| policy),
    })
}

/// What a policy does in the decisions that can arise, however often they do.
struct Tally {
    answered: usize,
    missing: usize,
    illegal: usize,
    agree: usize,
    agreement: f64,
    /// What each decision gives away, in points, ascending; 0 where it is not known.
    losses: Vec<f64>,
}

impl Tally {
    fn of(arena: &Arena, policy: &Policy) -> Tally {
        let mut tally = Tally {
            answered: 0,
            missing: 0,
            illegal: 0,
            agree: 0,
            agreement: 0.0,
            losses: Vec::new(),
        };
        for row in arena.decisions() {
            let places = arena.places(row);
            let mut loss = 0.0;
            match policy.row(row) {
                Row::Missing => tally.missing += 1,
                Row::Illegal => tally.illegal += 1,
                Row::Given => {
                    tally.answered += 1;
                    let losses = arena.losses(places.clone());
                    let chances = policy.chances(places.clone());
                    let moves = || losses.iter().zip(chances);
                    let right: f64 = moves()
                        .filter(|&(&loss, _)| loss == 0.0)
                        .map(|(_, chance)| chance)
                        .sum();
                    let is_wrong = moves().any(|(&loss, &chance)| loss > 0.0 && chance > 0.0);
                    tally.agree += usize::from(!is_wrong);
                    tally.agreement += if is_wrong { right } else { 1.0 };
                    loss = expected_loss(arena, policy, places);
                }
            }
            tally.losses.push(loss);
        }
        tally.losses.sort_by(f64::total_cmp);
        tally
    }
}

/// A policy's games against perfect play.
struct AgainstPerfect {
    points: Points,
    by_outcome: Points,
    /// How often in a game each row comes up.
    visits: Vec<f64>,
    /// How many decisions there are in a game.
    decisions: f64,
}

impl AgainstPerfect {
    fn new(arena: &Arena, contest: &Contest) -> Result<Self, Unsettled> {
        let states = contest.visits()?;
        let chances = arena.chances();
        let visits: Vec<f64> = states
            .iter()
            .flat_map(|visits| chances.iter().map(move |chance| visits * chance))
            .collect();
        let decisions = arena.rows().filter(|(_, places)| places.len() > 1);
        Ok(AgainstPerfect {
            points: contest.points()?,
            by_outcome: contest.points_by_outcome()?,
            decisions: decisions.map(|(row, _)| visits[row]).sum(),
            visits,
        })
    }

    /// What is lost in a game, in points.
    fn lost(&self) -> f64 {
        0.0 - self.points.average()
    }

    /// Makes sure that the three ways to say what is lost say the same.
    fn check(&self, found: &Found) -> Result<(), GradeError> {
        let lost = self.lost();
        let by_outcome = -self.by_outcome.average();
        let attributed = found.mistakes.iter().map(|wrong| wrong.cost).sum();
        let differs = |other: f64| (other - lost).abs() > ROUNDING;
        if differs(attributed) || differs(by_outcome) {
            return Err(GradeError::Unbalanced {
                lost,
                attributed,
                by_outcome,
            });
        }
        Ok(())
    }
}

/// A wrong move that has a chance to be played.
#[derive(Clone, Copy)]
struct Wrong {
    row: usize,
    rank: usize,
    probability: f64,
    /// In points.
    loss: f64,
    visits: f64,
    /// In points; 0 if visits are not known.
    cost: f64,
}

/// The mistakes of a policy, the costliest first.
struct Found {
    mistakes: Vec<Wrong>,
    has_visits: bool,
}

impl Found {
    fn new(arena: &Arena, policy: &Policy, against: Option<&AgainstPerfect>) -> Found {
        let mut mistakes = Vec::new();
        for row in arena.decisions() {
            if policy.row(row) != Row::Given {
                continue;
            }
            let places = arena.places(row);
            let losses = arena.losses(places.clone());
            for (rank, (&probability, &loss)) in
                policy.chances(places).iter().zip(losses).enumerate()
            {
                if probability > 0.0 && loss > 0.0 {
                    let visits = against.map_or(0.0, |against| against.visits[row] * probability);
                    mistakes.push(Wrong {
                        row,
                        rank,
                        probability,
                        loss,
                        visits,
                        cost: visits * loss,
                    });
                }
            }
        }
        mistakes.sort_by(|one, other| {
            let by_cost = other.cost.total_cmp(&one.cost);
            let by_loss = || other.loss.total_cmp(&one.loss);
            let by_place = || (one.row, one.rank).cmp(&(other.row, other.rank));
            by_cost.then_with(by_loss).then_with(by_place)
        });
        Found {
            mistakes,
            has_visits: against.is_some(),
        }
    }

    fn costliest(&self, arena: &Arena, count: usize) -> Vec<Mistake> {
        let known = |amount: f64| self.has_visits.then_some(amount);
        let unit = arena.unit();
        let mistakes = self.mistakes.iter().take(count).map(|wrong| {
            let (position, die) = arena.position_of(wrong.row);
            let best = best_rank(arena, wrong.row);
            let plays: Vec<Move> = arena.plays(wrong.row).map(|play| play.action).collect();
            Mistake {
                position,
                die,
                played: plays[wrong.rank],
                best: plays[best],
                kind: Kind::of(arena, wrong.row, wrong.rank, best),
                probability: wrong.probability,
                loss: unit.difference(wrong.loss),
                visits: known(wrong.visits),
                cost: known(unit.difference(wrong.cost)),
            }
        });
        mistakes.collect()
    }

    fn kinds(&self, arena: &Arena) -> Vec<KindSum> {
        let mut sums = Kind::ALL.map(|kind| (kind, 0, 0.0, 0.0));
        for wrong in &self.mistakes {
            let kind = Kind::of(arena, wrong.row, wrong.rank, best_rank(arena, wrong.row));
            let (_, mistakes, visits, cost) = &mut sums[kind as usize];
            *mistakes += 1;
            *visits += wrong.visits;
            *cost += wrong.cost;
        }
        let mut sums: Vec<_> = sums
            .into_iter()
            .filter(|&(_, mistakes, ..)| mistakes > 0)
            .collect();
        sums.sort_by(|one, other| other.3.total_cmp(&one.3));
        let known = |amount: f64| self.has_visits.then_some(amount);
        let sums = sums
            .into_iter()
            .map(|(kind, mistakes, visits, cost)| KindSum {
                kind,
                mistakes,
                visits: known(visits),
                cost: known(arena.unit().difference(cost)),
            });
        sums.collect()
    }
}

/// Which of a row's moves is best; of several the rearmost man's.
pub(crate) fn best_rank(arena: &Arena, row: usize) -> usize {
    let losses = arena.losses(arena.places(row));
    losses.iter().position(|&loss| loss == 0.0).unwrap_or(0)
}
