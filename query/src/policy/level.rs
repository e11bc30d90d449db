//! Levels: ten strengths of play in even steps, from a beginner to perfect play.
//!
//! A level plays each move with a probability that falls with the loss of the move: small mistakes are frequent, large
//! ones rare. The weight of a move is 1 / (1 + (loss / tolerance)²). So a move whose loss equals the
//! [tolerance](Level::tolerance) is played half as often as a best move, and a move with three times that loss a tenth
//! as often. The formula uses only the four basic operations, so the probabilities are the same on every machine.

use std::fmt;

use super::{Arena, Policy, first_best};

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

/// Computes the policy of a player with this tolerance in points, by the formula of the [levels](Level).
pub fn tolerant(arena: &Arena, tolerance: f64) -> Policy {
    Policy::of(arena, |moves, probabilities| {
        weigh(tolerance, moves.losses, probabilities);
    })
}

/// Fills `probabilities` with the probability of each move. `tolerance` and `losses` are in points.
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
