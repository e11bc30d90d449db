//! Grade of a policy: how often it plays a best move, the cost of its mistakes, its value against perfect play, and the
//! value of the best response to it. All figures are computed exactly, not sampled.

use serde::Serialize;
use tourne_graph::Unsettled;
use tourne_solver::{Rules, Unit};

use super::contest::{Contest, expected_loss};
use super::exploiter::{Exploiter, exploit_throws};
use super::groups::or_nulls;
use super::mistakes::{KindSum, Mistake, mistakes};
use super::rating::rating;
use super::throws::Throws;
use crate::policy::{Arena, Policy, Row, Said, first_best, worst};

/// Grade of a policy. The fields have the same names in the JSON output, where `tally` and `figures` are flattened;
/// `query/CHECKING.md` explains them. A field is `None` if it depends on moves that the policy does not have.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Grade {
    /// Rule set of the game.
    pub rules: Rules,
    /// Unit of values and losses: winning probability, or points.
    pub unit: Unit,
    /// Number of decisions that are graded: all in positions that can arise from the start, unless fewer were asked for.
    pub decisions: usize,
    /// Numbers of answers and of best moves.
    #[serde(flatten)]
    pub tally: Tally,
    /// Losses in decisions, games against perfect play, and the best response.
    #[serde(flatten)]
    pub figures: Figures,
    /// Figures after each illegal answer is replaced by the worst legal move. `None` if no answer is illegal, if no
    /// answer is legal, or if all these figures depend on missing moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charged: Option<Figures>,
    /// Number of mistakes in all decisions; a mistake is a wrong move that the policy plays with a positive
    /// probability.
    pub mistakes_in_all: usize,
    /// Sums of the mistakes of each kind, the costliest kind first.
    pub kinds: Vec<KindSum>,
    /// Costliest mistakes, the costliest first.
    pub mistakes: Vec<Mistake>,
    /// Best response to the policy; `None` if some opponent can reach a decision for which the policy has no legal
    /// move.
    #[serde(skip)]
    pub response: Option<Policy>,
}

/// Number of decisions that a policy answers, and of those in which it plays a best move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// Number of decisions for which the policy has a legal move.
    pub answered: usize,
    /// Number of decisions for which the policy has no move.
    pub missing: usize,
    /// Number of decisions for which the policy has an illegal move.
    pub illegal: usize,
    /// Number of decisions in which the policy always plays a best move.
    pub agree: usize,
    /// Mean probability that the policy plays a best move in a decision; `None` if the policy has no move for some
    /// decision. An illegal move counts as probability 0.
    pub agreement: Option<f64>,
}

/// Statistics of a policy's loss in a decision, in the unit of the grade; all decisions have the same weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Losses {
    /// Mean loss in a decision; a decision with a best move counts as loss 0.
    pub mean_loss: f64,
    /// 95th percentile of the losses in a decision.
    pub p95_loss: f64,
    /// Largest loss in a decision.
    pub worst_loss: f64,
}

/// Values of a policy's games against perfect play, in the unit of the grade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Games {
    /// Value of a game to the policy when it moves first.
    pub first: f64,
    /// Value of a game to the policy when it moves second.
    pub second: f64,
    /// Mean of `first` and `second`.
    pub value: f64,
    /// Loss per game: the mean value of perfect play against itself minus `value`.
    pub loss_per_game: f64,
    /// Mean number of decisions that the policy meets in a game.
    pub decisions_per_game: f64,
    /// Rating of the policy's play in these games, as [`rating`] computes it.
    pub rating: f64,
}

/// Figures of a policy that depend on the losses in its decisions. Answers that it lacks may have been replaced by moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Statistics of the loss in a decision; `None` unless the policy has a legal move for every decision.
    #[serde(flatten, serialize_with = "or_nulls")]
    pub losses: Option<Losses>,
    /// Values of games against perfect play; `None` if these games come to a decision for which the policy has no legal
    /// move.
    #[serde(flatten, serialize_with = "or_nulls")]
    pub games: Option<Games>,
    /// Value of the best response when it plays against the policy, averaged over moving first and moving second;
    /// `None` if some opponent can reach a decision for which the policy has no legal move.
    pub exploiter: Option<f64>,
}

