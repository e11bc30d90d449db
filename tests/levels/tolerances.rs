//! Finds the tolerances of the levels in the standard game.

#![expect(clippy::print_stdout, reason = "a program")]

use std::error::Error;

use tourne::grading::duel;
use tourne::policy::{Arena, Builtin, Level, Policy};
use tourne::solutions::Source;
use tourne_solver::Rules;

/// Win probability of level 1 against perfect play. Each further level has [`STEP`] more.
const LEVEL_1: f64 = 0.32;
const STEP: f64 = 0.02;
/// Upper end of the search for a tolerance, in points: no move loses more.
const LARGEST: f64 = 2.0;
/// Number of bisections: enough for more digits than are printed.
const BISECTIONS: u32 = 24;

fn main() -> Result<(), Box<dyn Error>> {
    let arena = Arena::new(&Source::of(Rules::STANDARD).open()?);
    for level in Level::ALL {
        let wanted = LEVEL_1 + STEP * f64::from(level.number() - 1);
        let tolerance = if level == Level::PERFECT {
            0.0
        } else {
            rounded(bisect(&arena, wanted)?)?
        };
        let found = value(&arena, tolerance)?;
        println!(
            "{level}: tolerance {tolerance}, wins {:.4} %",
            100.0 * found
        );
    }
    Ok(())
}

/// Returns the average win probability of a player with this tolerance against perfect play.
fn value(arena: &Arena, tolerance: f64) -> Result<f64, Box<dyn Error>> {
    let perfect = Builtin::Perfect.policy(arena);
    let policy = if tolerance == 0.0 {
        perfect.clone()
    } else {
        Policy::of(arena, |moves, probabilities| {
            let weight = |loss: &f64| 1.0 / (1.0 + (loss / tolerance).powi(2));
            let sum: f64 = moves.losses.iter().map(weight).sum();
            for (chance, loss) in probabilities.iter_mut().zip(moves.losses) {
                *chance = weight(loss) / sum;
            }
        })
    };
    Ok(duel(arena, ("level", &policy), ("perfect", &perfect))?.value)
}

/// Finds the tolerance of a player with this win probability against perfect play, by bisection: the larger the
/// tolerance, the lower the probability.
fn bisect(arena: &Arena, wanted: f64) -> Result<f64, Box<dyn Error>> {
    let (mut low, mut high) = (0.0, LARGEST);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        if value(arena, middle)? > wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(f64::midpoint(low, high))
}

/// Rounds a number to four significant digits.
fn rounded(number: f64) -> Result<f64, std::num::ParseFloatError> {
    format!("{number:.3e}").parse()
}
