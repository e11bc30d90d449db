//! Built-in policies: perfect play, simple habits, and weaker players of known strength.

use std::fmt;

use tourne_solver::Unit;
use tourne_solver::digits::short;

use super::level::{self, Level};
use super::{Arena, Candidates, Policy, first_best};

/// Built-in policy.
///
/// ```
/// use tourne::{Arena, Builtin, standard};
///
/// let arena = Arena::new(standard());
/// assert!(Builtin::Perfect.is_perfect());
/// assert_eq!(Builtin::Errs(0.0).policy(&arena), Builtin::Perfect.policy(&arena));
/// assert_eq!(Builtin::Errs(0.1).to_string(), "errs:0.1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Builtin {
    /// Best move; of several best moves, the move of the rearmost man.
    Perfect,
    /// Random legal move; all legal moves have equal probability.
    Random,
    /// Move of the foremost man that can move.
    Front,
    /// Move of the rearmost man that can move.
    Rear,
    /// Hitting move of the foremost man that can hit; if no man can hit, the move of the foremost man that can move.
    Hit,
    /// Random legal move with this probability, otherwise the best move.
    Errs(f64),
    /// Random move among all moves whose loss is at most this number, with equal probabilities. The number is in the
    /// unit of the rule set: win probability, or points.
    Within(f64),
    /// Player of a level, 1 (weakest) to 10 (perfect play): small mistakes are frequent, large ones rare.
    Level(Level),
}

impl Builtin {
    /// Built-in policies without a number in their names. They are sorted by their values against perfect play in the
    /// standard game, the best first.
    pub const ALL: [Builtin; 5] = [
        Builtin::Perfect,
        Builtin::Hit,
        Builtin::Front,
        Builtin::Random,
        Builtin::Rear,
    ];

    /// Computes the policy for all rows of an arena.
    pub fn policy(self, arena: &Arena) -> Policy {
        let unit = arena.unit();
        Policy::of(arena, |moves, probabilities| {
            self.weigh(unit, moves, probabilities);
        })
    }

    /// Returns whether this is [`Perfect`](Builtin::Perfect) or level 10, which is perfect play too.
    pub fn is_perfect(self) -> bool {
        matches!(self, Builtin::Perfect | Builtin::Level(Level::PERFECT))
    }

    /// Fills `probabilities` with the probability of each move. `unit` is the unit of the loss in
    /// [`Within`](Builtin::Within).
    ///
    /// # Panics
    ///
    /// If `moves` is empty. This may also panic if the length of `probabilities` is not the number of moves.
    pub fn weigh(self, unit: Unit, moves: &Candidates, probabilities: &mut [f64]) {
        let losses = moves.losses;
        let best = first_best(losses);
        let foremost = losses.len() - 1;
        match self {
            Builtin::Perfect => surely(best, probabilities),
            Builtin::Random => evenly(|_| true, probabilities),
            Builtin::Front => surely(foremost, probabilities),
            Builtin::Rear => surely(0, probabilities),
            Builtin::Hit => {
                let hit = moves.hits.iter().rposition(|&hits| hits);
                surely(hit.unwrap_or(foremost), probabilities);
            }
            Builtin::Errs(probability) => {
                evenly(|_| true, probabilities);
                for chance in &mut *probabilities {
                    *chance *= probability;
                }
                probabilities[best] += 1.0 - probability;
            }
            Builtin::Within(most) => {
                evenly(|at| unit.difference(losses[at]) <= most, probabilities);
            }
            Builtin::Level(level) => level::weigh(level.tolerance(), losses, probabilities),
        }
    }
}

fn surely(at: usize, probabilities: &mut [f64]) {
    probabilities.fill(0.0);
    probabilities[at] = 1.0;
}

/// Gives equal probabilities to all moves for which `is_wanted` returns `true`, and 0 to all other moves.
fn evenly(is_wanted: impl Fn(usize) -> bool, probabilities: &mut [f64]) {
    let count = (0..probabilities.len()).filter(|&at| is_wanted(at)).count();
    for (at, chance) in probabilities.iter_mut().enumerate() {
        *chance = if is_wanted(at) {
            1.0 / count as f64
        } else {
            0.0
        };
    }
}

impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Builtin::Perfect => f.write_str("perfect"),
            Builtin::Random => f.write_str("random"),
            Builtin::Front => f.write_str("front"),
            Builtin::Rear => f.write_str("rear"),
            Builtin::Hit => f.write_str("hit"),
            Builtin::Errs(probability) => write!(f, "errs:{}", short(*probability)),
            Builtin::Within(loss) => write!(f, "within:{}", short(*loss)),
            Builtin::Level(level) => level.fmt(f),
        }
    }
}