/// Figures of a policy with moves in place of its missing answers. An illegal answer counts as the worst legal move. The
/// fields have the same names in the JSON output.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bounds {
    /// Figures with a best move in place of each missing answer.
    pub best: Figures,
    /// Figures with the worst legal move, that with the largest loss, in place of each missing answer.
    pub worst: Figures,
}

/// Grades a policy, and lists its costliest mistakes, at most `most` of them.
///
/// # Errors
///
/// [`Unsettled`] if games go on for too long.
///
/// ```
/// use tourne::policy::{Arena, Builtin};
/// use tourne::grading::grade;
///
/// let arena = Arena::new(tourne::solutions::standard());
/// let grade = grade(&arena, &Builtin::Front.policy(&arena), 1)?;
/// assert!(grade.tally.agreement.unwrap() > 0.5 && grade.tally.agreement.unwrap() < 0.9);
/// assert!(grade.figures.games.unwrap().value < 0.5 && grade.figures.exploiter.unwrap() > 0.5);
/// assert_eq!(grade.mistakes.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grade(arena: &Arena, policy: &Policy, most: usize) -> Result<Grade, Unsettled> {
    let rows: Vec<Row> = arena.decisions().collect();
    grade_of(arena, policy, &rows, most)
}

/// Grades a policy as [`grade`] does, but counts only the decisions `rows`, and only mistakes in these. The values of games
/// still depend on all decisions that the policy meets.
///
/// # Errors
///
/// [`Unsettled`] if games go on for too long.
///
/// # Panics
///
/// If there are no rows.
pub fn grade_of(
    arena: &Arena,
    policy: &Policy,
    rows: &[Row],
    most: usize,
) -> Result<Grade, Unsettled> {
    let throws = Throws::of(arena, policy);
    // The two computations are independent of each other, so run them in parallel.
    let (followed, response) = rayon::join(
        || -> Result<_, Unsettled> {
            let (games, visits) = games(arena, &throws)?.unzip();
            let found = mistakes(arena, policy, rows, visits.as_deref());
            Ok((games, found, tally(arena, policy, rows.iter().copied())))
        },
        || exploit_throws(arena, &throws),
    );
    let (games, (kinds, mut mistakes), (tally, losses)) = followed?;
    let response = response?;
    let losses = tally.spread(losses, arena.unit());
    let figures = Figures::new(arena, losses, games, response.as_ref());
    let mut charged = None;
    // If no answer is legal, skip these figures: they would describe the worst legal moves instead of the policy.
    if tally.illegal > 0 && tally.answered > 0 {
        let found = Figures::of(arena, &policy.clone().charged(arena), rows)?;
        charged = Some(found).filter(|figures| *figures != Figures::default());
    }
    let mistakes_in_all = mistakes.len();
    mistakes.truncate(most);
    Ok(Grade {
        rules: arena.rules(),
        unit: arena.unit(),
        decisions: rows.len(),
        tally,
        figures,
        charged,
        mistakes_in_all,
        kinds,
        mistakes,
        response: response.map(|response| response.policy),
    })
}

impl Figures {
    /// Computes the figures of a policy, with the losses in the decisions `rows`, but not its mistakes.
    fn of(arena: &Arena, policy: &Policy, rows: &[Row]) -> Result<Figures, Unsettled> {
        let throws = Throws::of(arena, policy);
        let (games, response) =
            rayon::join(|| games(arena, &throws), || exploit_throws(arena, &throws));
        let games = games?.map(|(games, _)| games);
        let (tally, losses) = tally(arena, policy, rows.iter().copied());
        let losses = tally.spread(losses, arena.unit());
        Ok(Figures::new(arena, losses, games, response?.as_ref()))
    }

    fn new(
        arena: &Arena,
        losses: Option<Losses>,
        games: Option<Games>,
        response: Option<&Exploiter>,
    ) -> Figures {
        let points = response.map(|response| response.points.average());
        Figures {
            losses,
            games,
            exploiter: points.map(|points| arena.unit().from_points(points)),
        }
    }
}

