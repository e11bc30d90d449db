//! Questions to practise: choices drawn at random, most often those that come up often and cost a beginner much.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tourne_graph::Unsettled;
use tourne_solver::{Die, Position};

use crate::cards::{Card, Length, built_in};
use crate::grading::{Contest, Exchanges, Kind, Throws};
use crate::policy::{Arena, Builtin, Level, Policy, Row};

/// Maximum number of draws per wanted question. If few questions are about the wanted kind, most draws repeat one.
const MOST_DRAWS: usize = 100;

/// Rule of thumb that hard questions contradict.
const RULE_OF_THUMB: &str = "hit or bring home";
/// Length of the card that hard questions contradict: the longest that is built in.
const CARD: Length = Length::new(10);
/// Level of the good player whom hard questions tempt.
const GOOD: Level = Level::new(7);

/// Questions about one kind of mistake, or about all kinds, each with its weight. The weight is the frequency of the
/// question in games of good players, times the expected loss of a beginner or, if questions are to be hard, times the
/// probability that a good player errs: the greatest of those of the best card, of level 7 and of a player who follows the
/// rule "hit or bring home".
///
/// ```
/// use tourne::Arena;
/// use tourne::play::practice::Practice;
///
/// let practice = Practice::new(&Arena::new(tourne::standard()), None, false)?;
/// let questions = practice.drawn(7, 3);
/// assert_eq!(questions.len(), 3);
/// assert_eq!(questions, practice.drawn(7, 3));
/// # Ok::<(), tourne::play::practice::NoPractice>(())
/// ```
#[derive(Clone, Debug)]
pub struct Practice {
    /// Questions in the order of positions and dice, each with the sum of all weights up to and including its own.
    weighted: Vec<((Position, Die), f64)>,
}

/// Error when looking for questions to practise.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoPractice {
    /// Under these rules nobody makes such mistakes.
    #[error(
        "there is no mistake of the kind \"{kind}\"{} under these rules",
        if *.is_hard { " that good players make" } else { "" }
    )]
    Never {
        /// Kind of mistake that was asked for.
        kind: Kind,
        /// `true` if only mistakes of good players count.
        is_hard: bool,
    },
    /// Games go on for too long to be computed.
    #[error(transparent)]
    Endless(#[from] Unsettled),
}

impl Practice {
    /// Weighs all questions.
    ///
    /// # Errors
    ///
    /// [`NoPractice`] if there is no mistake of this kind, or if games go on for too long.
    pub fn new(arena: &Arena, kind: Option<Kind>, is_hard: bool) -> Result<Practice, NoPractice> {
        let plays = Throws::of(arena, &Builtin::Level(Level::OF_QUESTIONS).policy(arena));
        let players = if is_hard {
            let rule: Card = RULE_OF_THUMB.parse().expect("the rule is a card");
            let card = built_in(arena.rules(), CARD);
            let good = Builtin::Level(GOOD).policy(arena);
            vec![card.policy(arena), good, rule.policy(arena)]
        } else {
            vec![Builtin::Level(Level::OF_MISTAKES).policy(arena)]
        };
        let exchanges = Exchanges::new(arena);
        let visits = Contest::new(arena, &plays, &plays).row_visits()?;
        let weighted = arena.decisions().map(|row| {
            let is_wanted = |rank| kind.is_none_or(|kind| kind == exchanges.mistake(row, rank).2);
            let errs = players
                .iter()
                .map(|policy| errors(arena, policy, row, !is_hard, is_wanted));
            let weight = visits[row.index()] * errs.fold(0.0, f64::max);
            (arena.position_of(row), weight)
        });
        let mut weighted: Vec<_> = weighted.filter(|&(_, weight)| weight > 0.0).collect();
        // Sort the questions: then a seed gives the same questions even if the solver orders its states differently.
        weighted.sort_unstable_by_key(|&(question, _)| question);
        let mut sum = 0.0;
        for (_, weight) in &mut weighted {
            sum += *weight;
            *weight = sum;
        }
        match kind {
            Some(kind) if weighted.is_empty() => Err(NoPractice::Never { kind, is_hard }),
            _ => Ok(Practice { weighted }),
        }
    }

    /// Draws up to `count` different questions. The probability of a question is in proportion to its weight.
    pub fn drawn(&self, seed: u64, count: usize) -> Vec<(Position, Die)> {
        let sum = self.weighted.last().map_or(0.0, |(_, sum)| *sum);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut questions = Vec::new();
        for _ in 0..MOST_DRAWS.saturating_mul(count) {
            let drawn = sum * random.random::<f64>();
            let at = self.weighted.partition_point(|&(_, sum)| sum <= drawn);
            let question = self.weighted[at.min(self.weighted.len() - 1)].0;
            if !questions.contains(&question) {
                questions.push(question);
            }
            if questions.len() == count {
                break;
            }
        }
        questions
    }
}

/// Returns the sum over the mistakes of a policy for the position and die of `row`: of the probability of each or, if
/// `cost_counts`, of the probability times the loss in points. Only the moves count for which `is_wanted` returns `true`.
/// Its argument is the rank of a move among the legal moves, from 0, rearmost man first.
fn errors(
    arena: &Arena,
    policy: &Policy,
    row: Row,
    cost_counts: bool,
    is_wanted: impl Fn(usize) -> bool,
) -> f64 {
    let probabilities = policy.probabilities(arena.places(row)).iter();
    let moves = probabilities.zip(arena.losses(row)).enumerate();
    let wanted = moves.filter(|&(rank, (_, &loss))| loss > 0.0 && is_wanted(rank));
    let weights =
        wanted.map(|(_, (&chance, &loss))| if cost_counts { chance * loss } else { chance });
    weights.sum()
}
