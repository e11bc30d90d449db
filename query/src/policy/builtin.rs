//! Built-in policies: perfect play, simple habits, and weaker players of known strength, among them ten levels in even
//! steps, from a beginner to perfect play.
//!
//! A level plays each move with a probability that falls with the loss of the move: small mistakes are frequent, large
//! ones rare. The weight of a move is 1 / (1 + (loss / tolerance)²). So a move whose loss equals the
//! [tolerance](Level::tolerance) is played half as often as a best move, and a move with three times that loss a tenth
//! as often. The formula uses only the four basic operations, so the probabilities are the same on every machine.

use std::fmt;

use tourne_solver::Unit;
use tourne_solver::digits::short;

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
    pub(crate) fn weigh(self, unit: Unit, moves: &Candidates, probabilities: &mut [f64]) {
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
            Builtin::Level(level) => weigh(level.tolerance(), losses, probabilities),
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

/// Strength of a player, 1 (weakest) to 10 (perfect play); written `level-1` to `level-10`.
///
/// In the standard game, level 1 wins 32 % of its games against perfect play. Each further level wins 2 percentage
/// points more, up to 50 % for perfect play. Level 1 beats random moves, and loses clearly to a player who hits
/// whenever possible.
///
/// ```
/// use tourne::policy::Level;
///
/// let level = Level::new(3);
/// assert_eq!(level.to_string(), "level-3");
/// assert!(level.tolerance() > Level::new(4).tolerance());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// Tolerance of each level in points, level 1 first. The program `tests/levels/tolerances.rs` finds these tolerances by
/// bisection.
const TOLERANCES: [f64; 10] = [
    0.2239, 0.1804, 0.1462, 0.1178, 0.09329, 0.07154, 0.0519, 0.03409, 0.01797, 0.0,
];

impl Level {
    /// All ten levels, the weakest first.
    pub const ALL: [Level; 10] = [
        Level(1),
        Level(2),
        Level(3),
        Level(4),
        Level(5),
        Level(6),
        Level(7),
        Level(8),
        Level(9),
        Level(10),
    ];

    /// Level of the players whose games supply the questions of a quiz. Important decisions are frequent in the games
    /// of good players.
    pub const OF_QUESTIONS: Level = Level(8);

    /// Level of a beginner. Questions of a quiz are weighted by the expected losses at this level.
    pub const OF_MISTAKES: Level = Level(3);

    /// Level of perfect play, 10.
    pub const PERFECT: Level = Level(10);

    /// Creates the level with this number.
    ///
    /// # Panics
    ///
    /// If the number is not 1 to 10.
    pub const fn new(number: u8) -> Level {
        assert!(number >= 1 && number <= 10, "levels are 1 to 10");
        Level(number)
    }

    /// Returns the number of the level, 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the tolerance of the level in points. A move with this loss is played half as often as a best move. The
    /// tolerance of perfect play is 0.
    pub const fn tolerance(self) -> f64 {
        TOLERANCES[self.0 as usize - 1]
    }
}

/// Fills `probabilities` with the probability of each move of a player with this tolerance, by the formula of the
/// [levels](Level). `tolerance` and `losses` are in points.
pub(crate) fn weigh(tolerance: f64, losses: &[f64], probabilities: &mut [f64]) {
    if tolerance == 0.0 {
        probabilities.fill(0.0);
        probabilities[first_best(losses)] = 1.0;
        return;
    }
    let mut sum = 0.0;
    for (chance, loss) in probabilities.iter_mut().zip(losses) {
        let tolerances = loss / tolerance;
        *chance = 1.0 / (1.0 + tolerances * tolerances);
        sum += *chance;
    }
    for chance in probabilities {
        *chance /= sum;
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level-{}", self.0)
    }
}