impl Bounds {
    /// Computes the figures. Returns `None` if no answer is missing, or if no answer is a legal move.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if games go on for too long.
    pub fn of(arena: &Arena, policy: &Policy) -> Result<Option<Bounds>, Unsettled> {
        let has = |said| arena.decisions().any(|row| policy.said(row) == said);
        if !has(Said::Missing) || !has(Said::Given) {
            return Ok(None);
        }
        let charged = policy.clone().charged(arena);
        let rows: Vec<Row> = arena.decisions().collect();
        let with = |rank: fn(&[f64]) -> usize| {
            let replaced = charged.clone().replaced(arena, Said::Missing, rank);
            Figures::of(arena, &replaced, &rows)
        };
        Ok(Some(Bounds {
            best: with(first_best)?,
            worst: with(worst)?,
        }))
    }
}

/// Computes the games of a policy against perfect play, and the mean number of visits in a game to each state with the
/// policy on roll; the first mover is drawn by lot. Returns `None` if the games come to a row for which the policy has no
/// legal move.
pub(super) fn games(
    arena: &Arena,
    policy: &Throws,
) -> Result<Option<(Games, Vec<f64>)>, Unsettled> {
    let perfect = Throws::perfect(arena);
    let contest = Contest::new(arena, policy, &perfect);
    let [unknown, _] = contest.unknown();
    if !unknown.is_empty() {
        return Ok(None);
    }
    let visits_by_first = contest.visits_by_first()?;
    let points = contest.points_by_visits(&visits_by_first);
    let average = |[[first, second], _]: [[f64; 2]; 2]| f64::midpoint(first, second);
    let visits: Vec<f64> = visits_by_first.into_iter().map(average).collect();
    let (unit, probabilities) = (arena.unit(), arena.die_probabilities());
    let choices = arena.rows().filter(|&row| arena.is_choice(row));
    let met = choices.map(|row| visits[row.state()] * probabilities[row.die().index()]);
    let decisions: f64 = met.sum();
    let lost = 0.0 - points.average();
    let games = Games {
        first: unit.from_points(points.first),
        second: unit.from_points(points.second),
        value: unit.from_points(points.average()),
        loss_per_game: unit.difference(lost),
        decisions_per_game: decisions,
        rating: rating(lost, decisions),
    };
    Ok(Some((games, visits)))
}

/// Counts the answers of a policy to some [decisions](Arena::decisions). Also returns the loss in each decision, in points;
/// 0 if the answer is missing or illegal.
pub(super) fn tally(
    arena: &Arena,
    policy: &Policy,
    rows: impl Iterator<Item = Row>,
) -> (Tally, Vec<f64>) {
    let mut tally = Tally::default();
    let (mut agreement, mut losses) = (0.0, Vec::new());
    for row in rows {
        let mut loss = 0.0;
        match policy.said(row) {
            Said::Missing => tally.missing += 1,
            Said::Illegal => tally.illegal += 1,
            Said::Given => {
                tally.answered += 1;
                let probabilities = policy.probabilities(arena.places(row));
                let moves = || arena.losses(row).iter().zip(probabilities);
                let right: f64 = moves()
                    .filter(|&(&loss, _)| loss == 0.0)
                    .map(|(_, chance)| chance)
                    .sum();
                let is_wrong = moves().any(|(&loss, &chance)| loss > 0.0 && chance > 0.0);
                tally.agree += usize::from(!is_wrong);
                agreement += if is_wrong { right } else { 1.0 };
                loss = expected_loss(arena.losses(row), probabilities);
            }
        }
        losses.push(loss);
    }
    tally.agreement = (tally.missing == 0).then_some(agreement / losses.len() as f64);
    (tally, losses)
}

impl Tally {
    /// Returns the statistics of the losses in the decisions of the tally, which are given in points.
    pub(super) fn spread(&self, mut losses: Vec<f64>, unit: Unit) -> Option<Losses> {
        let decisions = losses.len();
        if self.answered < decisions {
            return None;
        }
        let sum: f64 = losses.iter().sum();
        let p95 = (decisions * 95).div_ceil(100) - 1;
        let (_, &mut p95_loss, greater) = losses.select_nth_unstable_by(p95, f64::total_cmp);
        Some(Losses {
            mean_loss: unit.difference(sum / decisions as f64),
            p95_loss: unit.difference(p95_loss),
            worst_loss: unit.difference(greater.iter().copied().fold(p95_loss, f64::max)),
        })
    }
}
